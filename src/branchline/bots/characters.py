"""
The levels below the search: six players, each with habits of its own. ``characters.toml`` says what they value and see.

Weak ones err as people do: they overlook moves, misjudge the time, hoard, dream of long tracks or of tickets. What they
do see they price with a plan, so none of them ever plays at random.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from random import Random

from msgspec import Struct, convert
from msgspec.structs import replace

from branchline.bots.planner import PlannerBot
from branchline.game.tables import Tables
from branchline.planning.attention import noticed, tempted
from branchline.planning.engine import Planner
from branchline.planning.table import Changes, Table


class Habits(Struct, frozen=True, forbid_unknown_fields=True):
    """What makes one of them."""

    sight: int = 100
    """How many moves out of a hundred come to its mind."""
    tickets: int = 0
    """It draws tickets whenever fewer than so many are open …"""
    until: int = 0
    """… while it has so many percent of its pieces."""
    values: dict[str, int] = {}
    """Planner parameters that it values otherwise."""
    on: dict[str, dict[str, int]] = {}
    """What differs on a board, under the same names."""

    def at(self, variant: str) -> Habits:
        """The habits on a board."""
        other = self.on.get(variant, {})
        own = {name: other[name] for name in ("sight", "tickets", "until") if name in other}
        values = {name: value for name, value in other.items() if name not in own}
        return replace(self, values=self.values | values, on={}, **own)

    @property
    def changes(self) -> Changes:
        """The values as the planner takes them."""
        return tuple(self.values.items())

    def pick(self, planner: Planner, t: Tables, seat: int, world: bytes, random: Random) -> int:
        """The best of the moves that one with these habits sees."""
        prices = noticed(planner.prices(world), self.sight, random)
        if self.tickets:
            prices = tempted(t, seat, world, prices, self.tickets, self.until)
        return max(prices, key=lambda priced: priced[1])[0]


@cache
def all_habits() -> dict[str, Habits]:
    """All of them by name, the weakest first."""
    return convert(tomllib.loads((files("branchline.bots") / "characters.toml").read_text("utf-8")), dict[str, Habits])


@cache
def habits_of(who: str, variant: str) -> Habits:
    """The habits of one of them on a board."""
    return all_habits()[who].at(variant)


class Character(PlannerBot):
    """One of them."""

    def __init__(self, random: Random, who: str) -> None:
        super().__init__(random)
        self.who = who

    def changes(self, variant: str) -> Changes:
        return habits_of(self.who, variant).changes

    def pick(self, table: Table, world: bytes) -> int:
        habits = habits_of(self.who, table.tables.variant.id)
        return habits.pick(table.planner, table.tables, table.seat, world, self.random)
