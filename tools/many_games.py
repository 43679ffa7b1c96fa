"""
Play very many random games over all variants, seats and options: each must end by itself or reach the guard.

Threads play; the core releases the interpreter lock. Prints how the games ended, the longest ones, and whether cards
and pieces were conserved.

    python tools/many_games.py --games 1000000
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import branchline as bl
from branchline.core.engine import COMPILED, Engine
from branchline.core.state import State
from branchline.game.tables import Tables, tables
from branchline.game.telling import HOW

GUARD = 20_000
BATCH = 250
LESSON = "mini"


def settings(variant: bl.Variant, rng: random.Random) -> dict[str, Any]:
    """A random choice of every option; the guard is the turn limit."""
    options: dict[str, Any] = {"turn_limit": GUARD}
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


def batch(number: int, seed: int) -> tuple[str, Counter[str], int, int, int]:
    """Games of one variant under one choice of options: how they ended, the most turns, decisions in all, losses."""
    rng = random.Random(f"{seed} {number}")
    names = (*bl.variants(), LESSON)
    variant = bl.variant(names[number % len(names)])
    seats = rng.randint(*variant.seats)
    t = tables(variant, variant.with_options(settings(variant, rng)))
    ends: Counter[str] = Counter()
    longest = decisions = lost = 0
    for _ in range(BATCH):
        game = Engine.deal(t.board, seats, rng.randrange(seats), rng.getrandbits(96))
        game.play_out(rng.getrandbits(96))
        ends[HOW[game.ended]] += 1
        longest = max(longest, game.turns)
        decisions += game.decisions
    lost += not conserved(t, State.unpack(game.data))
    return variant.id, ends, longest, decisions, lost


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    batches = max(1, arguments.games // BATCH)
    began = time.monotonic()
    ends: dict[str, Counter[str]] = {}
    longest: dict[str, int] = {}
    played = decisions = lost = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for done, (name, how, turns, steps, missing) in enumerate(
            pool.map(batch, range(batches), [arguments.seed] * batches), 1
        ):
            ends.setdefault(name, Counter()).update(how)
            longest[name] = max(longest.get(name, 0), turns)
            played += sum(how.values())
            decisions += steps
            lost += missing
            if sys.stderr.isatty() or done % 400 == 0:
                print(f"\r{played:,} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for name, how in ends.items():
        print(f"{name:12} {sum(how.values()):9,} games  most turns {longest[name]:6,}  {dict(how)}")
    seconds = time.monotonic() - began
    build = "compiled" if COMPILED else "uncompiled"
    print(f"{played:,} games, {decisions:,} decisions in {seconds:.0f} s, {build}; {lost} lost cards or pieces")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
