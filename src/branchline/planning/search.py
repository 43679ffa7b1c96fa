"""
Search: the planner's moves, tried out in worlds that the view allows.

Every candidate is played on in the same worlds by the planner in all seats. Sequential halving gives the better ones
more of them. The planner's own choice is left only for a move that is better by more than chance explains, which keeps
noise from playing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from math import ceil, log2, sqrt
from random import Random

from branchline.core import consts as c
from branchline.planning.table import Table

CANDIDATES = 16
BASES = 8
"""Worlds made by the game layer; the compiled part deals each of them again as often as it is needed."""
HOPELESS = -30000
"""Prices of moves that the planner would never make."""
CHUNKS = 4
"""Portions that are played before the next look at the clock when the number of play-outs is fixed: so many threads can
share them."""
PORTION = 64
"""Play-outs of such a portion."""


class Search:
    """One decision: the candidates, and what became of them in each world."""

    def __init__(
        self,
        table: Table,
        random: Random,
        doubt: float = 1.0,
        workers: Executor | None = None,
    ) -> None:
        self.table = table
        self.random = random
        self.doubt = doubt
        """Standard errors of advantage that it takes to leave the planner's choice."""
        self.workers = workers
        self.bases = table.some_worlds(random, 1)
        self.codes = candidates(table.planner.prices(self.bases[0]), CANDIDATES)
        self.alive = list(range(len(self.codes)))
        self.gains: list[list[int]] = [[] for _ in self.codes]
        """For each candidate and world: how much better than the planner's choice, which is the first candidate."""
        self.playouts = 0

    @property
    def rounds(self) -> int:
        """How often the candidates are halved."""
        return max(1, ceil(log2(len(self.codes))))

    def play(self, portions: int, worlds: int) -> None:
        """Play the candidates that are left on: so many portions, which threads may share, of so many worlds."""
        codes = [self.codes[i] for i in self.alive]
        if len(self.bases) < BASES:
            self.bases += self.table.some_worlds(self.random, BASES - len(self.bases))
        jobs = [(self.random.choice(self.bases), self.random.getrandbits(60)) for _ in range(portions)]

        def one(job: tuple[bytes, int]) -> list[list[int]]:
            return self.table.planner.compare(job[0], self.table.seat, codes, job[1], worlds)

        for table in self.workers.map(one, jobs) if self.workers else map(one, jobs):
            for row in table:
                for i, value in zip(self.alive, row, strict=True):
                    self.gains[i].append(value - row[0])
        self.playouts += portions * worlds * len(codes)

    def halve(self) -> None:
        """Go on with the better half; the planner's choice always stays."""
        others = sorted((i for i in self.alive if i), key=self.mean, reverse=True)
        self.alive = [0, *others[: max(1, len(others) // 2)]]

    def by_number(self, playouts: int, late: Callable[[], bool] = lambda: False) -> None:
        """
        A fixed number of play-outs: the same choice on every machine and with any number of threads, unless it gets
        late before they are done.
        """
        for _ in range(self.rounds):
            worlds = max(1, playouts // self.rounds // len(self.alive))
            while worlds > 0 and not late():
                portions = min(CHUNKS, worlds)
                portion = min(ceil(worlds / portions), max(1, PORTION // len(self.alive)))
                self.play(portions, portion)
                worlds -= portions * portion
            self.halve()

    def by_time(self, budget: float, now: Callable[[], float], threads: int, speed: float) -> float:
        """As many play-outs as fit into so many seconds, given how many a second there were; how many there are."""
        began = now()
        for done in range(self.rounds):
            until = began + budget * (done + 1) / self.rounds
            while (left := until - (start := now())) > 0:
                # Portions of a few hundredths of a second, the last ones smaller, so that none runs over.
                worlds = int(speed * min(left * 0.5, 0.05) / len(self.alive) / threads)
                if worlds == 0 and self.playouts:
                    break
                before = self.playouts
                self.play(threads, max(1, worlds))
                speed = 0.5 * speed + 0.5 * (self.playouts - before) / max(now() - start, 1e-6)
            self.halve()
        return speed

    def mean(self, i: int) -> float:
        """Mean advantage of a candidate."""
        return sum(self.gains[i]) / max(len(self.gains[i]), 1)

    def evidence(self, i: int) -> float:
        """The advantage that is left after doubt."""
        n = len(self.gains[i])
        if n < 2:
            return 0.0
        mean = self.mean(i)
        return mean - self.doubt * sqrt(sum((x - mean) ** 2 for x in self.gains[i]) / (n - 1) / n)

    def best(self) -> int:
        """The candidate to play: the planner's own unless there is evidence for another."""
        found = max(self.alive, key=self.evidence)
        return found if self.evidence(found) > 0 else 0


def result_of(utility: int) -> tuple[float, float]:
    """
    The share of victory and the points ahead of the best of the others that a play-out's utility stands for.

    Who wins alone is not behind, who shares is level, who loses is not ahead: so a utility tells both.

    >>> result_of(1120), result_of(500), result_of(-70)
    ((1.0, 12.0), (0.5, 0.0), (0.0, -7.0))
    """
    if utility >= 1000:
        return 1.0, (utility - 1000) / 10
    return (utility / 1000, 0.0) if utility > 0 else (0.0, utility / 10)


def candidates(prices: Sequence[tuple[int, int]], most: int) -> list[int]:
    """The moves worth a closer look, the planner's choice first: not every payment, refill and order of tickets."""
    taken: dict[tuple[int, int], int] = {}
    codes: list[int] = []
    for code, price in sorted(prices, key=lambda priced: -priced[1]):
        deed = code >> c.DEED
        group = (deed, code >> c.PLACE & 255)
        room = SEVERAL.get(deed, 1)
        if deed != c.TAKE and (len(codes) >= most or (price < HOPELESS and len(codes) > 1)):
            continue
        if taken.get(group, 0) < room:
            taken[group] = taken.get(group, 0) + 1
            codes.append(code)
    return codes


SEVERAL = {c.CLAIM: 2, c.PAY: 2, c.SPLIT: 9, c.SWAP: 3}
"""How many codes of a deed at one place are looked at."""
