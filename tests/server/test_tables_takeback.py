"""Taking back: free up to what was last seen, later by consent; the log says so. And moves that are queued."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from pure_tables import Pure, past_start, started
from scale import games
from server_client import Server, ask, news, ok, run, two_at_a_table

from branchline.errors import IllegalMoveError
from branchline.game import events as ev
from branchline.server.problems import RefusedError
from branchline.server.tables.absence import StandIn
from branchline.server.tables.consent import Abandon, Back, Propose, Vote
from branchline.server.tables.takeback import TakeBack, TakenBack

VARIANTS = ("usa", "europe", "london", "world", "mini")


def shown(pure: Pure, seat: int | None) -> Any:
    """What a seat sees of the game, without its log."""
    game = pure.table.game
    assert game is not None
    return game.view(seat, since=len(game.all_events()))


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_nobody_has_seen_can_be_taken_back(variant: str) -> None:
    """At every moment of whole games: all see again exactly what they saw before; else it is refused."""
    random, free, refused = Random(variant), 0, 0
    for _ in range(games(1)):
        pure = started(variant, seats=2)
        while pure.table.stage == "playing":
            game = pure.table.game
            assert game is not None
            before, views = game.key(), [shown(pure, eyes) for eyes in (None, 0, 1)]
            row = pure.any_move(random)
            seat = row.entry.seat  # type: ignore[attr-defined]
            if pure.table.stage == "over":
                break
            try:
                back = pure.do(TakeBack(seat=seat), f"p{seat}")
            except RefusedError as error:
                if error.message != "server.something_was_seen":
                    raise
                refused += 1
                continue
            free += 1
            assert back.entry == TakenBack(row.seq - 1, seat)
            assert pure.table.game is not None
            assert pure.table.game.key() == before
            assert [shown(pure, eyes) for eyes in (None, 0, 1)] == views
            pure.play(row.sealed.partition(" > ")[0].partition(" ")[2], seat)
    assert free
    assert refused


def test_free_is_only_what_let_nobody_see_anything() -> None:
    """What events tell stands against what may be taken back, written once more and differently."""
    secret = {"row_filled", "row_reset", "blind_drawn", "tickets_offered", "tunnel_revealed", "pile_shuffled"}
    for seed in range(games(6)):
        random = Random(seed)
        pure = started("europe", seats=3)
        while pure.table.stage == "playing":
            row = pure.any_move(random)
            seat = row.entry.seat  # type: ignore[attr-defined]
            seen = {type(event).__struct_config__.tag for event in pure.table.steps[-1].events} & secret
            began = any(isinstance(event, ev.TurnBegan) for event in pure.table.steps[-1].events)
            if seen:
                assert pure.table.free_back(seat) == []
            elif began and pure.table.stage == "playing" and len(pure.table.moves) > 3:
                assert pure.table.free_back(seat)[0] == row.seq - 1


def test_choices_at_the_start_are_taken_back_one_by_one() -> None:
    pure = started(seats=3)
    pure.play("keep 1 2", 0)
    pure.play("keep 2 3", 1)
    pure.do(TakeBack(), "p0")
    assert pure.table.waiting in ((0, 2), (2, 0))
    assert [move.seat for move in pure.table.moves] == [1]
    pure.play("keep 1 3", 0)
    pure.play("keep 1 2 3", 2)
    assert pure.table.game is not None
    assert [len(pure.table.game.view(seat).own.tickets or ()) for seat in range(3)] == [2, 2, 3]
    with pytest.raises(RefusedError, match="consent"):
        pure.do(TakeBack(), "p0")  # Now all know how many each one kept.


def test_others_consent() -> None:
    pure = past_start(started(seats=3))
    assert pure.table.game is not None
    before, to = pure.table.game.key(), pure.table.seq
    for _ in range(2):
        pure.play("blind")
    by = pure.table.moves[-1].seat
    others = [seat for seat in range(3) if seat != by]
    row = pure.do(Propose(matter=Back(to)), f"p{by}").seq
    with pytest.raises(RefusedError, match="waits"):
        pure.do(Propose(matter=Abandon()), f"p{others[0]}")
    pure.do(Vote(proposal=row, agree=True), f"p{others[0]}")
    with pytest.raises(RefusedError):
        pure.do(Vote(proposal=row - 1, agree=True), f"p{others[1]}")
    assert pure.table.game.key() != before
    done = pure.do(Vote(proposal=row, agree=True), f"p{others[1]}")
    assert done.entry == TakenBack(to, agreed=True)
    assert pure.table.proposal is None
    assert pure.table.game is not None
    assert pure.table.game.key() == before
    row = pure.do(Propose(matter=Abandon()), "p0").seq
    pure.do(Vote(proposal=row, agree=False), "p1")
    assert pure.table.proposal is None


def test_what_cannot_be_proposed() -> None:
    pure = past_start(started(take_back=False))
    pure.play("blind")
    for command in (Propose(matter=Back(5)), TakeBack()):
        with pytest.raises(RefusedError, match="no moves"):
            pure.do(command, "p0")
    pure = past_start(started())
    for to in (1, pure.table.seq, 999):
        with pytest.raises(RefusedError):
            pure.do(Propose(matter=Back(to)), "p0")
    with pytest.raises(RefusedError):
        pure.do(Propose(matter=Abandon()), "stranger")


def test_a_takeback_makes_older_moves_stale() -> None:
    pure = past_start(started())
    seat = pure.table.waiting[0]
    seen = pure.table.seq
    pure.play("blind")
    pure.do(Vote(proposal=pure.do(Propose(matter=Back(seen)), "p0").seq, agree=True), "p1")
    from branchline.server.tables.play import Play

    with pytest.raises(RefusedError, match="moved on"):
        pure.do(Play(move="blind", expected=seen, seat=seat), f"p{seat}")
    pure.play("blind")


def test_an_undone_draw_is_not_drawn_again() -> None:
    """The next attempt deals from its own row: nobody learns the next card by taking back."""
    drawn = set()
    pure = past_start(started())
    to = pure.table.seq
    for _ in range(12):
        drawn.add(pure.play("blind").sealed)
        pure.do(Vote(proposal=pure.do(Propose(matter=Back(to)), "p0").seq, agree=True), "p1")
    assert len(drawn) > 3


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_log_alone_gives_the_same_table(variant: str) -> None:
    """With moves taken back, votes and stand-ins in between."""
    random = Random(f"log {variant}")
    pure = started(variant, seats=3)
    for number in range(games(120)):
        if pure.table.stage != "playing":
            break
        row = pure.any_move(random)
        if number % 7 == 3 and pure.table.moves and pure.table.stage == "playing":
            to = random.choice(pure.table.moves[-4:]).row - 1
            vote = pure.do(Propose(matter=Back(to)), "p0").seq
            for voter in ("p1", "p2"):
                pure.do(Vote(proposal=vote, agree=True), voter)
        assert row
    again = pure.again()
    assert again.game == pure.table.game
    assert (again.moves, again.arose, again.chairs) == (pure.table.moves, pure.table.arose, pure.table.chairs)
    assert [step.events for step in again.steps] == [step.events for step in pure.table.steps]


# ---------------------------------------------------------------- queued moves
def two_cards(pure: Pure) -> tuple[str, str]:
    """Two cards of the row that are no wilds, of different colours, so that both can be taken."""
    assert pure.table.game is not None
    row = [card for card in dict.fromkeys(pure.table.game.view(None).row) if card and card != "wild"]
    return str(row[0]), str(row[1])


def test_the_second_card_is_drawn_at_once() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server, variant="usa")
        players = {0: ada, 1: ben}
        for seat, client in players.items():
            seen = await news(client, table, seat)
            await ok(
                client.post(f"/api/tables/{table}/moves", {"move": "keep 1 2", "expected": seen["seq"], "seat": seat})
            )
        for _ in range(4):
            seat = (await news(ada, table))["view"]["game"]["waiting"][0]
            seen = await news(players[seat], table, seat)
            body = {"move": "blind", "queue": "blind", "expected": seen["seq"], "seat": seat}
            await ok(players[seat].post(f"/api/tables/{table}/moves", body))
            while (told := await news(ada, table, None, seen["seq"]))["seq"] < seen["seq"] + 2:
                pass
            assert [step["entry"] for step in told["steps"]] == [{"what": "moved", "seat": seat}] * 2
            assert told["view"]["game"]["waiting"] == [1 - seat]
            assert "queue" not in str(told).replace("queue=", "")

    run(test)


def test_a_queued_move_is_dropped() -> None:
    from branchline.server.tables.play import queued_move

    pure = past_start(started())
    one, two = two_cards(pure)
    seat = pure.table.waiting[0]
    pure.play(f"row {one}", queue=f"row {two}")
    queued = queued_move(pure.table)
    assert queued is not None
    assert (queued.move, queued.seat, queued.expected) == (f"row {two}", seat, pure.table.seq)
    kept = pure.table
    pure.do(Propose(matter=Abandon()), f"p{1 - seat}")  # Something came between.
    assert queued_move(pure.table) is None
    pure.table = kept
    pure.do(StandIn(), f"p{seat}")
    assert queued_move(pure.table) is None
    pure = past_start(started())
    pure.play("blind", queue="tickets")  # Never a second card.
    assert queued_move(pure.table) is None
    pure = past_start(started())
    pure.play("blind", queue="nonsense")
    assert queued_move(pure.table) is None
    with pytest.raises(IllegalMoveError):
        pure.play("blind", queue="blind", seat=pure.table.waiting[0] ^ 1)


def test_a_takeback_over_the_wire() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        seen = await news(ada, table, 0)
        await ok(ada.post(f"/api/tables/{table}/moves", {"move": "keep 1 2", "expected": seen["seq"]}))
        assert (await news(ada, table, 0))["view"]["free_back"] == [seen["seq"]]
        assert (await news(ben, table, 1))["view"]["free_back"] == []
        await ask(ada, table, "take_back")
        told = await news(ben, table, 1, seen["seq"])
        entries = [step["entry"] for step in told["steps"]]
        assert entries[1] == {"what": "taken_back", "to": seen["seq"], "seat": 0, "agreed": False}
        row = (await ask(ada, table, "propose", matter={"about": "abandon"}))["seq"]
        assert (await news(ben, table))["view"]["proposal"]["row"] == row
        await ask(ben, table, "vote", proposal=row, agree=True)
        last = await news(ben, table)
        assert (last["view"]["stage"], last["view"]["ending"]) == ("over", {"how": "abandoned", "ranks": []})

    run(test)
