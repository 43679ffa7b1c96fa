"""
Means with intervals that respect the blocks, a sequential test, and ratings.

Everything is worked out from the means of blocks: games of one block share their deal and must not be counted
as if they were independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log, sqrt
from random import Random
from statistics import NormalDist, fmean, stdev

from msgspec import Struct

from branchline.planning.means import mean_error

Z = NormalDist().inv_cdf(0.975)
"""Standard errors to either side of a 95 % interval."""
ELO = 400 / log(10)
"""Elo points to a factor of e in strength."""
PRIOR = 0.5
"""Victories for either side that every pair is credited with, so that nobody is infinitely strong."""


class Estimate(Struct, frozen=True):
    """A mean of blocks with its standard error and its 95 % interval."""

    mean: float
    error: float
    low: float
    high: float
    number: int
    """Blocks."""


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of any numbers, one a block."""
    if not values:
        return Estimate(0.0, inf, -inf, inf, 0)
    mean, error = mean_error(values)
    return Estimate(mean, error, mean - Z * error, mean + Z * error, len(values))


def share(values: Sequence[float]) -> Estimate:
    """
    The mean of shares between 0 and 1, one a block.

    The interval is Wilson's, for as many independent games as would have the same standard error: near 0 and 1 it
    stays honest.

    >>> share([1.0] * 20).low
    0.838...
    """
    found = estimate(values)
    if not values:
        return Estimate(0.0, inf, 0.0, 1.0, 0)
    p, n = found.mean, float(len(values))
    if 0 < found.error < inf and 0 < p < 1:
        n = max(p * (1 - p) / found.error**2, 1.0)
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return Estimate(p, found.error, max(0.0, middle - half), min(1.0, middle + half), len(values))


def elo_of(score: float) -> float:
    """The difference in Elo that makes an expected score."""
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return ELO * log(score / (1 - score))


def score_of(elo: float) -> float:
    """The expected score of a difference in Elo."""
    return 1 / (1 + exp(-elo / ELO))


class Sprt(Struct, frozen=True):
    """
    A sequential test between two differences in Elo, on the means of blocks (the generalised test that chess engines
    are developed with; a block is its pair of games).
    """

    low: float = 0.0
    """H0: no stronger than this."""
    high: float = 15.0
    """H1: at least this much stronger."""
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test ends."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio of H1 to H0."""
        if len(scores) < 2:
            return 0.0
        mean = fmean(scores)
        # A few blocks that all end alike prove little: one that ended the other way is assumed.
        spread = max(stdev(scores) ** 2, 0.25 / len(scores))
        s0, s1 = score_of(self.low), score_of(self.high)
        return len(scores) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * spread)

    def verdict(self, scores: Sequence[float]) -> str:
        """``stronger`` (H1), ``not_stronger`` (H0) or ``open``."""
        low, high = self.bounds
        ratio = self.ratio(scores)
        return "stronger" if ratio >= high else "not_stronger" if ratio <= low else "open"


class Meeting(Struct, frozen=True):
    """What two bots did against each other in one block: victories of either, and ties."""

    a: int
    b: int
    wins: float
    losses: float
    ties: float


def ratings(meetings: Sequence[Meeting], number: int) -> list[float]:
    """
    Elo of so many bots by the model of Bradley and Terry with ties (Davidson 1970), 1500 in the middle.

    Each pair that has met is credited with half a victory for either side.
    """
    wins = [[0.0] * number for _ in range(number)]
    ties = [[0.0] * number for _ in range(number)]
    for it in meetings:
        wins[it.a][it.b] += it.wins
        wins[it.b][it.a] += it.losses
        ties[it.a][it.b] += it.ties
        ties[it.b][it.a] += it.ties
    pairs = [(i, j) for i in range(number) for j in range(i) if wins[i][j] + wins[j][i] + ties[i][j]]
    for i, j in pairs:
        wins[i][j] += PRIOR
        wins[j][i] += PRIOR
    strength = [1.0] * number
    nu = 0.1 if any(ties[i][j] for i, j in pairs) else 0.0
    for _ in range(500):
        below = [0.0] * number
        above = [0.0] * number
        tied = share_of_ties = 0.0
        for i, j in pairs:
            n = wins[i][j] + wins[j][i] + ties[i][j]
            root = sqrt(strength[i] * strength[j])
            whole = strength[i] + strength[j] + nu * root
            below[i] += n * (2 + nu * root / strength[i]) / whole
            below[j] += n * (2 + nu * root / strength[j]) / whole
            above[i] += 2 * wins[i][j] + ties[i][j]
            above[j] += 2 * wins[j][i] + ties[i][j]
            tied += ties[i][j]
            share_of_ties += n * root / whole
        new = [a / b if b else 1.0 for a, b in zip(above, below, strict=True)]
        middle = exp(fmean(log(it) for it in new))
        new = [it / middle for it in new]
        nu = tied / share_of_ties if share_of_ties else 0.0
        moved = max(abs(log(a / b)) for a, b in zip(new, strength, strict=True))
        strength = new
        if moved < 1e-6:
            break
    return [1500 + ELO * log(it) for it in strength]


def ratings_with_intervals(
    blocks: Sequence[Sequence[Meeting]], number: int, times: int = 200
) -> list[tuple[float, float, float]]:
    """Elo with 95 % intervals, by drawing whole blocks again and again (bootstrap)."""
    found = ratings([meeting for block in blocks for meeting in block], number)
    random = Random(1)
    samples: list[list[float]] = []
    for _ in range(times if len(blocks) > 1 else 0):
        drawn = random.choices(blocks, k=len(blocks))
        samples.append(ratings([meeting for block in drawn for meeting in block], number))
    out = []
    for bot, elo in enumerate(found):
        values = sorted(sample[bot] for sample in samples) or [-inf, inf]
        out.append((elo, values[int(0.025 * len(values))], values[min(int(0.975 * len(values)), len(values) - 1)]))
    return out
