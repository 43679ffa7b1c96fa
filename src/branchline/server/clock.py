"""Time is an argument: the server asks a clock, tests hold one in their hands."""

from __future__ import annotations

import asyncio
import heapq
import time
from itertools import count
from typing import Protocol


class Clock(Protocol):
    """What the server asks for the time."""

    def now(self) -> float:
        """Seconds since the beginning of 1970."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class RealClock:
    """The clock on the wall."""

    def now(self) -> float:
        """Seconds since the beginning of 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(max(0.0, seconds))


class FakeClock:
    """A clock that stands still until somebody moves it; whoever sleeps then wakes in the right order."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.time = now
        self.sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self.numbers = count()

    def now(self) -> float:
        """The time it was set to."""
        return self.time

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock has been moved so far."""
        if seconds <= 0:
            return
        future = asyncio.get_running_loop().create_future()
        heapq.heappush(self.sleepers, (self.time + seconds, next(self.numbers), future))
        await future

    async def advance(self, seconds: float) -> None:
        """Move the clock, and let everybody wake whose time has come."""
        end = self.time + seconds
        while self.sleepers and self.sleepers[0][0] <= end:
            self.time, _, future = heapq.heappop(self.sleepers)
            if not future.done():
                future.set_result(None)
            await asyncio.sleep(0)
        self.time = end
        await asyncio.sleep(0)
