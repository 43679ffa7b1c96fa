"""Who asks is known from memory for two seconds, and no longer than it is so."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server_client import Client, Server, ok, run
from sqlalchemy import Connection, event, update

from branchline.server.callers import HOLDS, OF_LATE
from branchline.server.people import hashed
from branchline.server.store import people as queries
from branchline.server.store.schema import people
from branchline.server.store.store import Store


def readings(server: Server) -> list[str]:
    """The statements that read sessions from now on."""
    found: list[str] = []

    def noted(_: Any, __: Any, statement: str, *___: Any) -> None:
        if "FROM people JOIN sessions" in statement:
            found.append(statement)

    event.listen(server.site.store.readers.engine, "before_cursor_execute", noted)
    return found


async def name_of(client: Client) -> str:
    return str((await ok(client.get("/api/me")))["name"])


def rename(connection: Connection, before: str, after: str) -> None:
    connection.execute(update(people).where(people.c.name == before).values(name=after))


def test_who_asks_often_is_looked_up_once() -> None:
    """And all who were here of late together, in one question."""

    async def test(server: Server) -> None:
        guests = [await server.guest(f"Guest {number}") for number in range(7)]
        found = readings(server)
        for _ in range(3):
            for number, guest in enumerate(guests):
                assert await name_of(guest) == f"Guest {number}"
        assert len(found) == 7
        await server.clock.advance(HOLDS)
        await asyncio.gather(*(name_of(guest) for guest in guests))
        assert len(found) == 8
        await server.clock.advance(OF_LATE)
        await name_of(guests[0])
        assert len(server.site.callers.held) == 1

    run(test)


def test_what_others_changed_in_the_database_is_seen_soon() -> None:
    """A command of the keepers, for example."""

    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        assert await name_of(ada) == "Ada"
        await server.site.store.write(rename, "Ada", "Augusta")
        await server.clock.advance(HOLDS)
        assert await name_of(ada) == "Augusta"
        await server.site.store.write(rename, "Augusta", "Ada")
        server.site.callers.doubt()
        assert await name_of(ada) == "Ada"

    run(test)


def test_what_changes_here_is_seen_at_once() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        assert await name_of(ada) == "Ada"
        await ok(ada.post("/api/me/profile", {"name": "Augusta"}))
        assert await name_of(ada) == "Augusta"
        before = dict(ada.cookies)
        await ok(ada.delete("/api/sessions/here"))
        ada.cookies = before
        assert (await ada.get("/api/me")).status == 401

    run(test)


def test_what_ends_while_it_is_read_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer of the database may be older than the end."""

    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        (secret,) = ada.cookies.values()
        read, meanwhile = Store.read, [True]

        async def slow(self: Store, *args: Any) -> Any:
            found = await read(self, *args)
            if meanwhile and "callers" in args[0].__name__:
                meanwhile.clear()
                await server.site.store.write(queries.end, "session", (await server.site.store.read(id_of))[0])
                await server.site.endings.end([hashed(secret)])
            return found

        monkeypatch.setattr(Store, "read", slow)
        assert (await ada.get("/api/me")).status == 200  # It asked before the end.
        assert not meanwhile
        assert (await ada.get("/api/me")).status == 401

    run(test)


def id_of(connection: Connection) -> list[str]:
    return list(connection.scalars(people.select().with_only_columns(people.c.id)))
