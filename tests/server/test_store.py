"""What is kept: migrations and schema agree; who comes second learns it; a failed write changes nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import server_client
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from server_client import SECONDS, Server, ask, news, ok, opened, run, some_move, two_at_a_table
from sqlalchemy import Connection, event, select
from sqlalchemy.exc import IntegrityError

from branchline.server.clock import FakeClock
from branchline.server.config import Config
from branchline.server.live.live import LiveTable
from branchline.server.problems import RefusedError, refuse
from branchline.server.store import logs, people
from branchline.server.store.schema import metadata, tokens
from branchline.server.store.store import Store
from branchline.server.tables.kinds import AnyCommand, AnyEntry, ServerCommand
from branchline.server.tables.log import Asked, Command, Entry

pytestmark = pytest.mark.usefixtures("each_database")


def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def test_migrations_make_the_schema(tmp_path: Path) -> None:
    async def test() -> None:
        store = Store(server_client.fresh_database(tmp_path))
        await store.open()
        await store.open()  # A second time there is nothing to do.
        assert await store.read(differences) == []
        store.close()

    asyncio.run(test())


def test_two_processes_share_a_table() -> None:
    """Two copies of one table take turns; whoever is second catches up and goes on."""

    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        here = await server.site.tables.get(table)
        there = LiveTable(server.site.store, server.site.bus, await server.site.store.read(logs.load, table))
        seen = await news(ada, table, 0)
        await ok(ada.post(f"/api/tables/{table}/moves", {"move": "keep 1 2", "expected": seen["seq"]}))
        assert there.table.seq == seen["seq"]
        from branchline.server.tables.play import Play

        asked = Asked(there.table.chairs[1].person, server.clock.now())
        done = await there.do(Play(move="keep 1 2", seat=1, expected=seen["seq"]), asked)
        assert done.seq == seen["seq"] + 2
        await here.catch_up()
        assert here.table.seq == there.table.seq
        assert here.table.game is not None
        assert there.table.game is not None
        assert here.table.game.key() == there.table.game.key()

    run(test)


def test_a_failed_write_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        seen = await news(ada, table, 0)
        body = {"move": some_move(seen["view"]), "expected": seen["seq"], "key": "k"}
        with monkeypatch.context() as patch:

            def full(*_: Any) -> None:
                raise OSError("disk full")

            patch.setattr(logs, "append", full)
            failed = await ada.post(f"/api/tables/{table}/moves", body)
            assert (failed.status, failed.data["id"]) == (503, "server.unavailable")
        assert await news(ada, table, 0) == seen
        await ok(ada.post(f"/api/tables/{table}/moves", body))

    run(test)


def test_a_write_that_was_kept_but_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer of the database got lost: the same command again finds its row."""

    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        seen = await news(ada, table, 0)
        body = {"move": some_move(seen["view"]), "expected": seen["seq"], "key": "k"}
        write = server.site.store.write

        async def lost(*args: Any) -> None:
            await write(*args)
            raise refuse("unavailable")

        with monkeypatch.context() as patch:
            patch.setattr(server.site.store, "write", lost)
            assert (await ada.post(f"/api/tables/{table}/moves", body)).status == 503
        assert (await ok(ada.post(f"/api/tables/{table}/moves", body)))["seq"] == seen["seq"] + 1
        assert (await news(ada, table))["seq"] == seen["seq"] + 1

    run(test)


def test_summaries_follow_the_log() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        table = await opened(ada, listed=True)
        listed = await ok(ada.get("/api/tables"))
        assert [each["id"] for each in listed["tables"]] == [table]
        await ask(ada, table, "seat_bot", bot="random")
        await ask(ada, table, "start")
        assert (await ok(ada.get("/api/tables")))["tables"] == []
        assert [each["id"] for each in (await ok(ada.get("/api/me/tables")))["tables"]] == [table]

    run(test)


def test_every_kind_is_listed() -> None:
    def kinds(root: Any) -> set[str]:
        return {each.__name__ for each in root.__subclasses__()} | {
            name for each in root.__subclasses__() for name in kinds(each)
        }

    assert kinds(Entry) == {each.__name__ for each in AnyEntry.__args__}
    asked = {each.__name__ for each in (*AnyCommand.__args__, *ServerCommand.__args__)}
    assert kinds(Command) == asked
    assert not set(AnyCommand.__args__) & set(ServerCommand.__args__)


def test_a_fake_clock_wakes_in_order() -> None:
    async def test() -> None:
        clock, woken = FakeClock(0.0), []

        async def sleeper(seconds: float) -> None:
            await clock.sleep(seconds)
            woken.append((seconds, clock.now()))

        tasks = [asyncio.ensure_future(sleeper(seconds)) for seconds in (3, 1, 2, 9)]
        await asyncio.sleep(0)
        await clock.advance(5)
        assert woken == [(1, 1), (2, 2), (3, 3)]
        tasks[-1].cancel()

    asyncio.run(test())


def test_settings_have_words() -> None:
    from branchline.server.config import NAMES
    from branchline.words import has

    assert [field.name for field in NAMES if not has(f"settings.{field.name}")] == []


def test_refusals_have_words() -> None:
    from branchline.server.problems import STATUS
    from branchline.words import catalogue

    assert set(STATUS) == set(catalogue("server"))


def test_settings_come_from_flags_environment_file(tmp_path: Path) -> None:
    from branchline.server.config import ConfigError, read_config

    file = tmp_path / "a.toml"
    file.write_text("port = 1\nhost = '::1'\ndurable = true\n")
    config = read_config({"port": "3"}, {"BRANCHLINE_PORT": "2", "BRANCHLINE_HOST": "h"}, str(file))
    assert (config.port, config.host, config.durable) == (3, "h", True)
    assert read_config({}, {}) == Config()
    for flags, environment, text in (
        ({"port": "x"}, {}, ""),
        ({}, {"BRANCHLINE_PORT": "-"}, ""),
        ({}, {}, "prot = 1"),
        ({}, {}, "port = 'x'"),
        ({}, {}, "port"),
    ):
        file.write_text(text)
        with pytest.raises(ConfigError):
            read_config(flags, environment, str(file))
    with pytest.raises(ConfigError):
        read_config({}, {}, str(tmp_path / "none.toml"))


# ---------------------------------------------------------------- transactions
def token(id: str) -> dict[str, Any]:
    return {"hash": id, "id": id, "person": "ada", "name": "a bot", "created": 1.0, "used": 1.0}


async def kept(store: Store) -> list[str]:
    return sorted(await store.read(lambda connection: list(connection.scalars(select(tokens.c.id)))))


async def burst(store: Store, writes: list[Awaitable[Any]]) -> list[Any]:
    """Let writes come while another is being carried out: they are carried out after it, all at once."""
    loop, begun, go_on = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def slow(_: Connection) -> None:
        loop.call_soon_threadsafe(begun.set)
        go_on.wait(SECONDS)

    first = asyncio.ensure_future(store.write(slow))
    await begun.wait()
    rest = [asyncio.ensure_future(write) for write in writes]
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(first, return_exceptions=True)
    return await asyncio.gather(*rest, return_exceptions=True)


def on_a_store(tmp_path: Path, test: Callable[[Store], Awaitable[None]]) -> None:
    """A test on a database with one person."""

    async def body() -> None:
        store = Store(f"sqlite:///{tmp_path / 'store.db'}")
        await store.open()
        person = {"id": "ada", "name": "Ada", "colour": "", "language": "en", "created": 1.0}
        session = {"hash": "s", "id": "s", "created": 1.0, "used": 1.0, "signed": 0.0, "device": ""}
        await store.write(people.add_guest, person, session)
        try:
            await test(store)
        finally:
            store.close()

    asyncio.run(body())


def test_writes_that_come_together_are_kept_together(tmp_path: Path) -> None:
    """One transaction for all of them; who asked for one is told of that one."""

    async def test(store: Store) -> None:
        begun: list[int] = []
        event.listen(store.writers.engine, "begin", lambda _: begun.append(1))
        await burst(store, [store.write(people.add_token, token(f"t{number}")) for number in range(20)])
        assert len(begun) == 2
        answers = await burst(store, [store.write(lambda _, number: number, number) for number in range(150)])
        assert answers == list(range(150))
        assert len(begun) == 2 + 3
        assert len(await kept(store)) == 20

    on_a_store(tmp_path, test)


def test_a_refused_write_takes_none_along(tmp_path: Path) -> None:
    """Refusals, conflicts, mistakes of ours: whoever came together with them gets what it asked for."""

    def refused(connection: Connection) -> None:
        people.add_token(connection, token("half"))
        raise refuse("not_late")

    def broken(connection: Connection) -> None:
        people.add_token(connection, token("half"))
        raise ZeroDivisionError

    async def test(store: Store) -> None:
        good = [store.write(people.add_token, token(id)) for id in "abc"]
        bad = [store.write(refused), store.write(people.add_token, token("a")), store.write(broken)]
        found = await burst(store, [good[0], bad[0], good[1], bad[1], bad[2], good[2]])
        assert [type(one) for one in found] == [
            type(None), RefusedError, type(None), IntegrityError, ZeroDivisionError, type(None),
        ]  # fmt: skip
        assert await kept(store) == ["a", "b", "c"]

    on_a_store(tmp_path, test)


def test_nobody_is_told_before_all_is_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What could not be committed is unavailable for all whose writes were in it; none of them is tried again."""

    def fail(_: Connection) -> None:
        raise OSError("no space left on device")

    async def test(store: Store) -> None:
        event.listen(store.writers.engine, "commit", fail)
        found = await burst(store, [store.write(people.add_token, token(id)) for id in "abc"])
        assert [one.message for one in found] == ["server.unavailable"] * 3
        event.remove(store.writers.engine, "commit", fail)
        assert await kept(store) == []
        await store.write(people.add_token, token("d"))
        assert await kept(store) == ["d"]

    on_a_store(tmp_path, test)
    assert "no space left" in caplog.text
