"""
Counts the trees of ``*.toml`` again and compares; ``make perft``.

::

    python tests/perft/check.py                  every stored count, and again in lockstep with the second engine
    python tests/perft/check.py --most 10000000  in lockstep too where that takes minutes
    python tests/perft/check.py --write          count anew what the files ask for and write it down

A file holds ``[[position]]`` tables: ``id``, ``about``, where to start (``new`` or ``position``, then ``moves``),
``counts`` for depth 1, 2, … and ``agreed``: the depth up to which both engines counted them in lockstep when they were
written down. Deeper counts only guard against change. ``tree`` holds the numbers of the whole tree with every card that
chance could deal, the same in both engines. ``order`` guards the order of the legal list, which seeded players need.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import tomllib
from hashlib import blake2b
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent / "src")]

import branchline as bl  # noqa: E402
from branchline.game.perft import perft  # noqa: E402
from perft.walk import agreed_count, agreed_split, asking, second_engine, second_tree, split, texts, tree  # noqa: E402

Data = dict[str, Any]
SHOWN = 10
"""So many moves from each end of a legal list are written down."""


def files() -> list[Path]:
    """The files with counts."""
    return sorted(HERE.glob("*.toml"))


def load(path: Path) -> list[Data]:
    """The positions of a file."""
    positions: list[Data] = tomllib.loads(path.read_text())["position"]
    return positions


def all_positions() -> dict[str, Data]:
    """The positions of all files by id."""
    return {entry["id"]: entry for path in files() for entry in load(path)}


def game_of(entry: Data) -> bl.Game:
    """The game at a position."""
    if "new" in entry:
        game = bl.Game.new(**entry["new"])
    else:
        game = bl.Game.from_position(entry["position"])
    for move in entry.get("moves", ()):
        game.play(move, game.engine.cur)
    return game


def order(game: bl.Game) -> Data:
    """The order of the legal list: how many, the first, the last, and a hash of all."""
    moves = texts(game)
    out: Data = {"number": len(moves), "first": moves[:SHOWN]}
    if len(moves) > SHOWN:
        out["last"] = moves[-SHOWN:]
    return {**out, "hash": blake2b("\n".join(moves).encode(), digest_size=8).hexdigest()}


def check_count(entry: Data, depth: int) -> None:
    """A count of the package; AssertionError with the split by first move."""
    expected = entry["counts"][depth - 1]
    game = game_of(entry)
    got = perft(game.engine, depth)
    assert got == expected, told(entry, depth, f"{got} sequences, not {expected}", split(game, depth))


def check_agreed(entry: Data, depth: int) -> None:
    """The same count in lockstep with the second engine; AssertionError with the split by first move."""
    expected = entry["counts"][depth - 1]
    game = game_of(entry)
    try:
        got = agreed_count(game, second_engine(game), depth)
    except AssertionError as difference:
        raise AssertionError(told(entry, depth, str(difference), agreed_split(game, depth))) from difference
    assert got == expected, told(entry, depth, f"{got} sequences, not {expected}", agreed_split(game, depth))


def check_tree(entry: Data) -> None:
    """The whole tree with chance, by each engine alone."""
    expected = {key: number for key, number in entry["tree"].items() if key != "depth"}
    game = game_of(entry)
    here, there = tree(game, entry["tree"]["depth"]), second_tree(asking(game), entry["tree"]["depth"])
    assert dict(here) == dict(there), f"{entry['id']}: tree {dict(here)}, in the second engine {dict(there)}"
    assert dict(here) == expected, f"{entry['id']}: tree {dict(here)}, not {expected}"


def told(entry: Data, depth: int, what: str, parts: Data) -> str:
    """A failure, with the count of each first move."""
    lines = [f"{move:50} {count}" for move, count in parts.items()]
    return f"{entry['id']}, depth {depth}: {what}\n" + "\n".join(lines)


# ---------------------------------------------------------------- writing
def recount(entry: Data) -> Data:
    """The same entry with its numbers counted anew; ``counts`` says how deep."""
    game = game_of(entry)
    depth = len(entry["counts"])
    counts = [perft(game.engine, deep) for deep in range(1, depth + 1)]
    for deep in range(1, entry["agreed"] + 1):
        check_agreed({**entry, "counts": counts}, deep)
    new = {**entry, "counts": counts}
    if "tree" in entry:
        deep = entry["tree"]["depth"]
        found = tree(game, deep)
        assert found == second_tree(asking(game), deep)
        new["tree"] = {"depth": deep, **{key: found[key] for key in ("decisions", "moves", "outcomes", "ends")}}
        new["tree"] = {key: number for key, number in new["tree"].items() if number}
    return {**new, "order": order(game)}


def toml(value: Any) -> str:
    """A value as inline TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key(name)} = {toml(one)}" for name, one in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def key(name: str) -> str:
    """A TOML key."""
    return name if all(c.isalnum() or c in "_-" for c in name) else json.dumps(name)


def write(path: Path) -> None:
    """A file with its numbers counted anew, comments at its head kept."""
    head = [line for line in path.read_text().split("\n[[position]]")[0].split("\n") if line.startswith("#")]
    lines = [*head, ""]
    for entry in map(recount, load(path)):
        position = entry.pop("position", None)
        lines.append("[[position]]")
        lines += [f"{name} = {toml(value)}" for name, value in entry.items() if name not in ("order", "moves")]
        if "moves" in entry:
            lines.append(f"moves = {toml(entry['moves'])}")
        if position:
            lines += [f"position.{name} = {rows(value)}" for name, value in position.items()]
        lines += [f"order.{name} = {rows(value)}" for name, value in entry["order"].items()]
        lines.append("")
    path.write_text("\n".join(lines))


def rows(value: Any) -> str:
    """A value as TOML, a list of tables or texts with one row each if it is long."""
    if isinstance(value, list) and len(toml(value)) > 80:
        return "[\n" + "".join(f"  {toml(one)},\n" for one in value) + "]"
    return toml(value)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Counts the stored trees again.")
    parser.add_argument("--write", action="store_true", help="count anew and write the files")
    parser.add_argument("--only", default="", help="only positions whose id starts with this")
    parser.add_argument("--most", type=int, default=400_000, help="no more sequences in lockstep (default: 400000)")
    chosen = parser.parse_args()
    if chosen.write:
        for path in files():
            write(path)
        return 0
    wrong = 0
    for id, entry in all_positions().items():
        if not id.startswith(chosen.only):
            continue
        begun = time.perf_counter()
        try:
            lockstep = check(entry, chosen.most)
        except AssertionError as error:
            wrong += 1
            print(error, file=sys.stderr)
            continue
        said = f"agreed to depth {lockstep}{' and with all chance' if 'tree' in entry else ''}"
        print(f"{id:30} {' '.join(map(str, entry['counts'])):32} {said}, {time.perf_counter() - begun:.1f} s")
    for variant in missing():
        wrong += 1
        print(f"MISSING: no count of {variant}", file=sys.stderr)
    if wrong:
        print(f"{wrong} positions are not as they should be", file=sys.stderr)
    return 1 if wrong else 0


def check(entry: Data, most: int) -> int:
    """Everything about a position; the depth to which it was counted in lockstep."""
    assert order(game_of(entry)) == entry["order"], f"{entry['id']}: the order of the legal list is another one"
    lockstep = 0
    for depth, count in enumerate(entry["counts"], 1):
        check_count(entry, depth)
        if depth <= entry["agreed"] and count <= most:
            check_agreed(entry, depth)
            lockstep = depth
    if "tree" in entry:
        check_tree(entry)
    return lockstep


def missing() -> list[str]:
    """The games of the package of which no tree is counted."""
    counted = {game_of(entry).variant.id for entry in all_positions().values()}
    return [variant for variant in bl.variants() if variant not in counted]


if __name__ == "__main__":
    sys.exit(main())
