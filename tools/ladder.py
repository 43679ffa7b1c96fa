"""
How far apart the levels that go by their plans are: each against the one below, at two seats, without the arena's
views; and the habits that put them where they should be.

    python tools/ladder.py --games 1000                 # measure, on every board
    python tools/ladder.py --find --variants europe     # which habits make each beat the one below 70 in 100 times

``--find`` goes down from the strongest and looks for one number a level: its sight, and of the weakest one how gladly
it claims what it does not need. It tells the lines for ``src/branchline/bots/characters.toml``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from itertools import pairwise, repeat
from pathlib import Path
from random import Random
from statistics import fmean

from msgspec.structs import replace

import branchline as bl
from branchline.arena.statistics import share
from branchline.bots.characters import Habits, all_habits
from branchline.core.engine import Engine
from branchline.game.tables import Tables, tables
from branchline.planning.table import planner_for

Result = tuple[float, float, float]
"""Of a deal played with both seatings: the share of victories of the first, and the points of both."""

WANTED = 0.70
NEAR = 0.015
PORTION = 10
"""Deals that a process plays at once."""


@cache
def board(name: str) -> Tables:
    """The board of a variant as it comes."""
    variant = bl.variant(name)
    return tables(variant, variant.with_options())


def play(name: str, sitting: tuple[Habits, Habits], seed: str, first: int) -> Engine:
    """One game."""
    t = board(name)
    planners = [planner_for(t, 2, habits.changes) for habits in sitting]
    random = Random(seed)
    game = Engine.deal(t.board, 2, first, random.getrandbits(96))
    while not game.over:
        seat = game.cur
        game.step(sitting[seat].pick(planners[seat], t, seat, game.data, random))
    return game


def deal(name: str, one: Habits, other: Habits, seed: str, number: int) -> Result:
    """A deal with both seatings."""
    first = number % 2
    here = play(name, (one, other), f"{seed}/{number}", first)
    there = play(name, (other, one), f"{seed}/{number}", first)
    wins = [(ranks[seat] == 1) / ranks.count(1) for ranks, seat in ((here.ranks, 0), (there.ranks, 1))]
    return fmean(wins), fmean((here.scores[0], there.scores[1])), fmean((here.scores[1], there.scores[0]))


def deals(name: str, one: Habits, other: Habits, seed: str, numbers: Iterable[int]) -> list[Result]:
    """Several deals."""
    return [deal(name, one, other, seed, number) for number in numbers]


def duel(pool: Executor, name: str, one: Habits, other: Habits, games: int, seed: str) -> list[Result]:
    """As many deals as make so many games."""
    portions = [range(i, min(i + PORTION, games // 2)) for i in range(0, games // 2, PORTION)]
    several = pool.map(deals, *(repeat(it) for it in (name, one, other, seed)), portions)
    return [result for portion in several for result in portion]


def told(results: list[Result]) -> str:
    """A duel in figures."""
    wins, mine, theirs = (list(column) for column in zip(*results, strict=True))
    found = share(wins)
    return f"{found.mean:6.1%} ({found.low:.1%} … {found.high:.1%})  points {fmean(mine):6.1f} : {fmean(theirs):6.1f}"


def measure(
    pool: Executor, name: str, games: int, seed: str, done: Collection[str] = ()
) -> Iterator[tuple[str, str, list[Result]]]:
    """Each level against the one below: both, and what came of it; not of those above that are done."""
    ladder = {who: habits.at(name) for who, habits in all_habits().items()}
    for below, above in pairwise(ladder):
        if above in done:
            continue
        began = time.monotonic()
        results = duel(pool, name, ladder[above], ladder[below], games, seed)
        seconds = time.monotonic() - began
        print(
            f"{name:12} {above:6} beats {below:6} {told(results)}  {2 * len(results)} games, {seconds:.0f} s",
            flush=True,
        )
        yield above, below, results


def note(file: Path, name: str, above: str, results: list[Result]) -> None:
    """Add what was measured of a pair to a file."""
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps({"variant": name, "above": above, "deals": results}) + "\n")


def noted(file: Path) -> dict[tuple[str, str], list[Result]]:
    """What a file holds, by variant and the level above."""
    lines = map(json.loads, file.read_text("utf-8").splitlines() if file.exists() else [])
    return {(line["variant"], line["above"]): line["deals"] for line in lines}


def with_sight(habits: Habits, number: int) -> Habits:
    """The same with other eyes."""
    return replace(habits, sight=number)


def with_greed(habits: Habits, number: int) -> Habits:
    """The same, claiming more or less of what it does not need."""
    return replace(habits, values=habits.values | {"off": number})


def find(pool: Executor, name: str, games: int, seed: str) -> None:
    """Habits that make each level beat the one below as often as it should."""
    ladder = {who: habits.at(name) for who, habits in all_habits().items()}
    names = list(ladder)
    for below, above in reversed(list(pairwise(names))):
        weakest = below == names[0]
        key, change, low, high = ("off", with_greed, 2000, -300) if weakest else ("sight", with_sight, 5, 100)
        number, won = search(
            lambda it, c=change, b=below, a=above: fmean(  # type: ignore[misc]
                result[0] for result in duel(pool, name, ladder[a], c(ladder[b], it), games, seed)
            ),
            low,
            high,
        )
        ladder[below] = change(ladder[below], number)
        print(f"[{below}.on.{name}] {key} = {number}: {above} beats {below} {won:.1%}", flush=True)


def search(won: Callable[[int], float], weak: int, strong: int) -> tuple[int, float]:
    """The number between two at which the one above wins as often as wanted, and how often it does."""
    best = (weak, 2.0)
    while abs(strong - weak) > 2:
        middle = (weak + strong) // 2
        found = won(middle)
        best = min(best, (middle, found), key=lambda it: abs(it[1] - WANTED))
        if abs(found - WANTED) < NEAR:
            break
        weak, strong = (middle, strong) if found > WANTED else (weak, middle)
    return best


def main() -> int:
    """Measure or find."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variants", nargs="*", default=list(bl.variants()))
    parser.add_argument("--games", type=int, default=400, help="for each pair")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--find", action="store_true")
    parser.add_argument("--out", type=Path, help="add what was measured to this file, a line of JSON for each pair")
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs) as pool:
        for name in given.variants:
            if given.find:
                find(pool, name, given.games, given.seed)
                continue
            for above, _, results in measure(pool, name, given.games, given.seed):
                if given.out:
                    note(given.out, name, above, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
