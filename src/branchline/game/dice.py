"""The generator of the core for those who choose at random outside of it: the same choices on every platform."""

from __future__ import annotations

from branchline.core.cards import below
from branchline.core.plain import seed_words


class Dice:
    """
    Numbers from a seed, as :meth:`Engine.play_out` draws them.

    >>> dice = Dice(7)
    >>> [dice.below(6) for _ in range(5)]
    [4, 5, 2, 5, 5]
    """

    __slots__ = ("words",)

    def __init__(self, seed: int) -> None:
        self.words = [0] * 4
        seed_words(self.words, seed)

    def below(self, n: int) -> int:
        """A uniform number from 0 to n - 1."""
        return below(self.words, n)
