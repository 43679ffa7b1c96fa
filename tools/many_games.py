"""
Play very many games over all variants, seats and options: each must end by itself or reach the guard.

Random players play, or with --planners the planner, in compiled code, as in play-outs; of ten games of planners one is
played as bots play, decision by decision, with different levels at the seats.
Threads play; the compiled rules release the interpreter lock. Prints how the games ended, the longest ones, and whether
cards and pieces were conserved.

    python tools/many_games.py --games 1000000 --planners
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from msgspec import Struct

import branchline as bl
from branchline.bots.characters import Habits, all_habits
from branchline.core.engine import COMPILED, Engine
from branchline.core.state import State
from branchline.game.tables import Tables, tables
from branchline.game.telling import HOW
from branchline.planning.engine import Planner
from branchline.planning.table import planner_for

GUARD = 20_000
SHORT = 60
"""A turn limit that games reach."""
BATCH = 250
LESSON = "mini"
ONE_IN = 10
"""Of so many games of planners one is played decision by decision."""
PATIENCE = 1800
"""Seconds after which a batch counts as hanging. It takes seconds."""


class Batch(Struct):
    """Games of one variant under one choice of options, and what came of them."""

    name: str
    seats: int
    ends: Counter[str]
    games: int = 0
    longest: int = 0
    """Turns of the longest game."""
    decisions: int = 0
    endless: int = 0
    """Games that only the guard has ended."""
    lost: int = 0
    """Games after which a card or a piece was missing."""


def settings(variant: bl.Variant, rng: random.Random) -> dict[str, Any]:
    """A random choice of every option; the guard is the turn limit, sometimes one that ends most games."""
    options: dict[str, Any] = {"turn_limit": rng.choice((SHORT, *[GUARD] * 9))}
    for option in variant.options:
        if option.values:
            options[option.id] = rng.choice(list(option.values))
    options["row_reset_cap"] = rng.choice((0, 1, 2, 100))
    return options


def conserved(t: Tables, s: State) -> bool:
    """DATA-8, at the end of a game: every card and every piece is somewhere."""
    cards = [s.pile[k] + s.discard[k] + s.row.count(k) + sum(hand[k] for hand in s.hand) for k in range(len(t.kinds))]
    pieces = True
    for seat in range(s.n_seats):
        placed = [0, 0]
        for i, track in enumerate(t.variant.tracks):
            if s.owned[seat][i // 64] >> i % 64 & 1:
                placed[t.piece_index[track.piece]] += track.length
        there = [placed[k] + s.supply[seat][k] + s.box[seat][k] for k in range(len(t.pieces))]
        pieces = pieces and there == t.map.owned_pieces[: len(t.pieces)]
    return tuple(cards) == t.copies and pieces


def crew(t: Tables, seats: int) -> list[tuple[Habits, Planner]]:
    """The levels that go by their plans; the last one is the planner as it is."""
    made = [habits.at(t.variant.id) for habits in all_habits().values()]
    return [(habits, planner_for(t, seats, habits.changes)) for habits in made]


def play_random(game: Engine, rng: random.Random) -> None:
    """Any legal moves."""
    game.play_out(rng.getrandbits(96))


def play_planned(t: Tables, game: Engine, rng: random.Random, levels: list[tuple[Habits, Planner]]) -> None:
    """By planners: all seats alike as in a play-out, or each as one of the levels."""
    if rng.randrange(ONE_IN):
        game.load(levels[-1][1].play_out(game.data))
        return
    sitting = rng.choices(levels, k=game.seats)
    while not game.over:
        habits, planner = sitting[game.cur]
        game.step(habits.pick(planner, t, game.cur, game.data, rng))


def batch(number: int, seed: int, planned: bool, size: int = BATCH) -> Batch:
    """Play one batch."""
    rng = random.Random(f"{seed} {number}")
    names = (*bl.variants(), LESSON)
    variant = bl.variant(names[number % len(names)])
    seats = rng.randint(*variant.seats)
    t = tables(variant, variant.with_options(settings(variant, rng)))
    levels = crew(t, seats) if planned else []
    found = Batch(variant.id, seats, Counter())
    for _ in range(size):
        game = Engine.deal(t.board, seats, rng.randrange(seats), rng.getrandbits(96))
        if planned:
            play_planned(t, game, rng, levels)
        else:
            play_random(game, rng)
        found.games += 1
        found.ends[HOW[game.ended]] += 1
        found.longest = max(found.longest, game.turns)
        found.decisions += game.decisions
        found.endless += game.turns >= GUARD
        found.lost += not conserved(t, State.unpack(game.data))
    return found


def add(total: Batch, found: Batch) -> None:
    """Count a batch to those of its kind."""
    total.ends += found.ends
    total.games += found.games
    total.longest = max(total.longest, found.longest)
    total.decisions += found.decisions
    total.endless += found.endless
    total.lost += found.lost


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--planners", action="store_true", help="planners play, not chance")
    given = parser.parse_args()
    began = time.monotonic()
    totals: dict[tuple[str, int], Batch] = {}
    whole = Batch("all", 0, Counter())
    with ThreadPoolExecutor(given.jobs) as pool:
        numbers = range(max(1, given.games // BATCH))
        waiting = [pool.submit(batch, number, given.seed, given.planners) for number in numbers]
        for number, future in enumerate(waiting):
            try:
                found = future.result(PATIENCE)
            except TimeoutError:
                print(f"\nbatch {number} of seed {given.seed} hangs", file=sys.stderr, flush=True)
                os._exit(1)  # nothing else ends a thread
            add(totals.setdefault((found.name, found.seats), Batch(found.name, found.seats, Counter())), found)
            add(whole, found)
            if sys.stderr.isatty() or number % 400 == 399:
                print(f"\r{whole.games:,} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    order = (*bl.variants(), LESSON)
    for it in sorted(totals.values(), key=lambda it: (order.index(it.name), it.seats)):
        told = f"{it.games:9,} games  {it.decisions:13,} decisions  most turns {it.longest:6,}  {dict(it.ends)}"
        print(f"{it.name:12} {it.seats} seats {told}")
    seconds = time.monotonic() - began
    build = "compiled" if COMPILED else "uncompiled"
    print(
        f"{whole.games:,} games of {'planners' if given.planners else 'chance'}, {whole.decisions:,} decisions in "
        f"{seconds:.0f} s, {build}; most turns {whole.longest:,}; {dict(whole.ends)}; "
        f"{whole.endless} endless, {whole.lost} with lost cards or pieces"
    )
    return 1 if whole.lost or whole.endless else 0


if __name__ == "__main__":
    sys.exit(main())
