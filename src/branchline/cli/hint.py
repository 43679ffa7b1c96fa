"""``branchline hint``: what a seat could do now, what that is worth, and why."""

from __future__ import annotations

import json
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import msgspec

from branchline.analysis import Advice, advise
from branchline.analysis.advice import WORLDS
from branchline.analysis.report import Teller, advice_rows, guess_lines
from branchline.cli.common import Arguments, CommandError, Context, number, read_text
from branchline.cli.replay import pick
from branchline.cli.selfplay import MOST_JOBS, cores
from branchline.game.game import Game

FORMS = ("text", "json")
MOST_WORLDS = 100_000


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``hint``."""
    arguments.add("file", message="analysis.hint_file", nargs="?", metavar="FILE")
    arguments.add("--game", message="cli.game_help", default="1", metavar="N")
    arguments.add("--upto", message="analysis.hint_upto", metavar="N")
    arguments.add("--seat", message="analysis.hint_seat", metavar="N")
    add_weighing(arguments, WORLDS)


def add_weighing(arguments: Arguments, worlds: int) -> None:
    """How moves are weighed and told."""
    arguments.add("--worlds", message="analysis.worlds_help", default=str(worlds), metavar="N")
    arguments.add("--jobs", message="cli.jobs_help", metavar="N")
    arguments.add("--as", message="analysis.form_help", dest="form", default="text", metavar="|".join(FORMS))


def read_weighing(found: Namespace) -> tuple[int, int]:
    """Worlds and threads."""
    if found.form not in FORMS:
        raise CommandError("cli.unknown_form", {"value": found.form, "possible": ", ".join(FORMS)})
    jobs = number(found.jobs, "--jobs", 1, MOST_JOBS) if found.jobs else cores()
    return number(found.worlds, "--worlds", 8, MOST_WORLDS), jobs


def run(found: Namespace, context: Context) -> int:
    """Read, weigh, tell."""
    worlds, jobs = read_weighing(found)
    if found.file is None:
        raise CommandError("cli.which_record")
    game = read_game(found)
    seat = who_decides(game, found.seat)
    with ThreadPoolExecutor(jobs) as pool:
        advice = advise(game.view(seat), Random(0), worlds, pool.map)
    if found.form == "json":
        context.write(msgspec.json.format(msgspec.json.encode(advice)).decode())
    else:
        context.write(*advice_text(advice, game, worlds, context))
    return 0


def read_game(found: Namespace) -> Game:
    """The game of a file: a position, or a record as far as it is wanted."""
    content = read_text(found.file)
    if (position := position_of(content)) is not None:
        return Game.from_position(position)
    record, _ = pick(content, number(found.game, "--game", 1, 10**9), found.file)
    upto = None if found.upto is None else number(found.upto, "--upto", 0, len(record.moves))
    return Game.replay(record, upto)


def position_of(content: str) -> dict[str, Any] | None:
    """The position that a text holds, if it is none of records."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) and str(data.get("format")).startswith("branchline-position") else None


def who_decides(game: Game, typed: str | None) -> int:
    """The seat whose decision it is."""
    if not game.waiting:
        raise CommandError("analysis.no_decision")
    if typed is None:
        return game.waiting[0]
    seat = number(typed, "--seat", 1, game.seats) - 1
    if seat not in game.waiting:
        possible = ", ".join(str(it + 1) for it in game.waiting)
        raise CommandError("analysis.not_waiting", {"value": typed, "possible": possible})
    return seat


def advice_text(advice: Advice, game: Game, worlds: int, context: Context) -> list[str]:
    """The hint for a terminal."""
    t = context.terminal
    teller = Teller(game.variant, context.lang, game.names)
    lines = [t.heading(teller.say("hint_title", name=teller.names.seat(advice.seat)))]
    lines += [*t.table(advice_rows(advice, teller), "wrrrw"), ""]
    lines += [t.paint(line, "hint") for line in t.wrap(teller.say("hint_how", worlds=worlds))]
    if guesses := guess_lines(advice, teller):
        lines += ["", t.paint(teller.say("guesses_title"), "title")]
        lines += [line for guess in guesses for line in t.wrap(guess, "  ", "  ")]
    return lines
