"""Queries about finished games: keeping, finding, adding up."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

from msgspec import json
from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, or_, select, tuple_, union_all

from branchline.game.record import Record
from branchline.server.games.deeds import Deeds
from branchline.server.games.finished import Finished, GameCard, finished
from branchline.server.games.statistics import Played
from branchline.server.store.ratings import rate_game
from branchline.server.store.schema import games, players
from branchline.server.tables.table import Table

MOST_LISTED = 50
MOST_IMPORTED = 500
"""How many records of others a person may keep here."""

read_card: Callable[[str], GameCard] = json.Decoder(GameCard).decode
read_deeds: Callable[[str], Deeds] = json.Decoder(Deeds).decode


# ---------------------------------------------------------------- keeping
def keep_game(connection: Connection, before: Table, after: Table) -> None:
    """When a game is over: its record, and what is counted beside it. A projection."""
    if before.stage != "over" and after.stage == "over":
        keep(connection, finished(after))


def keep(connection: Connection, it: Finished, importer: str | None = None, digest: str | None = None) -> None:
    """Write a finished game; if it is rated, its ratings."""
    card = it.card
    connection.execute(
        insert(games).values(
            id=card.id,
            ended=card.ended,
            variant=card.variant,
            seats=len(card.seats),
            how=card.how,
            unrated=card.unrated,
            importer=importer,
            digest=digest,
            card=json.encode(card).decode(),
            record=pack(it.record),
        )
    )
    rows = [
        {
            "game": card.id,
            "seat": seat,
            "person": kept.card.person,
            "name": kept.card.name,
            "place": kept.card.place,
            "against": kept.against,
            "deeds": json.encode(kept.deeds).decode(),
            "rated": kept.standing.player,
            "standing": kept.standing.place,
            "helped": kept.standing.helped,
        }
        for seat, kept in enumerate(it.seats)
    ]
    connection.execute(insert(players), rows)
    if not card.unrated:
        rate_game(connection, card.id)


def pack(record: Record) -> bytes:
    """A record as it is kept."""
    return zlib.compress(record.to_json().encode(), 9)


def unpack(data: bytes) -> Record:
    """The record that was kept."""
    return Record.from_json(zlib.decompress(data).decode())


# ---------------------------------------------------------------- finding
def find(connection: Connection, id: str) -> tuple[GameCard, Record] | None:
    """A game with its record."""
    row = connection.execute(select(games.c.card, games.c.record).where(games.c.id == id)).first()
    return (read_card(row.card), unpack(row.record)) if row else None


def changes_of_ratings(connection: Connection, id: str) -> list[tuple[float | None, float | None]]:
    """What each seat's rating was before a game and after it."""
    wanted = select(players.c.before, players.c.after).where(players.c.game == id).order_by(players.c.seat)
    return [(row.before, row.after) for row in connection.execute(wanted)]


def imported_before(connection: Connection, digest: str) -> str | None:
    """The game that an import with this digest became."""
    return connection.scalar(select(games.c.id).where(games.c.digest == digest))


def number_imported(connection: Connection, person: str) -> int:
    """How many records a person has imported."""
    return connection.scalar(select(func.count()).select_from(games).where(games.c.importer == person)) or 0


def importer(connection: Connection, id: str) -> str | None:
    """Who has imported a game."""
    return connection.scalar(select(games.c.importer).where(games.c.id == id))


def remove_imported(connection: Connection, id: str, person: str) -> bool:
    """Remove a record that a person has imported; false if it has none of that id."""
    gone = connection.execute(delete(games).where(games.c.id == id, games.c.importer == person))
    return gone.rowcount > 0


def search(
    connection: Connection,
    person: str,
    *,
    variant: str = "",
    seats: int | None = None,
    opponent: str = "",
    result: str = "",
    since: float | None = None,
    until: float | None = None,
    before: tuple[float, str] | None = None,
) -> list[GameCard]:
    """The games of a person and those that it imported, the newest first; from after ``before`` on."""
    mine, other = players.alias("mine"), players.alias("other")
    own = select(mine.c.game).where(mine.c.person == person)
    brought = select(games.c.id).where(games.c.importer == person)
    by_place = {"won": mine.c.place == 1, "lost": mine.c.place > 1, "unfinished": mine.c.place.is_(None)}
    which: Any = {"": union_all(own, brought), "imported": brought}.get(result)
    if which is None:
        which = own.where(by_place[result])
    wanted: list[ColumnElement[bool]] = [games.c.id.in_(which)]
    if variant:
        wanted.append(games.c.variant == variant)
    if seats is not None:
        wanted.append(games.c.seats == seats)
    if opponent:
        named = func.lower(other.c.name).contains(opponent.lower(), autoescape=True)
        stranger = or_(other.c.person.is_(None), other.c.person != person)
        wanted.append(exists().where(other.c.game == games.c.id, stranger, named))
    if since is not None:
        wanted.append(games.c.ended >= since)
    if until is not None:
        wanted.append(games.c.ended < until)
    if before is not None:
        wanted.append(tuple_(games.c.ended, games.c.id) < tuple_(*before))
    found = select(games.c.card).where(*wanted).order_by(games.c.ended.desc(), games.c.id.desc()).limit(MOST_LISTED + 1)
    return [read_card(card) for card in connection.scalars(found)]


# ---------------------------------------------------------------- adding up
def played(connection: Connection, person: str, variant: str, seats: int | None, against: str) -> list[Played]:
    """The games of a person in the order in which they ended."""
    wanted: list[ColumnElement[Any]] = [players.c.person == person]
    if variant:
        wanted.append(games.c.variant == variant)
    if seats is not None:
        wanted.append(games.c.seats == seats)
    if against:
        wanted.append(players.c.against == against)
    columns = (games.c.id, games.c.ended, games.c.variant, games.c.seats, games.c.how)
    own = (players.c.against, players.c.place, players.c.deeds)
    found = connection.execute(
        select(*columns, *own)
        .join(players, players.c.game == games.c.id)
        .where(*wanted)
        .order_by(games.c.ended, games.c.id)
    )
    return [
        Played(
            game=row.id,
            ended=row.ended,
            variant=row.variant,
            seats=row.seats,
            against=row.against,
            how=row.how,
            place=row.place,
            score=sum((read := read_deeds(row.deeds)).points.values()),
            deeds=read,
        )
        for row in found
    ]
