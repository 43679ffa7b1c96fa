"""``branchline bench``: how fast the games run on this machine."""

from __future__ import annotations

import platform
import time
from argparse import Namespace

from branchline.cli.common import Arguments, Context, find_variant, number
from branchline.game.game import Game
from branchline.game.perft import COMPILED
from branchline.game.variants import Variant, variants

SEATS = 2


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``bench``."""
    arguments.add("variant", message="cli.bench_variant_help", nargs="*", metavar="VARIANT")
    arguments.add("--milliseconds", message="cli.milliseconds_help", default="500", metavar="N")


def run(found: Namespace, context: Context) -> int:
    """Measure each game for a while, and tell."""
    say = context.say
    limit = number(found.milliseconds, "--milliseconds", 1, 600_000) / 1000
    chosen = [find_variant(text) for text in found.variant or variants()]
    build = say("cli.compiled" if COMPILED else "cli.uncompiled")
    context.write(context.terminal.heading(say("cli.bench_title")))
    context.write(say("cli.bench_build", build=build, python=platform.python_version()), "")
    head = ["name", "games_a_second", "decisions_a_second", "microseconds"]
    rows = [[say(f"cli.column_{column}") for column in head]]
    for it in chosen:
        games, decisions, seconds = measure(it, limit)
        rows.append([it.name(context.lang), f"{games / seconds:,.0f}", f"{decisions / seconds:,.0f}"])
        rows[-1].append(f"{1e6 * seconds / decisions:.2f}")
    context.write(*context.terminal.table(rows, "lrrr"), "", *context.terminal.wrap(say("cli.bench_more")))
    return 0


def measure(it: Variant, limit: float) -> tuple[int, int, float]:
    """Random games for some seconds: games, decisions, seconds."""
    start = Game.new(it, SEATS, seed=0)
    engine = start.engine.copy()
    games = decisions = 0
    began = time.perf_counter()
    while games == 0 or time.perf_counter() - began < limit:
        engine.copy_from(start.engine)
        engine.seed(games)
        engine.play_out(games)
        games += 1
        decisions += engine.decisions
    return games, decisions, time.perf_counter() - began
