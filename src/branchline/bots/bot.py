"""What a bot is: a class with ``choose``. What it may know comes in a view; what it says why, goes out as a remark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import Any

from msgspec import Struct

from branchline.game.moves import AnyMove
from branchline.game.narrate import Names
from branchline.game.variants import Variant
from branchline.game.view import View
from branchline.words import say


class Clock:
    """How long a bot may think about one decision. It runs from the moment it is made."""

    __slots__ = ("_began", "now", "seconds")

    def __init__(self, seconds: float | None = None, now: Callable[[], float] = perf_counter) -> None:
        self.seconds = seconds
        """The time for this decision; None: as long as the bot likes."""
        self.now = now
        self._began = now()

    @property
    def used(self) -> float:
        """Seconds since the bot was asked."""
        return self.now() - self._began

    @property
    def left(self) -> float:
        """Seconds until the answer is late; infinite without a limit."""
        return float("inf") if self.seconds is None else self.seconds - self.used

    def within(self, budget: float) -> float:
        """What a bot that wants ``budget`` seconds should use: no more than the clock allows, with some to spare."""
        return max(0.0, min(budget, self.left - SPARE))


SPARE = 0.02
"""Seconds that a bot which watches its clock keeps for giving the answer."""


class Remark(Struct, frozen=True):
    """A sentence as an id and parameters, so that it can be said in every language: why a bot moved."""

    message: str
    """Message id, for example ``bots.because_ticket``."""
    parameters: dict[str, Any] = {}
    """Ids of cities, tracks, tickets and cards, and numbers; named as in reasons."""

    def words(self, variant: Variant | None = None, lang: str = "en", names: Sequence[str] = ()) -> str:
        """The sentence, with names instead of ids."""
        return say(self.message, Names(variant, lang, names).words(self.parameters), lang)


class Bot:
    """
    The root of all bots.

    A bot is made for one seat of one game. It may remember what it likes between decisions, but has to be able to
    begin in the middle of a game: everything that happened is in the view.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        """Where its chance comes from; with the same one it makes the same choices."""

    def choose(self, view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        """One of the moves: all legal ones of the seat that looks, in the order of their codes; never empty."""
        raise NotImplementedError

    def explain(self) -> Remark | None:
        """Why the last move; None if there is nothing to say."""
        return None

    def close(self) -> None:
        """The game is over, or the bot is not needed any more."""
