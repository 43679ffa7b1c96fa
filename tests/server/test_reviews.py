"""Reviews on the server: of finished games only, worked out once, bounded, in the reader's language."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from server_client import Client, Server, ok, run

import branchline as bl
from branchline.analysis.review import Account, Review
from branchline.game.record import Record
from branchline.server import reviews as made
from branchline.server.reviews import MOST_WAITING, Reviews


async def imported(server: Server, seed: int = 3) -> tuple[Client, str, int]:
    """Somebody with a game, and how many moves that has."""
    game, random = bl.Game.new("mini", seats=2, seed=seed, names=["Ada", "Ben"]), Random(seed)
    while not game.is_over:
        seat = game.waiting[0]
        game.play(random.choice(game.legal(seat)), seat)
    ada = await server.guest("Ada")
    found = await ok(ada.post("/api/games", {"record": game.record().data()}))
    return ada, found["game"], len(game.moves)


async def finished(client: Client, id: str, lang: str = "en") -> dict[str, Any]:
    """The review when it is there."""
    while True:
        told = await ok(client.get(f"/api/games/{id}/review?lang={lang}"))
        if told["state"] != "going":
            return dict(told)
        await asyncio.sleep(0.01)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Reviews without weighing anything: how many were worked out."""
    seen: list[int] = []

    def reviewed(record: Record, worlds: int, progress: Callable[[int, int], None]) -> Review:
        seen.append(len(record.moves))
        progress(len(record.moves), len(record.moves))
        account = Account(0, 90.0, 0.1, 2.0, 0.05, 0.5, 1.0, {"best": 3})
        return Review((0,), worlds, (), (account,))

    monkeypatch.setattr(made, "review", reviewed)
    return seen


@pytest.mark.compiled_only
def test_every_decision_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made, "WORLDS", 4)

    async def test(server: Server) -> None:
        ada, id, moves = await imported(server)
        before = await ok(ada.get(f"/api/games/{id}/review"))
        assert (before["state"], before["done"], before["number"], before["moves"]) == ("none", 0, moves, [])
        await ok(ada.post(f"/api/games/{id}/review", {}))
        told = await finished(ada, id)
        assert told["state"] == "done"
        assert told["worlds"] == 4
        assert [it["moment"] for it in told["moves"]] == list(range(1, moves + 1))
        worse = [it for it in told["moves"] if it["better"]]
        assert worse, "random moves give nothing away"
        assert all(it["why"] and it["verdict"] != "only" for it in worse)
        for seat in told["seats"]:
            assert abs(seat["start"] + seat["luck"] - seat["given_away"] - seat["result"]) < 1e-9
        japanese = await finished(ada, id, "ja")
        again = [it for it in japanese["moves"] if it["better"]]
        assert [it["moment"] for it in again] == [it["moment"] for it in worse]
        assert all(one["better"] != other["better"] for one, other in zip(again, worse, strict=True))

    run(test)


def test_a_game_is_reviewed_once(asked: list[int]) -> None:
    async def test(server: Server) -> None:
        ada, id, moves = await imported(server)
        ben = await server.guest("Ben")
        await asyncio.gather(*(ok(client.post(f"/api/games/{id}/review", {})) for client in (ada, ben, ada)))
        told = await finished(ben, id)
        assert told["seats"][0]["verdicts"] == {"best": 3}
        assert (await ok(ben.post(f"/api/games/{id}/review", {})))["state"] == "done"
        assert asked == [moves]

    run(test)


def test_only_somebody_we_know_asks_and_only_for_what_is_over(asked: list[int]) -> None:
    async def test(server: Server) -> None:
        _, id, _ = await imported(server)
        stranger = server.client()
        refused = await stranger.post(f"/api/games/{id}/review", {})
        assert refused.data["id"] == "server.who_are_you"
        assert (await ok(stranger.get(f"/api/games/{id}/review")))["state"] == "none"
        ada = await server.guest("Ada")
        assert (await ada.post("/api/games/nothing/review", {})).data["id"] == "server.no_such_game"
        table = (await ok(ada.post("/api/tables", {"setup": {"variant": "mini", "seats": 2}, "key": "k1"})))["table"]
        assert (await ada.post(f"/api/games/{table}/review", {})).data["id"] == "server.not_over"
        assert asked == []

    run(test)


def test_so_many_an_hour(asked: list[int]) -> None:
    async def test(server: Server) -> None:
        ada, first, _ = await imported(server)
        _, second, _ = await imported(server, 4)
        await ok(ada.post(f"/api/games/{first}/review", {}))
        assert (await ada.post(f"/api/games/{second}/review", {})).data["id"] == "server.too_often"
        await finished(ada, first)
        await ok(ada.post(f"/api/games/{first}/review", {}))  # What is there costs nothing.

    run(test, review_rate=1.0)


def test_too_many_wait_and_the_end_is_soon(asked: list[int]) -> None:
    async def test(server: Server) -> None:
        ada, id, _ = await imported(server)
        going = server.site.reviews.going
        going.update((str(number), made.Going(1)) for number in range(MOST_WAITING))
        assert (await ada.post(f"/api/games/{id}/review", {})).data["id"] == "server.unavailable"
        going.clear()

    run(test)


def test_a_review_that_is_worked_on_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread stops at the next move, and those who wait never begin."""
    begun: list[int] = []

    async def test() -> None:
        reviews, loop = Reviews(), asyncio.get_running_loop()
        started = asyncio.Event()

        def endless(record: Record, worlds: int, progress: Callable[[int, int], None]) -> Review:
            begun.append(1)
            loop.call_soon_threadsafe(started.set)
            while True:
                progress(1, 2)

        monkeypatch.setattr(made, "review", endless)
        record = bl.Game.new("mini", seats=2, seed=1).record()
        reviews.begin("one", record)
        reviews.begin("two", record)
        await started.wait()
        await reviews.close()
        assert reviews.going == {}
        assert reviews.kept == {}
        assert begun == [1]

    asyncio.run(test())


def test_a_failure_may_be_asked_for_again(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        reviews = Reviews()

        def broken(record: Record, worlds: int, progress: Callable[[int, int], None]) -> Review:
            raise ValueError("no")

        monkeypatch.setattr(made, "review", broken)
        reviews.begin("one", bl.Game.new("mini", seats=2, seed=1).record())
        await asyncio.gather(*reviews.tasks)
        assert reviews.find("one") is None
        assert not reviews.going
        await reviews.close()

    asyncio.run(test())
    assert "review of one" in caplog.text
