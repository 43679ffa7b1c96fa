"""Making anew what follows from logs and records."""

from __future__ import annotations

from sqlalchemy import Connection, select

from branchline.server.games.finished import finished
from branchline.server.store import logs
from branchline.server.store.games import keep
from branchline.server.store.ratings import rebuild_ratings
from branchline.server.store.schema import games, tables

__all__ = ["keep_missing", "rebuild_ratings"]


def keep_missing(connection: Connection) -> int:
    """Keep the games that were over before there were records; how many."""
    missing = select(tables.c.id).where(tables.c.stage == "over", tables.c.id.not_in(select(games.c.id)))
    ids = list(connection.scalars(missing.order_by(tables.c.changed, tables.c.id)))
    for id in ids:
        keep(connection, finished(logs.load(connection, id)))
    if ids:
        rebuild_ratings(connection)  # They ended before others that are rated already.
    return len(ids)
