"""
Two games that differ only in what a seat can't know: does a bot choose the same?

    python tests/peeking.py --positions 1000 --bots racer greedy
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from random import Random

import branchline as bl
from branchline import bots
from branchline.bots.bot import Clock


def positions(variant: str, number: int, seed: int) -> Iterator[tuple[bl.Game, bl.Game, int]]:
    """
    Games at any moment, each with another that the seat to move can't tell from it, and that seat.

    They are played by different bots, with any number of seats, so that all kinds of decisions come up.
    """
    random = Random(f"{variant}/{seed}")
    found = 0
    while found < number:
        low, high = bl.variant(variant).seats
        game = bl.Game.new(variant, seats=random.randint(low, high), seed=random.getrandbits(60))
        players = [bots.make(random.choice(bots.trials()), random.getrandbits(60)) for _ in range(game.seats)]
        while (seat := game.to_move) is not None and found < number:
            view, moves = game.view(seat), tuple(game.legal(seat))
            if len(moves) > 1 and random.random() < 0.08:
                found += 1
                yield game, view.sample_game(random), seat
            game.play(players[seat].choose(view, moves, Clock()), seat)


def peeks(name: str, game: bl.Game, other: bl.Game, seat: int, seed: int) -> bool:
    """Whether a bot chooses differently in two games that look the same to its seat."""
    chosen = [bots.make(name, seed).choose(each.view(seat), tuple(each.legal(seat)), Clock()) for each in (game, other)]
    return chosen[0] != chosen[1]


def main() -> int:
    """Look for a bot that chooses differently."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--bots", nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    names = given.bots or bots.trials()
    wrong = 0
    for variant in (*bl.variants(), "mini"):
        began = time.perf_counter()
        found = dict.fromkeys(names, 0)
        hidden = 0
        for number, (game, other, seat) in enumerate(positions(variant, given.positions, given.seed)):
            hidden += game.key() != other.key()
            for name in names:
                found[name] += peeks(name, game, other, seat, number)
        wrong += sum(found.values())
        told = ", ".join(f"{name} {n}" for name, n in found.items())
        print(f"{variant}: {given.positions} positions, {hidden} with other hidden cards;", end=" ")
        print(f"different choices: {told} ({time.perf_counter() - began:.0f} s)")
    print("no bot peeked" if not wrong else f"{wrong} choices differed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
