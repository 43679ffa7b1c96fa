"""The tables that are in memory, found by id and loaded when somebody asks for one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any

from branchline.errors import BranchlineError
from branchline.server.bus import Bus, Note
from branchline.server.clock import Clock
from branchline.server.live.live import KIND, LiveTable, TableCursor
from branchline.server.live.owners import Owners, SoleOwner
from branchline.server.people import Person, new_id
from branchline.server.problems import RefusedError
from branchline.server.store import leases, logs
from branchline.server.store.store import Store
from branchline.server.tables.kinds import Open
from branchline.server.tables.lobby import OpenRematch, rematch
from branchline.server.tables.log import Asked
from branchline.server.tables.setup import Setup
from branchline.server.tables.table import Table

Listener = Callable[[LiveTable], None]
RELEASED = "released"
"""The notes about tables that have no owner any more."""


class LiveTables:
    """
    All live tables of this process.

    ``listeners`` act at tables: they are told of each table of which this process is the owner, when it was loaded or
    has changed, here or in another process. They come back quickly: what takes time they start as a task.
    """

    def __init__(
        self, store: Store, bus: Bus, clock: Clock, idle_seconds: float = 900.0, owners: Owners | None = None
    ) -> None:
        self.store, self.bus, self.clock = store, bus, clock
        self.idle_seconds = idle_seconds
        self.owners = owners or SoleOwner()
        self.used: dict[str, float] = {}
        self.leaving: list[Callable[[str], None]] = []
        """Told of each table that leaves the memory."""
        self.loaded: dict[str, asyncio.Task[LiveTable]] = {}
        self.listeners: list[Listener] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self.claiming: set[str] = set()
        self.looking = False
        bus.subscribe(self.heard)
        bus.missed.append(self.look_for_missed)
        self.owners.freed.append(self.tell_all)

    async def get(self, id: str) -> LiveTable:
        """A table, loaded if need be."""
        self.used[id] = self.clock.now()
        task = self.loaded.get(id)
        if task is None:
            task = self.loaded[id] = asyncio.ensure_future(self._load(id))
        return await asyncio.shield(task)

    async def follow(self, id: str, person: str | None, seat: int | None, since: int) -> TableCursor:
        """A follower of a table, who may have seen more of it in another process than we have."""
        live = await self.get(id)
        known = live.table.seq >= since and (seat is None or seat in live.table.seats_of(person))
        if self.bus.shared and not known:
            await self.catch_up(live)
        return live.cursor(person, seat, since, self.clock)

    async def _load(self, id: str) -> LiveTable:
        try:
            live = LiveTable(self.store, self.bus, await self.store.read(logs.load, id), self.owners)
        except BaseException:
            del self.loaded[id]
            self.used.pop(id, None)
            raise
        asyncio.get_running_loop().call_soon(self.tell, live)
        return live

    async def open(self, setup: Setup, person: Person, key: str) -> LiveTable:
        """Open a new table; with the key of one that was opened before, that one."""
        live = LiveTable(self.store, self.bus, Table(new_id()), self.owners)
        try:
            await live.do(Open(setup=setup, key=key), self.asked(person))
        except RefusedError:
            known = await self.store.read(logs.opened, person.id, key)
            if known is None:
                raise
            return await self.get(known)
        self.loaded[live.table.id] = asyncio.ensure_future(done_with(live))
        self.used[live.table.id] = self.clock.now()
        self.tell(live)
        return live

    async def rematch(self, live: LiveTable, person: Person) -> LiveTable:
        """The table of the rematch, opened if need be: one for all, whoever asks first."""
        if live.table.rematch is None:
            try:
                await live.do(OpenRematch(table=new_id()), self.asked(person))
            except RefusedError:
                if live.table.rematch is None:
                    raise
        id = live.table.rematch
        assert id is not None
        try:
            return await self.get(id)
        except RefusedError:
            # Named, but not opened yet: the server was stopped between the two rows, or somebody else is at it.
            fresh = LiveTable(self.store, self.bus, Table(id), self.owners)
            with suppress(RefusedError):
                await fresh.do(rematch(live.table), self.asked(person))
            return await self.get(id)

    def sweep(self) -> None:
        """Let go of tables that nobody looks at, and that nobody asked for in a while."""
        before = self.clock.now() - self.idle_seconds
        for id, task in list(self.loaded.items()):
            if self.used.get(id, 0.0) > before or not task.done() or task.cancelled() or task.exception():
                continue
            live = task.result()
            late = live.late
            if live.watchers or live.turnstile.locked() or (late and (late.watchers or late.sleeping)):
                continue
            if any(live.table.chairs[seat].player is not None for seat in live.table.waiting):
                continue
            self.drop(id)

    def drop(self, id: str) -> None:
        """Let go of a table."""
        del self.loaded[id]
        self.used.pop(id, None)
        for told in self.leaving:
            told(id)
        if self.owners.has(id):
            self.start(self.release(id))

    async def release(self, id: str) -> None:
        """Somebody else may act at a table that has left our memory."""
        with suppress(BranchlineError):
            await self.owners.release(id)
            await self.bus.publish(Note(RELEASED, id, 0))

    def asked(self, person: Person | None) -> Asked:
        """Who asks, and when."""
        if person is None:
            return Asked(None, self.clock.now())
        return Asked(person.id, self.clock.now(), person.name, person.colour)

    def heard(self, note: Note) -> None:
        """A table has a new row, or its owner needs it no more."""
        live = self.at_hand(note.id) if note.kind in (KIND, RELEASED) else None
        if note.kind == RELEASED:
            self.owners.forget(note.id)
        if live is None:
            return
        if live.table.seq >= note.seq:
            self.tell(live)
        else:
            self.start(self.catch_up(live))

    def at_hand(self, id: str) -> LiveTable | None:
        """A table that is in memory."""
        task = self.loaded.get(id)
        if task is None or not task.done() or task.cancelled() or task.exception():
            return None
        return task.result()

    async def catch_up(self, live: LiveTable) -> None:
        """Read what another process has kept, then tell."""
        with suppress(RefusedError):  # The database is away: the next note, or command, looks again.
            if await live.catch_up():
                self.tell(live)

    def look_for_missed(self) -> None:
        """Notes were lost: ask the database which tables have new rows."""
        if not self.looking:
            self.looking = True
            self.start(self._look_for_missed())

    async def _look_for_missed(self) -> None:
        asked = list(self.loaded)
        try:
            rows = await self.store.read(leases.last_rows, asked)
        except RefusedError:
            return
        finally:
            self.looking = False
        for id in asked:
            if id in rows:
                self.heard(Note(KIND, id, rows[id]))
            elif self.at_hand(id) is not None:  # The keepers of the server have removed it.
                self.drop(id)

    def tell(self, live: LiveTable) -> None:
        """Tell those who act at a table, if this is the process that does."""
        id = live.table.id
        if self.owners.has(id):
            for listener in self.listeners:
                listener(live)
        elif id not in self.claiming:
            self.claiming.add(id)
            self.start(self.claim(live))

    def tell_all(self) -> None:
        """Tables may have become free."""
        for id in list(self.loaded):
            if (live := self.at_hand(id)) is not None:
                self.tell(live)

    async def claim(self, live: LiveTable) -> None:
        """Act at a table, if nobody else does."""
        try:
            claimed = await self.owners.claim(live.table.id)
        except RefusedError:
            claimed = False
        finally:
            self.claiming.discard(live.table.id)
        if claimed:
            self.tell(live)

    async def adopt(self, ids: Iterable[str]) -> None:
        """Load tables at which there is something to do, if nobody else does it, and tell those who do it."""
        for id in ids:
            if await self.owners.claim(id):
                self.tell(await self.get(id))

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that takes a while."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Let everything that was begun end."""
        while self.tasks:
            await asyncio.gather(*self.tasks, return_exceptions=True)


async def done_with(live: LiveTable) -> LiveTable:
    """A table that need not be loaded."""
    return live
