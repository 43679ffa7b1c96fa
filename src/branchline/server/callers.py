"""
Who asks, by the session or token that a request brings.

Who was here of late is kept in memory, and read again after two seconds, all in one question. What ended or changed,
here or in a process that the bus reaches, is dropped at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection
from starlette.requests import HTTPConnection

from branchline.server.bus import CHANGED, FORGOTTEN, Bus, Note
from branchline.server.clock import Clock
from branchline.server.endings import ENDED
from branchline.server.people import COOKIE, COOKIE_SECONDS, Caller, Person, Way, hashed
from branchline.server.problems import refuse
from branchline.server.store import people as queries
from branchline.server.store.store import Store

HOLDS = 2.0
"""For how many seconds what was read is believed."""

OF_LATE = 60.0
"""Who did not ask for so many seconds is not kept in memory."""

KNOWN = Person.__struct_fields__


@dataclass
class Held:
    """What is in memory of a session or token; no caller while it is being read."""

    asked: float
    caller: Caller | None = None


class Callers:
    """All whose sessions and tokens were used of late."""

    def __init__(self, store: Store, bus: Bus, clock: Clock) -> None:
        self.store, self.bus, self.clock = store, bus, clock
        self.held: dict[str, Held] = {}
        self.read = -HOLDS
        self.turnstile = asyncio.Lock()
        bus.subscribe(self.heard)
        bus.missed.append(self.doubt)

    async def find(self, connection: HTTPConnection) -> Caller | None:
        """The person behind a request or socket, if it has one."""
        kind, _, token = connection.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            found = await self.look("token", hashed(token.strip()))
        elif COOKIE in connection.cookies:
            found = await self.look("session", hashed(connection.cookies[COOKIE]))
        else:
            return None
        if found is not None and found.blocked:
            raise refuse("blocked")
        return found

    async def look(self, way: Way, hash: str) -> Caller | None:
        """Who has a session or token."""
        now = self.clock.now()
        if not 0 <= now - self.read < HOLDS:
            await self.read_again(now)
        held = self.held.get(hash)
        if held is not None and held.caller is not None:
            held.asked = now
            return held.caller if held.caller.way == way else None
        held = self.held[hash] = Held(now)
        try:
            held.caller = (await self.store.read(callers, way, [hash], now)).get(hash)
        finally:
            if held.caller is None and self.held.get(hash) is held:
                del self.held[hash]
        return held.caller

    async def read_again(self, now: float) -> None:
        """Read anew what is in memory of those who were here of late."""
        async with self.turnstile:
            if 0 <= now - self.read < HOLDS:
                return  # Somebody else did.
            for hash in [hash for hash, held in self.held.items() if not 0 <= now - held.asked < OF_LATE]:
                del self.held[hash]
            asked = [(hash, held) for hash, held in self.held.items() if held.caller is not None]
            found: dict[str, Caller] = {}
            for way in ("session", "token"):
                hashes = [hash for hash, held in asked if held.caller is not None and held.caller.way == way]
                if hashes:
                    found |= await self.store.read(callers, way, hashes, now)
            for hash, held in asked:
                held.caller = found.get(hash)  # What was dropped meanwhile is not in memory any more.
                if held.caller is None and self.held.get(hash) is held:
                    del self.held[hash]
            self.read = now

    def heard(self, note: Note) -> None:
        """Something ended, or changed."""
        if note.kind == ENDED:
            self.held.pop(note.id, None)
        elif note.kind in (CHANGED, FORGOTTEN):
            for hash, held in list(self.held.items()):
                if held.caller is None or held.caller.person.id == note.id:
                    del self.held[hash]

    def doubt(self) -> None:
        """Notes were lost: whoever asks next is looked up, and all others with it."""
        self.read = -HOLDS


def callers(connection: Connection, way: Way, hashes: Sequence[str], now: float) -> dict[str, Caller]:
    """Those behind some sessions or tokens, by their hashes."""
    rows = queries.holders(connection, way, hashes, now - COOKIE_SECONDS)
    found: dict[str, Caller] = {}
    for row in rows:
        person = Person(**{name: row.pop(name) for name in KNOWN})
        found[row["hash"]] = Caller(person, way, id=row.pop("held"), **row)
    return found
