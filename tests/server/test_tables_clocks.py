"""Clocks: pure arithmetic of time; flags that lose nothing by themselves; restarts and jumps of the clock."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pure_tables import NOW, past_start, started
from server_client import Server, ask, news, ok, opened, run, some_move

from branchline.server.problems import RefusedError
from branchline.server.tables.absence import ComeBack
from branchline.server.tables.clocks import (
    DAY,
    LATE,
    Bank,
    Clock,
    Days,
    FlagFell,
    LookAtClocks,
    Night,
    PerMove,
    SetNight,
    TakeVacation,
    due,
    late,
)
from branchline.server.tables.consent import End, Propose, Replace, Switch, Vote, Wait

nights = st.builds(Night, st.integers(0, 1439), st.integers(0, 1439), st.integers(-720, 840)).filter(
    lambda night: 0 < night.length <= DAY / 2
)
stretches = st.tuples(st.floats(0, 20 * DAY), st.floats(1, 10 * DAY)).map(lambda it: (NOW + it[0], NOW + it[0] + it[1]))
clocks = st.builds(
    Clock,
    left=st.floats(1, 9 * DAY),
    since=st.just(NOW),
    night=st.none() | nights,
    vacations=st.lists(stretches, max_size=3).map(tuple),
)


@given(clocks)
def test_a_flag_falls_when_the_time_is_spent(clock: Clock) -> None:
    out = clock.runs_out()
    assert out is not None
    assert out >= NOW + clock.left - 1e-3
    assert clock.spent(out) == pytest.approx(clock.left, abs=1e-2)
    assert clock.spent(out - 1) <= clock.left


@given(clocks, st.floats(0, 40 * DAY), st.floats(0, 40 * DAY))
def test_time_is_spent_forward_and_never_faster_than_it_passes(clock: Clock, one: float, more: float) -> None:
    early, later = clock.spent(NOW + one), clock.spent(NOW + one + more)
    assert -1e-3 <= later - early <= more + 1e-3


@given(nights, st.floats(0, 10 * DAY))
@settings(max_examples=50)
def test_minutes_of_the_night_do_not_count(night: Night, after: float) -> None:
    moment = NOW + after
    minute = ((moment / 60) + night.ahead) % 1440
    inside = (minute - night.begin) % 1440 < (night.end - night.begin) % 1440
    begin, end = night.near(moment)
    assert (begin <= moment + 1e-3 and moment < end + 1e-3) if inside else moment <= begin + 1e-3
    assert end - begin == pytest.approx(night.length)


def test_per_move_and_bank() -> None:
    pure = past_start(started(clock=PerMove(60)))
    seat = pure.table.waiting[0]
    pure.now += 50
    assert due(pure.table) == pure.table.clocks[seat].since + 60  # type: ignore[operator]
    pure.play("blind")
    assert pure.table.clocks[seat].left == 60
    pure = past_start(started(clock=Bank(600, 5)))
    seat = pure.table.waiting[0]
    pure.now += 50
    pure.play("blind")
    assert pure.table.clocks[seat].left == 605 - 50  # The start was a turn; this one is not done.
    pure.now += 10
    pure.play("blind")
    assert pure.table.clocks[seat] == Clock(605 - 50 - 10 + 5)
    assert pure.table.clocks[1 - seat].since == pure.now


def test_all_clocks_run_while_all_choose() -> None:
    pure = started(clock=Bank(600))
    assert [clock.since for clock in pure.table.clocks] == [NOW, NOW]
    pure.now += 7
    pure.play("keep 1 2", 1)
    assert [clock.since for clock in pure.table.clocks] == [NOW, None]


@pytest.mark.parametrize("rate", [PerMove(60), Bank(60), Days(1)])
def test_a_flag_says_only_that_somebody_is_late(rate: Any) -> None:
    pure = past_start(started(seats=3, clock=rate))
    seat = pure.table.waiting[0]
    pure.now = due(pure.table) or 0
    pure.now -= 1
    with pytest.raises(RefusedError, match="late"):
        pure.do(LookAtClocks(), None)
    pure.now += 1
    assert pure.do(LookAtClocks(), None).entry == FlagFell(seat)
    assert pure.table.clocks[seat].flagged
    assert due(pure.table) is None
    pure.play("blind", seat)  # Late, but not lost.
    assert not pure.table.clocks[seat].flagged


def test_the_others_choose_what_follows() -> None:
    def flagged() -> tuple[Any, int, list[str]]:
        pure = past_start(started(seats=3, clock=PerMove(60)))
        seat = pure.table.waiting[0]
        pure.now += 61
        pure.do(LookAtClocks(), None)
        return pure, seat, [f"p{i}" for i in range(3) if i != seat]

    pure, seat, others = flagged()
    with pytest.raises(RefusedError):
        pure.do(Propose(matter=End(seat)), f"p{seat}")  # Not the late one itself.
    row = pure.do(Propose(matter=Wait(seat)), others[0]).seq
    assert pure.table.clocks[seat].flagged
    pure.do(Vote(proposal=row, agree=True), others[1])
    assert pure.table.clocks[seat] == Clock(60.0, pure.now)

    pure, seat, others = flagged()
    row = pure.do(Propose(matter=Replace(seat, "random")), others[1]).seq
    pure.do(Vote(proposal=row, agree=True), others[0])
    assert pure.table.chairs[seat].player == "random"
    assert pure.table.clocks[seat].since is None
    with pytest.raises(RefusedError, match="standing in"):
        pure.play("blind", seat)
    pure.do(ComeBack(), f"p{seat}")
    assert pure.table.clocks[seat] == Clock(60.0, pure.now)
    pure.play("blind", seat)

    pure, seat, others = flagged()
    row = pure.do(Propose(matter=End(seat)), others[1]).seq
    pure.do(Vote(proposal=row, agree=False), others[0])
    assert pure.table.proposal is None  # One of two against: never more than half for it.
    row = pure.do(Propose(matter=End(seat)), others[1]).seq
    pure.do(Vote(proposal=row, agree=True), others[0])
    assert (pure.table.stage, pure.table.ending.how) == ("over", "abandoned")

    pure, seat, others = flagged()
    row = pure.do(Propose(matter=End(seat)), others[1]).seq
    pure.play("blind", seat)  # It came after all: nothing is left to vote about.
    with pytest.raises(RefusedError):
        pure.do(Vote(proposal=row, agree=True), others[0])


@pytest.mark.parametrize("live", [True, False])
def test_without_a_clock_the_others_have_to_be_patient(live: bool) -> None:
    pure = past_start(started(live=live))
    seat = pure.table.waiting[0]
    other = f"p{1 - seat}"
    assert due(pure.table) is None
    pure.now += LATE[live] - 1
    assert not late(pure.table, seat, pure.now)
    with pytest.raises(RefusedError):
        pure.do(Propose(matter=Replace(seat)), other)
    pure.now += 1
    pure.do(Propose(matter=Replace(seat)), other)
    assert pure.table.chairs[seat].stand_in


def test_nights_and_vacations() -> None:
    pure = past_start(started(clock=Days(1, 10), live=False))
    seat = pure.table.waiting[0]
    person = f"p{seat}"
    assert due(pure.table) == NOW + DAY
    night = Night(0, 720)
    pure.do(SetNight(night=night), person)
    assert NOW + 1.5 * DAY <= (due(pure.table) or 0) <= NOW + 2 * DAY
    pure.do(TakeVacation(days=4), person)
    assert (due(pure.table) or 0) >= NOW + 5 * DAY
    with pytest.raises(RefusedError, match="6"):
        pure.do(TakeVacation(days=7), person)
    with pytest.raises(RefusedError):
        pure.do(SetNight(night=Night(0, 721)), person)
    no_days = past_start(started(clock=PerMove(60)))
    with pytest.raises(RefusedError):
        no_days.do(TakeVacation(days=1), "p0")


def test_a_table_changes_its_pace_in_mid_game() -> None:
    pure = past_start(started(clock=PerMove(60)))
    seat = pure.table.waiting[0]
    row = pure.do(Propose(matter=Switch(live=False, clock=Days(2))), "p0").seq
    pure.play("blind", seat)  # It stays open meanwhile.
    pure.do(Vote(proposal=row, agree=True), "p1")
    assert (pure.table.setup.live, pure.table.setup.clock) == (False, Days(2))
    assert due(pure.table) == NOW + 2 * DAY
    pure.do(Vote(proposal=pure.do(Propose(matter=Switch(live=True)), "p1").seq, agree=True), "p0")
    assert (pure.table.setup.live, pure.table.clocks, due(pure.table)) == (True, [], None)


def test_a_clock_that_jumps_takes_nobodys_time() -> None:
    pure = past_start(started(clock=Bank(600)))
    seat = pure.table.waiting[0]
    pure.now += 100_000
    pure.do(LookAtClocks(), None)
    assert pure.table.clocks[seat] == Clock(600, pure.now)
    pure.now -= 50_000  # And back: the log goes forward.
    pure.play("blind")
    assert pure.table.at == NOW + 100_000
    assert pure.table.clocks[seat].left == 600


# ---------------------------------------------------------------- with a server
async def settle(server: Server, table: str, what: str) -> Any:
    """Wait until an entry stands in the log."""
    for _ in range(200):
        seen = await news(server.client(), table)
        if any(step["entry"]["what"] == what for step in seen["steps"]):
            return seen
        await asyncio.sleep(0.005)
    raise AssertionError(what)


async def two(server: Server, **setup: Any) -> Any:
    ada, ben = await server.guest("Ada"), await server.guest("Ben")
    table = await opened(ada, **setup)
    await ask(ben, table, "take_seat")
    await ask(ada, table, "start")
    return ada, ben, table


def test_flags_fall_by_themselves_and_all_are_told() -> None:
    async def test(server: Server) -> None:
        _, ben, table = await two(server, clock={"kind": "per_move", "seconds": 20})
        async with ben.socket() as socket:
            socket.say({"do": "watch", "table": table, "seat": 1})
            first = await socket.hear()
            assert first["view"]["due"] == server.clock.now() + 20
            await server.clock.advance(20)
            seen = await settle(server, table, "flag_fell")
            assert [clock["flagged"] for clock in seen["view"]["clocks"]].count(True) >= 1
            assert (await socket.hear())["steps"][0]["entry"]["what"] == "flag_fell"
        assert seen["view"]["stage"] == "playing"

    run(test)


def test_clocks_survive_a_restart(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'kept.db'}"
    kept: dict[str, Any] = {}

    async def begin(server: Server) -> None:
        kept["short"] = (await two(server, clock={"kind": "per_move", "seconds": 20}))[2]
        kept["long"] = (await two(server, clock={"kind": "per_move", "seconds": 5000}))[2]

    async def soon(server: Server) -> None:
        """Right away: it goes on."""
        for _ in range(10):
            await server.clock.advance(2)
            await asyncio.sleep(0.01)
        seen = await settle(server, kept["short"], "flag_fell")
        assert seen["view"]["stage"] == "playing"

    async def later(server: Server) -> None:
        """After an hour and more: who was to move has its time again."""
        seen = await settle(server, kept["long"], "clocks_held")
        assert seen["view"]["due"] == server.clock.now() + 5000

    run(begin, database=database)
    run(soon, database=database)

    async def at_a_later_time(server: Server) -> None:
        await server.clock.advance(5_100)
        await later(server)

    run(at_a_later_time, database=database)


def test_a_person_moves_in_time_and_no_flag_falls() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two(server, clock={"kind": "per_move", "seconds": 20})
        for seat, client in ((0, ada), (1, ben)):
            await server.clock.advance(9)
            seen = await news(client, table, seat)
            body = {"move": some_move(seen["view"]), "expected": seen["seq"], "seat": seat}
            await ok(client.post(f"/api/tables/{table}/moves", body))
        await server.clock.advance(9)
        await asyncio.sleep(0.02)
        seen = await news(ada, table)
        assert [step["entry"]["what"] for step in seen["steps"]].count("flag_fell") == 0

    run(test)
