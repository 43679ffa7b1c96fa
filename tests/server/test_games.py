"""Finished games: the record, whose it is, how it went; importing; statistics. Nothing of it before the end."""

from __future__ import annotations

import asyncio
import gzip
import json
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins
from pure_tables import Pure, past_start, started
from server_client import Client, Server, ask, news, ok, opened, run, some_move, two_at_a_table
from sqlalchemy import delete

import branchline as bl
from branchline import bots
from branchline.game.record import Record, begin_replay, play_line
from branchline.server.games.deeds import deeds
from branchline.server.games.finished import finished
from branchline.server.games.moments import look, moments
from branchline.server.games.statistics import Played, add_up
from branchline.server.leaving import forget, hand_over
from branchline.server.store import games as queries
from branchline.server.store.holdings import export_holdings
from branchline.server.store.rebuild import keep_missing, rebuild_ratings
from branchline.server.store.schema import games, players, ratings
from branchline.server.tables.absence import Resign

VARIANTS = ("usa", "europe", "london", "world", "great_lakes", "mini")


def bot_game(variant: str, seats: int = 2, seed: int = 1) -> bl.Game:
    """A whole game between quick bots."""
    game = bl.Game.new(variant, seats=seats, seed=seed)
    drivers = [bots.Driver(bots.make("random", seed=seed + seat)) for seat in range(seats)]
    while not game.is_over:
        seat = game.to_move
        assert seat is not None
        drivers[seat].play(game, seat)
    return game


async def played_to_the_end(server: Server, client: Client, other: Client | None, table: str) -> None:
    """Let bots play on for all persons until the game is over."""
    for person in (client, other):
        if person is not None:
            await ask(person, table, "stand_in", bot="random")
    live = await server.site.tables.get(table)
    while live.table.stage != "over":
        await asyncio.sleep(0.001)


async def played_by_hand(ada: Client, ben: Client, table: str, choice: int = 0) -> None:
    """Play a game to its end through the interface, every move by its person."""
    for number in range(3000):
        for seat, client in enumerate((ada, ben)):
            seen = await news(client, table, seat, 100_000)
            if seen["view"]["stage"] == "over":
                return
            if seat in seen["view"]["game"]["waiting"]:
                move = some_move(seen["view"], number * choice)
                await ok(client.post(f"/api/tables/{table}/moves", {"move": move, "expected": seen["seq"]}))
    raise AssertionError("no end")


# ---------------------------------------------------------------- moment by moment
def set_in(view: Any, place: list[str | int], value: Any) -> None:
    """What a client does with a change."""
    for key in place[:-1]:
        view = view[key]
    view[place[-1]] = value


@pytest.mark.parametrize("variant", VARIANTS)
def test_changes_lead_from_view_to_view(variant: str) -> None:
    game = bot_game(variant, 3 if bl.variant(variant).seats[1] > 2 else 2)
    record = game.record()
    for seat in (None, 1):
        told = json.loads(bl_json(moments(record, seat, 0, None)))
        assert told["number"] == len(told["moments"]) == len(record.moves) + 1
        again = begin_replay(record)
        scene, events = told["scene"], 0
        for at, moment in enumerate(told["moments"]):
            if at:
                line, _, _ = record.moves[at - 1].partition(" > ")
                assert f"{moment['seat']} {moment['move']}" == line
                play_line(again, at - 1, record.moves[at - 1])
            for place, value in moment["changes"]:
                set_in(scene, place, value)
            events += len(moment["events"])
            assert scene == json.loads(bl_json(look(again, seat)))
        assert events == len(game.all_events())
        assert scene["view"]["result"]["scores"] == scene["totals"]
        assert [len(done) for done in scene["completed"]] == [
            it["completed"] for it in scene["view"]["result"]["sheets"]
        ]


def bl_json(value: Any) -> str:
    return json.dumps(to_builtins(value))


def test_all_eyes_together_see_all() -> None:
    game = bot_game("europe", 3)
    record = game.record()
    middle = bl.Game.replay(record, len(record.moves) // 2)
    seen = look(middle, None).view
    for seat in range(3):
        assert seen.seats[seat] == middle.view(seat).seats[seat]
    assert look(middle, 1).view.seats[0].hand is None
    assert look(middle, 1).view.choice is None


def test_some_moments() -> None:
    record = bot_game("usa").record()
    whole = moments(record, 0, 0, None)
    part = moments(record, 0, 20, 30)
    assert (part.first, len(part.moments)) == (20, 11)
    assert part.moments[0].changes == ()
    assert part.moments[1:] == whole.moments[21:31]
    assert part.scene == look(bl.Game.replay(record, 20), 0)
    assert moments(record, 0, 10_000, 20_000).first == len(record.moves)


# ---------------------------------------------------------------- the record
def test_a_game_becomes_a_record_when_it_is_over() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        for path in ("", "/record", "/moments"):
            refused = await ada.get(f"/api/games/{table}{path}")
            assert (refused.status, refused.data["id"]) == (409, "server.not_over")
        assert (await ada.get("/api/games/nothing")).data["id"] == "server.no_such_game"
        assert (await ok(ada.get("/api/me/games")))["games"] == []
        server.clock.time += 60
        await played_by_hand(ada, ben, table)

        told = await ok(server.client().get(f"/api/games/{table}"))
        live = await server.site.tables.get(table)
        assert live.table.game is not None
        assert bl.Game.replay(told["record"]).key() == live.table.game.key()
        card = told["card"]
        assert (card["id"], card["variant"], card["how"], card["unrated"]) == (table, "mini", "played", "")
        assert card["ended"] - card["began"] == 60
        assert [seat["name"] for seat in card["seats"]] == ["Ada", "Ben"]
        result = live.table.game.result
        assert result is not None
        assert [seat["score"] for seat in card["seats"]] == list(result.scores)
        assert [seat["place"] for seat in card["seats"]] == list(result.ranks)
        change = [it["after"] - it["before"] for it in told["ratings"]]
        assert (change[0] > change[1]) == (result.ranks[0] < result.ranks[1]) or result.ranks[0] == result.ranks[1]

        file = await ada.get(f"/api/games/{table}/record")
        assert file.headers["content-disposition"] == f'attachment; filename="branchline-mini-{table}.json"'
        assert file.data == told["record"]
        went = await ok(ada.get(f"/api/games/{table}/moments?seat=1"))
        assert went["number"] == card["moves"] + 1
        assert (await ada.get(f"/api/games/{table}/moments?seat=2")).status == 404

    run(test)


def test_moments_are_sent_small() -> None:
    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        await ask(ada, table, "resign")
        whole = (await ada.get(f"/api/games/{table}/moments")).text
        seen: list[bytes] = []

        class Squeezed(Client):
            async def send(self, method: str, path: str, body: bytes = b"") -> Any:
                scope = self.scope("http", method, path)
                done = asyncio.Event()

                async def receive() -> dict[str, Any]:
                    await done.wait()
                    return {"type": "http.disconnect"}

                async def answer(message: dict[str, Any]) -> None:
                    if message["type"] == "http.response.start":
                        assert (b"content-encoding", b"gzip") in message["headers"]
                    else:
                        seen.append(message["body"])

                await self.app(scope, receive, answer)

        await Squeezed(server.app, {"accept-encoding": "gzip, br"}).get(f"/api/games/{table}/moments")
        assert gzip.decompress(seen[0]).decode() == whole

    run(test)


def test_games_that_break_off_have_a_record_too() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        await ask(ben, table, "resign")
        told = await ok(ada.get(f"/api/games/{table}"))
        assert told["card"]["how"] == "resigned"
        assert [seat["place"] for seat in told["card"]["seats"]] == [1, 2]
        assert told["record"]["result"] is None
        assert told["ratings"][0]["after"] > told["ratings"][1]["after"]

        ada, ben, table = await two_at_a_table(server)
        row = (await ask(ada, table, "propose", matter={"about": "abandon"}))["seq"]
        await ask(ben, table, "vote", proposal=row, agree=True)
        told = await ok(ada.get(f"/api/games/{table}"))
        assert (told["card"]["how"], told["card"]["unrated"]) == ("abandoned", "abandoned")
        assert told["ratings"] == [None, None]

    run(test)


def test_what_was_over_before_there_were_records() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        await played_by_hand(ada, ben, table)
        before = await ok(ada.get(f"/api/games/{table}"))

        def lose(connection: Any) -> None:
            for what in (players, games, ratings):
                connection.execute(delete(what))

        await server.site.store.write(lose)
        assert (await ada.get(f"/api/games/{table}")).status == 409
        assert await server.site.store.write(keep_missing) == 1
        assert await server.site.store.write(keep_missing) == 0
        assert await ok(ada.get(f"/api/games/{table}")) == before

    run(test)


# ---------------------------------------------------------------- importing
@pytest.mark.usefixtures("each_database")
def test_a_record_is_imported_once() -> None:
    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        record = bot_game("london").record()
        first = await ok(ada.post("/api/games", {"record": record.data()}))
        assert await ok(ada.post("/api/games", {"record": record.to_text()})) == first
        assert await ok(ada.post("/api/games", {"record": record.to_json()})) == first
        own = await ok(ben.post("/api/games", {"record": record.to_json()}))
        assert own != first
        told = await ok(ada.get(f"/api/games/{first['game']}"))
        assert told["card"]["imported"]
        assert told["card"]["unrated"] == "imported"
        assert told["yours"]
        assert told["ratings"] == [None, None]
        assert Record.from_data(told["record"]) == record
        assert not (await ok(ben.get(f"/api/games/{first['game']}")))["yours"]
        assert (await ok(ada.get("/api/leaderboards")))["scales"] == []
        assert (await ok(ada.get("/api/me/statistics")))["games"] == 0
        assert [it["id"] for it in (await ok(ada.get("/api/me/games")))["games"]] == [first["game"]]
        assert (await ben.post(f"/api/games/{first['game']}/remove")).status == 404
        await ok(ada.post(f"/api/games/{first['game']}/remove"))
        assert (await ada.get(f"/api/games/{first['game']}")).status == 404
        assert (await ok(ada.get("/api/me/games")))["games"] == []

    run(test)


def test_an_unfinished_record_is_imported() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        game = bl.Game.new("europe", seats=3, seed=5)
        game.play("keep 1 2")
        found = await ok(ada.post("/api/games", {"record": game.record().data()}))
        card = (await ok(ada.get(f"/api/games/{found['game']}")))["card"]
        assert (card["how"], card["moves"]) == ("unfinished", 1)
        assert [seat["place"] for seat in card["seats"]] == [None, None, None]

    run(test)


def test_a_record_that_breaks_says_where_and_why() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        record = bot_game("usa").record().data()
        moves = record["moves"]
        for number, line, why in (
            (10, "0 claim nowhere-paris red*2", "nowhere"),
            (11, moves[11].partition(" ")[0] + " pass", "PASS"),
            (12, "9 pass", "seat"),
            (13, moves[13] + " > red red red", "cards"),
        ):
            broken = {**record, "moves": [*moves[:number], line, *moves[number + 1 :]]}
            refused = await ada.post("/api/games", {"record": broken})
            assert (refused.status, refused.data["id"]) == (422, "errors.record_move")
            assert refused.data["parameters"]["move"] == number
            assert why.lower() in refused.data["sentence"].lower(), refused.data
        ada.headers["accept-language"] = "ja"
        refused = await ada.post("/api/games", {"record": {**record, "moves": moves[1:]}})
        assert "再現できません" in refused.data["sentence"]
        for wrong, id in (
            ({**record, "result": None}, "errors.record_result"),
            ({**record, "names": ["x" * 41, "Ben"]}, "server.long_name"),
            ({**record, "moves": moves * 20}, "server.too_many_moves"),
            ({**record, "map": {"id": "coast"}}, "server.own_map"),
            ({}, "errors.record_format"),
            ("", "errors.record_format"),
            ("{", "errors.record_json"),
            ("branchline record 1\nvariant: usa\n", "errors.record_move"),
            ({**record, "variant": "nowhere"}, "errors.record_head"),
            ({**record, "start": {}}, "errors.record_start"),
        ):
            refused = await ada.post("/api/games", {"record": wrong})
            assert (refused.status, refused.data["id"]) == (422, id), refused.data
        assert (await server.client().post("/api/games", {"record": record})).status == 401
        assert (await ok(ada.get("/api/me/games")))["games"] == []
        large = await ada.post("/api/games", {"record": {**record, "names": ["x" * 300_000]}})
        assert large.data["id"] == "server.too_large"

    run(test)


def test_own_maps_stay_away() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        own = bl.variant("mini").data(layout=False)
        own["id"] = "coast"
        record = bl.Game.new(own, seats=2, seed=1).record()
        refused = await ada.post("/api/games", {"record": record.data()})
        assert refused.data["id"] == "server.own_map"
        start = {**record.start, "variant": own} if "variant" in record.start else record.start
        hidden = {**record.data(), "start": start}
        hidden.pop("map")
        assert (await ada.post("/api/games", {"record": hidden})).status == 422

    run(test)


def test_nobody_fills_the_server_with_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "MOST_IMPORTED", 2)

    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        for seed in range(2):
            await ok(ada.post("/api/games", {"record": bl.Game.new("mini", seed=seed).record().data()}))
        refused = await ada.post("/api/games", {"record": bl.Game.new("mini", seed=9).record().data()})
        assert refused.data["id"] == "server.too_many_imports"

    run(test)


# ---------------------------------------------------------------- searching
async def resigned_game(server: Server, winner: Client, loser: Client, **setup: Any) -> str:
    """A short game."""
    server.clock.time += 100
    table = await opened(winner, **setup)
    await ask(loser, table, "take_seat")
    await ask(winner, table, "start")
    await ask(loser, table, "resign")
    return table


@pytest.mark.usefixtures("each_database")
def test_own_games_are_found() -> None:
    async def test(server: Server) -> None:
        ada, ben, chie = [await server.guest(name) for name in ("Ada", "Ben 100%", "千恵")]
        won = await resigned_game(server, ada, ben)
        lost = await resigned_game(server, chie, ada, variant="usa")
        other = await resigned_game(server, ben, chie)

        async def find(client: Client, query: str = "") -> list[str]:
            return [it["id"] for it in (await ok(client.get(f"/api/me/games?{query}")))["games"]]

        now = server.clock.now()
        assert await find(ada) == [lost, won]
        assert await find(ben) == [other, won]
        assert await find(ada, "variant=usa") == [lost]
        assert await find(ada, "seats=2") == [lost, won]
        assert await find(ada, "seats=3") == []
        assert await find(ada, "opponent=ben%20100%25") == [won]
        assert await find(ada, "opponent=%25") == [won]
        assert await find(ada, "opponent=ada") == []
        assert await find(ada, "opponent=%E5%8D%83") == [lost]
        assert await find(ada, "result=won") == [won]
        assert await find(ada, "result=lost") == [lost]
        assert await find(ada, "result=unfinished") == []
        assert await find(ada, f"since={now - 150}") == [lost]
        assert await find(ada, f"until={now - 150}") == [won]
        assert (await ada.get("/api/me/games?result=drawn")).status == 400
        assert (await ada.get("/api/me/games?after=x")).status == 400
        assert (await server.client().get("/api/me/games")).status == 401

    run(test)


def test_pages_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "MOST_LISTED", 2)

    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        all_games = [await resigned_game(server, ada, ben) for _ in range(5)]
        found, more = [], ""
        for _ in range(3):
            page = await ok(ada.get(f"/api/me/games?after={more.replace(' ', '%20')}"))
            found += [it["id"] for it in page["games"]]
            more = page["more"]
        assert found == all_games[::-1]
        assert more == ""

    run(test)


# ---------------------------------------------------------------- statistics
@pytest.mark.parametrize("variant", VARIANTS)
def test_deeds_add_up_to_the_score(variant: str) -> None:
    game = bot_game(variant, 2, 3)
    result = game.result
    assert result is not None
    for done, sheet in zip(deeds(game), result.sheets, strict=True):
        assert sum(done.points.values()) == sheet.total
        assert len(done.completed) == sheet.completed
        view = game.view(sheet.seat).own
        assert set(done.tracks) == set(view.tracks)
        assert {*done.completed, *done.failed} == set(view.tickets or ())
        assert done.events.get("track_claimed", 0) == len(done.tracks)


def test_games_add_up() -> None:
    played = []
    for seed, place in enumerate((1, 1, 2, 1, 1, 1, 2, 1), 1):
        game = bot_game("mini", 2, seed)
        score = game.sheet(0).total
        how: Any = "played" if seed != 3 else "resigned"
        played.append(Played(f"g{seed}", seed, "mini", 2, "bots", how, place, score, deeds(game)[0]))
    found = add_up(played)
    assert (found.games, found.played, found.wins, found.places) == (8, 7, 6, {1: 6, 2: 2})
    assert (found.streak, found.streak_best) == (1, 3)
    whole = [game for game in played if game.how == "played"]
    assert found.score == pytest.approx(sum(game.score for game in whole) / 7, abs=0.01)
    assert sum(found.points.values()) == pytest.approx(found.score, abs=0.05)
    assert found.score_best is not None
    assert found.score_best.value == max(game.score for game in whole)
    kept = sum(len(game.deeds.completed) + len(game.deeds.failed) for game in whole)
    assert (found.tickets_kept, found.tickets_completed) == (kept, sum(len(g.deeds.completed) for g in whole))
    assert found.tracks[0].games == max(sum(t.track in g.deeds.tracks for g in whole) for t in found.tracks)
    assert [group.games for group in found.groups] == [8]
    nothing = add_up([])
    assert (nothing.games, nothing.score, nothing.score_best) == (0, 0.0, None)


@pytest.mark.usefixtures("each_database")
def test_own_statistics() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        await played_by_hand(ada, ben, table)
        await resigned_game(server, ben, ada, variant="usa")
        solo = await opened(ada)
        await ask(ada, solo, "seat_bot", bot="random")
        await ask(ada, solo, "start")
        await played_to_the_end(server, ada, None, solo)
        found = await ok(ada.get("/api/me/statistics"))
        assert (found["games"], found["played"]) == (3, 2)
        assert {(g["variant"], g["against"], g["games"]) for g in found["groups"]} == {
            ("mini", "people", 1),
            ("usa", "people", 1),
            ("mini", "bots", 1),
        }
        assert (await ok(ada.get("/api/me/statistics?against=bots")))["games"] == 1
        assert (await ok(ada.get("/api/me/statistics?variant=usa")))["games"] == 1
        assert (await ok(ada.get("/api/me/statistics?seats=3")))["games"] == 0
        assert (await server.client().get("/api/me/statistics")).status == 401

    run(test)


def test_a_record_is_the_game_after_what_was_taken_back() -> None:
    random = Random(4)
    pure: Pure = past_start(started("mini"))
    for _ in range(6):
        pure.any_move(random)
    pure.do(Resign(), "p0")
    kept = finished(pure.table)
    assert pure.table.game is not None
    assert bl.Game.replay(kept.record.to_json()).key() == pure.table.game.key()
    assert kept.card.moves == len(pure.table.moves)


# ---------------------------------------------------------------- a person goes
async def id_of(client: Client) -> str:
    return str((await ok(client.get("/api/me")))["id"])


@pytest.mark.usefixtures("each_database")
def test_games_stay_when_a_person_goes() -> None:
    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada Lovelace"), await server.guest("Ben")
        table = await resigned_game(server, ada, ben)
        brought = (await ok(ada.post("/api/games", {"record": bot_game("mini").record().data()})))["game"]
        gone, store = await id_of(ada), server.site.store
        own = (await store.read(export_holdings, gone))["games"]
        assert [it["card"]["id"] for it in own["played"]] == [table]
        assert [it["card"]["id"] for it in own["imported"]] == [brought]
        assert [it["games"] for it in own["ratings"]] == [1]
        before = await ok(ben.get("/api/leaderboard?variant=mini&seats=2"))
        assert len(before["leaders"]) == 2

        await forget(server.site.tables, gone)
        told = (await ben.get(f"/api/games/{table}")).text
        assert "Lovelace" not in told
        assert gone not in told
        assert (await ben.get(f"/api/games/{brought}")).status == 404
        assert bl.Game.replay(json.loads(told)["record"]).names == ("–", "Ben")
        after = await ok(ben.get("/api/leaderboard?variant=mini&seats=2"))
        assert [it["rating"] for it in after["leaders"]] == [before["own"]["rating"]]
        assert after["own"]["place"] == 1
        await store.write(rebuild_ratings)
        assert await ok(ben.get("/api/leaderboard?variant=mini&seats=2")) == after

    run(test)


@pytest.mark.usefixtures("each_database")
def test_games_of_a_guest_become_an_accounts() -> None:
    async def test(server: Server) -> None:
        guest, ben, account = [await server.guest(name) for name in ("Guest", "Ben", "Ada")]
        table = await resigned_game(server, guest, ben)
        usa = await resigned_game(server, guest, ben, variant="usa")
        await resigned_game(server, account, ben, variant="usa")
        brought = (await ok(guest.post("/api/games", {"record": bot_game("mini").record().data()})))["game"]
        await hand_over(server.site.tables, await id_of(guest), await id_of(account))
        found = {it["id"] for it in (await ok(account.get("/api/me/games")))["games"]}
        assert found >= {table, usa, brought}
        assert (await ok(account.get("/api/me/statistics")))["games"] == 3
        for variant in ("mini", "usa"):
            own = (await ok(account.get(f"/api/leaderboard?variant={variant}&seats=2")))["own"]
            assert (own["name"], own["games"]) == ("Ada", 1)
        assert await server.site.store.write(rebuild_ratings) == 3
        assert (await ok(account.get("/api/leaderboard?variant=usa&seats=2")))["own"]["games"] == 2

    run(test)
