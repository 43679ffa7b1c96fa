"""
The levels: eight players, each with habits of its own. ``characters.toml`` says what they value, see and think through.

Weak ones err as people do: they overlook moves, misjudge the time, hoard, dream of long tracks or of tickets. What they
do see they price with a plan, so none of them ever plays at random.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from random import Random

from msgspec import Struct, convert

from branchline.bots.bot import Clock
from branchline.bots.search import SearchBot
from branchline.planning.search import Search


class Habits(Struct, frozen=True, forbid_unknown_fields=True):
    """What makes one of them."""

    sight: int
    habits: dict[str, int]


@cache
def all_habits() -> dict[str, Habits]:
    """All levels by name, the weakest first."""
    return convert(tomllib.loads((files("branchline.bots") / "characters.toml").read_text("utf-8")), dict[str, Habits])


class Character(SearchBot):
    """One of the levels."""

    def __init__(self, random: Random, who: str, playouts: int = 0) -> None:
        self.habits = all_habits()[who]
        super().__init__(random, playouts=playouts)
        self.sight = self.habits.sight
        self.changes = tuple(self.habits.habits.items())

    def try_out(self, search: Search, clock: Clock) -> None:
        """Some go by their plan alone."""
        if self.playouts:
            super().try_out(search, clock)
