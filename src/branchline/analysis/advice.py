"""Advice: the better moves of a seat now, why, and what it may believe of the others."""

from __future__ import annotations

from collections import Counter
from random import Random

from msgspec import Struct

from branchline.analysis.weighing import Mapper, Weight, weigh
from branchline.bots import Remark
from branchline.game.view import View
from branchline.planning.reason import reason, way_of
from branchline.planning.search import BASES
from branchline.planning.table import Table

WORLDS = 96
"""Worlds in which each move is tried when nobody says how many."""
GUESSES = 3
"""Tracks that are named for each of the others."""
LIKELY = 0.25
"""In how many of the worlds somebody wants a track before it is worth naming."""


class Choice(Struct, frozen=True):
    """A move and what it is worth."""

    move: str
    share: float
    """Of victory, between 0 and 1, if everybody goes on as the planner would."""
    points: float
    """Ahead of the best of the others at the end; negative: behind."""
    behind: float
    """Share of victory that it lies behind the best move; 0 if it can't be told from chance that it is worse."""
    points_behind: float
    """Points that it lies behind; 0 likewise."""
    loss: float
    """Both together, a point like a hundredth of victory; 0 likewise."""
    doubt: float
    """Standard error of ``loss``."""
    worlds: int
    """Games played out."""
    remark: Remark
    """Why, from the plan."""


class Guess(Struct, frozen=True):
    """What another seat is probably after."""

    seat: int
    track: str
    likely: float
    """In how many of the worlds that the view allows."""


class Advice(Struct, frozen=True):
    """What a seat could do now."""

    seat: int
    decision: str
    offer: tuple[str, ...]
    """The tickets to choose from, if that is the decision."""
    choices: tuple[Choice, ...]
    """The best first."""
    guesses: tuple[Guess, ...]


def advise(view: View, random: Random, worlds: int = WORLDS, mapper: Mapper = map) -> Advice:
    """Weigh the moves of the seat that looks; it must owe a decision."""
    table = Table(view)
    found = weigh(table, random, worlds, None, mapper)
    weighed = sorted(choices(table, found, random), key=lambda it: -it.share)
    return Advice(table.seat, view.decision, offer_of(view), tuple(weighed), tuple(guesses(table, random)))


def offer_of(view: View) -> tuple[str, ...]:
    """The tickets that the seat chooses from."""
    return tuple(ticket for ticket in view.own.offer or () if ticket)


def choices(table: Table, found: list[Weight], random: Random) -> list[Choice]:
    """Weights as people read them."""
    world = table.world(random)
    return [choice(table, it, Remark(*reason(table, it.code, world))) for it in found]


def choice(table: Table, it: Weight, remark: Remark) -> Choice:
    """One of them."""
    move = str(table.move(it.code))
    behind, points, loss = (it.behind, it.points_behind, it.loss) if it.worse else (0.0, 0.0, 0.0)
    return Choice(move, it.share, it.points, behind, points, loss, it.doubt, it.worlds, remark)


def guesses(table: Table, random: Random, worlds: int = 48) -> list[Guess]:
    """Tracks that others want, as far as their plans in the possible worlds agree."""
    wanted: dict[int, Counter[str]] = {}
    bases = table.some_worlds(random, BASES)
    for number in range(worlds):
        world = table.planner.deal_again(bases[number % BASES], table.seat, number)
        for other in range(len(table.view.seats)):
            if other != table.seat:
                wanted.setdefault(other, Counter()).update(way_of(table, world, other))
    return [
        Guess(other, track, count / worlds)
        for other, counts in wanted.items()
        for track, count in counts.most_common(GUESSES)
        if count >= LIKELY * worlds
    ]
