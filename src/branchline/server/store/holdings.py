"""
What is kept about a person, subject by subject: the one list behind the export, the deletion, and taking a guest's
things over to an account.

Whoever keeps something about people adds a line to ``HOLDINGS``; a test fails while a table that names people stands in
none. The logs of tables are no holding: they are what everybody played, and ``live/`` takes a person out of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Connection, Table, delete, select, update

from branchline.server.store.notices import all_told, told_account, untold
from branchline.server.store.played import games_of, given_to, left_by
from branchline.server.store.schema import (
    challenges,
    codes,
    games,
    letters,
    notices,
    passkeys,
    passwords,
    people,
    players,
    pushes,
    ratings,
    reports,
    sessions,
    shuns,
    silences,
    talk,
    tokens,
    wishes,
)
from branchline.server.store.talk import (
    reported,
    reported_by,
    said,
    said_by,
    shunned,
    shunned_by,
    unreported,
    unsaid,
    unshunned,
)


@dataclass(frozen=True)
class Holding:
    """What one subject keeps about a person. All three are queries, run in one transaction with those of the others."""

    name: str
    """Its key in the export."""
    tables: tuple[Table, ...]
    """The tables of the database for which it answers."""
    export: Callable[[Connection, str], Any]
    """What is kept about a person, as plain data; no hash and no key that opens anything."""
    move: Callable[[Connection, str, str], None]
    """A guest signs in: what was the first person's is the second's now."""
    forget: Callable[[Connection, str], None]
    """The person goes: nothing of it may be left."""


def rows(name: str, table: Table, column: Column[Any], *, without: tuple[str, ...] = (), moves: bool = True) -> Holding:
    """The usual holding: rows of a table that are a person's alone, exported but for some columns."""
    shown = [one for one in table.c if one.name not in (*without, column.name)]

    def export(connection: Connection, person: str) -> list[dict[str, Any]]:
        return [dict(row._mapping) for row in connection.execute(select(*shown).where(column == person))]

    def move(connection: Connection, guest: str, account: str) -> None:
        connection.execute(update(table).where(column == guest).values({column.name: account}))

    def forget(connection: Connection, person: str) -> None:
        connection.execute(delete(table).where(column == person))

    return Holding(name, (table,), export, move if moves else ends, forget)


def ends(connection: Connection, guest: str, account: str) -> None:
    """What a guest has that does not move: it ends with the guest."""


def profile(connection: Connection, person: str) -> dict[str, Any] | None:
    """The row of the person itself."""
    found = connection.execute(select(people).where(people.c.id == person)).first()
    return dict(found._mapping) if found else None


def leave(connection: Connection, person: str) -> None:
    """Remove the row of the person itself."""
    connection.execute(delete(people).where(people.c.id == person))


HOLDINGS: list[Holding] = [
    rows("sessions", sessions, sessions.c.person, without=("hash",), moves=False),
    rows("tokens", tokens, tokens.c.person, without=("hash",)),
    rows("passwords", passwords, passwords.c.person, without=("hash", "folded"), moves=False),
    rows("passkeys", passkeys, passkeys.c.person, without=("key",), moves=False),
    rows("challenges", challenges, challenges.c.person, without=("hash",), moves=False),
    Holding("talk", (talk,), said, said_by, unsaid),
    Holding("reports", (reports,), reported, reported_by, unreported),
    Holding("shunned", (shuns,), shunned, shunned_by, unshunned),
    Holding("notices", (notices, wishes, silences, codes, pushes, letters), all_told, told_account, untold),
    Holding("games", (games, players, ratings), games_of, given_to, left_by),
    # The last one: others refer to it.
    Holding("person", (people,), profile, ends, leave),
]


def export_holdings(connection: Connection, person: str) -> dict[str, Any]:
    """All that the database has about a person, but for the tables."""
    return {holding.name: holding.export(connection, person) for holding in HOLDINGS}


def move_holdings(connection: Connection, guest: str, account: str) -> None:
    """Give an account what was a guest's; the guest is no more."""
    for holding in HOLDINGS:
        holding.move(connection, guest, account)
    forget_holdings(connection, guest)


def forget_holdings(connection: Connection, person: str) -> None:
    """Remove all that the database has about a person, but for the tables."""
    for holding in HOLDINGS:
        holding.forget(connection, person)
