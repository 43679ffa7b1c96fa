"""Queries about tables: their logs, and what they add up to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import json
from sqlalchemy import Connection, Select, insert, select, update

from branchline.server.problems import refuse
from branchline.server.store.leases import owns
from branchline.server.store.projections import PROJECTIONS, Fed, opening
from branchline.server.store.schema import log, seats, tables, visits
from branchline.server.tables.card import Card, card
from branchline.server.tables.kinds import read_entry, write
from branchline.server.tables.log import Row
from branchline.server.tables.persons import Forgotten, once_were, without
from branchline.server.tables.table import Table

MOST_LISTED = 100

# Statements of every move are made once: making them takes longer than carrying them out.
ADD = insert(log)


def append(connection: Connection, before: Table, after: Table, process: str | None = None) -> list[Fed]:
    """
    Keep the last row of a table, and what is written beside it; with a process, only if that owns the table.

    Comes back with the feeds that have something new by it.

    The primary key refuses a row whose number is taken: whoever comes second learns it as an IntegrityError.
    """
    if process is not None and not owns(connection, after.id, process):
        raise refuse("unavailable")
    row = after.steps[-1].row
    kept = {"table": after.id, "seq": row.seq, "at": row.at, "by": row.by, "key": row.key}
    connection.execute(ADD, {**kept, "entry": write(row.entry).decode(), "sealed": row.sealed})
    return [one for project in PROJECTIONS for one in project(connection, before, after) or ()]


def forget(connection: Connection, id: str, person: str, fresh: Callable[[], str], now: float) -> Table:
    """
    Write the log of a table anew without a person who has left it, and add the row that says so.

    It adds up to the same but for the name: the person, and the guests that it was before, get ids that mean nothing.
    """
    kept = rows(connection, id, 0)
    ids = {one: fresh() for one in once_were(kept, person)}
    table = Table(id)
    for row in kept:
        entry, sealed, by = without(row, table, ids)
        place = (log.c.table == id, log.c.seq == row.seq)
        if (entry, sealed, by) != (write(row.entry).decode(), row.sealed, row.by):
            connection.execute(update(log).where(*place).values(entry=entry, sealed=sealed, by=by))
        table.apply(Row(row.seq, row.at, by, row.key, read_entry(entry), sealed))
    for old, new in ids.items():
        for what in (seats, visits):
            connection.execute(update(what).where(what.c.table == id, what.c.person == old).values(person=new))
    if kept[0].by in ids:
        connection.execute(update(tables).where(tables.c.id == id).values(opening=None))
    after = table.copy()
    heirs = [chair.person for chair in table.chairs if chair.person and chair.person not in ids.values()]
    host = next(iter(heirs), None) if table.host in ids.values() else table.host
    after.apply(Row(table.seq + 1, max(now, table.at), None, "", Forgotten(host)))
    append(connection, table, after)
    return after


def visited(connection: Connection, person: str) -> list[str]:
    """The tables at which a person ever was, the oldest first."""
    there = select(visits.c.table).where(visits.c.person == person)
    return list(connection.scalars(select(tables.c.id).where(tables.c.id.in_(there)).order_by(tables.c.created)))


def opened(connection: Connection, person: str, key: str) -> str | None:
    """The table that a person opened with a key."""
    return connection.scalar(select(tables.c.id).where(tables.c.opening == opening(person, key)))


def exists(connection: Connection, id: str) -> bool:
    """Whether there is a table of an id."""
    return connection.scalar(select(tables.c.id).where(tables.c.id == id)) is not None


def rows(connection: Connection, table: str, after: int) -> list[Row]:
    """The rows of a table's log after a number."""
    found = connection.execute(select(log).where(log.c.table == table, log.c.seq > after).order_by(log.c.seq))
    return [Row(r.seq, r.at, r.by, r.key, read_entry(r.entry), r.sealed) for r in found]


def load(connection: Connection, id: str) -> Table:
    """A table from its log."""
    table = Table(id)
    for row in rows(connection, id, 0):
        table.apply(row)
    if table.seq == 0:
        raise refuse("no_such_table", value=id)
    return table


def listed(connection: Connection) -> list[Card]:
    """The tables of the open list, the newest first."""
    wanted = select(tables.c.id, tables.c.card).where(tables.c.listed, tables.c.stage == "lobby")
    return cards(connection, wanted)


def of_person(connection: Connection, person: str) -> list[Card]:
    """The tables at which a person sits, the newest first."""
    sits = select(seats.c.table).where(seats.c.person == person)
    return cards(connection, select(tables.c.id, tables.c.card).where(tables.c.id.in_(sits)))


def cards(connection: Connection, wanted: Select[Any]) -> list[Card]:
    """The cards of tables, the newest first. Tables of the first release have none before they change."""
    found = connection.execute(wanted.order_by(tables.c.changed.desc()).limit(MOST_LISTED)).all()
    return [json.decode(row.card, type=Card) if row.card else card(load(connection, row.id)) for row in found]
