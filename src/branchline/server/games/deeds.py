"""What each seat did in a game, counted: kept beside its record, summed up in statistics."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from branchline import Game


class Deeds(Struct, frozen=True, omit_defaults=True):
    """What a seat did: its score sheet by kind of line, its tickets and tracks, and how often it did what."""

    points: dict[str, int] = {}
    completed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    tracks: tuple[str, ...] = ()
    trail: int = 0
    events: dict[str, int] = {}


def deeds(game: Game) -> list[Deeds]:
    """The deeds of all seats, as far as the game was played."""
    counts: list[Counter[str]] = [Counter() for _ in range(game.seats)]
    for event in game.all_events():
        seat = getattr(event, "seat", None)
        if seat is not None:
            counts[seat][str(event.__struct_config__.tag)] += 1
    found = []
    for seat in range(game.seats):
        sheet = game.sheet(seat)
        tickets = [line for line in sheet.lines if line.kind == "tickets"]
        found.append(
            Deeds(
                points=sheet.sums,
                completed=tuple(line.what for line in tickets if line.outcome != "failed"),
                failed=tuple(line.what for line in tickets if line.outcome == "failed"),
                tracks=tuple(line.what for line in sheet.lines if line.kind == "tracks"),
                trail=sheet.trail,
                events=dict(counts[seat]),
            )
        )
    return found
