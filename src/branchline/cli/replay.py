"""``branchline replay``: a recorded game in words, the position it leads to, the score sheets."""

from __future__ import annotations

import json
import re
from argparse import Namespace

from branchline.cli.common import Arguments, CommandError, Context, number, read_text
from branchline.cli.palette import seat_style
from branchline.cli.panels import Panels
from branchline.cli.sheets import result_text
from branchline.game import events as ev
from branchline.game.game import Game
from branchline.game.narrate import Names, narrate
from branchline.game.record import Record, read_record

FORMS = ("text", "json", "moves")
MOST = 10**9


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``replay``."""
    arguments.add("file", message="cli.record_help", nargs="?", metavar="FILE")
    arguments.add("--game", message="cli.game_help", default="1", metavar="N")
    arguments.add("--upto", message="cli.upto_help", metavar="N")
    arguments.add("--seat", message="cli.replay_seat_help", metavar="N")
    arguments.add("--as", message="cli.as_help", dest="form", default="text", metavar="|".join(FORMS))


def run(found: Namespace, context: Context) -> int:
    """Read, replay, show."""
    if found.file is None:
        raise CommandError("cli.which_record")
    if found.form not in FORMS:
        raise CommandError("cli.unknown_form", {"value": found.form, "possible": ", ".join(FORMS)})
    record, games = pick(read_text(found.file), number(found.game, "--game", 1, MOST), found.file)
    upto = None if found.upto is None else number(found.upto, "--upto", 0, len(record.moves))
    game = Game.replay(record, upto)
    seat = None if found.seat is None else number(found.seat, "--seat", 1, game.seats) - 1
    if found.form == "json":
        context.write(game.record().to_json())
    elif found.form == "moves":
        context.write(*game.record().moves)
    else:
        if games > 1:
            context.write(context.say("cli.game_of", number=found.game, games=games, file=found.file))
        context.terminal.page(text(game, seat, record, context))
    return 0


def pick(content: str, wanted: int, file: str) -> tuple[Record, int]:
    """One of the records of a file, and how many there are: one JSON, one text, or JSON lines."""
    lines = [line for line in content.splitlines() if line.strip()]
    records = lines if len(lines) > 1 and is_json(lines[0]) else [content]
    if not 1 <= wanted <= len(records):
        raise CommandError("cli.no_such_game", {"value": wanted, "most": len(records), "file": file})
    return read_record(records[wanted - 1]), len(records)


def is_json(line: str) -> bool:
    """Whether a line holds a whole object."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def text(game: Game, seat: int | None, record: Record, context: Context) -> list[str]:
    """The whole report: what is played, what happened, where it stands."""
    t, say, lang = context.terminal, context.say, context.lang
    names = Names(game.variant, lang, game.names)
    title = say("cli.play_title", variant=game.variant.name(lang), seats=game.seats)
    lines = [t.heading(title)]
    facts = [names.listed(names.seat(i) for i in range(game.seats))]
    facts += [f"{name}={value}" for name, value in record.options.items()]
    facts += [say("cli.seed_is", seed=record.seed)] if record.seed is not None else []
    facts.append(say("cli.moves_shown", shown=len(game.moves), number=len(record.moves)))
    lines += [*t.wrap(" · ".join(facts)), ""]
    lines += [line for event in game.events(seat) for line in event_lines(event, game, context)]
    lines += ["", *position(game, seat, names, context)]
    if game.result:
        lines += ["", *result_text(game.result, names, context)]
    return lines


def event_lines(event: ev.Event, game: Game, context: Context) -> list[str]:
    """An event; a turn begins with a line of its own."""
    t = context.terminal
    sentence = narrate(event, game.variant, context.lang, game.names)
    seat = getattr(event, "seat", None)
    if isinstance(event, ev.TurnBegan):
        return [t.paint(re.sub(r"[.。]$", "", sentence), "bold", *seat_style(event.seat))]
    mark = t.paint("▌", *seat_style(seat)) if isinstance(seat, int) else " "
    return t.wrap(sentence, "      ", f"  {mark} ")


def position(game: Game, seat: int | None, names: Names, context: Context) -> list[str]:
    """Where the game stands: all that is open, and the hands and tickets of those who may be looked at."""
    t = context.terminal
    panels = Panels(game, seat, context, names)
    turns = panels.view.turns
    when = context.say("cli.end_title", number=turns) if game.is_over else context.say("cli.turn", number=turns + 1)
    lines = [t.heading(f"{when} · {panels.decks()}")]
    lines += [*panels.seats(), "", *panels.row()]
    for other in range(game.seats) if seat is None else (seat,):
        own = Panels(game, other, context, names)
        lines += ["", own.seat_name(own.view.own), *own.hand(), *own.tickets()]
    return lines
