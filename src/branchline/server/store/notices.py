"""Queries about what people are to be told, how they want it, and what is on its way to them."""

from __future__ import annotations

import secrets
from functools import cache
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Executable,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from branchline.server.store.schema import (
    codes,
    keys,
    letters,
    notices,
    people,
    pushes,
    seats,
    silences,
    tables,
    wishes,
)
from branchline.server.tables.tidings import MATTERS, Tiding

WAIT = {"turn": 30.0, "late": 30.0, "mention": 30.0}
"""How many seconds something may settle before it goes out; meanwhile it may be done, or be seen."""
SOON = 10.0
LONG_WAIT = 90.0
"""The same for a turn at a table where one moves now and then: three turns in a minute are one notice."""

MOST_SHOWN = 50


def merge(connection: Connection) -> Any:
    """An insert that can update: both databases have it, each in its own module."""
    return postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert


def following(person: Any) -> Any:
    """The next number of a person's notices."""
    return select(func.coalesce(func.max(notices.c.seq), 0) + 1).where(notices.c.person == person).scalar_subquery()


# Statements of every move are made once: making them takes longer than carrying them out.
WHO: BindParameter[str] = bindparam("who")
MINE = (notices.c.person == WHO, notices.c.table == bindparam("place"), ~notices.c.seen)
UNSEEN = select(notices.c.matter).where(*MINE)
SETTLE = (
    update(notices)
    .where(*MINE, notices.c.matter == bindparam("what"))
    .values(seen=True, due=None, seq=following(WHO))
    .returning(notices.c.seq)
)


@cache
def telling(dialect: str) -> Executable:
    """Keeps what a person is to be told, in the place of what was told of the same matter."""
    own = ("table", "matter", "at", "kind", "by", "about", "due")
    values: dict[str, Any] = {name: bindparam(f"its_{name}") for name in own}
    adding = (postgresql.insert if dialect == "postgresql" else sqlite.insert)(notices).values(
        person=WHO, seq=following(WHO), seen=False, **values
    )
    anew: dict[str, Any] = {name: adding.excluded[name] for name in ("seq", "at", "kind", "by", "about", "seen")}
    # What is due already goes out when it was due: somebody who is told something every minute is told at last.
    anew["due"] = func.coalesce(notices.c.due, adding.excluded.due)
    keeping = adding.on_conflict_do_update(index_elements=["person", "table", "matter"], set_=anew)
    return keeping.returning(notices.c.seq)


def tell(connection: Connection, told: Tiding, table: str, at: float, live: bool = True) -> int:
    """Keep what a person is to be told of a table; its number."""
    wait = LONG_WAIT if told.kind == "turn" and not live else WAIT.get(told.kind, SOON)
    values = {"table": table, "matter": MATTERS[told.kind], "at": at, "kind": told.kind, "by": told.by}
    values |= {"about": told.about, "due": at + wait}
    its = {f"its_{name}": value for name, value in values.items()}
    seq: int = connection.execute(telling(connection.dialect.name), {"who": told.person, **its}).scalar_one()
    return seq


def settle(connection: Connection, person: str, table: str, matter: str | None = None) -> int:
    """A person need not be told any more; the number of the change, 0 if there was nothing."""
    mine = {"who": person, "place": table}
    seq = 0
    for one in connection.scalars(UNSEEN, mine).all() if matter is None else (matter,):
        seq = connection.execute(SETTLE, {**mine, "what": one}).scalar() or seq
    return seq


def see(connection: Connection, person: str, table: str | None, upto: int) -> int:
    """A person has seen what it was told, of one table or of all; the number of the change."""
    wanted = select(notices.c.table).where(notices.c.person == person, ~notices.c.seen, notices.c.seq <= upto)
    if table is not None:
        wanted = wanted.where(notices.c.table == table)
    seq = 0
    for one in set(connection.scalars(wanted)):
        seq = settle(connection, person, one) or seq
    return seq


def whole() -> Select[Any]:
    """Notices with the game of the table, and the name of who caused them."""
    with_table = select(notices, tables.c.variant, people.c.name.label("who"))
    return with_table.join(tables, tables.c.id == notices.c.table).outerjoin(people, people.c.id == notices.c.by)


def told(connection: Connection, person: str, after: int) -> list[dict[str, Any]]:
    """What a person was told after a number, at most so much of it, the oldest first."""
    wanted = whole().where(notices.c.person == person, notices.c.seq > after)
    wanted = wanted.order_by(notices.c.seq.desc()).limit(MOST_SHOWN)
    return [dict(row) for row in reversed(list(connection.execute(wanted).mappings()))]


# ---------------------------------------------------------------- going out
def due_persons(connection: Connection, now: float, most: int) -> list[str]:
    """The persons for whom something is due."""
    return list(connection.scalars(select(notices.c.person).where(notices.c.due <= now).distinct().limit(most)))


def due_of(connection: Connection, person: str) -> list[dict[str, Any]]:
    """What waits to go out to a person, also what is not due yet: it goes along."""
    wanted = whole().where(notices.c.person == person, notices.c.due.is_not(None)).order_by(notices.c.seq)
    return [dict(row) for row in connection.execute(wanted).mappings()]


def silent(connection: Connection, person: str) -> set[str]:
    """The tables of which a person wants to hear nothing."""
    return set(connection.scalars(select(silences.c.table).where(silences.c.person == person)))


def last_sent(connection: Connection, person: str, tables: list[str]) -> float:
    """When something of one of some tables last went out to a person."""
    mine = (notices.c.person == person, notices.c.table.in_(tables))
    return connection.scalar(select(func.max(notices.c.sent)).where(*mine)) or 0.0


def put_off(connection: Connection, person: str, until: float | None, seqs: list[int]) -> None:
    """Let notices go out later, or not at all (None)."""
    mine = (notices.c.person == person, notices.c.seq.in_(seqs), notices.c.due.is_not(None))
    connection.execute(update(notices).where(*mine).values(due=until))


def post(connection: Connection, person: str, seqs: list[int], now: float, ways: list[dict[str, Any]]) -> bool:
    """Notices become letters; False if another process did it, or they are not true any more."""
    mine = (notices.c.person == person, notices.c.seq.in_(seqs), notices.c.due.is_not(None))
    with connection.begin_nested() as claiming:
        if connection.execute(update(notices).where(*mine).values(due=None, sent=now)).rowcount != len(seqs):
            claiming.rollback()
            return False
    add_letters(connection, person, now, ways)
    return True


def add_letters(connection: Connection, person: str, now: float, ways: list[dict[str, Any]]) -> None:
    """Put letters on their way."""
    if ways:
        connection.execute(insert(letters), [{"person": person, "due": now, "tries": 0, **way} for way in ways])


def due_letters(connection: Connection, now: float, most: int) -> list[dict[str, Any]]:
    """The letters that are to be delivered now."""
    wanted = select(letters).where(letters.c.due <= now).order_by(letters.c.due).limit(most)
    return [dict(row) for row in connection.execute(wanted).mappings()]


def claim(connection: Connection, id: int, tries: int, again: float) -> bool:
    """Take a letter to deliver it: if nobody says that it was, it is tried again then."""
    mine = (letters.c.id == id, letters.c.tries == tries)
    return connection.execute(update(letters).where(*mine).values(tries=tries + 1, due=again)).rowcount == 1


def done(connection: Connection, id: int) -> None:
    """A letter was delivered, or given up."""
    connection.execute(delete(letters).where(letters.c.id == id))


def gone(connection: Connection, way: str, address: str, person: str) -> None:
    """An address is no more."""
    connection.execute(delete(letters).where(letters.c.way == way, letters.c.address == address))
    if way == "push":
        connection.execute(delete(pushes).where(pushes.c.id == address))
    elif way in ("mail", "hook"):
        mine = and_(wishes.c.person == person, wishes.c[way] == address)
        connection.execute(update(wishes).where(mine).values({way: None}))


def key(connection: Connection, name: str, fresh: str) -> str:
    """A key of the server: the one that is kept, or a fresh one, kept from now on."""
    connection.execute(merge(connection)(keys).values(name=name, value=fresh).on_conflict_do_nothing())
    value: str = connection.scalar(select(keys.c.value).where(keys.c.name == name)) or fresh
    return value


# ---------------------------------------------------------------- wishes
def wishes_of(connection: Connection, person: str) -> dict[str, Any]:
    """How a person wants to be told."""
    found = connection.execute(select(wishes).where(wishes.c.person == person)).mappings().first()
    if found is not None:
        return dict(found)
    return {"person": person, "wanted": "{}", "mail": None, "hook": None, "secret": ""}


def wish(connection: Connection, person: str, changes: dict[str, Any]) -> None:
    """Keep how a person wants to be told."""
    fresh = {"wanted": "{}", "mail": None, "hook": None, "secret": secrets.token_urlsafe(32), **changes}
    adding = merge(connection)(wishes).values(person=person, **fresh)
    connection.execute(adding.on_conflict_do_update(index_elements=["person"], set_=changes))


def silence(connection: Connection, person: str, table: str, silent: bool) -> None:
    """Say whether a person wants to hear of a table."""
    connection.execute(delete(silences).where(silences.c.person == person, silences.c.table == table))
    if silent:
        connection.execute(insert(silences).values(person=person, table=table))


def ask_code(connection: Connection, person: str, mail: str, hash: str, now: float, pause: float) -> bool:
    """Keep the code that goes to an address; False if one went out just now."""
    before = connection.scalar(select(codes.c.at).where(codes.c.person == person))
    if before is not None and before > now - pause:
        return False
    connection.execute(delete(codes).where(codes.c.person == person))
    connection.execute(insert(codes).values(person=person, mail=mail, hash=hash, at=now, tries=0))
    return True


def try_code(connection: Connection, person: str, hash: str, since: float, most: int) -> bool:
    """Whether a code is the right one; then the address is the person's."""
    found = connection.execute(select(codes).where(codes.c.person == person)).mappings().first()
    if found is None or found["at"] < since or found["tries"] >= most:
        return False
    if not secrets.compare_digest(found["hash"], hash):
        connection.execute(update(codes).where(codes.c.person == person).values(tries=found["tries"] + 1))
        return False
    connection.execute(delete(codes).where(codes.c.person == person))
    wish(connection, person, {"mail": found["mail"]})
    return True


def waiting_mail(connection: Connection, person: str, since: float) -> str | None:
    """The address that waits for its code."""
    return connection.scalar(select(codes.c.mail).where(codes.c.person == person, codes.c.at >= since))


def end_mail(connection: Connection, secret: str) -> bool:
    """Whoever has the secret of a mail wants no more; False if nobody has such a one."""
    return connection.execute(update(wishes).where(wishes.c.secret == secret).values(mail=None)).rowcount == 1


def add_push(connection: Connection, row: dict[str, Any], most: int) -> None:
    """Keep a browser that takes push messages, at most so many of a person: the newest."""
    connection.execute(delete(pushes).where(pushes.c.id == row["id"]))
    connection.execute(insert(pushes).values(**row))
    mine = select(pushes.c.id).where(pushes.c.person == row["person"]).order_by(pushes.c.created.desc())
    old = connection.scalars(mine.offset(most)).all()
    connection.execute(delete(pushes).where(pushes.c.id.in_(old)))


def drop_push(connection: Connection, person: str, id: str) -> None:
    """A browser wants no more push messages."""
    connection.execute(delete(pushes).where(pushes.c.id == id, pushes.c.person == person))


def pushes_of(connection: Connection, person: str) -> list[str]:
    """The browsers of a person that take push messages."""
    return list(connection.scalars(select(pushes.c.id).where(pushes.c.person == person)))


def push(connection: Connection, id: str) -> dict[str, Any] | None:
    """A browser that takes push messages."""
    found = connection.execute(select(pushes).where(pushes.c.id == id)).mappings().first()
    return dict(found) if found else None


def language_of(connection: Connection, person: str) -> str:
    """The language of a person."""
    return connection.scalar(select(people.c.language).where(people.c.id == person)) or "en"


# ---------------------------------------------------------------- fellows
def fellows(connection: Connection, person: str, most: int = 50) -> list[dict[str, Any]]:
    """Those with whom somebody sat at a table, the latest first; not those who block."""
    mine = select(seats.c.table).where(seats.c.person == person)
    wanted = (
        select(people.c.id, people.c.name)
        .join(seats, seats.c.person == people.c.id)
        .join(tables, tables.c.id == seats.c.table)
        .where(seats.c.table.in_(mine), people.c.id != person)
        .group_by(people.c.id, people.c.name)
        .order_by(func.max(tables.c.changed).desc())
        .limit(most)
    )
    return [{"person": row.id, "name": row.name} for row in connection.execute(wanted)]


def are_fellows(connection: Connection, one: str, other: str) -> bool:
    """Whether two sat at one table."""
    mine = select(seats.c.table).where(seats.c.person == one)
    return bool(connection.scalar(select(exists().where(seats.c.table.in_(mine), seats.c.person == other))))


# ---------------------------------------------------------------- a person as a whole
OWN = (
    (notices, ("kind", "about", "at", "table", "seen")),
    (wishes, ("wanted", "mail", "hook")),
    (silences, ("table",)),
    (codes, ("mail", "at")),
    (pushes, ("endpoint", "language", "created")),
    (letters, ("way", "address", "due")),
)
"""What is kept about telling a person, and what of it an export shows."""


def all_told(connection: Connection, person: str) -> dict[str, Any]:
    """All that is kept about telling a person, but for keys."""
    found = {}
    for table, names in OWN:
        wanted = select(*(table.c[name] for name in names)).where(table.c.person == person)
        if rows := [dict(row._mapping) for row in connection.execute(wanted)]:
            found[table.name] = rows
    return found


def told_account(connection: Connection, guest: str, account: str) -> None:
    """The wishes of a guest, and its browsers, are those of the account, unless that has its own."""
    if not connection.scalar(select(exists().where(wishes.c.person == account))):
        connection.execute(update(wishes).where(wishes.c.person == guest).values(person=account))
    connection.execute(update(pushes).where(pushes.c.person == guest).values(person=account))
    connection.execute(update(notices).where(notices.c.by == guest).values(by=account))
    own = select(silences.c.table).where(silences.c.person == account)
    connection.execute(delete(silences).where(silences.c.person == guest, silences.c.table.in_(own)))
    connection.execute(update(silences).where(silences.c.person == guest).values(person=account))
    untold(connection, guest)


def untold(connection: Connection, person: str) -> None:
    """Nothing is kept about telling a person."""
    for table, _ in OWN:
        connection.execute(delete(table).where(table.c.person == person))
    connection.execute(update(notices).where(notices.c.by == person).values(by=None))
