"""
Weighing moves: each is played on by the planner in worlds that the view allows, all moves in the same worlds.

Some worlds find the better moves, as many others say what these are worth: who is chosen for good luck is not measured
by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from statistics import fmean

from msgspec import Struct

from branchline.game.moves import AnyMove
from branchline.planning.means import mean_error
from branchline.planning.search import BASES, CANDIDATES, candidates, result_of
from branchline.planning.table import Table

KEPT = 4
"""Moves that the second worlds are spent on, beside the one that was asked for."""
SURE = 2.0
"""Standard errors beyond which one move counts as better than another."""

Job = tuple[bytes, int]
Rows = list[list[int]]
"""Utilities of all moves, world by world."""
Mapper = Callable[[Callable[[Job], Rows], Sequence[Job]], Iterable[Rows]]
"""How portions of worlds are played: ``map``, or that of a pool of threads."""


class Weight(Struct, frozen=True):
    """What a move came to."""

    code: int
    share: float
    """Of victory, between 0 and 1."""
    points: float
    """Ahead of the best of the others at the end."""
    behind: float
    """Share of victory that it lies behind the best move."""
    points_behind: float
    loss: float
    """Both together, a point like a hundredth of victory: what the planner and the search play for."""
    doubt: float
    """Standard error of ``loss``."""
    worlds: int

    @property
    def worse(self) -> bool:
        """Whether it is worse than the best by more than chance explains."""
        return self.loss > SURE * self.doubt


def weigh(table: Table, random: Random, worlds: int, also: AnyMove | None = None, mapper: Mapper = map) -> list[Weight]:
    """The better moves, the best first, and the one that was asked for wherever it stands."""
    bases = table.some_worlds(random, BASES)
    codes = candidates(table.planner.prices(bases[0]), CANDIDATES)
    asked = None if also is None else table.codec.code_of(also, table.offered)
    if asked is not None and asked not in codes:
        codes.append(asked)
    best = codes[0]
    if len(codes) > 1:
        first = play(table, random, bases, codes, worlds, mapper)
        best = codes[leader(first)]
        order = sorted(range(len(codes)), key=lambda i: -fmean(row[i] for row in first))
        kept = [codes[i] for i in order[:KEPT]]
        codes = [best, *(code for code in dict.fromkeys((*kept, asked)) if code not in (best, None))]
    return weights(codes, play(table, random, bases, codes, worlds, mapper))


def leader(rows: Rows) -> int:
    """The best move: the planner's choice, which is the first, unless another one is better beyond doubt."""
    best = 0
    for i in range(1, len(rows[0])):
        mean, error = mean_error([row[i] - row[best] for row in rows])
        if mean > SURE * error:
            best = i
    return best


def play(table: Table, random: Random, bases: Sequence[bytes], codes: list[int], worlds: int, mapper: Mapper) -> Rows:
    """Utilities of the codes, world by world."""
    bases = bases[:worlds]
    each = -(-worlds // len(bases))
    jobs = [(base, random.getrandbits(60)) for base in bases]

    def one(job: Job) -> Rows:
        return table.planner.compare(job[0], table.seat, codes, job[1], each)

    return [row for rows in mapper(one, jobs) for row in rows]


def weights(codes: Sequence[int], rows: Rows) -> list[Weight]:
    """What each code came to beside the first, which was found to be the best; the others behind it in order."""
    results = [[result_of(value) for value in row] for row in rows]
    found = []
    for i, code in enumerate(codes):
        loss, doubt = mean_error([(row[0] - row[i]) / 1000 for row in rows])
        (share, best_share), (points, best_points) = (
            (fmean(row[i][part] for row in results), fmean(row[0][part] for row in results)) for part in (0, 1)
        )
        found.append(Weight(code, share, points, best_share - share, best_points - points, loss, doubt, len(rows)))
    return [found[0], *sorted(found[1:], key=lambda it: it.loss)]
