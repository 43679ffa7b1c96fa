"""``branchline arena``: bots against bots on the same deals with every seating, and how strong that shows them."""

from __future__ import annotations

import secrets
from argparse import Namespace
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import msgspec

from branchline import __version__, bots
from branchline.arena import Block, Ledger, Plan, Sprt, Summary, play, summarise
from branchline.arena.crews import Cluster, Crew
from branchline.arena.machine import commit, machine
from branchline.arena.page import page
from branchline.arena.report import heading, sentences, sheets
from branchline.arena.summary import pair_scores
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
from branchline.cli.selfplay import MOST_JOBS, cores
from branchline.cli.terminal import Progress
from branchline.game.variants import variants

MOST_GAMES = 10_000_000
DEFAULT_BOTS = ("racer", "greedy", "wary")


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``arena``."""
    arguments.add("--bots", message="cli.arena_bots_help", nargs="+", metavar="BOT", default=list(DEFAULT_BOTS))
    arguments.add("--list", message="cli.arena_list_help", action="store_true")
    arguments.add("--variant", message="cli.variant_help", metavar="VARIANT", default="")
    arguments.add("--seats", message="cli.seats_help", default="2", metavar="N")
    arguments.add("--games", message="cli.arena_games_help", default="100", metavar="N")
    arguments.add("--jobs", message="cli.jobs_help", metavar="N")
    arguments.add("--ray", message="arena.ray_help", metavar="ADDRESS")
    add_seed_and_options(arguments)
    arguments.add("--limit", message="cli.limit_help", default="10s", metavar="TIME")
    arguments.add("--sprt", message="cli.sprt_help", metavar="ELO,ELO")
    arguments.add("--out", message="cli.arena_out_help", metavar="FILE")
    arguments.add("--json", message="cli.json_help", metavar="FILE")
    arguments.add("--html", message="cli.html_help", metavar="FILE")


def run(found: Namespace, context: Context) -> int:
    """Play, add up, report."""
    if found.list:
        context.write(*list_bots(context))
        return 0
    variant = find_variant(found.variant or variants()[0])
    seats = variant.check_seats(number(found.seats, "--seats", *variant.seats))
    games = number(found.games, "--games", 1, MOST_GAMES)
    jobs = number(found.jobs, "--jobs", 1, MOST_JOBS) if found.jobs else cores()
    limit = float(bots.Parameter("--limit", "time", 10.0, 0.001, 86400).read(found.limit))
    names = [name for text in found.bots for name in bots.split(text)]
    seed = found.seed or str(secrets.randbelow(10**9))
    plan = Plan.make(names, variant, seats, games, seed, read_options(found.options), limit)
    sprt = read_sprt(found.sprt, plan) if found.sprt else None
    for path in (found.json, found.html):
        if path:
            write(path, "")  # better to learn now than after an hour that it can't be written
    crew = partial(Cluster, found.ray) if found.ray else None
    blocks = play_all(plan, jobs, sprt, found.out, context, crew)
    summary = summarise(plan, blocks, sprt)
    context.write(*text(summary, context))
    if found.json:
        write(found.json, as_json(summary))
    if found.html:
        write(found.html, page(summary, context.lang, made_with(context)))
    for path in (found.out, found.json, found.html):
        if path:
            context.write(context.say("cli.arena_written", file=path))
    return 0


def read_sprt(typed: str, plan: Plan) -> Sprt:
    """The two differences of a sequential test."""
    if len(plan.bots) != 2:
        raise CommandError("arena.sprt_bots", {"number": len(plan.bots)})
    try:
        low, high = (float(part) for part in typed.split(","))
    except ValueError:
        low, high = 0.0, 0.0
    if not -1000 < low < high < 1000:
        raise CommandError("arena.sprt_form", {"value": typed})
    return Sprt(low, high)


def play_all(
    plan: Plan, jobs: int, sprt: Sprt | None, out: str | None, context: Context, crew: Callable[[], Crew] | None = None
) -> list[Block]:
    """The blocks: those that a ledger has, and those that are played now."""
    blocks: list[Block] = []
    progress = Progress(len(plan.blocks) * plan.seats, plan.resolve().name(context.lang))

    scores: list[float] = []

    def decided(block: Block) -> bool:
        if sprt is None:
            return False
        scores.extend(pair_scores([block], 0, 1)[0])
        return sprt.verdict(scores) != "open"

    with ExitStack() as stack:
        ledger = stack.enter_context(open_ledger(out, plan)) if out else None
        stack.callback(progress.close)
        blocks += ledger.blocks if ledger else []
        done = ledger.done if ledger else set()
        if any([decided(block) for block in blocks][-1:]):
            return blocks
        for block in play(plan, jobs, done, decided, crew):
            blocks.append(block)
            if ledger:
                ledger.add(block)
            progress.show(len(blocks) * plan.seats)
    return blocks


def open_ledger(path: str, plan: Plan) -> Ledger:
    """The file of blocks."""
    try:
        return Ledger(path, plan)
    except UnicodeDecodeError:
        raise CommandError("cli.not_text", {"value": path}) from None
    except OSError as error:
        raise CommandError("cli.cannot_write", {"value": path, "why": why(error)}) from None


def write(path: str, text: str) -> None:
    """Write a file."""
    try:
        Path(path).write_text(text, "utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise CommandError("cli.cannot_write", {"value": path, "why": why(error)}) from None


def text(summary: Summary, context: Context) -> list[str]:
    """The report for a terminal."""
    t = context.terminal
    lines = [t.heading(heading(summary, context.lang))]
    for sentence in sentences(summary, context.lang):
        lines += t.wrap(sentence)
    for sheet in sheets(summary, context.lang):
        lines += ["", t.paint(sheet.title, "title"), *t.table(sheet.rows, sheet.align)]
    if summary.troubles:
        lines += ["", t.paint(context.say("arena.troubles_title"), "title")]
        lines += [line for trouble in summary.troubles for line in t.wrap(trouble)]
    return [*lines, "", t.paint(made_with(context), "hint")]


def made_with(context: Context) -> str:
    """With what the figures were made."""
    return context.say("arena.made_with", version=f"Branchline {__version__}", commit=commit(), machine=machine())


def as_json(summary: Summary) -> str:
    """The report as data."""
    data = {"format": "branchline-arena-report/1", "version": __version__, "commit": commit(), "machine": machine()}
    return msgspec.json.format(msgspec.json.encode(data | {"summary": msgspec.to_builtins(summary)})).decode() + "\n"


def list_bots(context: Context) -> list[str]:
    """The bots there are, with their parameters."""
    t = context.terminal
    lines: list[str] = []
    for name in bots.names():
        found = bots.entry(name)
        lines += [t.paint(name, "bold"), *t.wrap(found.about(context.lang), "  ", "  ")]
        for parameter in found.parameters:
            default = "" if parameter.kind == "text" else f" [{parameter.write(parameter.default)}]"
            lines += t.wrap(f"{parameter.name}{default}: {parameter.about(context.lang)}", "      ", "    ")
    return lines
