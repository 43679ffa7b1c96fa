"""When things go wrong around a server: a full disk, a slow browser, repeated and disordered requests, clocks."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from loopback import Http
from loopback import Server as RealServer
from server_client import Server, ask, news, ok, opened, run, some_move, two_at_a_table
from sqlalchemy import Connection, event


def pages(connection: Connection) -> int:
    """The pages of the database."""
    return int(connection.exec_driver_sql("PRAGMA page_count").scalar() or 0)


def test_the_disk_is_full(caplog: pytest.LogCaptureFixture) -> None:
    """Moves are refused and reading goes on; when there is room again, play goes on, and nothing is half-done."""

    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server, variant="europe")
        full = await server.site.store.read(pages)

        def limit(most: int) -> None:
            # The one connection that writes is told that there are no more pages than it has.
            with server.site.store.writers.engine.connect() as connection:
                connection.exec_driver_sql(f"PRAGMA max_page_count={most}")

        limit(full)
        refused: list[Any] = []
        number = 0
        while not refused and number < 400:
            for seat, client in enumerate((ada, ben)):
                seen = await news(client, table, seat)
                if seat in seen["view"]["game"]["waiting"]:
                    number += 1
                    body = {"move": some_move(seen["view"], number), "expected": seen["seq"], "key": f"m{number}"}
                    answer = await client.post(f"/api/tables/{table}/moves", body)
                    if answer.status != 200:
                        assert (answer.status, answer.data["id"]) == (503, "server.unavailable"), answer.text
                        refused.append((client, body, seen, seat))
                        break
        assert refused, "the disk never was full"
        client, body, before, seat = refused[0]
        assert (await news(client, table, seat))["seq"] == before["seq"]
        assert (await client.get("/api/health")).status == 200
        limit(1_000_000_000)
        done = await ok(client.post(f"/api/tables/{table}/moves", body))
        assert done["seq"] == before["seq"] + 1
        again = await ok(client.post(f"/api/tables/{table}/moves", body))
        assert again["seq"] == done["seq"]

    run(test)
    assert "full" in caplog.text


def test_bots_and_clocks_go_on_when_the_database_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the server wanted to do by itself while the database was away, it does later, without anybody asking."""

    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        table = await opened(ada, clock={"kind": "per_move", "seconds": 60})
        await ask(ada, table, "seat_bot", bot="random")
        await ask(ada, table, "start")
        live = await server.site.tables.get(table)
        async with asyncio.timeout(10):
            while 1 in live.table.waiting:
                await asyncio.sleep(0.01)
        away = True

        def fail(*_: Any) -> None:
            if away:
                raise OSError("the database is away")

        event.listen(server.site.store.writers.engine, "begin", fail)
        await server.clock.advance(70)
        async with asyncio.timeout(10):
            while server.site.store.waiting:
                await asyncio.sleep(0.01)
        assert not live.table.clocks[0].flagged
        away = False
        async with asyncio.timeout(10):
            while not live.table.clocks[0].flagged:
                await server.clock.advance(1)
                await asyncio.sleep(0.02)
        seen = await news(ada, table, 0)
        away = True
        body = {"move": some_move(seen["view"]), "expected": seen["seq"], "seat": 0, "key": "k"}
        assert (await ada.post(f"/api/tables/{table}/moves", body)).status == 503
        away = False
        await ok(ada.post(f"/api/tables/{table}/moves", body))

    run(test)


def test_requests_twice_and_in_disorder() -> None:
    """Whatever order moves and their repetitions arrive in, each becomes one row, and all get the same answer."""

    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        random, sent = Random(3), []
        for number in range(1, 200):
            before = await news(ada, table)
            if before["view"]["stage"] == "over":
                break
            waiting = before["view"]["game"]["waiting"]
            bodies = []
            for seat in waiting:
                client = (ada, ben)[seat]
                seen = await news(client, table, seat)
                body = {"move": some_move(seen["view"], number), "expected": seen["seq"], "key": f"{seat}/{number}"}
                bodies.append((client, body))
            sent += bodies
            old = random.choices(sent, k=2)
            everything = [*bodies * 3, *old]
            random.shuffle(everything)
            answers = await asyncio.gather(
                *(client.post(f"/api/tables/{table}/moves", body) for client, body in everything)
            )
            rows: dict[str, set[int]] = {}
            for (_, body), answer in zip(everything, answers, strict=True):
                assert answer.status == 200, answer.text
                rows.setdefault(body["key"], set()).add(answer.data["seq"])
            assert all(len(found) == 1 for found in rows.values())
        last = await news(ada, table)
        moves = [step for step in last["steps"] if step["entry"]["what"] == "moved"]
        assert len(moves) == len({body["key"] for _, body in sent})

    run(test)


@pytest.mark.parametrize("jump", [-86400.0, 86400.0, 30 * 86400.0])
def test_the_clock_jumps(jump: float) -> None:
    """No flag falls by a jump, the log never goes back, and play goes on."""

    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server, clock={"kind": "bank", "seconds": 600})
        await news(ada, table, 0)
        server.clock.time += jump
        await server.clock.advance(60)
        for number in range(1, 7):
            for seat, client in enumerate((ada, ben)):
                seen = await news(client, table, seat)
                if seat in seen["view"]["game"]["waiting"]:
                    body = {"move": some_move(seen["view"], number), "expected": seen["seq"]}
                    await client.post(f"/api/tables/{table}/moves", body)
        last = await news(ada, table)
        assert [step["at"] for step in last["steps"]] == sorted(step["at"] for step in last["steps"])
        assert not any(step["entry"]["what"] == "flag_fell" for step in last["steps"])
        assert sum(step["entry"]["what"] == "moved" for step in last["steps"]) >= 4

    run(test)


@pytest.mark.slow_uncompiled
def test_a_browser_that_takes_nothing(tmp_path: Path) -> None:
    """Over a real network: nothing queues up for it, it is cut off in time, and the others notice nothing."""

    async def test(server: RealServer) -> None:
        people = [Http(server.port) for _ in range(2)]
        for name, person in zip(("Ada", "Ben"), people, strict=True):
            await person.good("POST", "/api/guests", {"name": name})
        setup = {"variant": "mini", "seats": 2}
        table = (await people[0].good("POST", "/api/tables", {"setup": setup}))["table"]
        cookie = people[1].headers["cookie"]
        # A handshake by hand, so that nobody reads what comes.
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
        head = (
            f"GET /api/socket HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        )
        head += (
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        writer.write(head.encode())
        assert b"101" in await reader.readuntil(b"\r\n\r\n")
        watch = json.dumps({"do": "watch", "table": table, "since": 0}).encode()
        frame = b"\x81" + bytes([0x80 | len(watch)]) + b"\0\0\0\0" + watch
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        before = memory(server)
        for _ in range(4000):
            writer.write(frame)
        await people[1].good("POST", f"/api/tables/{table}/commands", {"do": "take_seat"})
        await people[0].good("POST", f"/api/tables/{table}/commands", {"do": "start"})
        async with asyncio.timeout(30):
            while await sockets(people[0]):
                await asyncio.sleep(0.05)
        assert memory(server) - before < 30
        assert (await people[0].good("GET", f"/api/tables/{table}"))["view"]["stage"] == "playing"
        writer.close()
        for person in people:
            person.close()

    async def sockets(person: Http) -> float:
        keeper = Http(person.port, {"authorization": "Bearer token"})
        page = await keeper.good("GET", "/metrics")
        keeper.close()
        return float(next(line for line in page.splitlines() if line.startswith("branchline_sockets "))[19:])

    server = RealServer(
        f"sqlite:///{tmp_path / 'slow.db'}", tmp_path, write_seconds=1, silence_seconds=5, metrics="token"
    )
    server.start()
    try:
        server.wait()
        asyncio.run(test(server))
    finally:
        server.kill()


def memory(server: RealServer) -> float:
    """Megabytes of a server."""
    assert server.process is not None
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * 4096 / 1e6
