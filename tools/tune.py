"""
Tune the planner's parameters for a variant and a number of seats by playing against itself.

A step changes a few parameters by chance and plays both versions on the same deals in every seat; it is kept if it wins
by more than chance explains. Minutes are enough. The same seed and number of steps give the same parameters.

    python tools/tune.py --variant usa --seats 2 --steps 300 --seed 1

writes what it found into ``src/branchline/planning/weights.toml``; ``--dry`` only tells.
"""

from __future__ import annotations

import argparse
import time
import tomllib
from math import exp
from pathlib import Path
from random import Random

from branchline.game.tables import tables
from branchline.game.variants import variant
from branchline.planning.engine import Planner, match
from branchline.planning.means import mean_error
from branchline.planning.weights import params, values

FILE = Path(__file__).parent.parent / "src" / "branchline" / "planning" / "weights.toml"
SIGNED = {"off", "build", "piece", "share", "ticket", "blind", "thin", "deny", "station"}
LIMITS = {"pace": (20, 90), "refresh": (2, 30), "fillers": (0, 4), "turn": (50, 2000), "draw_hand": (0, 40)}
POINTS = 0.004  # what a point of difference counts beside a win: it makes small progress visible sooner
KEEP = 1.6  # standard errors of advantage that keep a change


class Trial:
    """Matches between two sets of parameters on the same deals."""

    def __init__(self, name: str, seats: int) -> None:
        chosen = variant(name)
        self.board = tables(chosen, chosen.with_options({})).board.data
        self.seats = seats

    def planner(self, chosen: dict[str, int]) -> Planner:
        """A planner with these parameters."""
        return Planner(self.board, params(chosen).pack())

    def deal(self, new: Planner, old: Planner, seed: int) -> tuple[float, float]:
        """One deal with the new one in every seat in turn: its advantage, and its share of wins."""
        gain = wins = 0.0
        for seat in range(self.seats):
            players = [new if i == seat else old for i in range(self.seats)]
            final, ranks, _ = match(players, self.seats, seed % self.seats, seed)
            win = (ranks[seat] == 1) / ranks.count(1)
            best = max(points for i, points in enumerate(final) if i != seat)
            gain += (win - 1 / self.seats) + POINTS * (final[seat] - best)
            wins += win
        return gain / self.seats, wins / self.seats

    def compare(self, new: Planner, old: Planner, seeds: range, enough: float = 0.0) -> tuple[float, float, float]:
        """Mean advantage, its standard error, and the share of wins. Hopeless comparisons end early."""
        gains: list[float] = []
        won = 0.0
        # Every seat of a mirror match has the same parameters: what is left is the advantage of the sum of all seats.
        for seed in seeds:
            gain, wins = self.deal(new, old, seed)
            gains.append(gain - self.level)
            won += wins
            if len(gains) % 40 == 0:
                mean, error = mean_error(gains)
                if mean + enough * error < 0 or (mean > 4 * error and len(gains) >= 120):
                    break
        mean, error = mean_error(gains)
        return mean, error, won / len(gains)

    level = 0.0

    def find_level(self, old: Planner, seeds: range) -> None:
        """With more than two seats even equals are behind the best of the others: by how much."""
        self.level = 0.0
        self.level = sum(self.deal(old, old, seed)[0] for seed in seeds) / len(seeds)


def changed(old: dict[str, int], random: Random, names: list[str]) -> dict[str, int]:
    """A neighbour: one to three parameters larger or smaller."""
    new = dict(old)
    for name in random.sample(names, random.choice((1, 1, 2, 3))):
        value = old[name]
        if name in SIGNED:
            new[name] = value + round(random.gauss(0, max(abs(value) * 0.4, 60 if name != "share" else 2)))
        else:
            new[name] = max(round(value * exp(random.gauss(0, 0.4)) + random.choice((-1, 0, 1))), 0)
        low, high = LIMITS.get(name, (-100000, 100000))
        new[name] = min(max(new[name], low), high)
    return new


def tune(name: str, seats: int, steps: int, deals: int, seed: int, minutes: float) -> dict[str, int]:
    """The best parameters found."""
    trial = Trial(name, seats)
    random = Random(f"{name} {seats} {seed}")
    begun = time.monotonic()
    start = best = values(name, seats)
    names = sorted(start)
    champion = trial.planner(best)
    if seats > 2:
        trial.find_level(champion, range(deals))
    for step in range(steps):
        new = changed(best, random, names)
        if new == best:
            continue
        first = random.randrange(1 << 40)
        challenger = trial.planner(new)
        mean, error, won = trial.compare(challenger, champion, range(first, first + deals), enough=0.0)
        if mean > KEEP * error:
            mean, error, won = trial.compare(challenger, champion, range(first + deals, first + 3 * deals), enough=1.0)
            if mean > error:
                difference = {key: new[key] for key in names if new[key] != best[key]}
                print(
                    f"{time.monotonic() - begun:6.0f} s, step {step}: {won:.1%} {mean:+.4f} ±{error:.4f} {difference}",
                    flush=True,
                )
                best, champion = new, challenger
                if seats > 2:
                    trial.find_level(champion, range(deals))
        if minutes and time.monotonic() - begun > minutes * 60:
            break
    old = trial.planner(start)
    if seats > 2:
        trial.find_level(old, range(deals))
    mean, error, won = trial.compare(champion, old, range(900_000_000, 900_000_000 + 2 * deals), enough=9.0)
    print(f"against the start: {won:.1%} of games (fair {1 / seats:.1%}), advantage {mean:+.4f} ±{error:.4f}")
    return best


def save(name: str, best: dict[str, int]) -> None:
    """Write what differs from the default, and from what all numbers of seats have, into the file."""
    text = FILE.read_text("utf-8")
    tables = tomllib.loads(text)
    beneath = tables["default"] | (tables.get(name.rpartition("-")[0], {}))
    head = "\n".join(text.split(f"\n[{name}]\n")[0].rstrip().splitlines()) + "\n"
    rest = text.split(f"\n[{name}]\n")[1:] and "\n[" + text.split(f"\n[{name}]\n")[1].partition("\n[")[2]
    lines = [f"{key} = {value}" for key, value in best.items() if value != beneath[key]]
    text = head + (rest if rest and rest != "\n[" else "")
    FILE.write_text(text.rstrip() + f"\n\n[{name}]\n" + "\n".join(lines) + "\n", "utf-8")


def main() -> int:
    """Tune and save."""
    parser = argparse.ArgumentParser(description="Tune the planner by self-play.")
    parser.add_argument("--variant", default="usa")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--deals", type=int, default=200, help="deals of a comparison")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0, help="end after so many minutes even if steps are left")
    parser.add_argument("--name", help="the table to write, by default VARIANT-SEATS")
    parser.add_argument("--dry", action="store_true", help="tell, and write nothing")
    wanted = parser.parse_args()
    best = tune(wanted.variant, wanted.seats, wanted.steps, wanted.deals, wanted.seed, wanted.minutes)
    if wanted.dry:
        print(best)
    else:
        save(wanted.name or f"{wanted.variant}-{wanted.seats}", best)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
