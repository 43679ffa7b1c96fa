"""Who sits where: several seats of one browser, coming and going in mid-game, giving up, rematches."""

from __future__ import annotations

import asyncio
import secrets
from random import Random
from typing import Any

import pytest
from pure_tables import past_start, started
from server_client import Server, ask, news, ok, opened, run, some_move, two_at_a_table

from branchline.bots import names
from branchline.bots.shelf import LEVELS
from branchline.server.live.live import LiveTable
from branchline.server.problems import RefusedError
from branchline.server.seats.registry import bot_text
from branchline.server.store import logs
from branchline.server.tables.absence import ComeBack, Resign, StandIn
from branchline.server.tables.lobby import LeaveSeat, OfferSeat, OpenRematch, SeatBot, TakeSeat
from branchline.server.tables.log import Asked
from branchline.server.tables.play import Play


# ---------------------------------------------------------------- in the lobby
def test_several_seats_of_one_browser() -> None:
    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada", "red"), await server.guest("Ben")
        table = await opened(ada, seats=3, variant="usa")
        assert (await ada.post(f"/api/tables/{table}/commands", {"do": "take_seat"})).status == 409
        await ask(ada, table, "take_seat", name=" Uncle  Ho ", colour="green")
        await ask(ben, table, "take_seat")
        await ask(ada, table, "start")
        chairs = (await news(ben, table))["view"]["chairs"]
        assert [(chair["name"], chair["local"], chair["colour"]) for chair in chairs[:2]] == [
            ("Ada", False, "red"),
            ("Uncle Ho", True, "green"),
        ]
        assert chairs[0]["person"] == chairs[1]["person"]
        # A curtain can fall between them: what is asked for through the eyes of one holds nothing of the other.
        for seat in (0, 1):
            own = (await news(ada, table, seat))["view"]["game"]
            assert [other["seat"] for other in own["seats"] if other["offer"]] == [seat]
        for seat in (0, 1):
            seen = await news(ada, table, seat)
            body = {"move": some_move(seen["view"]), "expected": seen["seq"], "seat": seat}
            await ok(ada.post(f"/api/tables/{table}/moves", body))
        assert (await news(ada, table))["view"]["game"]["waiting"] == [2]

    run(test)


def test_the_host_sends_somebody_away() -> None:
    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        table = await opened(ada)
        await ask(ben, table, "take_seat")
        assert (await ben.post(f"/api/tables/{table}/commands", {"do": "send_away", "seat": 0})).status == 403
        await ask(ada, table, "send_away", seat=1)
        answer = await ben.post(f"/api/tables/{table}/commands", {"do": "take_seat"})
        assert answer.data["id"] == "server.sent_away"
        for seat, problem in ((0, "nobody_there"), (1, "nobody_there"), (3, "no_such_seat")):
            answer = await ada.post(f"/api/tables/{table}/commands", {"do": "send_away", "seat": seat})
            assert answer.data["id"] == f"server.{problem}"

    run(test)


def test_everybody_moves_one_seat_on() -> None:
    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        table = await opened(ada, seats=3)
        await ask(ben, table, "take_seat")
        await ask(ben, table, "add_salt", salt="pepper")
        assert (await ben.post(f"/api/tables/{table}/commands", {"do": "rotate_seats"})).status == 403
        await ask(ada, table, "rotate_seats")
        view = (await news(ada, table))["view"]
        assert [chair["name"] for chair in view["chairs"]] == ["", "Ada", "Ben"]
        assert view["fair"]["salts"] == {"2": "pepper"}
        await ask(ada, table, "rotate_seats")
        view = (await news(ada, table))["view"]
        assert [chair["name"] for chair in view["chairs"]] == ["Ben", "", "Ada"]
        await ask(ada, table, "seat_bot", bot="random")
        await ask(ada, table, "start")
        answer = await ada.post(f"/api/tables/{table}/commands", {"do": "rotate_seats"})
        assert answer.data["id"] == "server.not_in_lobby"

    run(test)


def test_bots_by_name_and_level() -> None:
    for text in (*LEVELS, "random", "ismcts:iterations=50"):
        assert bot_text(text) == text
    for text in ("hal", "", "ismcts:iterations=100000", "ismcts:budget=3600s", "easy"):
        with pytest.raises(RefusedError):
            bot_text(text)

    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        found = await ok(ada.get("/api/bots"))
        assert found["levels"] == list(LEVELS)
        assert {one["name"] for one in found["bots"]} <= set(names())
        table = await opened(ada)
        refused = await ada.post(f"/api/tables/{table}/commands", {"do": "seat_bot", "bot": "ismcts:iterations=no"})
        assert (refused.status, refused.data["id"]) == (422, "bots.bad_number")
        await ask(ada, table, "seat_bot", bot="momo")
        await ask(ada, table, "seat_bot", bot="augusta", seat=1)
        assert (await news(ada, table))["view"]["chairs"][1]["bot"] == "augusta"
        await ask(ada, table, "leave_seat", seat=1)
        assert (await news(ada, table))["view"]["chairs"][1]["bot"] is None

    run(test)


def test_a_bot_that_takes_free_text_is_never_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its text could be a program of this machine."""
    from branchline.bots import registry
    from branchline.bots.registry import Entry, Parameter

    shell = Entry("shell", "os:system", (Parameter("command", "text", ""),))
    monkeypatch.setitem(registry._entries(), "shell", shell)
    with pytest.raises(RefusedError, match="shell"):
        bot_text("shell:true")


def test_an_invitation() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        table = await opened(ada)
        told = await ok(ada.get(f"/api/tables/{table}/invitation"))
        assert told["link"] == f"https://play.example/t/{table}"
        assert told["code"].replace("-", "") == table

    run(test, url="https://play.example/", origins="http://test")


# ---------------------------------------------------------------- in mid-game
def test_a_seat_goes_from_person_to_bot_to_person() -> None:
    pure = past_start(started(seats=3))
    pure.do(LeaveSeat(), "p1")
    assert pure.table.chairs[1].player == "tomas"
    assert pure.table.chairs[1].name == "Name p1"
    with pytest.raises(RefusedError):
        pure.do(TakeSeat(seat=1), "new")
    with pytest.raises(RefusedError):
        pure.do(OfferSeat(seat=1), "p2")
    with pytest.raises(RefusedError):
        pure.do(OfferSeat(seat=2), "p0")
    pure.do(OfferSeat(seat=1), "p0")
    with pytest.raises(RefusedError):
        pure.do(TakeSeat(seat=1), "p2")  # Nobody looks into a second hand.
    pure.do(TakeSeat(seat=1), "new")
    assert pure.table.chairs[1].person == "new"
    assert pure.table.chairs[1].player is None
    pure.do(LeaveSeat(), "new")
    pure.do(SeatBot(bot="random", seat=1), "p0")
    assert pure.table.chairs[1].player == "random"


def test_who_resigns_comes_last() -> None:
    pure = past_start(started(seats=4))
    pure.do(Resign(), "p2")
    assert pure.table.chairs[2].player
    assert pure.table.stage == "playing"
    for command in (Resign(), ComeBack(), StandIn()):
        with pytest.raises(RefusedError, match="given up"):
            pure.do(command, "p2")
    pure.do(Resign(), "p0")
    pure.do(Resign(), "p3")
    assert pure.table.stage == "over"
    assert pure.table.ending is not None
    assert (pure.table.ending.how, pure.table.ending.ranks) == ("resigned", (2, 1, 2, 2))


def test_who_resigns_comes_last_whatever_the_stand_in_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(30):
        monkeypatch.setattr(secrets, "token_bytes", lambda size, number=number: bytes([number]) * size)
        random, pure = Random(number), past_start(started("mini", seats=3))
        pure.do(Resign(), "p1")
        while pure.table.stage == "playing":
            seat = pure.table.waiting[0]
            by = None if pure.table.chairs[seat].player else pure.table.chairs[seat].person
            pure.do(Play(move=random.choice(pure.legal(seat)), expected=pure.table.seq, seat=seat), by)
        assert pure.table.ending is not None
        assert pure.table.game is not None
        assert pure.table.game.result is not None
        assert pure.table.ending.how == "played"
        assert pure.table.ending.ranks[1] == 3
        if pure.table.game.result.ranks[1] == 1:
            return
    raise AssertionError("the stand-in never won: nothing was tested")


def test_with_bots_alone_the_game_is_over() -> None:
    pure = past_start(started())
    pure.do(LeaveSeat(), "p1")
    pure.do(Resign(), "p0")
    assert pure.table.stage == "over"


def test_a_stand_in_plays_and_gives_the_seat_back() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        await ask(ben, table, "stand_in", bot="random")
        for _ in range(3):  # Ada plays, the stand-in answers.
            async with ada.stream(f"/api/tables/{table}/stream?seat=0") as lines:
                async for seen in lines:
                    if seen["view"]["stage"] == "over" or 0 in seen["view"]["game"]["waiting"]:
                        break
            body = {"move": some_move(seen["view"], 1), "expected": seen["seq"]}
            answer = await ada.post(f"/api/tables/{table}/moves", body)
            assert answer.status in (200, 409), answer.text
        steps = (await news(ada, table))["steps"]
        moved = [step["entry"].get("seat") for step in steps if step["entry"]["what"] == "moved"]
        assert moved.count(1) >= 2
        seen = await news(ben, table, 1)
        body = {"move": "blind", "expected": seen["seq"], "seat": 1}
        assert (await ben.post(f"/api/tables/{table}/moves", body)).data["id"] == "server.stood_in"
        await ask(ben, table, "come_back")
        assert (await news(ben, table, 1))["view"]["chairs"][1]["stand_in"] is None
        answer = await ben.post(f"/api/tables/{table}/commands", {"do": "come_back"})
        assert answer.data["id"] == "server.not_away"

    run(test)


def test_who_loses_a_seat_looks_through_its_eyes_no_more() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        async with ben.socket() as socket, ben.stream(f"/api/tables/{table}/stream?seat=1") as lines:
            socket.say({"do": "watch", "table": table, "seat": 1})
            assert (await socket.hear())["type"] == "news"
            assert (await anext(lines))["type"] == "news"
            await ask(ben, table, "leave_seat")
            assert (await socket.hear())["id"] == "server.not_your_seat"
            assert (await anext(lines))["id"] == "server.not_your_seat"
        assert (await ben.get(f"/api/tables/{table}?seat=1")).status == 403
        assert not (await server.site.tables.get(table)).watchers
        assert ada

    run(test)


# ---------------------------------------------------------------- looking on
def test_spectators_see_later() -> None:
    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        eve = server.client()
        table = await opened(ada, delay=60)
        async with eve.socket() as socket:
            socket.say({"do": "watch", "table": table})
            await socket.hear()
            await ask(ben, table, "take_seat")
            assert (await socket.hear())["seq"] == 3  # The lobby is there at once.
            await ask(ada, table, "start")
            seen = await news(ada, table, 0)
            await ok(ada.post(f"/api/tables/{table}/moves", {"move": "keep 1 2", "expected": seen["seq"]}))
            assert (await news(ben, table))["seq"] == 5
            assert (await news(eve, table))["seq"] == 3
            await server.clock.advance(59)
            assert (await news(eve, table))["view"]["stage"] == "lobby"
            assert socket.outgoing.empty()
            await server.clock.advance(2)
            told = await socket.hear()
            assert told["seq"] == 5
            assert told["view"] == (await news(ben, table))["view"]
            # Who sits down sees all at once; who leaves, later again.
            assert (await eve.get(f"/api/tables/{table}?seat=0")).status == 403

    run(test)


# ---------------------------------------------------------------- again
def test_a_rematch_with_everybody_one_seat_on() -> None:
    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        table = await opened(ada, seats=3, listed=True)
        await ask(ben, table, "take_seat")
        await ask(ada, table, "seat_bot", bot="random")
        assert (await ada.post(f"/api/tables/{table}/rematch")).data["id"] == "server.not_over"
        await ask(ada, table, "start")
        first = (await news(ada, table))["view"]["game"]["first_seat"]
        await ask(ada, table, "resign")
        await ask(ben, table, "resign")
        answers = await asyncio.gather(*(ok(who.post(f"/api/tables/{table}/rematch")) for who in (ben, ada, ben)))
        assert len({answer["table"] for answer in answers}) == 1
        again = answers[0]["table"]
        view = (await news(ada, again))["view"]
        assert [chair["name"] for chair in view["chairs"]] == ["Ben", "random", "Ada"]
        assert [chair["reserved"] for chair in view["chairs"]] == [False] * 3
        assert (view["after"], (await news(ada, table))["view"]["rematch"]) == (table, again)
        assert (await server.guest("Eve")).seen
        hosts = {"Ada": ada, "Ben": ben}
        host = next(c["name"] for c in view["chairs"] if c["person"] == view["host"])
        await ask(hosts[host], again, "start")
        assert (await news(ada, again))["view"]["game"]["first_seat"] == first

    run(test)


def test_a_seat_of_a_rematch_is_kept_until_its_person_comes() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        eve = await server.guest("Eve")
        assert (await eve.post(f"/api/tables/{table}/rematch")).status in (403, 409)
        await ask(ada, table, "resign")
        assert (await eve.post(f"/api/tables/{table}/rematch")).status == 403
        again = (await ok(ada.post(f"/api/tables/{table}/rematch")))["table"]
        assert (await eve.post(f"/api/tables/{again}/commands", {"do": "take_seat"})).status == 409
        assert (await ada.post(f"/api/tables/{again}/commands", {"do": "start"})).data["id"] == "server.empty_seats"
        await ask(ben, again, "take_seat")
        await ask(ada, again, "start")

    run(test)


def test_a_rematch_that_was_named_but_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server was stopped between the two rows."""

    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        await ask(ada, table, "resign")
        live = await server.site.tables.get(table)
        me = (await ok(ada.get("/api/me")))["id"]
        await live.do(OpenRematch(table="abcdefghijkm"), Asked(me, 0.0))
        assert (await ok(ben.post(f"/api/tables/{table}/rematch")))["table"] == "abcdefghijkm"
        assert (await news(ada, "abcdefghijkm"))["view"]["after"] == table

    run(test)


# ---------------------------------------------------------------- memory
def test_idle_tables_leave_the_memory_and_come_back() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        other = await opened(ada)
        tables = server.site.tables
        async with ben.socket() as socket:
            socket.say({"do": "watch", "table": table, "seat": 1})
            await socket.hear()
            server.clock.time += 1000
            tables.sweep()
            assert set(tables.loaded) == {table}
            seen = await news(ada, table, 0)
            await ok(ada.post(f"/api/tables/{table}/moves", {"move": "keep 1 2", "expected": seen["seq"]}))
            assert (await socket.hear())["seq"] == seen["seq"] + 1
        server.clock.time += 1000
        tables.sweep()
        assert not tables.loaded
        assert not tables.used
        assert (await news(ben, table, 1))["seq"] == seen["seq"] + 1
        assert (await news(ada, other))["seq"] == 2

    run(test)


def test_a_list_loads_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        ids = [await opened(ada, listed=True) for _ in range(3)]
        server.clock.time += 1000
        server.site.tables.sweep()

        def never(*_: Any) -> None:
            raise AssertionError("a list loads no table")

        monkeypatch.setattr(logs, "load", never)
        for path in ("/api/tables", "/api/me/tables"):
            found = (await ok(ada.get(path)))["tables"]
            assert sorted(each["id"] for each in found) == sorted(ids)
            assert found[0]["chairs"][0]["name"] == "Ada"

    run(test)


def test_cards_of_old_tables_are_made_when_asked_for() -> None:
    async def test(server: Server) -> None:
        from sqlalchemy import update

        from branchline.server.store.schema import tables

        ada = await server.guest("Ada")
        table = await opened(ada, listed=True)
        await server.site.store.write(lambda connection: connection.execute(update(tables).values(card=None)) and None)
        assert [each["id"] for each in (await ok(ada.get("/api/tables")))["tables"]] == [table]
        assert isinstance(await server.site.tables.get(table), LiveTable)

    run(test)
