"""
Review: what each move of a game was worth when it was made, and what was luck.

Every decision is weighed again from the view that its seat had. The share of victory moves for two reasons: the seat
chose worse than it could have (``behind``), or the cards and the others changed it (``luck``). From the first decision
to the result both add up to all that happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import exp, inf
from random import Random

from msgspec import Struct

from branchline.analysis.advice import Choice, choices, offer_of
from branchline.analysis.weighing import Mapper, weigh
from branchline.game.game import Game
from branchline.game.record import Record, begin_replay, play_line
from branchline.planning.table import Table

WORLDS = 64
"""Worlds in which each move is tried when nobody says how many."""
OTHERS = 3
"""Other moves that are shown beside the one that was played."""
CLASSES = (("best", 0.005), ("good", 0.02), ("inaccuracy", 0.05), ("mistake", 0.10), ("blunder", inf))
"""How a move is called by what it gave away, of victory and points together: up to so much."""
STEEP = 8.0
"""How fast accuracy falls with what is given away: 1 % costs 8 % of it, 10 % more than half."""


class Judgement(Struct, frozen=True):
    """One decision."""

    move: int
    """Its number in the record, counted from 0."""
    seat: int
    turn: int
    decision: str
    offer: tuple[str, ...]
    """The tickets to choose from, if that was the decision."""
    played: Choice
    others: tuple[Choice, ...]
    """Better ones, or the next best; the best first."""
    best: float
    """Share of victory with the best move."""
    luck: float
    """What the cards and the others changed since the decision before; 0 at the first."""
    verdict: str
    """One of ``CLASSES``, or ``only`` when there was no choice."""


class Account(Struct, frozen=True):
    """A seat in sum."""

    seat: int
    accuracy: float
    """In percent; 100: no move gave anything away."""
    given_away: float
    """Share of victory that its decisions gave away."""
    points_given_away: float
    luck: float
    """Share of victory that cards and others brought."""
    start: float
    """Share of victory at the first decision."""
    result: float
    """1 won, 0 lost, between: shared."""
    verdicts: dict[str, int]


class Review(Struct, frozen=True):
    """A whole game."""

    seats: tuple[int, ...]
    """Whose decisions were weighed."""
    worlds: int
    judgements: tuple[Judgement, ...]
    accounts: tuple[Account, ...]


def review(
    record: Record,
    seats: tuple[int, ...] | None = None,
    worlds: int = WORLDS,
    mapper: Mapper = map,
    progress: Callable[[int, int], None] = lambda done, number: None,
) -> Review:
    """Weigh all decisions of some seats, or of all; the same record, the same review."""
    end = Game.replay(record)
    wanted = tuple(range(end.seats)) if seats is None else seats
    judgements: list[Judgement] = []
    before: dict[int, float] = {}
    for number, game, seat, text in decisions(record, wanted):
        found = judge(game, seat, text, number, worlds, mapper, before.get(seat))
        before[seat] = found.best - found.played.behind
        judgements.append(found)
        progress(number + 1, len(record.moves))
    accounts = tuple(account(end, seat, [it for it in judgements if it.seat == seat]) for seat in wanted)
    return Review(wanted, worlds, tuple(judgements), accounts)


def decisions(record: Record, seats: tuple[int, ...]) -> Iterator[tuple[int, Game, int, str]]:
    """Every decision of these seats: its number, the game before it, the seat, the move."""
    game = begin_replay(record)
    for number, line in enumerate(record.moves):
        seat, _, text = line.partition(">")[0].strip().partition(" ")
        if int(seat) in seats:
            yield number, game, int(seat), text
        play_line(game, number, line)


def judge(
    game: Game, seat: int, text: str, number: int, worlds: int, mapper: Mapper, before: float | None
) -> Judgement:
    """Weigh one decision."""
    view = game.view(seat)
    table = Table(view)
    move = game.parse(text)
    random = Random(f"{number} {text}")
    found = weigh(table, random, worlds, move, mapper)
    weighed = choices(table, found, random)
    played = next(it for it in weighed if it.move == str(move))
    best = played.share + played.behind
    luck = 0.0 if before is None else best - before
    others = tuple(it for it in weighed if it is not played)[:OTHERS]
    verdict = "only" if len(game.legal(seat)) == 1 else called(played.loss)
    return Judgement(number, seat, view.turns, view.decision, offer_of(view), played, others, best, luck, verdict)


def called(loss: float) -> str:
    """What a move is called that gave so much away."""
    return next(name for name, most in CLASSES if loss <= most)


def account(end: Game, seat: int, judgements: list[Judgement]) -> Account:
    """The sums of a seat."""
    result = 0.0
    if end.result and seat in end.result.winners:
        result = 1 / len(end.result.winners)
    real = [it for it in judgements if it.verdict != "only"]
    accuracy = 100 * sum(exp(-STEEP * it.played.loss) for it in real) / len(real) if real else 100.0
    given_away = sum(it.played.behind for it in judgements)
    points = sum(it.played.points_behind for it in judgements)
    start = judgements[0].best if judgements else result
    luck = result - start + given_away if end.is_over else sum(it.luck for it in judgements)
    verdicts = {name: sum(it.verdict == name for it in judgements) for name, _ in CLASSES}
    return Account(seat, accuracy, given_away, points, luck, start, result, verdicts)
