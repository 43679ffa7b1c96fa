"""What leaves the server: sealed as the standards say, signed, and never to where only this machine can reach."""

from __future__ import annotations

import asyncio
import email
import hmac
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.policy import default
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from branchline.server.clock import FakeClock
from branchline.server.letters import outside
from branchline.server.letters.hook import HookCarrier
from branchline.server.letters.letter import Code, GoneError, Item, Letter, Told
from branchline.server.letters.mail import MailCarrier, message
from branchline.server.letters.outside import ForbiddenError
from branchline.server.letters.push import (
    CURVE,
    PushCarrier,
    decoded,
    encoded,
    fresh_key,
    pass_for,
    public,
    read_key,
    sealed,
)
from branchline.words import LANGUAGES

HOME = "https://games.example"
TURN = Told((Item("full", "abc", "usa", "Eve"), Item("turn", "abcdefgh", "europe")))


def letter(body: Any = TURN, way: str = "hook", address: str = "", language: str = "en") -> Letter:
    return Letter("ben", way, address, body, language, "s3cret")


@contextmanager
def listening(status: int = 200) -> Iterator[tuple[str, list[tuple[str, Any, bytes]]]]:
    """A web server of this machine, with what it got."""
    got: list[tuple[str, Any, bytes]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            got.append((self.path, self.headers, body))
            self.send_response(status)
            if status == 302:
                self.send_header("location", "/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", got
        finally:
            server.shutdown()


# ---------------------------------------------------------------- where to
@pytest.mark.parametrize(
    ("address", "is_public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_which_addresses_are_public(address: str, is_public: bool) -> None:
    assert outside.public(ip_address(address)) is is_public


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://localhost/",
        "http://[::1]/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://name:word@example.org/",
        "ftp://example.org/",
        "http:///",
        "http://127.0.0.1:99999/",
    ],
)
def test_nothing_is_posted_to_this_machine(url: str) -> None:
    with pytest.raises((ForbiddenError, OSError)):
        asyncio.run(outside.post(url, b"", {}))


def test_a_name_that_means_several_addresses_must_mean_public_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*_: Any, **__: Any) -> list[Any]:
        return [(0, 0, 0, "", ("93.184.216.34", 80)), (0, 0, 0, "", ("127.0.0.1", 80))]

    monkeypatch.setattr(outside.socket, "getaddrinfo", found)
    with pytest.raises(ForbiddenError):
        outside.place("http://example.org/", private=False)
    assert outside.place("http://example.org/a?b", private=True)[3:] == ("/a?b", "93.184.216.34")


@pytest.mark.parametrize(("status", "error"), [(404, GoneError), (410, GoneError), (500, OSError), (302, OSError)])
def test_refused_posts(status: int, error: type[Exception]) -> None:
    with listening(status) as (url, got):
        with pytest.raises(error):
            asyncio.run(outside.post(url + "/x", b"", {}, private=True))
        assert [path for path, _, _ in got] == ["/x"]


# ---------------------------------------------------------------- webhooks
def test_a_webhook_is_signed() -> None:
    clock = FakeClock()
    with listening() as (url, got):
        asyncio.run(HookCarrier(HOME, clock, True).deliver(letter(address=url + "/hook?a=1", language="ja")))
    (path, headers, body) = got[0]
    assert path == "/hook?a=1"
    at, _, signed = headers["branchline-signature"].partition(",")
    said = f"{at.removeprefix('t=')}.".encode() + body
    assert signed == "v1=" + hmac.new(b"s3cret", said, sha256).hexdigest()
    told = json.loads(body)["notices"]
    assert [one["link"] for one in told] == [f"{HOME}/t/abc", f"{HOME}/t/abcdefgh"]
    assert "ヨーロッパ" in told[1]["sentence"]


# ---------------------------------------------------------------- push
def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    own = read_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    text = b"When I grow up, I want to be a watermelon"
    found = sealed(text, p256dh, "BTBZMqHH6r4Tts7J_aSIgg", own, decoded("DGv6ra1nlYgDCS1FRnbzlw"))
    assert encoded(found) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_service_knows_who_we_are() -> None:
    key = read_key(fresh_key())
    said = pass_for(key, "https://push.example:8443/send/abc", HOME, 1000.0)
    token, _, shown = said.removeprefix("vapid t=").partition(", k=")
    assert decoded(shown) == public(key)
    head, claims, signed = token.split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decoded(claims)) == {"aud": "https://push.example:8443", "exp": 44_200, "sub": HOME}
    raw = decoded(signed)
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.public_key().verify(both, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


def test_a_push_message_comes_sealed_to_the_service() -> None:
    browser = ec.generate_private_key(CURVE)
    key = fresh_key()

    async def find(id: str) -> dict[str, Any] | None:
        row = {"endpoint": url + "/send", "p256dh": encoded(public(browser)), "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
        return {**row, "language": "zh-Hant"} if id == "there" else None

    async def ours() -> str:
        return key

    with listening(201) as (url, got):
        carrier = PushCarrier(find, ours, HOME, FakeClock(), True)
        asyncio.run(carrier.deliver(letter(way="push", address="there")))
        with pytest.raises(GoneError):
            asyncio.run(carrier.deliver(letter(way="push", address="nowhere")))
    (path, headers, body) = got[0]
    assert (path, headers["content-encoding"], headers["ttl"]) == ("/send", "aes128gcm", "86400")
    assert headers["authorization"].startswith("vapid t=")
    assert body[21:86] != public(browser)  # A key of its own for each message.
    assert len(body) > 120


# ---------------------------------------------------------------- mail
@pytest.mark.parametrize("lang", LANGUAGES)
def test_mail_is_plain_text_in_a_language(lang: str) -> None:
    found = message(letter(way="mail", address="ben@example.org", language=lang), HOME, "Branchline <b@games.example>")
    again = email.message_from_bytes(found.as_bytes(), policy=default)
    text = again.get_content()
    assert f"{HOME}/t/abcdefgh" in text
    assert f"{HOME}/off/s3cret" in text
    assert again["List-Unsubscribe"] == f"<{HOME}/api/notices/off/s3cret>"
    assert again["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert again.get_content_type() == "text/plain"
    assert {"en": "Europe", "ja": "ヨーロッパ", "zh-Hant": "歐洲"}[lang] in again["Subject"]
    code = message(letter(Code("123456"), "mail", "ben@example.org", lang), HOME, "b@games.example")
    assert "123456" in code["Subject"]
    assert "123456" in code.get_content()


def test_names_can_not_add_headers() -> None:
    body = Told((Item("invited", "abc", "usa", "Eve\r\nBcc: all@example.org"),))
    with pytest.raises(ValueError, match=r"linefeed|header"):
        message(letter(body, "mail", "ben@example.org"), HOME, "b@games.example")


def test_mail_is_handed_to_a_real_server() -> None:
    got: list[str] = []

    async def main() -> None:
        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"220 here\r\n")
            body = False
            while line := (await reader.readline()).decode():
                got.append(line.rstrip("\r\n"))
                if body:
                    if line == ".\r\n":
                        body = False
                        writer.write(b"250 taken\r\n")
                    continue
                verb = line.split()[0].upper()
                body = verb == "DATA"
                refused = verb == "RCPT" and "gone@" in line
                answers = {"DATA": "354 go", "QUIT": "221 bye"}
                writer.write(f"{'550 nobody' if refused else answers.get(verb, '250 good')}\r\n".encode())
                if verb == "QUIT":
                    break
            writer.close()

        server = await asyncio.start_server(talk, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        carrier = MailCarrier(f"smtp://127.0.0.1:{port}", "Branchline <b@games.example>", HOME)
        await carrier.deliver(letter(way="mail", address="ben@example.org"))
        with pytest.raises(GoneError):
            await carrier.deliver(letter(way="mail", address="gone@example.org"))
        server.close()
        await server.wait_closed()

    asyncio.run(main())
    assert "rcpt TO:<ben@example.org>" in got
    assert any("It is your turn: Europe" in line for line in got)
