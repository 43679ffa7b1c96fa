"""The search player as a bot: tries the planner's moves out in possible worlds, for as long as it may."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random

from branchline.bots.bot import Bot, Clock, Remark
from branchline.game.moves import AnyMove
from branchline.game.view import View
from branchline.planning.reason import reason
from branchline.planning.search import Search
from branchline.planning.table import Table

FIRST_SPEED = 2000.0
"""Play-outs a second before any has been seen: rather too few, so that the first portion is short."""


class SearchBot(Bot):
    """Plays the planner's moves out in many possible worlds and takes the best."""

    def __init__(
        self,
        random: Random,
        time: float = 1.0,
        playouts: int = 0,
        threads: int = 1,
        doubt: float = 1.0,
    ) -> None:
        super().__init__(random)
        self.time = time
        self.playouts = playouts
        self.threads = threads
        self.doubt = doubt
        self.workers = ThreadPoolExecutor(threads) if threads > 1 else None
        self.speed = FIRST_SPEED
        self.last: tuple[Search, int] | None = None

    def choose(self, view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        """The best candidate."""
        self.last = None
        if len(moves) == 1:
            return moves[0]
        search = Search(Table(view), self.random, self.doubt, self.workers)
        if len(search.codes) > 1:
            self.try_out(search, clock)
        found = search.best()
        self.last = (search, found)
        return search.table.move(search.codes[found])

    def try_out(self, search: Search, clock: Clock) -> None:
        """Play the candidates out, for as long as it may."""
        if self.playouts:
            search.by_number(self.playouts, lambda: clock.within(1) <= 0)
        else:
            self.speed = search.by_time(clock.within(self.time), clock.now, self.threads, self.speed)

    def explain(self) -> Remark | None:
        """Why the last move: the plan's reason, or that it did best."""
        if self.last is None:
            return None
        search, found = self.last
        if found:
            return Remark("plans.tried", {"number": len(search.codes), "games": search.playouts})
        return Remark(*reason(search.table, search.codes[found], search.bases[0]))

    def close(self) -> None:
        """Let the threads go."""
        if self.workers:
            self.workers.shutdown(wait=False)
