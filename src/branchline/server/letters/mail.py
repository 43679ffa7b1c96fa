"""Mail: plain text, in the language of who gets it, with a link that ends it."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from branchline.server.letters.letter import Code, GoneError, Letter, link, sentence
from branchline.words import say

SECONDS = 20.0


def message(letter: Letter, home: str, sender: str) -> EmailMessage:
    """A letter as a message."""
    lang, body = letter.language, letter.body
    found = EmailMessage()
    found["From"], found["To"] = sender, letter.address
    found["Date"], found["Message-ID"] = formatdate(), make_msgid(domain=sender.rpartition("@")[2].strip("> "))
    found["Content-Language"] = lang
    if isinstance(body, Code):
        found["Subject"] = say("notices.code_subject", {"code": body.code}, lang)
        found.set_content(say("notices.code_text", {"code": body.code, "home": home}, lang) + "\n")
        return found
    first = sentence(body.items[-1], lang)
    rest = len(body.items) - 1
    found["Subject"] = first if not rest else say("notices.and_more", {"first": first, "number": rest}, lang)
    end = f"{home}/off/{letter.secret}"
    found["List-Unsubscribe"] = f"<{home}/api/notices/off/{letter.secret}>"
    found["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    lines = [f"{sentence(item, lang)}\n{link(item, home)}\n" for item in reversed(body.items)]
    found.set_content("\n".join([*lines, "-- ", say("notices.footer", {"link": end}, lang)]) + "\n")
    return found


class MailCarrier:
    """Hands mail to a server: ``smtp://name:password@host:port`` or ``smtps://…``."""

    def __init__(self, server: str, sender: str, home: str) -> None:
        self.server, self.home = urlsplit(server), home
        self.sender = sender or f"Branchline <branchline@{self.server.hostname}>"

    async def deliver(self, letter: Letter) -> None:
        """Send a letter."""
        await asyncio.to_thread(self.send, message(letter, self.home, self.sender))

    def send(self, mail: EmailMessage) -> None:
        """Hand a message over."""
        server, host = self.server, self.server.hostname or "localhost"
        try:
            with self.connect(host) as smtp:
                if server.scheme == "smtp" and smtp.has_extn("starttls"):
                    smtp.starttls(context=ssl.create_default_context())
                    smtp.ehlo()
                if server.username:
                    smtp.login(unquote(server.username), unquote(server.password or ""))
                smtp.send_message(mail)
        except smtplib.SMTPRecipientsRefused as error:
            if all(code >= 500 for code, _ in error.recipients.values()):
                raise GoneError(str(mail["To"])) from error
            raise

    def connect(self, host: str) -> smtplib.SMTP:
        """A connection."""
        if self.server.scheme == "smtps":
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(host, self.server.port or 465, timeout=SECONDS, context=context)
        smtp = smtplib.SMTP(host, self.server.port or 587, timeout=SECONDS)
        smtp.ehlo()
        return smtp
