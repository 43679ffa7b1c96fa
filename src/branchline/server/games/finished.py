"""A finished game as it is kept: the record, a card for lists, and a line for each seat."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from branchline import Game
from branchline.game.record import Record
from branchline.server.games.deeds import Deeds, deeds
from branchline.server.games.standing import Standing, count
from branchline.server.tables.table import Table

How = Literal["played", "resigned", "abandoned", "unfinished"]
"""How a game ended at its table; an imported record may break off."""


class SeatCard(Struct, frozen=True):
    """A seat of a finished game, as everybody may see it. There is no place where a game had no result."""

    name: str
    colour: str
    score: int
    place: int | None
    person: str | None = None
    bot: str | None = None
    resigned: bool = False


class GameCard(Struct, frozen=True):
    """A finished game in a list. ``unrated`` says why it is not rated, or nothing."""

    id: str
    variant: str
    began: float
    ended: float
    how: How
    moves: int
    seats: tuple[SeatCard, ...]
    options: dict[str, str | int | None] = {}
    imported: bool = False
    unrated: str = ""


class SeatKept(Struct, frozen=True):
    """What is kept of a seat beside the record."""

    card: SeatCard
    standing: Standing
    against: str
    """``people`` if a person sat at another seat, else ``bots``."""
    deeds: Deeds


class Finished(Struct, frozen=True):
    """A finished game with all that is kept of it."""

    card: GameCard
    record: Record
    seats: tuple[SeatKept, ...]


def finished(table: Table) -> Finished:
    """The game of a table that is over."""
    game, ending = table.game, table.ending
    assert game is not None
    assert ending is not None
    counted, done, record = count(table), deeds(game), game.record()
    persons = [chair.person for chair in table.chairs]
    seats = []
    for seat, chair in enumerate(table.chairs):
        shown = SeatCard(
            name=chair.name,
            colour=chair.colour,
            score=game.sheet(seat).total,
            place=ending.ranks[seat] if ending.ranks else None,
            person=chair.person,
            bot=chair.bot,
            resigned=chair.resigned,
        )
        others = [person for other, person in enumerate(persons) if other != seat and person is not None]
        seats.append(SeatKept(shown, counted.seats[seat], "people" if others else "bots", done[seat]))
    card = GameCard(
        id=table.id,
        variant=table.setup.variant,
        began=table.steps[table.dealt - 1].row.at,
        ended=table.at,
        how=ending.how,
        moves=len(game.moves),
        seats=tuple(seat.card for seat in seats),
        options=dict(record.options),
        unrated=counted.unrated,
    )
    return Finished(card, record, tuple(seats))


def imported(id: str, record: Record, game: Game, now: float) -> Finished:
    """A record from elsewhere that was played again: nobody here played it, and it counts for nobody."""
    result = game.result
    names = game.names or ("",) * game.seats
    chairs = [
        SeatCard(names[seat], "", game.sheet(seat).total, result.ranks[seat] if result else None)
        for seat in range(game.seats)
    ]
    card = GameCard(
        id=id,
        variant=game.variant.id,
        began=now,
        ended=now,
        how="played" if result else "unfinished",
        moves=len(game.moves),
        seats=tuple(chairs),
        options=dict(record.options),
        imported=True,
        unrated="imported",
    )
    kept = [SeatKept(it, Standing(None, it.place or 0), "", done) for it, done in zip(chairs, deeds(game), strict=True)]
    return Finished(card, record, tuple(kept))
