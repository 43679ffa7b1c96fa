"""Several processes that serve the same tables: real PostgreSQL, real Redis, and each of them gone for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from real_servers import Postgres, Redis
from server_client import Client, Server, ask, news, ok, opened, serving, some_move

from branchline.server.bus import LocalBus, make_bus
from branchline.server.clock import FakeClock
from branchline.server.config import Config, ConfigError
from branchline.server.live.owners import ROUND_SECONDS, Leases
from branchline.server.problems import RefusedError
from branchline.server.store import leases, logs
from branchline.server.tables.clocks import ClocksHeld
from branchline.server.tables.log import Row

SECONDS = 60.0
"""Only who has lost waits so long."""


def run(postgres: Postgres, redis: Redis, test: Callable[[Server, Server], Awaitable[None]]) -> None:
    """A test with two processes in one loop; their clock stands still."""

    async def main() -> None:
        config = Config(database=postgres.database(), bus=redis.url)
        clock = FakeClock()
        async with AsyncExitStack() as stack:
            here = await stack.enter_async_context(serving(config, clock))
            there = await stack.enter_async_context(serving(config, clock))
            await until(lambda: here.site.bus.connected and there.site.bus.connected)  # type: ignore[attr-defined]
            await test(here, there)

    asyncio.run(main())


async def until(done: Callable[[], Any]) -> None:
    """Wait for what other programs bring about."""
    async with asyncio.timeout(SECONDS):
        while not done():
            await asyncio.sleep(0.01)


async def in_rounds(clock: FakeClock, done: Callable[[], Any]) -> None:
    """Let signs of life be given and looked for until something comes of it."""
    async with asyncio.timeout(SECONDS):
        while not done():
            await clock.advance(ROUND_SECONDS)
            await asyncio.sleep(0.02)


def leases_of(server: Server) -> Leases:
    assert isinstance(server.site.owners, Leases)
    return server.site.owners


def at(server: Server, client: Client) -> Client:
    """The same browser at another process."""
    return Client(server.app, cookies=client.cookies)


async def against_a_bot(server: Server) -> tuple[Client, str]:
    ada = await server.guest("Ada")
    table = await opened(ada)
    await ask(ada, table, "seat_bot", bot="random")
    await ask(ada, table, "start")
    return ada, table


async def move(client: Client, table: str, seen: Any) -> int:
    body = {"move": some_move(seen["view"]), "expected": seen["seq"], "seat": 0}
    return int((await ok(client.post(f"/api/tables/{table}/moves", body)))["seq"])


async def die(server: Server) -> None:
    """What kill -9 does, as far as others see: no sign of life, nobody acts, nothing is given back."""
    owners = leases_of(server)
    assert owners.rounds is not None
    owners.rounds.cancel()
    server.site.tables.listeners.clear()
    for task in server.site.players.thinking.values():
        task.cancel()


def test_a_game_at_two_processes(postgres: Postgres, redis: Redis) -> None:
    """A player whose every request goes to the other process plays on without noticing."""

    async def test(here: Server, there: Server) -> None:
        ada = await here.guest("Ada")
        ben = await there.guest("Ben")
        table = await opened(ada)
        async with ben.socket() as socket:
            socket.say({"do": "watch", "table": table, "since": 0})
            await socket.hear()
            await ask(ben, table, "take_seat")
            await ask(at(there, ada), table, "start")
            everywhere = [[ada, at(there, ada)], [at(here, ben), ben]]
            for number in range(30):
                for seat, places in enumerate(everywhere):
                    client = places[number % 2]
                    seen = await news(client, table, seat)
                    if seen["view"]["stage"] == "playing" and seat in seen["view"]["game"]["waiting"]:
                        body = {"move": some_move(seen["view"], number), "expected": seen["seq"], "seat": seat}
                        done = await ok(places[(number + 1) % 2].post(f"/api/tables/{table}/moves", body))
            heard = {"seq": 0}
            while heard["seq"] < done["seq"]:
                heard = await socket.hear()
        owners = [leases_of(server).has(table) for server in (here, there)]
        assert sorted(owners) == [False, True]

    run(postgres, redis, test)


def test_a_stale_copy_refuses_nothing(postgres: Postgres, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(here: Server, there: Server) -> None:
        ada = await here.guest("Ada")
        table = await opened(ada)
        await there.site.tables.get(table)
        monkeypatch.setattr(there.site.bus, "take", lambda data: None)  # No note arrives.
        ben = await here.guest("Ben")
        await ask(ben, table, "take_seat")
        await ok(at(there, ben).get(f"/api/tables/{table}?seat=1"))
        await ask(ada, table, "start")
        seen = await news(ben, table, 1)
        await ok(at(there, ben).post(f"/api/tables/{table}/moves", {"move": "keep 1 2", "expected": seen["seq"]}))

    run(postgres, redis, test)


def test_the_other_takes_over(postgres: Postgres, redis: Redis) -> None:
    """The owner dies while it is a bot's turn; the other lets the bot move within a few rounds."""

    async def test(here: Server, there: Server) -> None:
        ada, table = await against_a_bot(here)
        await until(lambda: leases_of(here).has(table))
        await there.site.tables.get(table)
        await until(lambda: not there.site.tables.claiming)
        seen = await news(ada, table, 0)
        await die(here)
        after = await move(at(there, ada), table, seen)
        live = await there.site.tables.get(table)
        first = live.table.seq
        await in_rounds(here.clock, lambda: leases_of(there).has(table))
        await until(lambda: live.table.seq > first or 0 in live.table.waiting)
        assert live.table.seq >= after

    run(postgres, redis, test)


def test_a_table_nobody_looks_at_is_taken_over(postgres: Postgres, redis: Redis) -> None:
    async def test(here: Server, there: Server) -> None:
        ada = await here.guest("Ada")
        table = await opened(ada, clock={"kind": "per_move", "seconds": 60})
        await ask(ada, table, "seat_bot", bot="random")
        await ask(ada, table, "start")
        await until(lambda: leases_of(here).has(table))
        await die(here)
        await in_rounds(here.clock, lambda: there.site.tables.at_hand(table))
        live = await there.site.tables.get(table)
        await here.clock.advance(60)
        await until(lambda: any(clock.flagged for clock in live.table.clocks) or live.table.steps[-1].row.by is None)

    run(postgres, redis, test)


def test_who_was_paused_cannot_act(postgres: Postgres, redis: Redis) -> None:
    """A process that was taken for dead wakes: what it wants to do by itself is not kept, and it begins again."""

    async def test(here: Server, there: Server) -> None:
        _, table = await against_a_bot(here)
        await until(lambda: leases_of(here).has(table))
        owners = leases_of(here)
        assert owners.rounds is not None
        owners.rounds.cancel()
        await there.site.tables.get(table)
        await in_rounds(here.clock, lambda: leases_of(there).has(table))
        live = await here.site.tables.get(table)
        after = live.table.copy()
        after.apply(Row(after.seq + 1, after.at, None, "", ClocksHeld()))
        with pytest.raises(RefusedError, match="right now"):
            await here.site.store.write(logs.append, live.table, after, owners.process)
        assert not await here.site.store.read(logs.rows, table, live.table.seq)
        before = owners.process
        await owners.look()
        assert owners.process != before
        assert not owners.has(table)
        beats = await here.site.store.write(leases.beat, owners.process or "")
        assert beats is not None
        assert set(beats) == {owners.process, leases_of(there).process}

    run(postgres, redis, test)


def test_who_leaves_gives_back(postgres: Postgres, redis: Redis) -> None:
    async def main() -> None:
        config, clock = Config(database=postgres.database(), bus=redis.url), FakeClock()
        async with serving(config, clock) as there:
            async with serving(config, clock) as here:
                _, table = await against_a_bot(here)
                await until(lambda: leases_of(here).has(table))
                await there.site.tables.get(table)
                gone = leases_of(here).process
                await in_rounds(clock, lambda: gone in leases_of(there).seen)
                assert not leases_of(there).has(table)
            await in_rounds(clock, lambda: leases_of(there).has(table))

    asyncio.run(main())


def test_an_idle_table_is_released(postgres: Postgres, redis: Redis) -> None:
    async def test(here: Server, there: Server) -> None:
        ada = await here.guest("Ada")
        table = await opened(ada)
        await until(lambda: leases_of(here).has(table))
        await there.site.tables.get(table)
        await until(lambda: table in leases_of(there).elsewhere)
        here.site.tables.used[table] = 0.0
        here.site.tables.sweep()
        await until(lambda: leases_of(there).has(table))

    run(postgres, redis, test)


def test_the_bus_goes_and_comes_back(postgres: Postgres, redis: Redis) -> None:
    """Without the bus play goes on: who watches at the other process learns it a little later."""

    async def test(here: Server, there: Server) -> None:
        ada, table = await against_a_bot(here)
        async with at(there, ada).socket() as socket:
            socket.say({"do": "watch", "table": table, "seat": 0, "since": 0})
            heard = await socket.hear()
            redis.stop()
            try:
                done = await move(ada, table, await news(ada, table, 0))
                while heard["seq"] < done:
                    heard = await socket.hear()
            finally:
                redis.start()
            bus: Any = there.site.bus
            await until(lambda: bus.connected)
            await ask(ada, table, "resign")
            live = await here.site.tables.get(table)
            while heard["seq"] < live.table.seq:
                heard = await socket.hear()

    run(postgres, redis, test)


def test_the_database_goes_and_comes_back(postgres: Postgres, redis: Redis) -> None:
    """Nothing half-done: a move is refused while the database is away; then it is kept, and the bot goes on."""

    async def test(here: Server, there: Server) -> None:
        ada, table = await against_a_bot(here)
        live = await here.site.tables.get(table)
        await until(lambda: not live.table.waiting or 1 not in live.table.waiting)
        seen = await news(ada, table, 0)
        postgres.stop()
        try:
            body = {"move": some_move(seen["view"]), "expected": seen["seq"], "seat": 0, "key": "m"}
            refused = await ada.post(f"/api/tables/{table}/moves", body)
            assert (refused.status, refused.data["id"]) == (503, "server.unavailable")
            assert (await ada.get("/api/ready")).status == 503
            assert (await ada.get("/api/health")).status == 200
        finally:
            postgres.start()
        done = await ok(ada.post(f"/api/tables/{table}/moves", body))
        assert done["seq"] == seen["seq"] + 1
        assert (await ada.get("/api/ready")).status == 200

    run(postgres, redis, test)


def test_a_bus_that_is_none() -> None:
    assert isinstance(make_bus(""), LocalBus)
    for url in ("localhost:6379", "http://localhost", "amqp://x"):
        with pytest.raises(ConfigError):
            make_bus(url)


def test_an_answer_that_names_a_dead_owner(postgres: Postgres, redis: Redis) -> None:
    """The owner died while the answer was on its way that it owns the table: the next round corrects it."""

    async def test(here: Server, there: Server) -> None:
        _, table = await against_a_bot(here)
        await until(lambda: leases_of(here).has(table))
        dead = leases_of(here).process or ""
        await die(here)
        await there.site.tables.get(table)
        await in_rounds(here.clock, lambda: leases_of(there).has(table))
        leases_of(there).mine.discard(table)
        leases_of(there).elsewhere[table] = dead
        await in_rounds(here.clock, lambda: leases_of(there).has(table))

    run(postgres, redis, test)
