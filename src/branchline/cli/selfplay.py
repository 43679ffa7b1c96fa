"""``branchline selfplay``: many games between random movers, on all cores, and what they add up to."""

from __future__ import annotations

import os
import secrets
import signal
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import TextIO

from branchline.cli.common import (
    Arguments,
    CommandError,
    Context,
    add_seed_and_options,
    find_variant,
    number,
    read_options,
    why,
)
from branchline.cli.tally import Match, Spread, Tally, play_block
from branchline.cli.terminal import Progress
from branchline.game.narrate import Names
from branchline.game.telling import HOW

MOST_GAMES, MOST_JOBS = 1_000_000_000, 1024
BLOCKS_A_JOB = 40
SMALL = 200
"""So few games are played here and now: starting other processes would take longer."""


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``selfplay``."""
    arguments.add("variant", message="cli.variant_help", nargs="?", metavar="VARIANT")
    arguments.add("--seats", message="cli.seats_help", default="2", metavar="N")
    arguments.add("--games", message="cli.games_help", default="1000", metavar="N")
    arguments.add("--jobs", message="cli.jobs_help", metavar="N")
    add_seed_and_options(arguments)
    arguments.add("--out", message="cli.out_help", metavar="FILE")


def run(found: Namespace, context: Context) -> int:
    """Play, count, tell."""
    variant = find_variant(found.variant)
    seats = variant.check_seats(number(found.seats, "--seats", *variant.seats))
    games = number(found.games, "--games", 1, MOST_GAMES)
    jobs = number(found.jobs, "--jobs", 1, MOST_JOBS) if found.jobs else cores()
    options = read_options(found.options)
    variant.with_options(options)
    seed = found.seed or str(secrets.randbelow(10**9))
    match = Match(variant, seats, seed, options, record=found.out is not None)
    tally = Tally(seats)
    progress = Progress(games, variant.name(context.lang))
    began = time.perf_counter()
    with ExitStack() as stack:
        out = stack.enter_context(open_out(found.out)) if found.out else None
        stack.callback(progress.close)
        for block, lines in play_blocks(match, games, jobs):
            tally.merge(block)
            if out:
                write_lines(out, lines, found.out)
            progress.show(tally.games)
    seconds = time.perf_counter() - began
    context.write(*report(tally, match, context))
    context.write(context.say("cli.speed", speed=round(games / seconds), seconds=f"{seconds:.1f}"))
    if out:
        context.write(context.say("cli.written", number=games, file=found.out))
    return 0


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def open_out(path: str) -> TextIO:
    """The file for the records."""
    try:
        return open(path, "w", encoding="utf-8", newline="\n")  # noqa: PTH123
    except (OSError, ValueError) as error:
        raise CommandError("cli.cannot_write", {"value": path, "why": why(error)}) from None


def write_lines(out: TextIO, lines: list[str], path: str) -> None:
    """Write records; a full disk is no reason for a traceback."""
    try:
        out.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        raise CommandError("cli.cannot_write", {"value": path, "why": why(error)}) from None


def play_blocks(match: Match, games: int, jobs: int) -> Iterator[tuple[Tally, list[str]]]:
    """All games in blocks, in the order of their numbers."""
    size = max(1, min(500, -(-games // (jobs * BLOCKS_A_JOB))))
    bounds = [(first, min(first + size, games)) for first in range(0, games, size)]
    if jobs == 1 or games < SMALL:
        yield from (play_block(match, first, end) for first, end in bounds)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # Started afresh, not forked: the same on every platform, and safe beside threads.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), partial(signal.signal, signal.SIGINT, signal.SIG_IGN))
    try:
        yield from pool.map(play_block, *zip(*((match, first, end) for first, end in bounds), strict=True))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def report(tally: Tally, match: Match, context: Context) -> list[str]:
    """The tables."""
    t, say = context.terminal, context.say
    names = Names(match.variant, context.lang)
    title = say("cli.selfplay_title", variant=names.variant.name(context.lang) if names.variant else "")
    lines = [t.heading(title), say("cli.selfplay_games", games=tally.games, seats=match.seats, seed=match.seed), ""]
    shares = any(tally.shared)
    head = ["seat", "mean", "least", "most", "wins", "percent", *["shared"] * shares]
    rows = [[say(f"cli.column_{column}") for column in head]]
    for seat, spread in enumerate(tally.scores):
        rows.append([names.seat(seat), *spread_cells(spread, tally.games), str(tally.wins[seat])])
        rows[-1] += [percent(tally.wins[seat], tally.games), *[str(tally.shared[seat])] * shares]
    lines += [*t.table(rows, "l" + "r" * (len(head) - 1)), ""]
    rows = [[say(f"cli.column_{column}") for column in ("length", "mean", "least", "most")]]
    rows.append([say("cli.turns"), *spread_cells(tally.turns, tally.games)])
    rows.append([say("cli.decisions"), *spread_cells(tally.decisions, tally.games)])
    lines += [*t.table(rows, "lrrr"), ""]
    rows = [[say(f"cli.column_{column}") for column in ("ended", "games", "percent")]]
    ways = [how for how in HOW.values() if tally.ended[how]]
    rows += [[names.how(how), str(tally.ended[how]), percent(tally.ended[how], tally.games)] for how in ways]
    return [*lines, *t.table(rows, "lrr"), ""]


def spread_cells(spread: Spread, games: int) -> list[str]:
    """Mean, least and most."""
    return [f"{spread.total / games:.1f}", str(spread.least), str(spread.most)]


def percent(part: int, whole: int) -> str:
    """A share."""
    return f"{100 * part / whole:.1f} %"
