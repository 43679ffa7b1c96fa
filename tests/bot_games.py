"""
Very many games between all bots over all variants, seats and options: nobody errs, nothing hangs.

    python tests/bot_games.py --games 2000
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random

import branchline as bl
from branchline import bots

ALL = (*bl.variants(), "mini")
MOST_DECISIONS = 20_000
LONG = 1000
"""A turn limit that no game reaches in which everybody wants to get on."""


def any_options(variant: bl.Variant, random: Random) -> dict[str, object]:
    """Any choice of options."""
    chosen: dict[str, object] = {it.id: random.choice(list(it.values)) for it in variant.options if it.values}
    return chosen | {"turn_limit": random.choice((150, LONG)), "row_reset_cap": random.choice((0, 1, 100))}


def play_one(variant: str, seed: str, names: tuple[str, ...] = bots.trials()) -> tuple[bl.Game, Counter[str]]:
    """A game of any bots with any seats and options, and the faults in it."""
    random = Random(seed)
    which = bl.variant(variant)
    seats = random.randint(*which.seats)
    game = bl.Game.new(which, seats, seed, any_options(which, random), random.randrange(seats))
    sitting = [random.choice(names) for _ in range(seats)]
    drivers = [bots.Driver(bots.make(name, f"{seed}/{seat}"), name) for seat, name in enumerate(sitting)]
    while (seat := game.to_move) is not None and len(game.moves) < MOST_DECISIONS:
        drivers[seat].play(game, seat)
    faults: Counter[str] = Counter()
    cut = game.result is None or (game.result.how == "turn_limit" and game.options["turn_limit"] == LONG)
    if cut and "random" not in sitting:  # chance alone may take long
        faults[f"no end: {', '.join(sitting)} on {variant}, seed {seed}"] = 1
    for driver in drivers:
        faults.update({f"{driver.name}: {fault}": number for fault, number in driver.faults.items()})
    return game, faults


def main() -> int:
    """Play, and count what went wrong."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    faults: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    began = time.perf_counter()
    decisions = 0
    for number in range(given.games):
        game, wrong = play_one(ALL[number % len(ALL)], f"{given.seed}/{number}")
        faults.update(wrong)
        endings[game.result.how if game.result else "hangs"] += 1
        decisions += len(game.moves)
    seconds = time.perf_counter() - began
    print(f"{given.games} games, {decisions} decisions in {seconds:.0f} s; ends: {dict(endings)}")
    print(f"faults: {dict(faults) or 'none'}")
    return 1 if faults or endings["hangs"] else 0


if __name__ == "__main__":
    sys.exit(main())
