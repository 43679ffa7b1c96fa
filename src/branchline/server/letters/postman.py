"""
Tells those who are away.

What is due stands in the database, so that a restart loses nothing: first as notices that settle (what was done or seen
meanwhile goes nowhere), then as letters, one for each address, which are tried again and again, each time later.
Several processes share the work: who claims a letter first delivers it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import json

from branchline.errors import BranchlineError
from branchline.server import wire
from branchline.server.clock import Clock
from branchline.server.config import Config
from branchline.server.letters.hook import HookCarrier
from branchline.server.letters.letter import Body, Carrier, Code, GoneError, Item, Letter, Told, read_body
from branchline.server.letters.mail import MailCarrier
from branchline.server.letters.push import PushCarrier, encoded, fresh_key, public, read_key
from branchline.server.live.presence import Presence
from branchline.server.store import notices as queries
from branchline.server.store.store import Store

logger = logging.getLogger("branchline.letters")

ROUND_SECONDS = 15.0
MOST = 100
"""So many persons and letters a round."""

GAP = 300.0
"""Of one table something goes out this often at most."""

AGAIN = (60.0, 300.0, 1800.0, 7200.0, 21_600.0, 43_200.0)
"""After how long a letter is tried again, each time; after the last it is given up."""

AT_ONCE = 8


def quiet_until(wanted: wire.Wanted, now: float) -> float | None:
    """When the quiet hours end in which somebody is, if it is."""
    if wanted.quiet is None or wanted.quiet.begin == wanted.quiet.end:
        return None
    local = datetime.fromtimestamp(now, ZoneInfo(wanted.zone))
    minute, begin, end = local.hour * 60 + local.minute, wanted.quiet.begin, wanted.quiet.end
    if not (begin <= minute < end if begin < end else minute >= begin or minute < end):
        return None
    day = local + timedelta(days=1 if minute >= end else 0)
    return day.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0).timestamp()


class Postman:
    """Goes round and delivers."""

    def __init__(self, config: Config, store: Store, presence: Presence, clock: Clock) -> None:
        self.store, self.presence, self.clock = store, presence, clock
        self.walking: asyncio.Task[None] | None = None
        self.one_round = asyncio.Lock()
        self.hands = asyncio.Semaphore(AT_ONCE)
        home, private = config.home, config.private_hooks
        self.carriers: dict[str, Carrier] = {
            "push": PushCarrier(self.browser, self.push_key, home, clock, private),
            "hook": HookCarrier(home, clock, private),
        }
        if config.smtp:
            self.carriers["mail"] = MailCarrier(config.smtp, config.mail_from, home)

    def open(self) -> None:
        """Begin."""
        self.walking = asyncio.ensure_future(self.walk())

    async def close(self) -> None:
        """End; what is not delivered is tried again."""
        if self.walking is not None:
            self.walking.cancel()
            await asyncio.gather(self.walking, return_exceptions=True)

    async def walk(self) -> None:
        """Go round again and again."""
        while True:
            try:
                await self.presence.tell()
                await self.round()
            except (BranchlineError, OSError):
                logger.exception("the next round will try again")
            await self.clock.sleep(ROUND_SECONDS)

    async def round(self) -> None:
        """Turn what is due into letters, and deliver those that are due. Rounds follow each other, never overlap."""
        async with self.one_round:
            for person in await self.store.read(queries.due_persons, self.clock.now(), MOST):
                await self.gather(person)
            found = await self.store.read(queries.due_letters, self.clock.now(), MOST)
            await asyncio.gather(*(self.deliver(row) for row in found))

    # ------------------------------------------------------------ notices to letters
    async def gather(self, person: str) -> None:
        """Whatever waits for a person goes out together, if it is away and wants it."""
        now = self.clock.now()
        waiting = await self.store.read(queries.due_of, person)
        wishes = await self.store.read(queries.wishes_of, person)
        wanted = json.decode(wishes["wanted"], type=wire.Wanted)
        silent = await self.store.read(queries.silent, person)
        unwanted = [row for row in waiting if row["kind"] in wanted.off or row["table"] in silent]
        if self.presence.here(person):
            unwanted = [row for row in waiting if row["due"] <= now]
        if unwanted:
            await self.store.write(queries.put_off, person, None, [row["seq"] for row in unwanted])
        waiting = [row for row in waiting if row not in unwanted]
        if not any(row["due"] <= now for row in waiting):
            return
        seqs = [row["seq"] for row in waiting]
        last = await self.store.read(queries.last_sent, person, [row["table"] for row in waiting])
        later = quiet_until(wanted, now) or (last + GAP if last + GAP > now else None)
        if later is not None:
            await self.store.write(queries.put_off, person, later, seqs)
            return
        items = tuple(
            Item(row["kind"], row["table"], row["variant"], row["who"] or "", row["about"]) for row in waiting
        )
        ways = await self.ways(person, wishes, wanted, Told(items))
        await self.store.write(queries.post, person, seqs, now, ways)

    async def ways(self, person: str, wishes: dict[str, Any], wanted: wire.Wanted, body: Body) -> list[dict[str, Any]]:
        """A letter for each address of a person."""
        addresses = [("push", id) for id in await self.store.read(queries.pushes_of, person) if wanted.push]
        for way, on in (("mail", wanted.mail), ("hook", wanted.hook)):
            if on and wishes[way]:
                addresses.append((way, wishes[way]))
        said = json.encode(body).decode()
        return [{"way": way, "address": at, "body": said} for way, at in addresses if way in self.carriers]

    # ------------------------------------------------------------ letters
    async def deliver(self, row: dict[str, Any]) -> None:
        """Deliver a letter, or let it be tried again later."""
        tries = row["tries"]
        again = self.clock.now() + AGAIN[min(tries, len(AGAIN) - 1)]
        if tries >= len(AGAIN):
            logger.warning("a letter by %s was given up", row["way"])
            await self.store.write(queries.done, row["id"])
            return
        if not await self.store.write(queries.claim, row["id"], tries, again):
            return
        person = row["person"]
        wishes = await self.store.read(queries.wishes_of, person)
        lang = await self.store.read(queries.language_of, person)
        letter = Letter(person, row["way"], row["address"], read_body(row["body"]), lang, wishes["secret"])
        carrier = self.carriers.get(row["way"])
        try:
            if carrier is None:
                raise GoneError(row["way"])
            async with self.hands:
                await carrier.deliver(letter)
        except GoneError as error:
            logger.info("an address by %s is no more: %s", row["way"], error)
            if carrier is not None:
                await self.store.write(queries.gone, row["way"], row["address"], person)
        except Exception as error:
            logger.info("a letter by %s is tried again: %s", row["way"], error)
            return
        await self.store.write(queries.done, row["id"])

    async def write(self, person: str, letters: list[dict[str, Any]]) -> None:
        """Put letters on their way; the next round delivers them."""
        await self.store.write(queries.add_letters, person, self.clock.now(), letters)

    async def send_code(self, person: str, address: str, code: str) -> None:
        """Send a code to an address."""
        await self.write(person, [{"way": "mail", "address": address, "body": json.encode(Code(code)).decode()}])

    # ------------------------------------------------------------ keys
    async def browser(self, id: str) -> dict[str, Any] | None:
        """A browser that takes push messages."""
        return await self.store.read(queries.push, id)

    async def push_key(self) -> str:
        """The key with which services of browsers know this server: made once."""
        return await self.store.write(queries.key, "push", fresh_key())

    async def push_key_shown(self) -> str:
        """Its public half, for browsers."""
        return encoded(public(read_key(await self.push_key())))


def new_code() -> str:
    """A code that one can type."""
    return f"{secrets.randbelow(10**6):06d}"


def code_hash(person: str, code: str) -> str:
    """How a code is kept."""
    return sha256(f"{person} {''.join(code.split())}".encode()).hexdigest()
