"""
Who is rated for a finished game, and how: the seats that count, their order, and who had help.

The choices are explained in docs/decisions/0007-which-games-are-rated.md.
"""

from __future__ import annotations

from msgspec import Struct

from branchline.server.tables.absence import CameBack, Resigned, StoodIn
from branchline.server.tables.lobby import BotSeated, SeatLeft, SeatTaken
from branchline.server.tables.persons import HandedOver
from branchline.server.tables.play import Moved
from branchline.server.tables.table import Table
from branchline.server.tables.takeback import TakenBack

BOT = "bot:"
"""How the name of a rated bot begins; that of a person is its id, in which there is no colon."""


class Standing(Struct, frozen=True):
    """A seat of a game that is rated: whom it counts for (None: nobody), its place, and whether it had help."""

    player: str | None
    place: int
    helped: bool = False


class Count(Struct, frozen=True):
    """Why a game is not rated (empty if it is), and how its seats stand."""

    unrated: str
    seats: tuple[Standing, ...]


def count(table: Table) -> Count:
    """What a finished game counts for. A seat counts for whoever had it when the game was dealt."""
    chairs = table.chairs
    left: dict[int, str | None] = {}
    """Who left a seat in mid-game: that is giving up."""
    changed: set[int] = set()
    """Seats of bots that somebody else took over: they count for nobody."""
    away: set[int] = set()
    helped: set[int] = set()
    taken_back = False
    for step in table.steps[table.dealt :]:
        entry = step.row.entry
        match entry:
            case SeatLeft() if entry.seat not in changed:
                left.setdefault(entry.seat, step.row.by)
            case SeatTaken() | BotSeated() if entry.seat not in left:
                changed.add(entry.seat)
            case StoodIn():
                away.add(entry.seat)
            case CameBack() | Resigned():
                away.discard(entry.seat)
            case Moved() if step.row.by is None and entry.seat in away:
                helped.add(entry.seat)
            case HandedOver():
                left = {seat: entry.to if person == entry.person else person for seat, person in left.items()}
            case TakenBack():
                taken_back = taken_back or entry.agreed
    ranks = table.ending.ranks if table.ending else ()
    seats = []
    for seat, chair in enumerate(chairs):
        person = left.get(seat, chair.person)
        player = None if seat in changed else person or BOT + (chair.bot or "")
        gave_up = chair.resigned or seat in left
        place = (len(chairs) if gave_up else 0) + (ranks[seat] if ranks else 1)
        seats.append(
            Standing(player, place, player is not None and person is not None and (taken_back or seat in helped))
        )
    return Count(unrated(table, seats), tuple(seats))


def unrated(table: Table, seats: list[Standing]) -> str:
    """Why a game is not rated; empty if it is."""
    if table.ending is None or table.ending.how == "abandoned":
        return "abandoned"
    players = [seat.player for seat in seats if seat.player is not None]
    persons = [player for player in players if not player.startswith(BOT)]
    if not persons:
        return "no_person"
    if len(persons) != len(set(persons)):
        return "one_browser"
    if len(set(players)) < 2:
        return "alone"
    return ""
