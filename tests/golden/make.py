"""
Makes the golden games: plays the plan again, or looks for a new one.

::

    python tests/golden/make.py                     play plan.toml and starts/ again and write the records
    python tests/golden/make.py --show              which game shows what, and what is missing
    python tests/golden/make.py --search 400        look for the shortest games that show what is missing, 400 a table

As long as the rules stay the same, playing again writes the same files. Files that no plan names are left alone: any
record may be dropped into the folder of its variant.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent / "src")]

import branchline as bl  # noqa: E402
from golden.movers import MOVERS, Dice  # noqa: E402
from golden.watch import Watcher, required, what_it_shows, what_matters  # noqa: E402

Data = dict[str, Any]
PLAN, STARTS, TABLE = HERE / "plan.toml", HERE / "starts", HERE / "coverage.toml"
VARIANTS = ("usa", "europe", "london", "world", "great_lakes", "mini")
LONGEST_GAME = 500
"""Decisions; longer games are no use to a reader."""
NAMES = ("Ann", "Bo", "千尋", "怡君", "Zoë")


def begin(plan: Data) -> tuple[bl.Game, Watcher]:
    """The game of a plan at its start, with the moves that the plan names played."""
    if "position" in plan:
        game = bl.Game.from_position(plan["position"], plan.get("names", ()))
    else:
        game = bl.Game.new(
            plan["variant"],
            plan["seats"],
            plan["seed"],
            plan.get("options"),
            plan.get("first_seat", 0),
            plan.get("names", ()),
        )
    watcher = Watcher(game)
    for move in plan.get("moves", ()):
        watcher.before(game)
        game.play(move)
        watcher.after(game)
    return game, watcher


def play(plan: Data) -> tuple[bl.Game, set[str]]:
    """Play a plan to the end; the game and what it shows."""
    game, watcher = begin(plan)
    dice = plan.get("seed", 0)
    names = plan.get("movers") or ["taster"] * game.seats
    movers = [MOVERS[name](Dice(name, seat, dice)) for seat, name in enumerate(names)]
    while not game.is_over and len(game.moves) < LONGEST_GAME:
        seat = game.to_move
        assert seat is not None
        move = movers[seat].choose(game, seat)
        watcher.before(game)
        game.play(move, seat)
        watcher.after(game)
    return game, watcher.shown | what_matters(game.record())


# ---------------------------------------------------------------- what there is
def table() -> Data:
    """``coverage.toml``."""
    return tomllib.loads(TABLE.read_text())


def plans() -> dict[str, Data]:
    """All plans by ``variant/name``: the starts written by hand, then what the search found."""
    out = {}
    for path in sorted(STARTS.glob("*/*.json")):
        out[f"{path.parent.name}/{path.stem}"] = json.loads(path.read_text())
    for plan in tomllib.loads(PLAN.read_text()).get("game", ()) if PLAN.exists() else ():
        out[f"{plan['variant']}/{plan['name']}"] = plan
    return out


def records() -> dict[str, bl.Record]:
    """All records by ``variant/name``."""
    return {
        f"{path.parent.name}/{path.stem}": bl.Record.from_text(path.read_text())
        for path in sorted(HERE.glob("*/*.txt"))
    }


def write_all() -> None:
    """Play every plan again."""
    wanted = plans()
    for name, plan in wanted.items():
        game, _ = play(plan)
        path = HERE / f"{name}.txt"
        path.parent.mkdir(exist_ok=True)
        text = game.record().to_text()
        if not path.exists() or path.read_text() != text:
            print(f"{'changed' if path.exists() else 'new'}: {name}")
            path.write_text(text)
    for name in records():
        if name not in wanted:
            print(f"not in the plan, left alone: {name}")
    show_missing()


def show_missing(*, everything: bool = False) -> bool:
    """Say what no game shows; whether there is such a thing."""
    found: dict[str, dict[str, list[str]]] = {variant: {} for variant in VARIANTS}
    for name, record in records().items():
        variant, _, short = name.partition("/")
        for id in what_it_shows(record):
            found[variant].setdefault(id, []).append(short)
    missing = False
    for variant in VARIANTS:
        for id, what in required(table(), bl.variant(variant)).items():
            if id not in found[variant]:
                missing = True
                print(f"MISSING in {variant}: {id} ({what})")
            elif everything:
                print(f"{variant:12} {id:34} {', '.join(found[variant][id][:4])}")
    return missing


# ---------------------------------------------------------------- the search
def candidates(variant: str, number: int) -> Iterator[Data]:
    """Plans to try, for every number of seats."""
    low, high = bl.variant(variant).seats
    seeds = {seats: [*range(1, number + 1), *odd_deals(variant, seats)] for seats in range(low, high + 1)}
    for seats, numbers in seeds.items():
        for seed in numbers:
            dice = Dice("plan", variant, seats, seed)
            plan: Data = {"variant": variant, "seats": seats, "seed": seed}
            plan["movers"] = [dice.pick(tuple(MOVERS)) for _ in range(seats)]
            if dice.chance(30):
                plan["movers"] = ["taster"] * seats
            if dice.chance(15):
                plan["movers"] = [dice.pick(("hoarder", "hunter"))] * seats
            if dice.chance(25):
                plan["first_seat"] = dice.below(seats)
            if dice.chance(10):
                plan["names"] = list(NAMES[:seats])
            if dice.chance(50):
                plan["options"] = some_options(variant, dice)
            yield plan


def odd_deals(variant: str, seats: int) -> list[int]:
    """Seeds whose first row had to be dealt anew (SETUP-4)."""
    found = []
    for seed in range(1000, 3000):
        if any(deck["discard"] for deck in bl.Game.new(variant, seats, seed).position()["decks"].values()):
            found.append(seed)
            if len(found) == 5:
                break
    return found


def some_options(variant: str, dice: Dice) -> Data:
    """One or two options at values that are not the default."""
    options = bl.variant(variant).options
    out: Data = {}
    for option in {dice.pick(options), dice.pick(options)} if dice.chance(30) else {dice.pick(options)}:
        if option.is_number:
            out[option.id] = dice.pick((5, 12, 30)) if option.default_is_none else dice.pick((0, 1))
        else:
            out[option.id] = dice.pick([value for value in option.values if value != option.default])
    return dict(sorted(out.items()))


def search(variant: str, number: int) -> list[Data]:
    """The shortest games that show what the starts of this variant do not."""
    needed = set(required(table(), bl.variant(variant)))
    for name, plan in plans().items():
        if name.startswith(f"{variant}/") and "position" in plan:
            needed -= play(plan)[1]
    for name, record in records().items():
        if name.startswith(f"{variant}/") and name not in plans():
            needed -= what_it_shows(record)
    found: list[tuple[Data, int, set[str]]] = []
    for plan in candidates(variant, number):
        game, shown = play(plan)
        if game.is_over:
            found.append((plan, len(game.record().to_text()), shown & needed))
    common = Counter(id for _, _, shown in found for id in shown)
    print(f"{variant}: {len(found)} games; never: {', '.join(sorted(needed - set(common))) or 'nothing'}")
    print(f"   rare: {', '.join(f'{id} {n}' for id, n in common.most_common()[:-25:-1])}")
    chosen = pruned(cover(found))
    return [named(plan, shown, chosen, common) for plan, _, shown in chosen]


def cover(found: list[tuple[Data, int, set[str]]]) -> list[tuple[Data, int, set[str]]]:
    """Games that together show all that any shows, always the one that is shortest for what it adds."""
    left = set().union(*(shown for _, _, shown in found)) if found else set()
    chosen = []
    while left:
        best = min((game for game in found if game[2] & left), key=lambda game: game[1] / len(game[2] & left))
        chosen.append(best)
        left -= best[2]
    return chosen


def pruned(chosen: list[tuple[Data, int, set[str]]]) -> list[tuple[Data, int, set[str]]]:
    """Without the games that the others make needless, longest first."""
    for game in sorted(chosen, key=lambda game: -game[1]):
        others = [other for other in chosen if other is not game]
        if game[2] <= set().union(*(shown for _, _, shown in others)):
            chosen = others
    return chosen


def named(plan: Data, shown: set[str], chosen: list[tuple[Data, int, set[str]]], common: Counter[str]) -> Data:
    """A plan named after the rarest thing that it alone shows."""
    others = set().union(*(other[2] for other in chosen if other[0] is not plan))
    rarest = min(shown - others, key=lambda id: (common[id], id))
    return {"variant": plan["variant"], "name": rarest.replace("=", "-"), **plan}


def write_plan(games: list[Data]) -> None:
    """``plan.toml``, one table a game."""
    lines = ["# Made by `make.py --search`: the shortest games found that show what coverage.toml asks for.", ""]
    for plan in games:
        lines.append("[[game]]")
        for key, value in plan.items():
            if isinstance(value, dict):
                value = "{ " + ", ".join(f"{name} = {json.dumps(word)}" for name, word in value.items()) + " }"
                lines.append(f"{key} = {value}")
            else:
                lines.append(f"{key} = {json.dumps(value, ensure_ascii=False)}")
        lines.append("")
    PLAN.write_text("\n".join(lines))


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Plays the golden games again, or looks for new ones.")
    parser.add_argument("--search", type=int, metavar="GAMES", help="look for new games, so many a table")
    parser.add_argument("--only", choices=VARIANTS, action="append", help="search only these variants")
    parser.add_argument("--show", action="store_true", help="say which game shows what")
    chosen = parser.parse_args()
    if chosen.show:
        return int(show_missing(everything=True))
    if chosen.search:
        games = []
        old = [plan for plan in plans().values() if "position" not in plan]
        for variant in VARIANTS:
            if chosen.only and variant not in chosen.only:
                games += [plan for plan in old if plan["variant"] == variant]
            else:
                games += search(variant, chosen.search)
        kept = {f"{plan['variant']}/{plan['name']}" for plan in games}
        for plan in old:
            if (name := f"{plan['variant']}/{plan['name']}") not in kept:
                (HERE / f"{name}.txt").unlink(missing_ok=True)
        write_plan(games)
    write_all()
    return 0


if __name__ == "__main__":
    sys.exit(main())
