"""What is played: a plan, its line-ups and deals, and the blocks that come of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log10
from typing import Any

from msgspec import Struct, field

from branchline import bots
from branchline.errors import BotError
from branchline.game.game import Game, resolve
from branchline.game.variants import Variant

BUCKETS = 20
"""Steps of the times of decisions to a power of ten: each is 12 % longer than the one before."""
TROUBLES = 3
"""Messages about faults that a block keeps."""


class Plan(Struct, frozen=True):
    """What is played. Two plans that are equal play the same games, whoever plays them."""

    bots: tuple[str, ...]
    variant: str
    seats: int
    games: int
    """Games for each line-up: whole blocks."""
    seed: str
    options: dict[str, Any] = {}
    limit: float | None = None
    """Seconds for a decision."""
    map: dict[str, Any] | None = None
    """An own map."""

    @classmethod
    def make(
        cls,
        names: Sequence[str],
        variant: Variant | str,
        seats: int,
        games: int,
        seed: str,
        options: Mapping[str, Any] | None = None,
        limit: float | None = None,
    ) -> Plan:
        """A plan with everything checked; BotError, VariantError or OptionError if it can't be."""
        which = resolve(variant)
        texts = tuple(bots.describe(name) for name in names)
        if not texts:
            raise BotError("arena.no_bots")
        for text in texts:
            if texts.count(text) > 1:
                raise BotError("arena.same_bot", {"value": text})
            bots.make(text, 0).close()
        which.check_seats(seats)
        settings = which.with_options(options)
        whole = -(-games // seats) * seats
        own = None if which.packaged else which.data(layout=False)
        return cls(texts, which.id, seats, whole, seed, dict(settings.changed), limit, own)

    @property
    def lineups(self) -> list[tuple[int, ...]]:
        """
        Who sits at a table, by number: every choice of as many bots as there are seats; with fewer bots than seats, the
        last one fills the others.
        """
        n = len(self.bots)
        if n >= self.seats:
            return list(combinations(range(n), self.seats))
        return [(*range(n), *[n - 1] * (self.seats - n))]

    @property
    def deals(self) -> int:
        """Blocks of each line-up."""
        return self.games // self.seats

    @property
    def blocks(self) -> list[tuple[int, int]]:
        """All blocks as line-up and deal; the line-ups take turns."""
        return [(lineup, deal) for deal in range(self.deals) for lineup in range(len(self.lineups))]

    def resolve(self) -> Variant:
        """The variant."""
        return resolve(self.variant if self.map is None else self.map)


class Played(Struct, frozen=True):
    """One game."""

    seats: tuple[int, ...]
    """Who sat where, by the number of the bot."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    how: str
    turns: int


class Block(Struct):
    """One deal of one line-up with every seating."""

    lineup: int
    deal: int
    games: list[Played] = []
    times: dict[int, dict[int, int]] = field(default_factory=dict)
    """Of each bot: how many decisions took how long, by steps (:func:`step_of`)."""
    faults: dict[int, dict[str, int]] = field(default_factory=dict)
    troubles: list[str] = []


def step_of(seconds: float) -> int:
    """The step of a time."""
    return round(BUCKETS * log10(max(seconds, 1e-7)))


def time_of(step: int) -> float:
    """The time of a step, in seconds."""
    return float(10 ** (step / BUCKETS))


def play_block(plan: Plan, lineup: int, deal: int) -> Block:
    """Play one block: seat by seat, each member of the line-up moves on from game to game."""
    variant = plan.resolve()
    block = Block(lineup, deal)
    members = plan.lineups[lineup]
    for rotation in range(plan.seats):
        seats = tuple(members[(seat + rotation) % plan.seats] for seat in range(plan.seats))
        block.games.append(play_game(plan, variant, deal, seats, block))
    return block


def play_game(plan: Plan, variant: Variant, deal: int, seats: tuple[int, ...], block: Block) -> Played:
    """One game of a block."""
    game = Game.new(variant, plan.seats, f"{plan.seed}/{deal}", plan.options)
    drivers = [
        bots.Driver(bots.make(plan.bots[bot], f"{plan.seed}/{deal}/{seat}/bot"), plan.bots[bot], plan.limit)
        for seat, bot in enumerate(seats)
    ]
    times = [Counter[int]() for _ in seats]
    try:
        while (seat := game.to_move) is not None:
            answer = drivers[seat].play(game, seat)
            times[seat][step_of(answer.seconds)] += 1
            if answer.trouble and len(block.troubles) < TROUBLES:
                block.troubles.append(answer.trouble.words())
    finally:
        for driver in drivers:
            driver.close()
    for seat, bot in enumerate(seats):
        add(block.times.setdefault(bot, {}), times[seat])
        if drivers[seat].faults:
            add(block.faults.setdefault(bot, {}), drivers[seat].faults)
    result = game.result
    assert result is not None
    return Played(seats, result.scores, result.ranks, result.how, game.view(None).turns)


def add(counts: dict[Any, int], more: Mapping[Any, int]) -> None:
    """Add counts to counts."""
    for key, number in more.items():
        counts[key] = counts.get(key, 0) + number
