"""
What is written beside a row of a log, in the same transaction: once for each row, whatever happens.

A projection is a function of the table before and after the row; where others follow what it writes, it says which
feeds have something new. Search, records, ratings and notices are projections; a new one gets a line in
``PROJECTIONS``.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from msgspec import json
from sqlalchemy import Connection, bindparam, delete, insert, update

from branchline.server.problems import refuse
from branchline.server.store.games import keep_game
from branchline.server.store.notices import settle, tell
from branchline.server.store.schema import seats, tables, visits
from branchline.server.tables.card import card
from branchline.server.tables.clocks import due
from branchline.server.tables.table import Table
from branchline.server.tables.tidings import settled, tidings

Fed = tuple[str, str, int]
"""The kind of a feed that got something new, its id, and the number to which it has come."""

# Statements of every move are made once: making them takes longer than carrying them out.
CHANGE_TABLE = update(tables).where(tables.c.id == bindparam("which"))
CHANGE_SEAT = update(seats).where(seats.c.table == bindparam("at"), seats.c.seat == bindparam("number"))

Projection = Callable[[Connection, Table, Table], "list[Fed] | None"]


def opening(person: str | None, key: str) -> str | None:
    """What makes the opening of a table unique, if it had a key."""
    return sha256(f"{person} {key}".encode()).hexdigest() if key else None


def search_tables(connection: Connection, before: Table, after: Table) -> None:
    """What one can search tables by."""
    row = after.steps[-1].row
    sums = {
        "seq": after.seq,
        "created": after.created,
        "changed": after.at,
        "stage": after.stage,
        "host": after.host,
        "variant": after.setup.variant,
        "live": after.setup.live,
        "listed": after.setup.listed,
        "due": due(after),
        "card": json.encode(card(after)).decode(),
    }
    if before.seq == 0:
        connection.execute(insert(tables).values(id=after.id, opening=opening(row.by, row.key), **sums))
    elif not connection.execute(CHANGE_TABLE, {"which": after.id, **sums}).rowcount:
        # The keepers of the server have removed it.
        raise refuse("no_such_table", value=after.id)


def search_seats(connection: Connection, before: Table, after: Table) -> None:
    """What one can search seats by; only those that changed are written."""
    old, new = seat_rows(before), seat_rows(after)
    if len(old) != len(new):
        connection.execute(delete(seats).where(seats.c.table == after.id))
        connection.execute(insert(seats), new)
        return
    changed = [now for was, now in zip(old, new, strict=True) if was != now]
    if changed:
        connection.execute(CHANGE_SEAT, [{"at": after.id, "number": now["seat"], **now} for now in changed])


def seat_rows(table: Table) -> list[dict[str, Any]]:
    """The seats of a table as the database has them."""
    waiting = table.waiting
    return [
        {"table": table.id, "seat": seat, "person": chair.person, "bot": chair.player, "owes": seat in waiting}
        for seat, chair in enumerate(table.chairs)
    ]


def search_visits(connection: Connection, before: Table, after: Table) -> None:
    """Who came to a table for the first time."""
    if new := sorted(after.met - before.met):
        connection.execute(insert(visits), [{"person": person, "table": after.id} for person in new])


def notices(connection: Connection, before: Table, after: Table) -> list[Fed]:
    """What people are to be told, and what they need not be told any more."""
    fed = [(person, settle(connection, person, after.id, matter)) for person, matter in settled(before, after)]
    live = after.setup.live
    fed += [(one.person, tell(connection, one, after.id, after.at, live)) for one in tidings(before, after)]
    return [("notices", person, seq) for person, seq in fed if seq]


PROJECTIONS: tuple[Projection, ...] = (search_tables, search_seats, search_visits, keep_game, notices)
