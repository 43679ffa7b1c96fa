"""``branchline review``: what each move of a game was worth, luck and decisions apart."""

from __future__ import annotations

from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor

import msgspec

from branchline import __version__
from branchline.analysis import Review, review
from branchline.analysis.report import Teller, account_rows, course, move_rows, page, swing_lines
from branchline.analysis.review import WORLDS
from branchline.cli.arena import write
from branchline.cli.common import Arguments, CommandError, Context, number, read_text
from branchline.cli.hint import add_weighing, read_weighing
from branchline.cli.palette import seat_style
from branchline.cli.replay import pick
from branchline.cli.terminal import Progress
from branchline.game.game import Game
from branchline.game.record import Record

LEVELS = "▁▂▃▄▅▆▇█"
MOST_CELLS = 72


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``review``."""
    arguments.add("file", message="cli.record_help", nargs="?", metavar="FILE")
    arguments.add("--game", message="cli.game_help", default="1", metavar="N")
    arguments.add("--seat", message="analysis.review_seat", metavar="N")
    add_weighing(arguments, WORLDS)
    arguments.add("--html", message="analysis.html_help", metavar="FILE")


def run(found: Namespace, context: Context) -> int:
    """Read, weigh, tell."""
    worlds, jobs = read_weighing(found)
    if found.file is None:
        raise CommandError("cli.which_record")
    record, _ = pick(read_text(found.file), number(found.game, "--game", 1, 10**9), found.file)
    if not record.moves:
        raise CommandError("analysis.nothing_to_review")
    seats = None if found.seat is None else (number(found.seat, "--seat", 1, record.seats) - 1,)
    game = Game.replay(record)
    if found.html:
        write(found.html, "")  # better to learn now than after a minute that it can't be written
    progress = Progress(len(record.moves), game.variant.name(context.lang))
    with ThreadPoolExecutor(jobs) as pool:
        judged = review(record, seats, worlds, pool.map, lambda done, _: progress.show(done))
    progress.close()
    teller = Teller(game.variant, context.lang, game.names)
    if found.html:
        write(found.html, page(judged, teller, f"Branchline {__version__}"))
    if found.form == "json":
        context.write(msgspec.json.format(msgspec.json.encode(judged)).decode())
    else:
        context.write(*review_text(judged, record, teller, context))
        if found.html:
            context.write(teller.say("written", file=found.html))
    return 0


def review_text(judged: Review, record: Record, teller: Teller, context: Context) -> list[str]:
    """The review for a terminal."""
    t = context.terminal
    lines = [t.heading(teller.say("review_title", variant=teller.variant.name(context.lang)))]
    lines += [*t.table(account_rows(judged, teller), "l" + "r" * 9), ""]
    lines += [t.paint(line, "hint") for line in t.wrap(teller.say("review_how", worlds=judged.worlds))]
    lines += ["", t.paint(teller.say("review_plot"), "title"), *curves(judged, len(record.moves), teller, context)]
    rows = move_rows(judged, teller)
    lines += ["", t.paint(teller.say("review_moves"), "title")]
    if len(rows) > 1:
        lines += t.table([row[:-1] for row in rows], "rlwrlw")
    else:
        lines += t.wrap(teller.say("review_clean"))
    if swings := swing_lines(judged, teller):
        lines += ["", t.paint(teller.say("review_swings"), "title"), *(f"  {line}" for line in swings)]
    return lines


def curves(judged: Review, moves: int, teller: Teller, context: Context) -> list[str]:
    """A line of blocks for each seat: how high its share of victory stood along the game."""
    t = context.terminal
    cells = min(MOST_CELLS, max(t.width - 24, 20), moves + 1)
    rows = []
    for it in judged.accounts:
        points = course([one for one in judged.judgements if one.seat == it.seat], it.result)
        drawn, value = "", points[0][1] if points else 0.0
        for cell in range(cells):
            reached = (cell + 1) * (moves + 1) / cells
            value = next((y for x, y in reversed(points) if x < reached), value)
            drawn += LEVELS[min(int(value * len(LEVELS)), len(LEVELS) - 1)]
        rows.append([teller.names.seat(it.seat), t.paint(drawn, *seat_style(it.seat))])
    return t.table(rows, "ll", header=False)
