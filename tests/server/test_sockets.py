"""Sockets: watching, resuming, and what a server does with those who misbehave."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import scale
from msgspec import json
from server_client import Server, news, ok, run, some_move, two_at_a_table

from branchline.server.live import eyes
from branchline.server.tables.kinds import write

SOON = 0.2


def test_news_come_by_themselves() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        async with ben.socket() as socket:
            socket.say({"do": "watch", "table": table, "seat": 1, "since": 0})
            first = await socket.hear()
            assert first["type"] == "news"
            assert [step["seq"] for step in first["steps"]] == list(range(1, first["seq"] + 1))
            move = {"move": "keep 1 2", "expected": first["seq"], "seat": 0}
            await ok(ada.post(f"/api/tables/{table}/moves", move))
            second = await socket.hear()
            assert (second["since"], second["seq"]) == (first["seq"], first["seq"] + 1)

    run(test)


def test_a_socket_and_a_request_tell_the_same() -> None:
    async def test(server: Server) -> None:
        _, ben, table = await two_at_a_table(server)
        async with ben.socket() as socket:
            for since in range(5):
                socket.say({"do": "watch", "table": table, "seat": 1, "since": since})
                assert await socket.hear() == await news(ben, table, 1, since)

    run(test)


def test_who_is_slow_gets_all_later_in_one_message() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        async with ben.socket() as socket:
            socket.say({"do": "watch", "table": table})
            began = (await socket.hear())["seq"]
            socket.taking.clear()
            for seat, client in ((0, ada), (1, ben)):
                seen = await news(client, table, seat)
                move = {"move": some_move(seen["view"]), "expected": seen["seq"], "seat": seat}
                await ok(client.post(f"/api/tables/{table}/moves", move))
            for _ in range(4):
                for seat, client in ((0, ada), (1, ben)):
                    seen = await news(client, table, seat)
                    if seat in seen["view"]["game"]["waiting"]:
                        move = {"move": some_move(seen["view"], 1), "expected": seen["seq"], "seat": seat}
                        await ok(client.post(f"/api/tables/{table}/moves", move))
            end = (await news(ada, table))["seq"]
            socket.taking.set()
            steps: list[Any] = []
            messages = 0
            while not steps or steps[-1]["seq"] < end:
                steps += (await socket.hear())["steps"]
                messages += 1
            assert [step["seq"] for step in steps] == list(range(began + 1, end + 1))
            assert messages <= 2 < len(steps)

    run(test)


def test_who_takes_nothing_is_closed() -> None:
    async def test(server: Server) -> None:
        _, ben, table = await two_at_a_table(server)
        async with ben.socket() as socket:
            socket.taking.clear()
            socket.say({"do": "watch", "table": table})
            assert socket.task is not None
            await asyncio.wait_for(asyncio.shield(socket.task), 5)
        live = await server.site.tables.get(table)
        assert not live.watchers

    run(test, write_seconds=SOON / 4)


def test_who_is_silent_is_closed() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        async with ada.socket() as socket:
            socket.say({"do": "ping"})
            assert await socket.hear() == {"type": "pong", "now": server.clock.now(), "here": None}
            assert await socket.hear() == 4410

    run(test, silence_seconds=SOON / 4)


def test_a_sign_of_life_asks_who_is_here() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        async with ada.socket() as hers, ben.socket() as his:
            hers.say({"do": "look", "looking": True})
            hers.say({"do": "ping", "table": table})
            assert (await hers.hear())["here"] == [0]
            his.say({"do": "look", "looking": True})
            his.say({"do": "ping", "table": table})
            assert (await his.hear())["here"] == [0, 1]
            his.say({"do": "look", "looking": False})
            his.say({"do": "ping", "table": table})
            assert (await his.hear())["here"] == [0]
            his.say({"do": "ping", "table": "nowhere"})
            assert (await his.hear())["id"] == "server.no_such_table"

    run(test)


def test_what_a_socket_refuses() -> None:
    async def test(server: Server) -> None:
        _, _, table = await two_at_a_table(server)
        stranger = server.client()
        async with stranger.socket() as socket:
            for said, problem in (
                ("{", "bad_message"),
                ("[" * 5000, "bad_message"),
                ({"do": "watch", "table": "nowhere"}, "no_such_table"),
                ({"do": "watch", "table": table, "seat": 0}, "not_your_seat"),
                ({"do": "watch", "table": table, "hat": 1}, "bad_message"),
            ):
                socket.say(said)
                assert (await socket.hear())["id"] == f"server.{problem}"
            socket.say({"do": "watch", "table": table})
            assert (await socket.hear())["type"] == "news"
        async with stranger.socket() as socket:
            socket.say("x" * 20_000)
            assert await socket.hear() == 1009

    run(test)


def test_nothing_is_left_of_those_who_go() -> None:
    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        live = await server.site.tables.get(table)
        async with ada.socket() as socket:
            for seat in (None, 0):
                socket.say({"do": "watch", "table": table, **({} if seat is None else {"seat": seat})})
                await socket.hear()
            assert len(live.watchers) == 1
            socket.say({"do": "unwatch", "table": table})
            socket.say({"do": "ping"})
            await socket.hear()
            assert len(live.watchers) == 1
            assert "message" in {kind for kind, _ in server.site.limits.buckets}
        assert not live.watchers
        assert "message" not in {kind for kind, _ in server.site.limits.buckets}

    run(test, message_rate=20)


@pytest.mark.parametrize("variant", ["europe", "world"])
def test_what_is_made_once_for_many_is_what_each_may_know(variant: str) -> None:
    """After each move of a game all views are as if each had been made alone, and first."""

    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server, variant=variant)
        live = await server.site.tables.get(table)
        number = 0
        while live.table.stage != "over" and number < scale.games(300):
            for seat, client in enumerate((ada, ben)):
                if seat in live.table.waiting:
                    number += 1
                    seen = await news(client, table, seat)
                    move = {"move": some_move(seen["view"], number), "expected": seen["seq"], "seat": seat}
                    await ok(client.post(f"/api/tables/{table}/moves", move))
            for eyes_of in (1, None, 0):
                told = json.decode(live.news(eyes_of, live.seq))["view"]
                assert told == json.decode(write(eyes.view(live.table, eyes_of)))

    run(test)


def test_a_connection_watches_so_many_tables() -> None:
    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        async with ada.socket() as socket:
            socket.say({"do": "watch", "table": table})
            await socket.hear()
            socket.say({"do": "watch", "table": table, "seat": 0})
            assert (await socket.hear())["id"] == "server.too_many_watches"
            socket.say({"do": "watch", "table": table, "since": 3})
            assert (await socket.hear())["since"] == 3

    run(test, watches_most=1)
