"""Queries about processes and the tables that they own."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select, update

from branchline.server.store.schema import leases, processes, seats, tables

CHUNK = 500


def enter(connection: Connection, process: str) -> None:
    """A process begins."""
    connection.execute(insert(processes).values(id=process, beat=0))


def leave(connection: Connection, process: str) -> None:
    """A process ends; what it owned is free."""
    connection.execute(delete(leases).where(leases.c.process == process))
    connection.execute(delete(processes).where(processes.c.id == process))


def beat(connection: Connection, process: str) -> dict[str, int] | None:
    """A sign of life; the beats of all. None if the others have taken this process for dead."""
    mine = connection.execute(
        update(processes).where(processes.c.id == process).values(beat=processes.c.beat + 1)
    ).rowcount
    if not mine:
        return None
    return {row.id: row.beat for row in connection.execute(select(processes))}


def bury(connection: Connection, process: str, beat: int) -> None:
    """Free what a process owned that gave no sign of life since a beat."""
    dead = delete(processes).where(processes.c.id == process, processes.c.beat == beat)
    if connection.execute(dead).rowcount:
        connection.execute(delete(leases).where(leases.c.process == process))


def claim(connection: Connection, table: str, process: str) -> str:
    """Make a process the owner of a table, if it has none; who owns it. IntegrityError if two come at once."""
    owner = connection.scalar(select(leases.c.process).where(leases.c.table == table))
    if owner is None:
        connection.execute(insert(leases).values(table=table, process=process))
    return owner or process


def release(connection: Connection, table: str, process: str) -> None:
    """A process needs a table no more."""
    connection.execute(delete(leases).where(leases.c.table == table, leases.c.process == process))


def owns(connection: Connection, table: str, process: str) -> bool:
    """Whether a process owns a table; until the transaction ends nobody else can take it."""
    lease = select(leases.c.process).where(leases.c.table == table)
    return connection.scalar(lease.with_for_update(read=True)) == process


def unowned_work(connection: Connection, moment: float) -> list[str]:
    """The tables without an owner where a bot has to move, or a flag falls before a moment."""
    bots = select(seats.c.table).where(seats.c.owes, seats.c.bot.is_not(None))
    flags = select(tables.c.id).where(tables.c.due < moment, tables.c.stage == "playing")
    owned = set(connection.scalars(select(leases.c.table)))
    return [id for id in connection.scalars(bots.union(flags)) if id not in owned]


def last_rows(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """The last row of each table."""
    found: dict[str, int] = {}
    for begin in range(0, len(ids), CHUNK):
        some = select(tables.c.id, tables.c.seq).where(tables.c.id.in_(ids[begin : begin + CHUNK]))
        found.update((row.id, row.seq) for row in connection.execute(some))
    return found
