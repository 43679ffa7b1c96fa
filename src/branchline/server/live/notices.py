"""What a person is told: a feed for each, in memory while it has a page open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec import json

from branchline.server import wire
from branchline.server.bus import FORGOTTEN, Bus, Note
from branchline.server.live.feed import Cursor
from branchline.server.problems import RefusedError
from branchline.server.store import notices as queries
from branchline.server.store.store import Store

KIND = "notices"
"""The notes about what persons are told."""


def notice(row: dict[str, Any]) -> wire.Notice:
    """A notice as it is told."""
    names = ("seq", "table", "matter", "kind", "at", "variant", "about", "seen")
    return wire.Notice(who=row["who"] or "", **{name: row[name] for name in names})


class Board:
    """The newest notices of a person: of each matter at each table one."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.seq = 0
        self.told: dict[tuple[str, str], wire.Notice] = {}
        self.watchers: set[Callable[[], None]] = set()

    def add(self, row: dict[str, Any]) -> None:
        """Something new, or something that was seen."""
        found = notice(row)
        self.told.pop((found.table, found.matter), None)
        self.told[found.table, found.matter] = found
        while len(self.told) > queries.MOST_SHOWN:
            del self.told[next(iter(self.told))]
        self.seq = max(self.seq, found.seq)

    def news(self, seat: int | None, since: int) -> bytes:
        """What is new after a number."""
        since = min(since, self.seq)
        fresh = tuple(one for one in self.told.values() if one.seq > since)
        return json.encode(wire.NoticeNews(since, self.seq, fresh))


class Notices:
    """The boards of all who have a page open, in this process."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self.store, self.bus = store, bus
        self.boards: dict[str, Board] = {}
        self.catching_up: set[asyncio.Task[None]] = set()
        bus.subscribe(self.heard)
        bus.missed.append(self.look_for_missed)

    async def board(self, person: str) -> Board:
        """The board of a person as it is now."""
        board = self.boards.get(person) or Board(person)
        await self.catch_up(board)
        return board

    async def catch_up(self, board: Board) -> None:
        """Read what is new."""
        for row in await self.store.read(queries.told, board.person, board.seq):
            if row["seq"] > board.seq:
                board.add(row)

    async def cursor(self, person: str, since: int) -> Cursor:
        """A follower of what a person is told."""
        board = self.boards.setdefault(person, Board(person))
        await self.catch_up(board)
        return Cursor(board, None, since)

    def leave(self, person: str) -> None:
        """Somebody closed a page; nobody may look at the board any more."""
        board = self.boards.get(person)
        if board is not None and not board.watchers:
            del self.boards[person]

    def heard(self, note: Note) -> None:
        """A person was told something, or is no more."""
        if note.kind == FORGOTTEN:
            self.boards.pop(note.id, None)
        board = self.boards.get(note.id) if note.kind == KIND else None
        if board is not None and board.seq < note.seq:
            self.look(board)

    def look_for_missed(self) -> None:
        """Notes were lost: there may be something new for everybody."""
        for board in self.boards.values():
            self.look(board)

    def look(self, board: Board) -> None:
        """Look whether there is something new."""
        task = asyncio.ensure_future(self.wake(board))
        self.catching_up.add(task)
        task.add_done_callback(self.catching_up.discard)

    async def wake(self, board: Board) -> None:
        """Read what is new, and wake those who look."""
        with suppress(RefusedError):  # The database is away: the next note looks again.
            await self.catch_up(board)
        for wake in tuple(board.watchers):
            wake()

    async def told(self, *found: tuple[str, int]) -> None:
        """Announce what was kept for persons, with its number."""
        for person, seq in found:
            if seq:
                await self.bus.publish(Note(KIND, person, seq))
