"""Lets bots move, and plays what was queued: a table that waits for a bot asks it in a thread."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from branchline.bots import Driver, make
from branchline.errors import BranchlineError
from branchline.server.live.live import LiveTable
from branchline.server.live.tables import LiveTables
from branchline.server.tables.log import Asked
from branchline.server.tables.play import Play, queued_move

logger = logging.getLogger("branchline.seats")

AGAIN_SECONDS = 1.0
"""When to try again what the database could not keep."""


class Players:
    """The bots of all tables of this process."""

    def __init__(self, tables: LiveTables, threads: int, seconds: float) -> None:
        self.tables, self.seconds = tables, seconds
        self.threads = ThreadPoolExecutor(threads, "bot")
        self.thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        self.playing: set[asyncio.Task[None]] = set()
        self.drivers: dict[tuple[str, int], tuple[str, Driver]] = {}
        tables.listeners.append(self.look)
        tables.leaving.append(self.forget)

    async def close(self) -> None:
        """Let nobody think any more."""
        tasks = [*self.thinking.values(), *self.playing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.threads.shutdown(wait=True, cancel_futures=True)
        for _, driver in self.drivers.values():
            driver.close()

    def look(self, live: LiveTable) -> None:
        """Ask the bots that a table waits for."""
        table = live.table
        for seat in table.waiting:
            place = (table.id, seat)
            if table.chairs[seat].player and place not in self.thinking:
                self.thinking[place] = asyncio.ensure_future(self.move(live, seat))
        if (second := queued_move(table)) is not None:
            assert second.seat is not None
            asked = Asked(table.chairs[second.seat].person, self.tables.clock.now())
            task = asyncio.ensure_future(self.play(live, second, asked))
            self.playing.add(task)
            task.add_done_callback(self.playing.discard)
        if table.stage == "over":
            self.forget(table.id)

    def forget(self, id: str) -> None:
        """The bots of a table are not needed any more; they can begin again in the middle of a game."""
        for place in [place for place in self.drivers if place[0] == id]:
            self.drivers.pop(place)[1].close()

    def driver(self, place: tuple[str, int], text: str) -> Driver:
        """The driver of a seat; a new one when another bot plays it now."""
        known = self.drivers.get(place)
        if known is None or known[0] != text:
            if known is not None:
                known[1].close()
            known = self.drivers[place] = text, Driver(make(text), text, self.seconds)
        return known[1]

    def plays(self, live: LiveTable, seat: int) -> str | None:
        """The bot that has to move at a seat, if it is ours to do."""
        ours = seat in live.table.waiting and self.tables.owners.has(live.table.id)
        return live.table.chairs[seat].player if ours else None

    async def play(self, live: LiveTable, move: Play, asked: Asked) -> None:
        """Play a queued move; whatever came between, it is dropped."""
        try:
            await live.act(move, asked)
        except BranchlineError as error:
            logger.debug("a queued move was dropped: %s", error)

    async def move(self, live: LiveTable, seat: int) -> None:
        """Let a bot make its moves at a table until the table waits for somebody else."""
        place = (live.table.id, seat)
        try:
            while (name := self.plays(live, seat)) is not None:
                table = live.table
                assert table.game is not None
                view, moves = table.game.view(seat), tuple(table.game.legal(seat))
                loop = asyncio.get_running_loop()
                answer = await loop.run_in_executor(self.threads, self.driver(place, name).answer, view, moves)
                try:
                    move = Play(move=str(answer.move), expected=table.seq, seat=seat)
                    await live.act(move, self.tables.asked(None))
                except BranchlineError as error:
                    if error.message == "server.unavailable":  # The database is away, or the table another's.
                        await self.tables.clock.sleep(AGAIN_SECONDS)
                    elif live.table.seq == table.seq:  # Not overtaken, so we are wrong.
                        raise
        except Exception:
            logger.exception("bot stopped at table %s, seat %d", *place)
        finally:
            del self.thinking[place]
