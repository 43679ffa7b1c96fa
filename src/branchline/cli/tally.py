"""Games played between movers, and what they add up to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from branchline.cli.movers import Mover, random_mover
from branchline.game.dice import Dice
from branchline.game.game import Game, seed_number
from branchline.game.telling import HOW
from branchline.game.variants import Variant


@dataclass(frozen=True)
class Match:
    """What is played. It goes to other processes, so it is small."""

    variant: Variant
    seats: int
    seed: str
    options: dict[str, object]
    record: bool = False
    """Whether the games are wanted, not only their sums."""
    mover: Mover = random_mover

    def game(self, number: int) -> Game:
        """One game to its end. Its seed hangs on its number alone, so it is the same whoever plays it."""
        seed = f"{self.seed}/{number}"
        first = number % self.seats
        game = Game.new(self.variant, self.seats, seed, self.options, first)
        moves = seed_number(f"{seed}/moves")
        if self.mover is random_mover and not self.record:
            game.engine.play_out(moves)
            return game
        dice = Dice(moves)
        while not game.is_over:
            game.play_code(self.mover(game, dice))
        return game


@dataclass
class Spread:
    """Sum, least and most of some numbers."""

    total: int = 0
    least: int = 1 << 60
    most: int = -(1 << 60)

    def add(self, value: int) -> None:
        """Count a number."""
        self.merge(Spread(value, value, value))

    def merge(self, other: Spread) -> None:
        """Count what another has counted."""
        self.total += other.total
        self.least = min(self.least, other.least)
        self.most = max(self.most, other.most)


@dataclass
class Tally:
    """What games add up to. All sums are whole numbers, so that their order does not matter."""

    seats: int
    games: int = 0
    scores: list[Spread] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    """Games won by a seat alone."""
    shared: list[int] = field(default_factory=list)
    """Victories shared by a seat."""
    turns: Spread = field(default_factory=Spread)
    decisions: Spread = field(default_factory=Spread)
    ended: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.scores = self.scores or [Spread() for _ in range(self.seats)]
        self.wins = self.wins or [0] * self.seats
        self.shared = self.shared or [0] * self.seats

    def add(self, game: Game) -> None:
        """Count a game."""
        engine = game.engine
        self.games += 1
        ranks = engine.ranks
        alone = ranks.count(1) == 1
        for seat, (points, rank) in enumerate(zip(engine.scores, ranks, strict=True)):
            self.scores[seat].add(points)
            self.wins[seat] += rank == 1 and alone
            self.shared[seat] += rank == 1 and not alone
        self.turns.add(engine.turns)
        self.decisions.add(engine.decisions)
        self.ended[HOW[engine.ended]] += 1

    def merge(self, other: Tally) -> None:
        """Count what another has counted."""
        self.games += other.games
        for seat in range(self.seats):
            self.scores[seat].merge(other.scores[seat])
            self.wins[seat] += other.wins[seat]
            self.shared[seat] += other.shared[seat]
        self.turns.merge(other.turns)
        self.decisions.merge(other.decisions)
        self.ended.update(other.ended)


def play_block(match: Match, first: int, end: int) -> tuple[Tally, list[str]]:
    """Play the games from a number up to another; with their records, one line each, if they are wanted."""
    tally = Tally(match.seats)
    lines = []
    for number in range(first, end):
        game = match.game(number)
        tally.add(game)
        if match.record:
            lines.append(game.record().to_json())
    return tally, lines
