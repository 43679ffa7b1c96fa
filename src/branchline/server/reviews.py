"""
Reviews of finished games: worked out one at a time beside everything else, and kept while there is room.

The same record gives the same review on every machine, so that nothing is lost when one that was kept goes.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from branchline.analysis import review
from branchline.analysis.review import Review
from branchline.game.record import Record
from branchline.server.problems import refuse

logger = logging.getLogger("branchline.server")

WORLDS = 16
"""Worlds in which each move is tried: a game for two takes some seconds, a long one for five some minutes."""
MOST_KEPT = 200
"""More are not kept; what nobody asked for the longest goes first."""
MOST_WAITING = 6
"""So many may wait for theirs; the next is told to come later."""


class StoppedError(Exception):
    """The server ends."""


@dataclass
class Going:
    """A review that is worked on, or waits for its turn."""

    number: int
    """Moves of the game."""
    done: int = 0


def politely() -> None:
    """Let everything else go first: here a thread may be less urgent than its process."""
    if sys.platform == "linux":
        os.nice(10)


class Reviews:
    """The reviews that this process has made."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, Review] = OrderedDict()
        self.going: dict[str, Going] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.worker: ThreadPoolExecutor | None = None
        self.closed = False

    def find(self, id: str) -> Review | None:
        """A review that is there already."""
        if id in self.kept:
            self.kept.move_to_end(id)
        return self.kept.get(id)

    def begin(self, id: str, record: Record) -> None:
        """Have a game reviewed; refused if too many wait."""
        if len(self.going) >= MOST_WAITING:
            raise refuse("unavailable")
        self.worker = self.worker or ThreadPoolExecutor(1, "review", politely)
        self.going[id] = Going(len(record.moves))
        task = asyncio.ensure_future(self.work(id, record))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def work(self, id: str, record: Record) -> None:
        """Wait for the review and keep it."""
        going = self.going[id]

        def progress(done: int, _: int) -> None:
            going.done = done
            if self.closed:
                raise StoppedError

        def made() -> Review:
            return review(record, worlds=WORLDS, progress=progress)

        try:
            self.kept[id] = await asyncio.get_running_loop().run_in_executor(self.worker, made)
            if len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)
        except StoppedError:
            pass
        except Exception:
            # Our own mistake: whoever asked may ask again.
            logger.exception("review of %s", id)
        finally:
            del self.going[id]

    async def close(self) -> None:
        """End after the move that is weighed just now."""
        self.closed = True
        if self.worker is not None:
            await asyncio.to_thread(self.worker.shutdown, wait=True, cancel_futures=True)
        for task in tuple(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
