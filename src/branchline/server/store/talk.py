"""Queries about talk: lines, reports, and whom somebody does not want to hear."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, String, cast, delete, func, insert, literal, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from branchline.server.store.schema import reports, shuns, talk

MOST_LINES = 1000
"""Of each room so many lines are kept."""


def last(connection: Connection, table: str, room: str) -> int:
    """The number of the last line."""
    place = (talk.c.table == table, talk.c.room == room)
    return connection.scalar(select(func.max(talk.c.number)).where(*place)) or 0


def add(
    connection: Connection, place: tuple[str, str], at: float, by: str, name: str, key: str, said: str, removes: int = 0
) -> int:
    """Keep a line, and forget what one said that it removes; the number, also of a line that came before."""
    table, room = place
    here = (talk.c.table == table, talk.c.room == room)
    known: int | None = connection.scalar(select(talk.c.number).where(*here, talk.c.by == by, talk.c.key == key))
    if known is not None:
        return known
    number = last(connection, table, room) + 1
    if removes:
        connection.execute(update(talk).where(*here, talk.c.number == removes).values(said=None))
    row = {"table": table, "room": room, "number": number, "at": at, "by": by, "name": name, "key": key, "said": said}
    connection.execute(insert(talk).values(row))
    connection.execute(delete(talk).where(*here, talk.c.number <= number - MOST_LINES))
    return number


def lines(connection: Connection, table: str, room: str, after: int, most: int) -> list[dict[str, Any]]:
    """The lines of a room after a number, at most so many of its end."""
    wanted = select(talk).where(talk.c.table == table, talk.c.room == room, talk.c.number > after)
    found = connection.execute(wanted.order_by(talk.c.number.desc()).limit(most)).mappings()
    return [dict(row) for row in reversed(list(found))]


def line(connection: Connection, table: str, room: str, number: int) -> dict[str, Any] | None:
    """One line."""
    wanted = select(talk).where(talk.c.table == table, talk.c.room == room, talk.c.number == number)
    found = connection.execute(wanted).mappings().first()
    return dict(found) if found else None


def report(connection: Connection, found: dict[str, Any]) -> None:
    """Keep a report; a second one of the same line by the same person says nothing new."""
    try:
        with connection.begin_nested():
            connection.execute(insert(reports).values(**found))
    except IntegrityError:
        return


def shun(connection: Connection, person: str, other: str, name: str, how: str | None) -> None:
    """Keep whom somebody does not want to hear; None takes it back."""
    connection.execute(delete(shuns).where(shuns.c.person == person, shuns.c.other == other))
    if how is not None:
        connection.execute(insert(shuns).values(person=person, other=other, name=name, how=how))


def shunned(connection: Connection, person: str) -> list[dict[str, Any]]:
    """Whom somebody does not want to hear."""
    found = connection.execute(select(shuns).where(shuns.c.person == person).order_by(shuns.c.name)).mappings()
    return [{"person": row["other"], "name": row["name"], "how": row["how"]} for row in found]


def blocks(connection: Connection, person: str, other: str) -> bool:
    """Whether somebody wants to have nothing to do with another."""
    found = select(shuns.c.how).where(shuns.c.person == person, shuns.c.other == other)
    return connection.scalar(found) == "block"


# ---------------------------------------------------------------- a person as a whole
def said(connection: Connection, person: str) -> list[dict[str, Any]]:
    """All that a person said."""
    columns = (talk.c.table, talk.c.room, talk.c.number, talk.c.at, talk.c.said)
    return [dict(row._mapping) for row in connection.execute(select(*columns).where(talk.c.by == person))]


def said_by(connection: Connection, guest: str, account: str) -> None:
    """What a guest said was said by the account."""
    # Both may have had the same key at one table; no request asks for those of the guest any more.
    anew = literal(f"{guest} ") + cast(talk.c.number, String)
    connection.execute(update(talk).where(talk.c.by == guest).values(by=account, key=anew))


def unsaid(connection: Connection, person: str) -> None:
    """The lines of a person keep their places, and nothing else."""
    nothing = {"by": "", "name": "", "key": cast(talk.c.number, String), "said": None}
    connection.execute(update(talk).where(talk.c.by == person).values(nothing))


def reported(connection: Connection, person: str) -> list[dict[str, Any]]:
    """The lines that a person reported; not who reported it."""
    columns = (reports.c.table, reports.c.room, reports.c.number, reports.c.at, reports.c.why)
    return [dict(row._mapping) for row in connection.execute(select(*columns).where(reports.c.by == person))]


def reported_by(connection: Connection, guest: str, account: str) -> None:
    """Reports by and about a guest are those of the account; of one line one stays."""
    same = select(reports.c.table, reports.c.room, reports.c.number).where(reports.c.by == account)
    place = tuple_(reports.c.table, reports.c.room, reports.c.number)
    connection.execute(delete(reports).where(reports.c.by == guest, place.in_(same)))
    connection.execute(update(reports).where(reports.c.by == guest).values(by=account))
    connection.execute(update(reports).where(reports.c.person == guest).values(person=account))


def unreported(connection: Connection, person: str) -> None:
    """What a person reported, and what was reported about it."""
    connection.execute(delete(reports).where(or_(reports.c.by == person, reports.c.person == person)))


def shunned_by(connection: Connection, guest: str, account: str) -> None:
    """Whom a guest did not want to hear the account does not; and who shunned the guest shuns the account."""
    for one, other in ((shuns.c.person, shuns.c.other), (shuns.c.other, shuns.c.person)):
        same = select(other).where(one == account)
        connection.execute(delete(shuns).where(one == guest, or_(other.in_(same), other == account)))
        connection.execute(update(shuns).where(one == guest).values({one.name: account}))


def unshunned(connection: Connection, person: str) -> None:
    """Whom a person did not want to hear, and who did not want to hear it."""
    connection.execute(delete(shuns).where(or_(shuns.c.person == person, shuns.c.other == person)))
