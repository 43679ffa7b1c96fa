"""The score of a finished game as a table: the sums of every kind, then every line, then the ranks."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.cli.common import Context
from branchline.cli.palette import seat_style
from branchline.cli.terminal import clip
from branchline.game.narrate import Names
from branchline.game.sheet import KINDS, Result, ScoreLine, Sheet

NAME_CELLS = 16
OUTCOMES = {"completed": ("✓", "good"), "in_order": ("✓", "good"), "failed": ("✗", "bad")}


def result_text(result: Result, names: Names, context: Context) -> list[str]:
    """Everything about how a game ended."""
    t, say = context.terminal, context.say
    lines = [t.heading(say("cli.final_scores")), names.say("events.game_ended", how=names.how(result.how)), ""]
    lines += sum_table(result, names, context)
    winners = names.listed(names.seat(seat) for seat in result.winners)
    together = len(result.winners) > 1
    lines += ["", t.paint(say("cli.winners" if together else "cli.winner", names=winners), "title")]
    for sheet in sorted(result.sheets, key=lambda sheet: result.ranks[sheet.seat]):
        lines += ["", *sheet_text(sheet, names, context)]
    return lines


def sum_table(result: Result, names: Names, context: Context) -> list[str]:
    """A line a kind of points, a column a seat, the total and the rank below."""
    t = context.terminal
    kinds = [kind for kind in KINDS if any(kind in sheet.sums for sheet in result.sheets)]
    seats = [t.paint(clip(names.seat(sheet.seat), NAME_CELLS), *seat_style(sheet.seat)) for sheet in result.sheets]
    rows: list[Sequence[object]] = [["", *seats]]
    rows += [[names.score_kind(kind), *(sheet.sums.get(kind, 0) for sheet in result.sheets)] for kind in kinds]
    rows.append([t.paint(context.say("cli.total"), "bold"), *(t.paint(str(it.total), "bold") for it in result.sheets)])
    rows.append([context.say("cli.rank"), *result.ranks])
    return t.table(rows, "l" + "r" * len(seats), header=False, gap="   ")


def sheet_text(sheet: Sheet, names: Names, context: Context) -> list[str]:
    """The sheet of one seat: tracks in one paragraph, everything else on lines of its own."""
    t = context.terminal
    total = context.say("cli.points", number=sheet.total)
    lines = [f"{t.paint(names.seat(sheet.seat), 'bold', *seat_style(sheet.seat))}  {total}"]
    for kind, points in sheet.sums.items():
        its = [line for line in sheet.lines if line.kind == kind]
        if kind == "tracks":
            parts = [f"{names.score_line(line)} {line.points}" for line in its]
            text = context.say("cli.labelled", label=f"{names.score_kind(kind)} {points}", text=names.listed(parts))
            lines += t.wrap(text, "    ", "  ")
        elif its[0].what:
            lines.append(f"  {names.score_kind(kind)} {points}")
            lines += [line_text(line, names, context) for line in its]
        else:
            lines += [line_text(line, names, context, indent=2) for line in its if line.points or line.number]
    for loan in sheet.loans:
        if loan.track:
            borrowed = context.say("cli.borrowed", city=names.city(loan.city), track=names.track(loan.track))
            lines += t.wrap(borrowed, "    ", "  ")
    return lines


def line_text(line: ScoreLine, names: Names, context: Context, indent: int = 4) -> str:
    """One line of a sheet."""
    mark, style = OUTCOMES.get(line.outcome, ("", "bold"))
    points = f"{line.points:+d}" if line.points else "0"
    text = f"{points:>5}  {mark + ' ' if mark else ''}{names.score_line(line)}"
    return " " * indent + context.terminal.paint(text, style)
