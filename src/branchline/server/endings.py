"""What hangs on a session or token ends with it: open sockets and streams, in every process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from branchline.server.bus import Bus, Note
from branchline.server.problems import RefusedError
from branchline.server.store import people as queries
from branchline.server.store.store import Store

ENDED = "ended"
"""The notes about sessions and tokens that ended; the id is the hash."""


class Endings:
    """All that is open in this process, by the hash of the session or token behind it."""

    def __init__(self, bus: Bus, store: Store) -> None:
        self.bus, self.store = bus, store
        self.open: dict[str, set[asyncio.Event]] = {}
        self.looking: asyncio.Task[None] | None = None
        bus.subscribe(self.heard)
        bus.missed.append(self.look_for_missed)

    @contextmanager
    def until(self, hash: str | None) -> Iterator[asyncio.Event]:
        """An event that is set when a session or token ends; never for strangers."""
        event = asyncio.Event()
        if hash is not None:
            self.open.setdefault(hash, set()).add(event)
        try:
            yield event
        finally:
            if hash is not None:
                self.open[hash].discard(event)
                if not self.open[hash]:
                    del self.open[hash]

    async def end(self, hashes: list[str]) -> None:
        """Tell all processes that these ended."""
        for hash in hashes:
            await self.bus.publish(Note(ENDED, hash, 0))

    def heard(self, note: Note) -> None:
        """Something ended."""
        if note.kind == ENDED:
            for event in self.open.get(note.id, ()):
                event.set()

    async def close(self) -> None:
        """End."""
        if self.looking is not None:
            self.looking.cancel()
            await asyncio.gather(self.looking, return_exceptions=True)

    def look_for_missed(self) -> None:
        """Notes were lost: ask the database what is still there."""
        if self.open and (self.looking is None or self.looking.done()):
            self.looking = asyncio.ensure_future(self._look_for_missed())

    async def _look_for_missed(self) -> None:
        asked = list(self.open)
        with suppress(RefusedError):  # The bus will tell again.
            there = await self.store.read(queries.still_there, asked)
            for hash in set(asked) - there:
                self.heard(Note(ENDED, hash, 0))
