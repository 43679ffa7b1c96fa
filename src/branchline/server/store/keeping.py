"""Queries for the keepers of a server."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, case, delete, func, or_, select, update

from branchline.server.store.schema import (
    challenges,
    log,
    passkeys,
    passwords,
    people,
    reports,
    seats,
    sessions,
    tables,
    talk,
    tokens,
)

Row = dict[str, Any]


def seen() -> Any:
    """When a person was last here, as a column."""
    by_session = select(func.max(sessions.c.used)).where(sessions.c.person == people.c.id).scalar_subquery()
    by_token = select(func.max(tokens.c.used)).where(tokens.c.person == people.c.id).scalar_subquery()
    session, token = func.coalesce(by_session, people.c.created), func.coalesce(by_token, people.c.created)
    return case((session > token, session), else_=token).label("seen")


def found(connection: Connection, wanted: Select[Any]) -> list[Row]:
    """Rows as plain data."""
    return [dict(row._mapping) for row in connection.execute(wanted)]


def some_people(connection: Connection, text: str, most: int) -> list[Row]:
    """People whose name, sign-in name or id has a text in it; who was here last comes first."""
    when = seen()
    wanted = select(people, passwords.c.login, when).join(passwords, passwords.c.person == people.c.id, isouter=True)
    if text:
        like = f"%{text.lower()}%"
        wanted = wanted.where(
            or_(func.lower(people.c.name).like(like), func.lower(passwords.c.login).like(like), people.c.id == text)
        )
    return found(connection, wanted.order_by(when.desc()).limit(most))


def person(connection: Connection, id: str) -> Row | None:
    """All that a keeper has to know of a person."""
    rows = found(
        connection,
        select(people, passwords.c.login, seen())
        .join(passwords, passwords.c.person == people.c.id, isouter=True)
        .where(people.c.id == id),
    )
    if not rows:
        return None
    counts = {
        what.name: connection.scalar(select(func.count()).select_from(what).where(what.c.person == id))
        for what in (sessions, tokens, passkeys)
    }
    at = list(connection.scalars(select(seats.c.table).where(seats.c.person == id).distinct()))
    return {**rows[0], **counts, "tables": at}


def block(connection: Connection, id: str, blocked: bool) -> None:
    """Shut a person out, or let it in again."""
    connection.execute(update(people).where(people.c.id == id).values(blocked=blocked))


def remove_passkeys(connection: Connection, person: str) -> None:
    """No passkey of a person opens anything any more."""
    connection.execute(delete(passkeys).where(passkeys.c.person == person))


def some_tables(connection: Connection, stage: str, person: str, most: int) -> list[Row]:
    """Tables, those that changed last first."""
    wanted = select(tables)
    if stage:
        wanted = wanted.where(tables.c.stage == stage)
    if person:
        wanted = wanted.where(tables.c.id.in_(select(seats.c.table).where(seats.c.person == person)))
    return found(connection, wanted.order_by(tables.c.changed.desc()).limit(most))


def remove_table(connection: Connection, id: str) -> None:
    """Remove a table with all that hangs on it."""
    connection.execute(delete(log).where(log.c.table == id))
    connection.execute(delete(tables).where(tables.c.id == id))


def all_reports() -> Select[Any]:
    """Reports with what is known of whom they are about."""
    about = (people.c.name, func.coalesce(people.c.blocked, False).label("blocked"))
    return select(reports, *about).join(people, people.c.id == reports.c.person, isouter=True)


def some_reports(connection: Connection, most: int) -> list[Row]:
    """What was reported and not dismissed, the newest first."""
    return found(connection, all_reports().order_by(reports.c.at.desc(), reports.c.id.desc()).limit(most))


def report(connection: Connection, id: int) -> Row | None:
    """A report."""
    return next(iter(found(connection, all_reports().where(reports.c.id == id))), None)


def reporters(connection: Connection, table: str, room: str, number: int) -> list[str]:
    """Who reported a line: names, or ids of those who have none."""
    same = (reports.c.table == table, reports.c.room == room, reports.c.number == number)
    wanted = select(func.coalesce(people.c.name, reports.c.by)).select_from(reports)
    return list(connection.scalars(wanted.join(people, people.c.id == reports.c.by, isouter=True).where(*same)))


def lines_around(connection: Connection, table: str, room: str, number: int, most: int) -> list[Row]:
    """What was said in a room about the time of a line."""
    near = talk.c.number.between(number - most, number + most)
    return found(
        connection, select(talk).where(talk.c.table == table, talk.c.room == room, near).order_by(talk.c.number)
    )


def is_said(connection: Connection, table: str, room: str, number: int) -> bool:
    """Whether a line can still be read by somebody."""
    here = (talk.c.table == table, talk.c.room == room, talk.c.number == number)
    return connection.scalar(select(talk.c.said).where(*here)) is not None


def dismiss(connection: Connection, table: str, room: str, number: int) -> None:
    """All reports of a line are done with."""
    same = (reports.c.table == table, reports.c.room == room, reports.c.number == number)
    connection.execute(delete(reports).where(*same))


def old_guests(connection: Connection, before: float) -> list[str]:
    """Guests who were not here since a moment, and sit at no table where something happened since."""
    when = seen()
    busy = select(seats.c.person).join(tables, tables.c.id == seats.c.table).where(tables.c.changed >= before)
    wanted = select(people.c.id, when).where(
        people.c.account.is_(False),
        people.c.created < before,
        people.c.id.not_in(busy.where(seats.c.person.is_not(None))),
    )
    return [row.id for row in connection.execute(wanted) if row.seen < before]


def idle_tables(connection: Connection, stage: str, before: float) -> list[str]:
    """Tables of a stage at which nothing happened since a moment."""
    return list(connection.scalars(select(tables.c.id).where(tables.c.stage == stage, tables.c.changed < before)))


def old_sessions(connection: Connection, before: float) -> int:
    """How many sessions nobody used since a moment."""
    return connection.scalar(select(func.count()).select_from(sessions).where(sessions.c.used < before)) or 0


def remove_old_sessions(connection: Connection, before: float) -> None:
    """They open nothing any more; nor do challenges that nobody answered."""
    connection.execute(delete(sessions).where(sessions.c.used < before))
    connection.execute(delete(challenges).where(challenges.c.expires < before))
