"""``branchline perft``: counts the tree of moves, for comparing engines and releases."""

from __future__ import annotations

import time
import tomllib
from argparse import Namespace
from pathlib import Path
from typing import Any

from branchline.cli.common import (
    Arguments,
    CommandError,
    Context,
    add_seed_and_options,
    find_variant,
    number,
    read_options,
    read_text,
)
from branchline.game.game import Game
from branchline.game.perft import divide, perft

STORED = "tests/perft"
"""Where the repository keeps its counts."""
DIFFERENT = 1


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``perft``."""
    arguments.add("variant", message="cli.variant_help", nargs="?", metavar="VARIANT")
    arguments.add("--depth", message="cli.depth_help", default="4", metavar="N")
    arguments.add("--seats", message="cli.seats_help", default="2", metavar="N")
    add_seed_and_options(arguments)
    arguments.add("--divide", message="cli.divide_help", action="store_true")
    arguments.add("--check", message="cli.perft_check_help", nargs="?", const=STORED, metavar="FILE")


def run(found: Namespace, context: Context) -> int:
    """Count, or compare with stored counts."""
    if found.check is not None:
        return compare(found.check, context)
    variant = find_variant(found.variant)
    seats = number(found.seats, "--seats", *variant.seats)
    depth = number(found.depth, "--depth", 1, 100)
    game = Game.new(variant, seats, read_seed(found.seed), read_options(found.options))
    if found.divide:
        counts = divide(game.engine, depth)
        legal = game.legal()
        moves = dict(zip(legal.codes, map(str, legal), strict=True))
        context.write(*(f"{n:>14,}  {moves[code]}" for code, n in counts.items()))
        context.write(f"{sum(counts.values()):>14,}  {context.say('cli.perft_total')}")
        return 0
    rows = [[context.say(f"cli.column_{column}") for column in ("depth", "sequences", "seconds")]]
    for to in range(1, depth + 1):
        began = time.perf_counter()
        count = perft(game.engine, to)
        rows.append([str(to), f"{count:,}", f"{time.perf_counter() - began:.2f}"])
    context.write(*context.terminal.table(rows, "rrr"))
    return 0


def read_seed(text: str | None) -> int | str:
    """A seed: digits are a number, so that they mean the same as in Python."""
    if text is None:
        return 0
    return int(text) if text.isascii() and text.isdigit() else text


def compare(path: str, context: Context) -> int:
    """
    Compare with stored counts: the ``[[position]]`` tables of a file, or of all files of a folder. Each has an ``id``,
    ``new`` (as for ``Game.new``) or ``position``, perhaps ``moves`` to play first, and ``counts`` for depth 1, 2, …
    """
    files = sorted(map(str, Path(path).glob("*.toml"))) if Path(path).is_dir() else [path]
    if not files:
        raise CommandError("cli.no_counts", {"value": path})
    wrong = 0
    for file in files:
        for entry in read_entries(file):
            game, counts = stored(entry, file)
            found = [perft(game.engine, depth + 1) for depth in range(len(counts))]
            wrong += found != counts
            verdict = "cli.counts_agree" if found == counts else "cli.counts_differ"
            context.write(context.say(verdict, name=entry["id"], found=found, stored=counts))
    return DIFFERENT if wrong else 0


def read_entries(file: str) -> list[dict[str, Any]]:
    """The tables of a file."""
    try:
        entries = tomllib.loads(read_text(file)).get("position", [])
    except tomllib.TOMLDecodeError as error:
        raise CommandError("cli.cannot_read", {"value": file, "why": str(error)}) from None
    if not entries or not isinstance(entries, list):
        raise CommandError("cli.no_counts", {"value": file})
    return entries


def stored(entry: dict[str, Any], file: str) -> tuple[Game, list[int]]:
    """The game at a stored position, and its counts."""
    try:
        name, counts = entry["id"], list(entry["counts"])
        game = Game.new(**entry["new"]) if "new" in entry else Game.from_position(entry["position"])
        for move in entry.get("moves", ()):
            game.play(move, game.engine.cur)
    except (KeyError, TypeError, AttributeError) as error:
        name = entry.get("id", "?") if isinstance(entry, dict) else "?"
        raise CommandError("cli.bad_counts", {"value": file, "name": name, "why": str(error)}) from None
    return game, counts
