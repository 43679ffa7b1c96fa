"""A person as a whole: the export of all that is kept, a guest whose things move, a person who is forgotten."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from server_client import Client, Server, ask, news, ok, opened, run, some_move, two_at_a_table
from sqlalchemy import Connection, inspect, text

from branchline.server import leaving
from branchline.server.problems import RefusedError
from branchline.server.store import logs
from branchline.server.store.holdings import HOLDINGS
from branchline.server.store.schema import metadata

TABLES_OF_ALL = {"log", "tables", "seats", "visits"}
"""What everybody played: ``live/`` takes a person out of it."""


async def id_of(client: Client) -> str:
    return str((await ok(client.get("/api/me")))["id"])


async def forget(server: Server, client: Client) -> None:
    await leaving.forget(server.site.tables, await id_of(client))


def everything(connection: Connection) -> str:
    """The whole database as text."""
    names = inspect(connection).get_table_names()
    return "\n".join(str(tuple(row)) for name in names for row in connection.execute(text(f'SELECT * FROM "{name}"')))


async def afresh(server: Server, table: str) -> Any:
    """A table from its log, as after a restart."""
    return await server.site.store.read(logs.load, table)


async def play_some(clients: list[Client], table: str, moves: int) -> None:
    """The first moves of a game, whoever's turn it is."""
    for _ in range(moves):
        for seat, client in enumerate(clients):
            seen = await news(client, table, seat)
            if seen["view"]["game"] and seen["view"]["game"]["choice"] and seat in seen["view"]["game"]["waiting"]:
                body = {"move": some_move(seen["view"]), "seat": seat, "expected": seen["seq"]}
                await ok(client.post(f"/api/tables/{table}/moves", body))
                break


def test_every_table_that_names_people_is_a_holding_of_somebody() -> None:
    held = {table.name for holding in HOLDINGS for table in holding.tables}
    names = [holding.name for holding in HOLDINGS]
    assert len(names) == len(set(names))
    for table in metadata.sorted_tables:
        personal = {column.name for column in table.c} & {"person", "by", "host", "friend", "other", "owner"}
        refers = [key for key in table.foreign_keys if key.column.table.name == "people"]
        if personal or refers or table.name == "people":
            assert table.name in held | TABLES_OF_ALL, f"{table.name} names people: add a line to HOLDINGS"


@pytest.mark.usefixtures("each_database")
def test_who_is_forgotten_in_mid_game_leaves_nothing() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        await ok(ada.post("/api/me/tokens", {"name": "my bot"}))
        await play_some([ada, ben], table, 4)
        gone = await id_of(ada)
        before = await afresh(server, table)
        async with ben.socket() as socket:
            socket.say({"do": "watch", "table": table, "seat": 1})
            first = await socket.hear()
            assert "Ada" in json.dumps(first)
            await forget(server, ada)
            while (said := await socket.hear())["view"]["host"] == gone:
                pass
        assert said["view"]["host"] == await id_of(ben)
        chair = said["view"]["chairs"][0]
        assert (chair["person"], chair["name"]) == (None, "")
        assert chair["bot"]
        assert (await ada.get("/api/me")).status == 401
        whole = await server.site.store.read(everything)
        assert gone not in whole
        assert "Ada" not in whole
        assert gone not in json.dumps(await news(ben, table, 1))
        # The game is the same, in memory and from its log.
        live = await server.site.tables.get(table)
        after = await afresh(server, table)
        assert after.game.key() == live.table.game.key()
        assert after.game.record().moves[: len(before.moves)] == before.game.record().moves
        assert after.seed(7) == before.seed(7)

    run(test)


def test_finished_games_stay_with_a_seat_of_nobody_and_their_proof_holds() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        await play_some([ada, ben], table, 4)
        await ask(ben, table, "resign")
        assert (await news(ada, table))["view"]["stage"] == "over"
        again = await ok(ada.post(f"/api/tables/{table}/rematch"))
        await forget(server, ada)
        assert "Ada" not in await server.site.store.read(everything)
        seen = await news(ben, table, 1)
        assert [chair["name"] for chair in seen["view"]["chairs"]] == ["", "Ben"]
        assert seen["view"]["ending"] == {"how": "resigned", "ranks": [1, 2]}
        from branchline.server.tables.dealing import dealing, verify

        for copy in (await afresh(server, table), (await server.site.tables.get(table)).table):
            assert verify(dealing(copy)).fair
            assert copy.game.names == ("–", "Ben")
        lobby = await news(ben, again["table"])
        assert lobby["view"]["host"] == await id_of(ben)
        assert sorted(chair["name"] for chair in lobby["view"]["chairs"]) == ["", "Ben"]

    run(test)


def test_a_lobby_that_everybody_left_is_not_listed() -> None:
    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        await opened(ada, listed=True)
        await forget(server, ada)
        assert (await ok(ben.get("/api/tables")))["tables"] == []

    run(test)


def test_late_eyes_do_not_see_who_was_forgotten() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server, delay=60)
        eve = await server.guest("Eve")
        await server.clock.advance(100)
        await play_some([ada, ben], table, 2)
        await server.clock.advance(30)
        assert "Ada" in json.dumps(await news(eve, table))
        await forget(server, ada)
        await server.clock.advance(100)
        assert "Ada" not in json.dumps(await news(eve, table))

    run(test)


def test_two_who_voted_are_forgotten_and_the_table_still_adds_up() -> None:
    async def test(server: Server) -> None:
        people = [await server.guest(name) for name in ("Ada", "Ben", "Cem")]
        table = await opened(people[0], variant="usa", seats=3)
        for one in people[1:]:
            await ask(one, table, "take_seat")
        await ask(people[0], table, "start")
        row = (await ask(people[0], table, "propose", matter={"about": "abandon"}))["seq"]
        await ask(people[1], table, "vote", proposal=row, agree=True)
        await forget(server, people[0])
        await forget(server, people[1])
        live = await server.site.tables.get(table)
        for _ in range(400):  # the bots in their places go on meanwhile, until the third has to decide
            seq = live.table.seq
            if (await afresh(server, table)).seq == seq == live.table.seq:
                break
            await asyncio.sleep(0.005)
        else:
            raise AssertionError("the log and the table differ")
        whole = await server.site.store.read(everything)
        assert "Ada" not in whole
        assert "Ben" not in whole

    run(test)


def test_other_processes_read_a_rewritten_log_again(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        from branchline.server.live.live import LiveTable

        ada, ben, table = await two_at_a_table(server)
        there = LiveTable(server.site.store, server.site.bus, await afresh(server, table))
        gone = await id_of(ada)
        await forget(server, ada)
        await there.catch_up()
        assert gone not in there.news(None, 0).decode()
        assert "Ada" not in there.news(None, 0).decode()
        await ask(ben, table, "stand_in")

    run(test)


@pytest.mark.usefixtures("each_database")
def test_what_was_a_guests_is_the_accounts() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        home = await server.guest("Ada at home")
        guest, account = await id_of(ada), await id_of(home)
        both = await opened(home)
        await ask(ada, both, "take_seat")
        await ok(ada.post("/api/me/tokens", {"name": "my bot"}))
        await leaving.hand_over(server.site.tables, guest, account)
        assert (await ada.get("/api/me")).status == 401
        view = (await news(home, table, 0))["view"]
        assert view["host"] == account
        assert view["chairs"][0]["person"] == account
        tables = {card["id"] for card in (await ok(home.get("/api/me/tables")))["tables"]}
        assert tables == {table, both}
        chairs = (await news(home, both, 1))["view"]["chairs"]
        assert [(chair["person"], chair["local"]) for chair in chairs] == [(account, False), (account, True)]
        await play_some([home, ben], table, 3)
        assert (await afresh(server, table)).game.key() == (await server.site.tables.get(table)).table.game.key()
        # Forgetting the account forgets the guest that it was.
        await forget(server, home)
        whole = await server.site.store.read(everything)
        assert guest not in whole
        assert account not in whole
        assert "Ada" not in whole

    run(test)


def test_a_sent_away_guest_stays_away_with_an_account() -> None:
    async def test(server: Server) -> None:
        ada, ben, home = await server.guest("Ada"), await server.guest("Ben"), await server.guest("Ben at home")
        table = await opened(ada)
        await ask(ben, table, "take_seat")
        await ask(ada, table, "send_away", seat=1)
        await leaving.hand_over(server.site.tables, await id_of(ben), await id_of(home))
        refused = await home.post(f"/api/tables/{table}/commands", {"do": "take_seat"})
        assert refused.data["id"] == "server.sent_away"

    run(test)


def test_the_export_has_all_that_one_may_know_and_no_more() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        await play_some([ada, ben], table, 4)
        await opened(ben)
        pieces = [piece async for piece in leaving.export(server.site.tables, await id_of(ada))]
        data = json.loads(b"".join(pieces))
        assert data["format"] == "branchline-person/1"
        assert data["person"]["name"] == "Ada"
        assert [one["card"]["id"] for one in data["tables"]] == [table]
        assert data["tables"][0]["seen"] == [await news(ada, table, 0)]
        assert "hash" not in json.dumps(data)

    run(test)


def test_handing_over_that_broke_off_is_finished_by_the_next_try(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: Server) -> None:
        ada, home = await server.guest("Ada"), await server.guest("Ada at home")
        own = [await opened(ada) for _ in range(3)]
        guest, account = await id_of(ada), await id_of(home)
        append, calls = logs.append, 0

        def breaking(*arguments: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == 2:
                raise OSError("disk full")
            return append(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr(logs, "append", breaking)
            with pytest.raises(RefusedError, match="cannot do this right now"):
                await leaving.hand_over(server.site.tables, guest, account)
        assert (await ada.get("/api/me")).status == 200
        await leaving.hand_over(server.site.tables, guest, account)
        for table in own:
            assert (await news(home, table, 0))["view"]["chairs"][0]["person"] == account
            assert (await afresh(server, table)).host == account

    run(test)
