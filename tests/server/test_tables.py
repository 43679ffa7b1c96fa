"""Tables from opening to the last move, over the real interface."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import pytest
from server_client import Client, Server, ask, news, ok, opened, run, some_move, two_at_a_table

import branchline as bl


async def play_out(players: dict[int, Client], table: str) -> Any:
    """Let clients play a game to its end; the last news."""
    number = 0
    while True:
        for seat, client in players.items():
            seen = await news(client, table, seat)
            view = seen["view"]
            if view["stage"] == "over":
                return seen
            if seat in view["game"]["waiting"]:
                number += 1
                body = {"move": some_move(view, number * 7), "expected": seen["seq"], "seat": seat, "key": f"m{number}"}
                await ok(client.post(f"/api/tables/{table}/moves", body))


@pytest.mark.parametrize("variant", [*bl.variants(), "mini"])
def test_a_whole_game(variant: str) -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server, variant=variant)
        last = await play_out({0: ada, 1: ben}, table)
        assert last["view"]["game"]["result"]["scores"]
        secret = last["view"]["fair"]["secret"]
        assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == last["view"]["fair"]["promise"]
        assert [step["seq"] for step in last["steps"]] == list(range(1, last["seq"] + 1))

    run(test)


def test_a_game_against_a_bot() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        table = await opened(ada)
        await ask(ada, table, "seat_bot", bot="random")
        await ask(ada, table, "start")
        async with ada.stream(f"/api/tables/{table}/stream?seat=0") as lines:
            done = 0
            async for seen in lines:
                view = seen["view"]
                # News from before the own move may still be on their way.
                if seen["seq"] >= done and 0 in view["game"]["waiting"]:
                    body = {"move": some_move(view, seen["seq"]), "expected": seen["seq"]}
                    done = (await ok(ada.post(f"/api/tables/{table}/moves", body)))["seq"]
        assert view["stage"] == "over"

    run(test)


def test_a_server_goes_on_where_it_stopped(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'kept.db'}"
    kept: dict[str, Any] = {}

    async def begin(server: Server) -> None:
        ada = await server.guest("Ada")
        table = await opened(ada)
        await ask(ada, table, "seat_bot", bot="random")
        await ask(ada, table, "start")
        seen = await news(ada, table, 0)
        await ok(ada.post(f"/api/tables/{table}/moves", {"move": some_move(seen["view"]), "expected": seen["seq"]}))
        kept.update(cookies=ada.cookies, table=table)

    async def go_on(server: Server) -> None:
        ada = server.client()
        ada.cookies = kept["cookies"]
        kept["game"] = (await server.site.tables.get(kept["table"])).table.game.key()
        last = await play_out({0: ada}, kept["table"])
        assert last["view"]["game"]["result"]

    run(begin, database=database)
    run(go_on, database=database)


def test_the_same_command_is_carried_out_once() -> None:
    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        seen = await news(ada, table, 0)
        body = {"move": some_move(seen["view"]), "expected": seen["seq"], "key": "once"}
        answers = await asyncio.gather(*(ok(ada.post(f"/api/tables/{table}/moves", body)) for _ in range(5)))
        assert {answer["seq"] for answer in answers} == {seen["seq"] + 1}
        assert (await news(ada, table))["seq"] == seen["seq"] + 1

    run(test)


def test_a_table_is_opened_once() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        body = {"setup": {"variant": "mini", "seats": 2}, "key": "k"}
        first = await ok(ada.post("/api/tables", body))
        again = await ok(ada.post("/api/tables", body))
        assert first["table"] == again["table"]
        assert len((await ok(ada.get("/api/me/tables")))["tables"]) == 1

    run(test)


def test_a_move_that_comes_late_is_stale() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        seen = await news(ada, table, 0)
        move = {"move": some_move(seen["view"]), "expected": seen["seq"]}
        await ok(ada.post(f"/api/tables/{table}/moves", move))
        await ok(ben.post(f"/api/tables/{table}/moves", {"move": "keep 1 2", "expected": seen["seq"]}))
        late = await ada.post(f"/api/tables/{table}/moves", {"move": "blind", "expected": seen["seq"]})
        assert (late.status, late.data["id"]) == (409, "server.stale")
        early = await ada.post(f"/api/tables/{table}/moves", {"move": "blind", "expected": 999})
        assert (early.status, early.data["id"]) == (409, "server.stale")

    run(test)


def test_a_refused_move_carries_its_clause() -> None:
    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        seen = await news(ada, table, 0)
        ada.headers["accept-language"] = "ja"
        refused = await ada.post(f"/api/tables/{table}/moves", {"move": "row red", "expected": seen["seq"]})
        assert refused.status == 422
        assert refused.headers["content-type"] == "application/problem+json"
        assert refused.data["id"] == "errors.illegal_move"
        assert refused.data["reason"]["clause"]
        assert "できません" in refused.data["reason"]["sentence"]

    run(test)


def test_what_others_chose_at_the_start_is_not_told() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        seen = await news(ada, table, 0)
        await ok(ada.post(f"/api/tables/{table}/moves", {"move": "keep 1 2", "expected": seen["seq"]}))
        told = await news(ben, table, 1, seen["seq"])
        assert told["steps"][0]["entry"] == {"what": "moved", "seat": 0}
        assert "keep" not in str(told["steps"])
        refused = await ben.get(f"/api/tables/{table}?seat=0")
        assert (refused.status, refused.data["id"]) == (403, "server.not_your_seat")

    run(test)


REFUSED = [
    ("take_seat", {}, "already_seated"),
    ("take_seat", {"seat": 4}, "already_seated"),
    ("seat_bot", {"bot": "hal"}, "no_such_bot"),
    ("seat_bot", {"bot": "random", "seat": 0}, "seat_taken"),
    ("seat_bot", {"bot": "random", "seat": 3}, "no_such_seat"),
    ("leave_seat", {"seat": 4}, "no_such_seat"),
    ("start", {}, "empty_seats"),
    ("play", {"move": "blind", "expected": 1}, "not_playing"),
    ("dance", {}, "bad_message"),
    ("start", {"now": True}, "bad_message"),
]


@pytest.mark.parametrize(("do", "parameters", "problem"), REFUSED)
def test_what_a_lobby_refuses(do: str, parameters: dict[str, Any], problem: str) -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        table = await opened(ada)
        answer = await ada.post(f"/api/tables/{table}/commands", {"do": do, **parameters})
        assert answer.data["id"] == f"server.{problem}"
        assert answer.data["sentence"]
        assert (await news(ada, table))["seq"] == 2

    run(test)


def test_only_the_host_starts() -> None:
    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        table = await opened(ada)
        await ask(ben, table, "take_seat")
        for do, parameters in (("start", {}), ("seat_bot", {"bot": "random"}), ("leave_seat", {"seat": 0})):
            answer = await ben.post(f"/api/tables/{table}/commands", {"do": do, **parameters})
            assert answer.status == 403, do

    run(test)
