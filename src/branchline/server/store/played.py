"""What is kept of the games of a person: taken along, given to an account, and what stays when it goes."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from msgspec import json
from msgspec.structs import replace
from sqlalchemy import Connection, and_, delete, exists, select, update

from branchline.server.store.games import pack, read_card, unpack
from branchline.server.store.schema import games, players, ratings
from branchline.server.tables.persons import NOBODY


def games_of(connection: Connection, person: str) -> dict[str, Any]:
    """The games that a person played or imported, and its ratings."""
    own = select(games.c.card, players.c.seat, players.c.deeds, players.c.before, players.c.after)
    own = own.join(players, players.c.game == games.c.id).where(players.c.person == person).order_by(games.c.ended)
    brought = select(games.c.card, games.c.record).where(games.c.importer == person).order_by(games.c.ended)
    rated = select(*(column for column in ratings.c if column.name != "player")).where(ratings.c.player == person)
    found = {
        "played": [
            {
                "card": json.decode(row.card),
                "seat": row.seat,
                "deeds": json.decode(row.deeds),
                "ordinal": [row.before, row.after],
            }
            for row in connection.execute(own)
        ],
        "imported": [
            {"card": json.decode(row.card), "record": unpack(row.record).data()} for row in connection.execute(brought)
        ],
        "ratings": [dict(row._mapping) for row in connection.execute(rated)],
    }
    return {name: rows for name, rows in found.items() if rows}


def given_to(connection: Connection, guest: str, account: str) -> None:
    """
    The games of a guest are an account's.

    Where both are on a scale, the one with more games stands until all ratings are rebuilt.
    """
    rename(connection, guest, account, account)
    connection.execute(update(games).where(games.c.importer == guest).values(importer=account))
    twin = ratings.alias("twin")
    same = and_(twin.c.variant == ratings.c.variant, twin.c.seats == ratings.c.seats)
    more = exists().where(same, twin.c.player == account, twin.c.games >= ratings.c.games)
    connection.execute(delete(ratings).where(ratings.c.player == guest, more))
    fewer = exists().where(same, twin.c.player == guest)
    connection.execute(delete(ratings).where(ratings.c.player == account, fewer))
    connection.execute(update(ratings).where(ratings.c.player == guest).values(player=account))


def left_by(connection: Connection, person: str) -> None:
    """
    A person goes: what it imported goes too, its games stay without it.

    In the ratings it has another id, which means nothing, so that those of the others stay what they are.
    """
    connection.execute(delete(games).where(games.c.importer == person))
    nobody = f"gone:{token_hex(8)}"
    rename(connection, person, None, nobody)
    connection.execute(update(ratings).where(ratings.c.player == person).values(player=nobody))


def rename(connection: Connection, person: str, to: str | None, rated: str) -> None:
    """Write another person at its seats; nobody leaves no name."""
    found = connection.execute(
        select(games.c.id, games.c.card, games.c.record).where(
            games.c.id.in_(select(players.c.game).where(players.c.person == person))
        )
    )
    for row in found.all():
        card, record = read_card(row.card), unpack(row.record)
        mine = {seat for seat, it in enumerate(card.seats) if it.person == person}
        seats = [
            replace(it, person=to, name=it.name if to else "") if seat in mine else it
            for seat, it in enumerate(card.seats)
        ]
        if to is None:
            names = [NOBODY if seat in mine else name for seat, name in enumerate(record.names)]
            record = replace(record, names=tuple(names))
        text = json.encode(replace(card, seats=tuple(seats))).decode()
        connection.execute(update(games).where(games.c.id == row.id).values(card=text, record=pack(record)))
    gone: dict[str, Any] = {"person": to} if to else {"person": None, "name": ""}
    connection.execute(update(players).where(players.c.person == person).values(**gone))
    connection.execute(update(players).where(players.c.rated == person).values(rated=rated))
