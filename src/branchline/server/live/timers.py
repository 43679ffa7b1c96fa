"""Wakes the server when a flag falls, and now and then to let go of what nobody needs."""

from __future__ import annotations

import asyncio
import logging

from branchline.errors import BranchlineError
from branchline.server.live.live import LiveTable
from branchline.server.live.tables import LiveTables
from branchline.server.problems import RefusedError
from branchline.server.store import leases
from branchline.server.tables.clocks import LookAtClocks, due

logger = logging.getLogger("branchline.timers")

ROUND_SECONDS = 30.0
"""How often the database is asked for flags that fall soon."""

AGAIN_SECONDS = 1.0
"""When to try again what the database could not keep."""


class Timers:
    """
    The flags of all tables that this process has in memory.

    When one falls stands in the database (``tables.due``): a table that nobody looks at is loaded in time, and after a
    restart nothing has to be remembered.
    """

    def __init__(self, tables: LiveTables) -> None:
        self.tables, self.clock = tables, tables.clock
        self.waiting: dict[str, tuple[float, asyncio.Task[None]]] = {}
        self.rounds: asyncio.Task[None] | None = None
        tables.listeners.append(self.look)

    def open(self) -> None:
        """Begin."""
        self.rounds = asyncio.ensure_future(self.go_round())

    async def close(self) -> None:
        """End."""
        tasks = [task for _, task in self.waiting.values()]
        if self.rounds is not None:
            tasks.append(self.rounds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def go_round(self) -> None:
        """Load what is due soon; let go of what is idle."""
        while True:
            try:
                soon = self.clock.now() + ROUND_SECONDS
                await self.tables.adopt(await self.tables.store.read(leases.unowned_work, soon))
            except BranchlineError:
                logger.exception("the next round will look again")
            for look in self.tables.bus.missed:  # The keepers of the server have their own process.
                look()
            self.tables.sweep()
            await self.clock.sleep(ROUND_SECONDS)

    def look(self, live: LiveTable) -> None:
        """Set the timer of a table that was loaded or has changed."""
        id, time = live.table.id, due(live.table) if live.table.stage == "playing" else None
        before, task = self.waiting.get(id, (None, None))
        if before == time:
            return
        if task is not None:
            del self.waiting[id]
            task.cancel()
        if time is not None and time < self.clock.now() + 2 * ROUND_SECONDS:
            self.waiting[id] = time, asyncio.ensure_future(self.wake(live, time))

    async def wake(self, live: LiveTable, time: float) -> None:
        """Wait, then look whether the flag has fallen."""
        await self.clock.sleep(time - self.clock.now())
        id = live.table.id
        del self.waiting[id]
        try:
            await live.act(LookAtClocks(), self.tables.asked(None))
        except RefusedError as error:
            task = asyncio.current_task()
            if error.message != "server.unavailable" or not self.tables.owners.has(id) or task is None:
                return  # Somebody moved just now, or another process was first.
            self.waiting[id] = 0.0, task
            await self.clock.sleep(AGAIN_SECONDS)
            del self.waiting[id]
            self.look(live)
