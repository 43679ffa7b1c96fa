"""``branchline render``: a position, a moment of a record, or a whole record as a picture."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from branchline.cli.common import Arguments, CommandError, Context, number, read_text, why
from branchline.cli.replay import pick
from branchline.game.game import Game
from branchline.game.record import Record
from branchline.pictures import LARGEST, MOVING, SMALLEST, Scene, moving, picture, png

STILL = ("svg", "png")
DEFAULT_WIDE, DEFAULT_MOVING_WIDE = 1200, 800


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``render``."""
    arguments.add("source", message="cli.render_source_help", nargs="?", metavar="FILE[#MOVE]")
    arguments.add("--out", message="cli.render_out_help", metavar="PICTURE")
    arguments.add("--width", message="cli.render_width_help", metavar="PIXELS")
    arguments.add("--theme", message="cli.render_theme_help", default="light", metavar="light|dark")
    arguments.add("--moving", message="cli.render_moving_help", action="store_true")
    arguments.add("--bare", message="cli.render_bare_help", action="store_true")
    arguments.add("--game", message="cli.game_help", default="1", metavar="N")


def run(found: Namespace, context: Context) -> int:
    """Read, draw, write."""
    if found.source is None:
        raise CommandError("pictures.which_game", {})
    every = list(dict.fromkeys((*STILL, *MOVING)))
    if found.out is None:
        raise CommandError("pictures.which_out", {"possible": ", ".join(every)})
    form = Path(found.out).suffix.lower().removeprefix(".")
    if form not in every:
        raise CommandError("pictures.form", {"value": form or found.out, "possible": ", ".join(every)})
    game, record = read(found.source, found.game)
    moves = found.moving or form not in STILL
    wide = DEFAULT_MOVING_WIDE if moves else DEFAULT_WIDE
    if found.width is not None:
        wide = number(found.width, "--width", SMALLEST, LARGEST)
    scene = Scene(game, wide, context.lang, found.theme, legend=not found.bare)
    if moves and record is None:
        raise CommandError("pictures.moves_not", {})
    data = moving(record, scene, form) if moves and record else still(scene, form)
    try:
        Path(found.out).write_bytes(data)
    except OSError as error:
        raise CommandError("cli.cannot_write", {"value": found.out, "why": why(error)}) from None
    context.write(context.say("cli.render_done", file=found.out, size=-(-len(data) // 1024)))
    return 0


def still(scene: Scene, form: str) -> bytes:
    """A picture that does not move."""
    svg = picture(scene)
    return svg.encode() if form == "svg" else png(svg, scene.wide)


def read(source: str, wanted: str) -> tuple[Game, Record | None]:
    """The game at the moment that is meant, and the record up to it; no record for a position."""
    path, mark, move = source.rpartition("#")
    path = path if mark else source
    content = read_text(path)
    if is_position(content):
        return Game.from_position(json.loads(content)), None
    record, _ = pick(content, number(wanted, "--game", 1, 10**9), path)
    upto = len(record.moves)
    if mark:
        if not (move.isascii() and move.isdigit() and len(move) < 9 and int(move) <= upto):
            raise CommandError("pictures.no_such_move", {"value": move, "most": upto})
        upto = int(move)
    game = Game.replay(record, upto)
    return game, record if upto == len(record.moves) else game.record()


def is_position(content: str) -> bool:
    """Whether a text is a position and no record."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "players" in data


__all__ = ["add_arguments", "run"]
