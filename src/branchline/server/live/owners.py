"""
Which process acts at a table by itself: lets its bots move, watches its clocks. Exactly one, by lease.

What persons ask is carried out by any process; the number of the row decides who was first. What the server does by
itself is kept only if its process owns the table in that same transaction, so that one that was paused, and taken for
dead, can't act when it wakes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from sqlalchemy.exc import IntegrityError

from branchline.errors import BranchlineError
from branchline.server.clock import Clock
from branchline.server.people import new_id
from branchline.server.store import leases
from branchline.server.store.store import Store

logger = logging.getLogger("branchline.owners")

ROUND_SECONDS = 1.0
ROUNDS = 4
"""A process that gave no sign of life in so many rounds is dead. They are counted: no clock can jump."""


class Owners(Protocol):
    """What tables ask."""

    process: str | None
    """The name of this process; None if there is no other."""
    freed: list[Callable[[], None]]
    """Called when tables may have become free."""

    def has(self, table: str) -> bool:
        """Whether this process owns a table."""

    async def claim(self, table: str) -> bool:
        """Own a table, if nobody else does."""

    async def release(self, table: str) -> None:
        """Own it no more."""

    def forget(self, table: str) -> None:
        """Another process needs a table no more."""

    async def open(self) -> None:
        """Begin."""

    async def close(self) -> None:
        """End; others may go on at once."""


class SoleOwner:
    """The only process owns everything."""

    def __init__(self) -> None:
        self.process: str | None = None
        self.freed: list[Callable[[], None]] = []

    def has(self, table: str) -> bool:
        """Whether this process owns a table."""
        return True

    async def claim(self, table: str) -> bool:
        """Own a table."""
        return True

    async def release(self, table: str) -> None:
        """Own it no more."""

    def forget(self, table: str) -> None:
        """Nobody else ever needed it."""

    async def open(self) -> None:
        """Begin."""

    async def close(self) -> None:
        """End."""


class Leases:
    """One process of several, and what it owns."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.process: str | None = new_id()
        self.mine: set[str] = set()
        self.elsewhere: dict[str, str] = {}
        """The owners of other tables, as far as we know."""
        self.freed: list[Callable[[], None]] = []
        self.seen: dict[str, tuple[int, int]] = {}
        """Of each other process its last beat, and in how many rounds it was the same."""
        self.rounds: asyncio.Task[None] | None = None

    def has(self, table: str) -> bool:
        """Whether this process owns a table."""
        return table in self.mine

    async def claim(self, table: str) -> bool:
        """Own a table, if nobody else does."""
        if table in self.mine:
            return True
        if table in self.elsewhere:
            return False
        process = self.process
        assert process is not None
        try:
            owner = await self.store.write(leases.claim, table, process)
        except IntegrityError:  # Somebody else was first, or has taken us for dead: the next round knows.
            return False
        if process != self.process:
            return False
        if owner == process:
            self.mine.add(table)
        else:
            self.elsewhere[table] = owner
        return owner == process

    async def release(self, table: str) -> None:
        """Own it no more."""
        self.elsewhere.pop(table, None)
        if table in self.mine and self.process is not None:
            self.mine.discard(table)
            await self.store.write(leases.release, table, self.process)

    def forget(self, table: str) -> None:
        """Another process needs a table no more; whoever has something to do there may claim it."""
        self.elsewhere.pop(table, None)

    async def open(self) -> None:
        """Begin."""
        assert self.process is not None
        await self.store.write(leases.enter, self.process)
        self.rounds = asyncio.ensure_future(self.go_round())

    async def close(self) -> None:
        """End; others may go on at once."""
        if self.rounds is not None:
            self.rounds.cancel()
            await asyncio.gather(self.rounds, return_exceptions=True)
        if self.process is not None:
            try:
                await self.store.write(leases.leave, self.process)
            except BranchlineError:
                logger.warning("the database is away; the others will notice")

    async def go_round(self) -> None:
        """Give signs of life, and look for those of the others."""
        while True:
            await self.clock.sleep(ROUND_SECONDS)
            try:
                await self.look()
            except BranchlineError:
                logger.warning("the next round will look again")
            except IntegrityError:
                logger.exception("two processes of one name")

    async def look(self) -> None:
        """One round."""
        assert self.process is not None
        beats = await self.store.write(leases.beat, self.process)
        if beats is None:
            logger.warning("the others took this process for dead; it begins again")
            self.process, self.mine, self.elsewhere, self.seen = new_id(), set(), {}, {}
            await self.store.write(leases.enter, self.process)
            self.tell_freed()
            return
        gone, dead = set(self.seen) - set(beats), set()
        self.seen = {id: self.next_seen(id, beat) for id, beat in beats.items() if id != self.process}
        for id, (beat, rounds) in list(self.seen.items()):
            if rounds >= ROUNDS:
                logger.warning("process %s is dead; its tables are free", id)
                await self.store.write(leases.bury, id, beat)
                del self.seen[id]
                dead.add(id)
        # An answer that was on its way may have named an owner that is dead by now: all are looked through, every time.
        alive = set(beats) - dead
        lost = [table for table, owner in self.elsewhere.items() if owner not in alive]
        for table in lost:
            del self.elsewhere[table]
        if gone or dead or lost:
            self.tell_freed()

    def next_seen(self, id: str, beat: int) -> tuple[int, int]:
        """What to remember of another process."""
        before, rounds = self.seen.get(id, (beat, -1))
        return beat, rounds + 1 if beat == before else 0

    def tell_freed(self) -> None:
        """Tables may have become free."""
        for tell in self.freed:
            tell()
