"""One table in memory: takes commands one at a time, keeps what they become, then tells those who watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Raw
from sqlalchemy.exc import IntegrityError

from branchline.errors import BranchlineError
from branchline.game.view import SeatView, seats_shown
from branchline.server import wire
from branchline.server.bus import Bus, Note
from branchline.server.clock import Clock
from branchline.server.live import eyes
from branchline.server.live.feed import Cursor
from branchline.server.live.owners import Owners, SoleOwner
from branchline.server.people import new_id
from branchline.server.problems import refuse
from branchline.server.store import logs
from branchline.server.store.store import Store
from branchline.server.tables.kinds import write
from branchline.server.tables.lobby import LeaveSeat
from branchline.server.tables.log import Asked, Command, Row
from branchline.server.tables.persons import Forgotten
from branchline.server.tables.table import Table

KIND = "table"
"""The notes about tables."""

ATTEMPTS = 5
"""How often another process may come first before a command is given up."""


class LiveTable:
    """
    The one copy of a table in this process.

    ``table`` is never changed in place: a command works on a copy, which takes its place when the database has it.
    """

    def __init__(self, store: Store, bus: Bus, table: Table, owners: Owners | None = None) -> None:
        self.store, self.bus, self.table = store, bus, table
        self.owners = owners or SoleOwner()
        self.turnstile = asyncio.Lock()
        self.watchers: set[Callable[[], None]] = set()
        self.unsure = False
        self.writing = Writing()
        self.late: Late | None = None

    @property
    def seq(self) -> int:
        """The last row."""
        return self.table.seq

    async def do(self, command: Command, asked: Asked) -> wire.Done:
        """Carry out a command; when this returns, it is kept. A caller that goes away does not stop it."""
        return await asyncio.shield(asyncio.ensure_future(self._do(command, asked)))

    async def act(self, command: Command, asked: Asked) -> wire.Done:
        """The same for what the server does by itself: kept only if this process owns the table."""
        return await asyncio.shield(asyncio.ensure_future(self._do(command, asked, self.owners.process)))

    async def _do(self, command: Command, asked: Asked, process: str | None = None) -> wire.Done:
        async with self.turnstile:
            for _ in range(ATTEMPTS):
                if self.unsure:
                    await self._catch_up()
                done = self.table.keys.get((asked.by, command.key)) if command.key else None
                if done is not None:
                    return wire.Done(self.table.id, done)
                try:
                    entry, sealed = command.decide(self.table, asked)
                except BranchlineError:
                    # Another process may have kept what makes it right: somebody moved there, and asks here.
                    if self.bus.shared and await self._catch_up():
                        continue
                    raise
                now = max(asked.now, self.table.at)  # The log goes forward even where a clock goes back.
                after = self.table.copy()
                after.apply(Row(self.table.seq + 1, now, asked.by, command.key, entry, sealed))
                try:
                    fed = await self.store.write(logs.append, self.table, after, process)
                except IntegrityError:
                    await self._catch_up()  # Another process was first.
                    continue
                except Exception:
                    self.unsure = True  # Nobody knows whether it is kept: look before the next command.
                    raise
                self._now(after)
                await self.bus.publish(Note(KIND, after.id, after.seq))
                for kind, id, seq in fed:
                    await self.bus.publish(Note(kind, id, seq))
                return wire.Done(after.id, after.seq)
        raise refuse("unavailable")

    async def catch_up(self) -> bool:
        """Add the rows that another process has kept; whether there were any."""
        async with self.turnstile:
            return await self._catch_up()

    async def _catch_up(self) -> bool:
        after, fresh = self.table.copy(), await self.store.read(logs.rows, self.table.id, self.table.seq)
        if any(isinstance(row.entry, Forgotten) for row in fresh):  # Earlier rows are not what they were.
            after = await self.store.read(logs.load, after.id)
        else:
            for row in fresh:
                after.apply(row)
        self.unsure = False
        if after.seq == self.table.seq:
            return False
        self._now(after)
        return True

    async def forget(self, person: str, asked: Asked) -> None:
        """Take a person out of this table: it leaves its seats, and the log is written anew without it."""
        while self.table.stage != "over" and (mine := self.table.seats_of(person)):
            await self.do(LeaveSeat(seat=mine[0]), Asked(person, asked.now))
        async with self.turnstile:
            for _ in range(ATTEMPTS):
                try:
                    after = await self.store.write(logs.forget, self.table.id, person, new_id, asked.now)
                except IntegrityError:
                    continue  # Another process was first.
                except Exception:
                    self.unsure = True
                    raise
                self._now(after)
                await self.bus.publish(Note(KIND, after.id, after.seq))
                return
        raise refuse("unavailable")

    def _now(self, after: Table) -> None:
        """Show the new state, and wake those who watch."""
        rewritten = any(isinstance(step.row.entry, Forgotten) for step in after.steps[self.table.seq :])
        self.table = after
        if self.late is not None:
            self.late.follow(afresh=rewritten)
        for wake in tuple(self.watchers):
            wake()

    # ------------------------------------------------------------ looking
    def news(self, seat: int | None, since: int) -> bytes:
        """What a viewer has not seen yet, as it goes over the wire."""
        return self.writing.news(self.table, seat, since)

    def feed(self, person: str | None, seat: int | None, clock: Clock) -> LiveTable | Late:
        """What somebody may follow through the eyes of a seat of its own, or of everybody (None)."""
        if seat is not None:
            self.table.seat_of(person, seat)
        elif self.table.setup.delay and not self.table.seats_of(person):
            self.late = self.late or Late(self, clock)
            return self.late
        return self

    def cursor(self, person: str | None, seat: int | None, since: int, clock: Clock) -> TableCursor:
        """A follower of this table, as long as it may."""
        feed = self.feed(person, seat, clock)

        def check() -> None:
            if self.feed(person, seat, clock) is not feed:
                raise refuse("not_your_seat", seat=seat)

        return TableCursor(feed, seat, since, check)


@dataclass
class TableCursor(Cursor):
    """A follower of a table."""

    feed: LiveTable | Late


class Writing:
    """Writes news: what is new is encoded once for all who look through the same eyes."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.seq = 0
        self.written: dict[tuple[str, int | None, int], Raw] = {}
        self.shown: tuple[SeatView, ...] = ()
        """What everybody knows of the seats, made once for all views."""

    def news(self, table: Table, seat: int | None, since: int) -> bytes:
        """Everything after a row, and how the table stands."""
        if self.table is not table or self.seq != table.seq:
            self.table, self.seq = table, table.seq
            self.written.clear()
            self.shown = seats_shown(table.game) if table.game else ()
        since = min(since, table.seq)
        steps = tuple(self.step(table, seat, number) for number in range(since, table.seq))
        view = self.written.get(("view", seat, 0))
        if view is None:
            view = self.written["view", seat, 0] = Raw(write(eyes.view(table, seat, self.shown)))
        return write(wire.RawNews(table.id, seat, since, table.seq, steps, view))

    def step(self, table: Table, seat: int | None, number: int) -> Raw:
        """A row."""
        kept = self.written.get(("step", seat, number))
        if kept is None:
            kept = Raw(write(eyes.step(table.steps[number], seat)))
            if number == table.seq - 1:
                self.written["step", seat, number] = kept
        return kept


class Late:
    """A table as those without a seat see it: the game some seconds later, what comes before it at once."""

    def __init__(self, live: LiveTable, clock: Clock) -> None:
        self.live, self.clock = live, clock
        self.table = Table(live.table.id)
        self.watchers: set[Callable[[], None]] = set()
        self.writing = Writing()
        self.sleeping: asyncio.Task[None] | None = None
        self.follow()

    @property
    def seq(self) -> int:
        """The last row that may be seen."""
        return self.table.seq

    def news(self, seat: int | None, since: int) -> bytes:
        """What a viewer has not seen yet."""
        return self.writing.news(self.table, seat, since)

    def follow(self, afresh: bool = False) -> None:
        """Add the rows whose time has come, and come back for the next; afresh when rows were written anew."""
        real, began = self.live.table, self.seq
        if afresh:
            self.table = Table(real.id)
        for step in real.steps[self.seq :]:
            wait = step.row.at + real.setup.delay - self.clock.now()
            if real.dealt and step.row.seq >= real.dealt and wait > 0:
                if self.sleeping is None:
                    self.sleeping = asyncio.ensure_future(self.sleep(wait))
                break
            self.table.apply(step.row)
        if self.seq > began:
            for wake in tuple(self.watchers):
                wake()

    async def sleep(self, seconds: float) -> None:
        """Wait for the next row."""
        await self.clock.sleep(seconds)
        self.sleeping = None
        self.follow()
