"""
The core against the second engine: random games of every variant, with seats and options by chance.

``python tests/test_fuzz_agreement.py --games 1000`` (or ``--seconds 600``) goes on for longer; ``make fuzz`` calls it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random
from typing import Any

import pytest
from reference.agree import Agreed, agree, agree_from_chance
from reference.random_maps import playable_map
from scale import games

import branchline as bl

VARIANTS = ("usa", "europe", "london", "world", "great_lakes", "mini")
PARTS = 4
GAMES = games(200, 12)
OWN_MAPS = games(100, 12)
POSITIONS = games(100, 12)


def chance_options(variant: Any, random: Random) -> dict[str, Any]:
    """
    Some options of a variant, with values by chance.
    """
    options: dict[str, Any] = {}
    for option in variant.options:
        if random.random() < 0.5:
            continue
        if option.id == "turn_limit":
            options[option.id] = random.choice((1, 40, 150))
        elif option.id == "row_reset_cap":
            options[option.id] = random.choice((0, 1, 100))
        else:
            options[option.id] = random.choice(list(option.values))
    return options


def table(name: str, seed: int) -> tuple[Any, int, dict[str, Any]]:
    """
    Variant, number of seats and options; `own` is a map of its own.
    """
    random = Random(f"{name} {seed}")
    variant = bl.load_variant(playable_map(random)) if name == "own" else bl.variant(name)
    fewest, most = variant.parameters.seats
    return variant, random.randint(fewest, most), chance_options(variant, random)


def one_position(name: str, seed: int) -> Agreed:
    """
    A position by chance, scored or played on for a while.
    """
    variant, seats, options = table(name, seed)
    options.pop("turn_limit", None)  # the position says how many turns are over
    return agree_from_chance(variant if name == "own" else name, seats, options, seed)


def one_game(name: str, seed: int, max_decisions: int = 400) -> Agreed:
    """
    One game from the start, every third with few cards.
    """
    variant, seats, options = table(name, seed)
    return agree(variant if name == "own" else name, seats, options, seed, max_decisions, thin=seed % 3 == 2)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", VARIANTS)
def test_agreement(name: str, part: int) -> None:
    for seed in range(part, GAMES, PARTS):
        one_game(name, seed)


@pytest.mark.parametrize("part", range(PARTS))
def test_agreement_on_own_maps(part: int) -> None:
    for seed in range(part, OWN_MAPS, PARTS):
        one_game("own", seed)


@pytest.mark.parametrize("name", [*VARIANTS, "own"])
def test_agreement_from_positions_by_chance(name: str) -> None:
    for seed in range(POSITIONS):
        one_position(name, seed)


def main() -> int:
    parser = argparse.ArgumentParser(description="Random games of the core against the second engine.")
    parser.add_argument("--games", type=int, default=0, help="stop after so many games")
    parser.add_argument("--seconds", type=float, default=0, help="stop after so many seconds")
    parser.add_argument("--first", type=int, default=1_000_000, help="the first seed")
    parser.add_argument("--only", choices=(*VARIANTS, "own"), action="append", help="only these variants")
    parser.add_argument("--keep-going", action="store_true", help="go on after a difference")
    chosen = parser.parse_args()
    names = chosen.only or (*VARIANTS, "own", "own")
    played, decisions, differences = 0, 0, 0
    deeds: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    begun = said = time.monotonic()
    try:
        while True:
            passed = time.monotonic() - begun
            if (chosen.games and played >= chosen.games) or (chosen.seconds and passed >= chosen.seconds):
                break
            name, seed = names[played % len(names)], chosen.first + played // len(names)
            played += 1
            try:
                one_position(name, seed)
                agreed = one_game(name, seed, 2000)
            except AssertionError as difference:
                differences += 1
                print(f"\n{name}, seed {seed}: {difference}\n", flush=True)
                if not chosen.keep_going:
                    break
                continue
            decisions += agreed.decisions
            deeds.update(agreed.deeds)
            ends[f"{agreed.how}"] += 1
            if time.monotonic() - said > 2:
                said = time.monotonic()
                print(
                    f"\r{played} games, {decisions} decisions, {differences} differences, {said - begun:.0f} s", end=""
                )
                sys.stdout.flush()
    except KeyboardInterrupt:
        pass
    print(f"\r{played} games, {decisions} decisions, {differences} differences, {time.monotonic() - begun:.0f} s")
    print("moves:", ", ".join(f"{deed} {number}" for deed, number in deeds.most_common()))
    print("ends:", ", ".join(f"{how} {number}" for how, number in ends.most_common()))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
