"""
A finished game moment by moment: what was played, what it told, and what changed in the view of a seat or of all.

A scene is sent once, then only what changes: a list of places in it (keys and numbers) with their new values. Nothing
here knows what a view means, and whoever follows needs to know no rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs, to_builtins

from branchline import Game
from branchline.game.events import AnyEvent
from branchline.game.record import Record, begin_replay, play_line
from branchline.game.view import View, make_view, open_view

Change = tuple[list[str | int], Any]
"""A place in a scene and what stands there now."""


class Scene(Struct, frozen=True):
    """How a game stands: what can be seen, and what each seat would have if the game ended here."""

    view: View
    totals: tuple[int, ...]
    completed: tuple[tuple[str, ...], ...]
    """The tickets of each seat that count as completed."""


class Moment(Struct, frozen=True):
    """A move with what it brought; the first moment of a game has none."""

    seat: int | None
    move: str
    events: tuple[AnyEvent, ...]
    changes: tuple[Change, ...]


class Moments(Struct, frozen=True):
    """Moments ``first`` and later of a game as a seat saw them (None: all cards open), and the scene at the first."""

    seat: int | None
    first: int
    number: int
    """How many moments the whole game has: one more than moves."""
    scene: Scene
    moments: tuple[Moment, ...]


def look(game: Game, seat: int | None) -> Scene:
    """The game as a seat saw it, or all together; without log and choices, which nobody has any more."""
    if seat is None:
        view = open_view(game)
    else:
        view = structs.replace(make_view(game, seat, len(game.all_events())), choice=None)
    sheets = [game.sheet(it) for it in range(game.seats)]
    done = [
        tuple(line.what for line in sheet.lines if line.kind == "tickets" and line.outcome != "failed")
        for sheet in sheets
    ]
    return Scene(view, tuple(sheet.total for sheet in sheets), tuple(done))


def moments(record: Record, seat: int | None, first: int, last: int | None) -> Moments:
    """Some moments of a record."""
    number = len(record.moves) + 1
    last = number - 1 if last is None else min(last, number - 1)
    first = min(first, last)
    game = begin_replay(record)
    begin, told, before = None, 0, None
    found = []
    for at in range(last + 1):
        if at:
            play_line(game, at - 1, record.moves[at - 1])
        events = game.all_events()
        if at >= first:
            scene = look(game, seat)
            begin = begin or scene
            now = to_builtins(scene)
            said, _, _ = record.moves[at - 1].partition(" > ") if at else ("", "", "")
            mover, _, move = said.partition(" ")
            found.append(
                Moment(
                    seat=int(mover) if at else None,
                    move=move,
                    events=tuple(events[told:] if seat is None else game.events(seat, told)),
                    changes=() if before is None else tuple(changes(before, now)),
                )
            )
            before = now
        told = len(events)
    assert begin is not None
    return Moments(seat, first, number, begin, tuple(found))


def changes(before: Any, now: Any, place: tuple[str | int, ...] = ()) -> Iterator[Change]:
    """What has to be set in the one to get the other: the smallest parts that keep their keys and lengths."""
    if before == now:
        return
    if isinstance(before, dict) and isinstance(now, dict) and before.keys() <= now.keys():
        for key, value in now.items():
            if key in before:
                yield from changes(before[key], value, (*place, key))
            else:
                yield [*place, key], value
    elif isinstance(before, list | tuple) and isinstance(now, list | tuple) and len(before) == len(now):
        for number, value in enumerate(now):
            yield from changes(before[number], value, (*place, number))
    else:
        yield list(place), now
