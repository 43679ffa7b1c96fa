"""Ratings: which games count and for whom, the list, and that all of it follows from the records alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from pure_tables import Pure, past_start, started
from server_client import Server, ask, ok, opened, run
from sqlalchemy import Connection, select
from test_games import resigned_game

from branchline.server.games.skill import Skill, rate, shown
from branchline.server.games.standing import Standing, count
from branchline.server.store.ratings import rebuild_ratings
from branchline.server.store.schema import players, ratings
from branchline.server.tables import lobby, play
from branchline.server.tables.absence import ComeBack, Resign, StandIn
from branchline.server.tables.consent import Abandon, Back, Propose, Vote
from branchline.server.tables.setup import Setup
from branchline.server.tables.takeback import TakeBack


def against_bots(persons: int, *bots: str) -> Pure:
    """A game of persons (p0, …) in the first seats against bots."""
    pure = Pure()
    pure.do(lobby.Open(setup=Setup(variant="usa", seats=persons + len(bots))))
    for seat in range(persons):
        pure.do(lobby.TakeSeat(seat=seat), f"p{seat}")
    for bot in bots:
        pure.do(lobby.SeatBot(bot=bot))
    pure.do(play.Start())
    return past_start(pure)


def one_round(pure: Pure) -> None:
    """Some moves of all seats."""
    random = Random(1)
    for _ in range(10):
        pure.any_move(random)


def ended(pure: Pure, by: str = "p0") -> Any:
    """What the game counts for after somebody gave up."""
    pure.do(Resign(), by)
    return count(pure.table)


# ---------------------------------------------------------------- which games count
def test_who_gives_up_has_lost() -> None:
    counted = ended(past_start(started()))
    assert counted.unrated == ""
    assert counted.seats == (Standing("p0", 4), Standing("p1", 1))


def test_bots_are_rated_by_what_plays() -> None:
    counted = ended(against_bots(1, "momo", "racer"))
    assert [seat.player for seat in counted.seats] == ["p0", "bot:momo", "bot:racer"]
    assert counted.unrated == ""


def test_who_leaves_has_given_up() -> None:
    pure = past_start(started(seats=3))
    pure.do(lobby.LeaveSeat(), "p1")
    pure.do(Resign(), "p2")
    counted = count(pure.table)
    assert pure.table.chairs[1].person is None
    assert [seat.player for seat in counted.seats] == ["p0", "p1", "p2"]
    assert counted.seats[0].place < min(counted.seats[1].place, counted.seats[2].place)


def test_a_seat_that_changed_hands_counts_for_nobody() -> None:
    pure = against_bots(2, "momo")
    pure.do(lobby.OfferSeat(seat=2))
    pure.do(lobby.TakeSeat(seat=2), "p7")
    pure.do(Resign(), "p0")
    pure.do(Resign(), "p1")
    assert [seat.player for seat in count(pure.table).seats] == ["p0", "p1", None]
    pure = against_bots(1, "momo")
    pure.do(lobby.SeatBot(bot="ismcts", seat=1))
    assert ended(pure).unrated == "alone"


def test_a_stand_in_that_moved_is_help() -> None:
    pure = past_start(started())
    pure.do(StandIn(), "p1")
    pure.do(ComeBack(), "p1")
    assert not ended(pure).seats[1].helped
    pure = past_start(started(seats=3))
    pure.do(StandIn(), "p1")
    while 1 not in pure.table.waiting:
        pure.any_move(Random(2))
    move = play.Play(move=pure.legal(1)[0], expected=pure.table.seq, seat=1)
    pure.do(move, None)
    pure.do(ComeBack(), "p1")
    pure.do(Resign(), "p0")
    pure.do(Resign(), "p2")
    assert [seat.helped for seat in count(pure.table).seats] == [False, True, False]


def test_taking_back_what_was_seen_is_help() -> None:
    pure = past_start(started())
    one_round(pure)
    row = pure.do(Propose(matter=Back(pure.table.moves[-3].row))).seq
    pure.do(Vote(proposal=row, agree=True), "p1")
    assert [seat.helped for seat in ended(pure).seats] == [True, True]
    pure = against_bots(1, "momo")
    pure.do(Propose(matter=Back(pure.table.moves[-1].row - 1)))
    assert [seat.helped for seat in ended(pure).seats] == [True, False]
    pure = started()  # At the start one may choose again: nobody has seen anything.
    pure.play(pure.legal(0)[0], 0)
    pure.do(TakeBack(), "p0")
    assert not any(seat.helped for seat in ended(pure).seats)


def test_games_that_are_not_rated() -> None:
    pure = past_start(started())
    row = pure.do(Propose(matter=Abandon())).seq
    pure.do(Vote(proposal=row, agree=True), "p1")
    assert count(pure.table).unrated == "abandoned"

    pure = Pure()
    pure.do(lobby.Open(setup=Setup(variant="mini", seats=2)))
    pure.do(lobby.TakeSeat(), "p0")
    pure.do(lobby.TakeSeat(name="Her sister"), "p0")
    pure.do(play.Start())
    pure.do(Resign(seat=0), "p0")
    assert count(pure.table).unrated == "one_browser"

    pure = Pure()
    pure.do(lobby.Open(setup=Setup(variant="mini", seats=2)))
    pure.do(lobby.SeatBot(bot="momo"))
    pure.do(lobby.SeatBot(bot="random"))
    pure.do(play.Start())
    while pure.table.stage == "playing":
        seat = pure.table.waiting[0]
        pure.do(play.Play(move=pure.legal(seat)[0], expected=pure.table.seq, seat=seat), None)
    assert count(pure.table).unrated == "no_person"


# ---------------------------------------------------------------- what a game does
def test_the_better_place_gains() -> None:
    after = rate({}, [Standing("a", 2), Standing("b", 1), Standing("c", 3)])
    assert after["b"].mu > after["a"].mu > after["c"].mu
    assert [after[name].wins for name in "abc"] == [0, 1, 0]
    assert after["a"].sigma < Skill().sigma
    assert shown(Skill().ordinal) == 1000
    assert rate({}, [Standing("a", 2), Standing("b", 1)]) == rate({}, [Standing("b", 1), Standing("a", 2)])


def test_ties_are_even() -> None:
    after = rate({}, [Standing("a", 1), Standing("b", 1)])
    assert after["a"].mu == pytest.approx(after["b"].mu)
    assert after["a"].wins == after["b"].wins == 1


def test_help_can_only_cost() -> None:
    won = rate({}, [Standing("a", 1, helped=True), Standing("b", 2)])
    assert [(it.mu, it.sigma, it.games) for it in won.values()] == [(25.0, Skill().sigma, 1)] * 2
    lost = rate({}, [Standing("a", 2, helped=True), Standing("b", 1)])
    assert lost["a"].mu < 25 < lost["b"].mu


def test_a_bot_at_two_seats_counts_once() -> None:
    seats = [Standing("bot:x", 1), Standing("p", 2), Standing("bot:x", 3), Standing(None, 4)]
    after = rate({}, seats)
    assert set(after) == {"bot:x", "p"}
    assert after["bot:x"].mu > 25 > after["p"].mu
    assert after["bot:x"].games == 1


# ---------------------------------------------------------------- the list
def everything(connection: Connection) -> list[Any]:
    """All that is kept about ratings."""
    found: list[Any] = [tuple(row) for row in connection.execute(select(ratings).order_by(*ratings.primary_key))]
    wanted = select(players.c.game, players.c.seat, players.c.before, players.c.after)
    return found + [tuple(row) for row in connection.execute(wanted.order_by(players.c.game, players.c.seat))]


@pytest.mark.usefixtures("each_database")
def test_ratings_follow_from_the_records() -> None:
    async def test(server: Server) -> None:
        guests = [await server.guest(f"Guest {n}") for n in range(4)]
        random = Random(3)
        for _ in range(30):
            winner, loser = random.sample(guests, 2)
            await resigned_game(server, winner, loser, variant=random.choice(["mini", "usa"]))
        store = server.site.store
        before = await store.read(everything)
        assert len(before) == 8 + 60
        assert await store.write(rebuild_ratings) == 30
        assert await store.read(everything) == before

    run(test)


@pytest.mark.usefixtures("each_database")
def test_the_leaderboard() -> None:
    async def test(server: Server) -> None:
        ada, ben, chie = [await server.guest(name) for name in ("Ada", "Ben", "Chie")]
        for _ in range(10):
            await resigned_game(server, ada, ben)
        solo = await opened(ben)
        await ask(ben, solo, "seat_bot", bot="momo")
        await ask(ben, solo, "start")
        await ask(ben, solo, "resign")
        found = await ok(ada.get("/api/leaderboard?variant=mini&seats=2"))
        assert [(it["place"], it["name"], it["bot"], it["own"]) for it in found["leaders"]] == [
            (1, "Ada", False, True),
            (2, "momo", True, False),
            (3, "Ben", False, False),
        ]
        assert [(it["games"], it["wins"], it["provisional"]) for it in found["leaders"]] == [
            (10, 10, False),
            (1, 1, True),
            (11, 0, False),
        ]
        assert found["own"] == found["leaders"][0]
        assert found["leaders"][0]["rating"] > 1000
        people = await ok(chie.get("/api/leaderboard?variant=mini&seats=2&who=people"))
        assert [it["name"] for it in people["leaders"]] == ["Ada", "Ben"]
        assert people["own"] is None
        bots = await ok(ben.get("/api/leaderboard?variant=mini&seats=2&who=bots"))
        assert [it["name"] for it in bots["leaders"]] == ["momo"]
        assert (await ok(ada.get("/api/leaderboard?variant=mini&seats=3")))["leaders"] == []
        assert (await ada.get("/api/leaderboard?variant=mini")).status == 400
        assert (await ok(server.client().get("/api/leaderboards")))["scales"] == [
            {"variant": "mini", "seats": 2, "players": 3}
        ]

    run(test)


def test_own_line_wherever_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    from branchline.server.store import ratings as queries

    monkeypatch.setattr(queries, "MOST_LISTED", 1)

    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        await resigned_game(server, ada, ben)
        found = await ok(ben.get("/api/leaderboard?variant=mini&seats=2"))
        assert [it["name"] for it in found["leaders"]] == ["Ada"]
        assert (found["own"]["place"], found["own"]["name"]) == (2, "Ben")

    run(test)
