"""
Lessons: scripted scenes that are played against the real engine, and kept by nobody.

A scene is a position and what the other seat does. The learner's browser keeps the moves and sends them with each
question, so a lesson needs no account, no table and no database, and going back is leaving out moves.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from branchline import Game
from branchline.server.problems import refuse
from branchline.server.tables.log import Row
from branchline.server.tables.play import Moved
from branchline.server.tables.setup import Setup
from branchline.server.tables.table import Chair, Step, Table

LEARNER, PARTNER = 0, 1
SEED = "lesson"


@dataclass(frozen=True)
class Scene:
    """One scene."""

    id: str
    position: dict[str, Any]
    partner: tuple[str, ...]
    """What the other seat does: the first of these that is legal, else the first move that is."""
    names: dict[str, str]
    """What the other seat is called."""


@cache
def scenes() -> dict[str, Scene]:
    """The scenes of the first lesson in their order."""
    data = tomllib.loads(resources.files(__name__).joinpath("first.toml").read_text("utf-8"))
    found = {}
    for entry in data["scenes"]:
        id, partner = entry.pop("id"), tuple(entry.pop("partner"))
        position = {"variant": data["variant"], "seed": SEED, **entry}
        found[id] = Scene(id, position, partner, data["names"])
    return found


def scene(id: str) -> Scene:
    """A scene; refused if there is none of that name."""
    if id not in scenes():
        raise refuse("no_such_page", value=id)
    return scenes()[id]


def played(it: Scene, moves: tuple[str, ...], name: str, lang: str) -> Table:
    """
    The table after moves of the learner, with those of the other seat between.

    A move that is impossible is refused as at every table.
    """
    chairs = [
        Chair(person="learner", name=name, colour="red"),
        Chair(person="partner", name=it.names[lang], colour="blue"),
    ]
    setup = Setup(variant=it.position["variant"], seats=len(chairs))
    game = Game.from_position(it.position)
    table = Table(id="lesson", setup=setup, stage="playing", chairs=chairs, secret=bytes(32), game=game)
    for move in moves:
        play(table, LEARNER, move)
        while PARTNER in table.waiting:
            play(table, PARTNER, answer(it, game))
    return table


def play(table: Table, seat: int, move: str) -> None:
    """Add a move and what it caused."""
    game = table.game
    assert game is not None
    told = len(game.all_events())
    game.play(move, seat)
    table.seq += 1
    row = Row(table.seq, 0.0, None, "", Moved(seat))
    table.steps.append(Step(row, tuple(game.all_events()[told:])))
    if game.is_over:
        table.end("played")


def answer(it: Scene, game: Game) -> str:
    """What the other seat does now."""
    legal = [str(move) for move in game.legal(PARTNER)]
    return next((move for move in it.partner if move in legal), legal[0])


__all__ = ["LEARNER", "Scene", "played", "scene", "scenes"]
