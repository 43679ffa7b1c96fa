"""
Perft: how many sequences of decisions there are from a position.

Chance is part of the state, so the same position gives the same counts on every platform and build; a difference
between two engines shows as a difference of counts, and dividing by the first move shows where.
"""

from __future__ import annotations

from branchline.core.engine import COMPILED, Engine

__all__ = ["COMPILED", "divide", "perft"]


def perft(engine: Engine, depth: int) -> int:
    """
    The number of sequences of ``depth`` decisions. While several seats owe a decision they answer in the order in
    which the core asks them; a game that ends sooner has no such sequence.
    """
    if depth == 0:
        return 1
    if engine.over:
        return 0
    codes = engine.legal()
    if depth == 1:
        return len(codes)
    total = 0
    child = engine.copy()
    for code in codes:
        child.copy_from(engine)
        child.step(code)
        total += perft(child, depth - 1)
    return total


def divide(engine: Engine, depth: int) -> dict[int, int]:
    """The count by first decision."""
    counts = {}
    for code in [] if engine.over or depth < 1 else engine.legal():
        child = engine.copy()
        child.step(code)
        counts[code] = perft(child, depth - 1)
    return counts
