"""What is kept: migrations and schema agree; who comes second learns it; a failed write changes nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import server_client
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from server_client import Server, ask, news, ok, opened, run, some_move, two_at_a_table
from sqlalchemy import Connection

from branchline.server.clock import FakeClock
from branchline.server.config import Config
from branchline.server.live.live import LiveTable
from branchline.server.problems import refuse
from branchline.server.store import logs
from branchline.server.store.schema import metadata
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
