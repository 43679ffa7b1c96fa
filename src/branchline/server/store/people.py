"""Queries about people: their sessions and tokens, and how they sign in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Float, Table, delete, insert, literal, select, update

from branchline.server.store.schema import challenges, passkeys, passwords, people, sessions, tokens

Row = dict[str, Any]
CHUNK = 500


def add_guest(connection: Connection, person: Row, session: Row) -> None:
    """Keep a new person with a session."""
    connection.execute(insert(people).values(**person))
    connection.execute(insert(sessions).values(person=person["id"], **session))


def person(connection: Connection, id: str) -> Row | None:
    """What a person says about itself."""
    shown = (people.c.id, people.c.name, people.c.colour, people.c.language, people.c.account)
    found = connection.execute(select(*shown).where(people.c.id == id)).first()
    return dict(found._mapping) if found else None


def change(connection: Connection, person: str, values: Row) -> None:
    """Change what a person says about itself."""
    connection.execute(update(people).where(people.c.id == person).values(**values))


# ---------------------------------------------------------------- sessions and tokens
def holders(connection: Connection, way: str, hashes: Sequence[str], since: float) -> list[Row]:
    """The persons behind some sessions that were used since a moment, or behind some tokens."""
    what = sessions if way == "session" else tokens
    signed = sessions.c.signed if way == "session" else literal(0.0, Float).label("signed")
    wanted = select(people, what.c.id.label("held"), what.c.hash, what.c.used, signed)
    wanted = wanted.join(what, what.c.person == people.c.id)
    if way == "session":
        wanted = wanted.where(sessions.c.used > since)
    return [
        dict(row)
        for first in range(0, len(hashes), CHUNK)
        for row in connection.execute(wanted.where(what.c.hash.in_(hashes[first : first + CHUNK]))).mappings()
    ]


def touch(connection: Connection, way: str, hash: str, now: float) -> None:
    """Note that a session or token is used."""
    what = sessions if way == "session" else tokens
    connection.execute(update(what).where(what.c.hash == hash).values(used=now))


def add_token(connection: Connection, token: Row) -> None:
    """Keep a token of a person."""
    connection.execute(insert(tokens).values(**token))


def rotate(connection: Connection, old: str | None, person: str, session: Row) -> None:
    """A new session in the place of an old one."""
    if old is not None:
        connection.execute(delete(sessions).where(sessions.c.hash == old))
    connection.execute(insert(sessions).values(person=person, **session))


def end(connection: Connection, way: str, person: str, id: str | None = None, but: str = "") -> list[str]:
    """End a session or token of a person, or all but one; the hashes of those that ended."""
    what: Table = sessions if way == "session" else tokens
    which = [what.c.person == person, what.c.id != but]
    if id is not None:
        which.append(what.c.id == id)
    ended = list(connection.scalars(select(what.c.hash).where(*which)))
    connection.execute(delete(what).where(what.c.hash.in_(ended)))
    return ended


def hashes(connection: Connection, person: str) -> list[str]:
    """The hashes of all sessions and tokens of a person."""
    return [
        hash
        for what in (sessions, tokens)
        for hash in connection.scalars(select(what.c.hash).where(what.c.person == person))
    ]


def still_there(connection: Connection, hashes: list[str]) -> set[str]:
    """Those of some hashes behind which there is a session or a token, of somebody who is not shut out."""
    found: set[str] = set()
    for first in range(0, len(hashes), CHUNK):
        some = hashes[first : first + CHUNK]
        for what in (sessions, tokens):
            wanted = select(what.c.hash).join(people, people.c.id == what.c.person)
            found |= set(connection.scalars(wanted.where(what.c.hash.in_(some), ~people.c.blocked)))
    return found


def held(connection: Connection, person: str) -> dict[str, list[Row]]:
    """The sessions, tokens and passkeys of a person, and its password without the password."""

    def rows(what: Table, *columns: str) -> list[Row]:
        wanted = select(*(what.c[name] for name in columns)).where(what.c.person == person)
        return [dict(row._mapping) for row in connection.execute(wanted.order_by(what.c[columns[-1]].desc()))]

    return {
        "sessions": rows(sessions, "id", "device", "created", "used"),
        "tokens": rows(tokens, "id", "name", "used", "created"),
        "passkeys": rows(passkeys, "id", "name", "used", "created"),
        "passwords": rows(passwords, "login", "changed"),
    }


# ---------------------------------------------------------------- passwords
def by_login(connection: Connection, folded: str) -> Row | None:
    """Who signs in with a name: the person's id and the hash of its password."""
    found = connection.execute(select(passwords).where(passwords.c.folded == folded)).first()
    return dict(found._mapping) if found else None


def set_password(connection: Connection, password: Row) -> None:
    """Keep a password; IntegrityError if another person has the name."""
    person = password["person"]
    connection.execute(delete(passwords).where(passwords.c.person == person))
    connection.execute(insert(passwords).values(**password))
    connection.execute(update(people).where(people.c.id == person).values(account=True))


def rehash(connection: Connection, person: str, hash: str) -> None:
    """Keep the same password with today's cost."""
    connection.execute(update(passwords).where(passwords.c.person == person).values(hash=hash))


# ---------------------------------------------------------------- passkeys
def add_challenge(connection: Connection, challenge: Row, now: float) -> None:
    """Keep a challenge until it is answered; drop those that nobody answered."""
    connection.execute(delete(challenges).where(challenges.c.expires < now))
    connection.execute(insert(challenges).values(**challenge))


def take_challenge(connection: Connection, hash: str, now: float) -> Row | None:
    """A challenge that is being answered: it can be so once."""
    found = connection.execute(select(challenges).where(challenges.c.hash == hash)).first()
    gone = connection.execute(delete(challenges).where(challenges.c.hash == hash)).rowcount
    return dict(found._mapping) if found and gone and found.expires >= now else None


def add_passkey(connection: Connection, passkey: Row) -> None:
    """Keep a passkey; IntegrityError if it is known."""
    connection.execute(insert(passkeys).values(**passkey))
    connection.execute(update(people).where(people.c.id == passkey["person"]).values(account=True))


def credentials(connection: Connection, person: str) -> list[str]:
    """What the authenticators of a person call its passkeys."""
    return list(connection.scalars(select(passkeys.c.credential).where(passkeys.c.person == person)))


def by_credential(connection: Connection, credential: str) -> Row | None:
    """A passkey."""
    found = connection.execute(select(passkeys).where(passkeys.c.credential == credential)).first()
    return dict(found._mapping) if found else None


def passkey_used(connection: Connection, id: str, count: int, now: float) -> None:
    """Note how often an authenticator says that a passkey was used."""
    connection.execute(update(passkeys).where(passkeys.c.id == id).values(count=count, used=now))


def remove_passkey(connection: Connection, person: str, id: str) -> bool | None:
    """Remove a passkey, unless it is the last way in (False); None if there is none."""
    mine = list(connection.scalars(select(passkeys.c.id).where(passkeys.c.person == person)))
    if id not in mine:
        return None
    if len(mine) == 1 and connection.scalar(select(passwords.c.login).where(passwords.c.person == person)) is None:
        return False
    connection.execute(delete(passkeys).where(passkeys.c.id == id))
    return True


def name_of(connection: Connection, person: str) -> str | None:
    """How a person is called."""
    return connection.scalar(select(people.c.name).where(people.c.id == person))
