"""Bots: the contract, the registry, and the driver that stands in for answers that are none."""

from __future__ import annotations

import gc
import logging
import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from threading import Event
from typing import Any

import pytest

import branchline as bl
from branchline import bots
from branchline.bots.bot import Clock, Remark
from branchline.core.engine import Engine
from branchline.errors import BotError
from branchline.game.moves import AnyMove
from branchline.game.view import View
from branchline.words import LANGUAGES


class Scripted(bots.Bot):
    """Does what a function says."""

    def __init__(self, deed: Callable[[View, Sequence[AnyMove], Clock], Any]) -> None:
        super().__init__(Random(0))
        self.deed = deed

    def choose(self, view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        found: AnyMove = self.deed(view, moves, clock)
        return found


def started(variant: str = "usa", seats: int = 2) -> bl.Game:
    """A game after the start decisions."""
    game = bl.Game.new(variant, seats=seats, seed=5)
    while game.decision() in ("start", "split"):
        game.play(game.legal()[0])
    return game


def play_out(game: bl.Game, drivers: Sequence[bots.Driver]) -> None:
    """Play to the end."""
    while (seat := game.to_move) is not None:
        drivers[seat].play(game, seat)


# ---------------------------------------------------------------- what a bot gets
def test_a_bot_gets_nothing_that_leads_to_the_game() -> None:
    game = started("europe", 3)
    found: list[object] = []

    def look(view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        found.extend((view, moves, clock))
        return moves[0]

    bots.Driver(Scripted(look)).play(game, 0 if game.to_move is None else game.to_move)
    reached, ahead = {id(thing) for thing in found}, list(found)
    while ahead:
        for thing in gc.get_referents(ahead.pop()):
            assert not isinstance(thing, bl.Game | Engine)
            if id(thing) not in reached and not isinstance(thing, type) and not callable(thing):
                reached.add(id(thing))
                ahead.append(thing)
    assert len(reached) > 100


def test_the_clock_runs() -> None:
    now = [10.0]
    clock = Clock(2.0, lambda: now[0])
    assert (clock.used, clock.left) == (0, 2)
    now[0] = 11.5
    assert (clock.used, clock.left) == (1.5, 0.5)
    assert clock.within(0.1) == 0.1
    assert 0.4 < clock.within(9) < 0.5
    now[0] = 20
    assert clock.within(9) == 0
    assert Clock().within(9) == 9


def test_remarks_are_sentences() -> None:
    remark = Remark("bots.bad_name", {"value": "X"})
    assert len({remark.words(lang=lang) for lang in LANGUAGES}) == len(LANGUAGES)


# ---------------------------------------------------------------- the driver
def crash(view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
    raise ZeroDivisionError("half of {nothing}")


def leave(view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
    sys.exit(3)


def sleep(view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
    time.sleep(0.06)
    return moves[-1]


BAD: list[tuple[str, Any]] = [
    ("crash", crash),
    ("crash", leave),
    ("nonsense", lambda view, moves, clock: None),
    ("nonsense", lambda view, moves, clock: "row red"),
    ("nonsense", lambda view, moves, clock: Random(1)),
    ("nonsense", lambda view, moves, clock: bl.Game.new("usa", seed=1).parse("claim seattle-portland.1 red")),
    ("late", sleep),
]


@pytest.mark.parametrize(("fault", "deed"), BAD)
def test_bad_answers_are_stood_in_for(fault: str, deed: Any, caplog: pytest.LogCaptureFixture) -> None:
    game = started()
    driver = bots.Driver(Scripted(deed), "Bad", limit=0.02 if fault == "late" else None)
    view, moves = game.view(0), tuple(game.legal(game.to_move))
    with caplog.at_level(logging.WARNING, "branchline.bots"):
        answer = driver.play(game, game.to_move or 0)
    assert answer.fault == fault
    assert answer.move == bots.stand_in(view, moves)
    assert driver.faults == {fault: 1}
    assert "Bad" in caplog.text
    assert str(answer.move) in caplog.text
    driver.close()


def test_who_leaves_in_a_thread_is_not_waited_for() -> None:
    game = started()
    driver = bots.Driver(Scripted(leave), limit=60)
    assert [driver.play(game, game.to_move or 0).fault for _ in range(2)] == ["crash", "crash"]
    driver.close()


def test_good_answers_are_played() -> None:
    game = started()
    driver = bots.Driver(Scripted(lambda view, moves, clock: moves[-1]), limit=5)
    last = game.legal()[-1]
    answer = driver.play(game, game.to_move or 0)
    assert (answer.move, answer.fault, driver.faults.total(), driver.asked) == (last, "", 0, 1)
    assert game.moves
    driver.close()


def test_a_bot_that_never_answers_does_not_stop_the_game() -> None:
    game = bl.Game.new("mini", seats=2, seed=3)
    bot = Scripted(lambda view, moves, clock: time.sleep(1))
    drivers = [bots.Driver(bot, limit=0.002), bots.Driver(bots.make("random", 1))]
    play_out(game, drivers)
    assert game.is_over
    assert drivers[0].faults["late"] == drivers[0].asked > 5
    drivers[0].close()


def test_a_late_answer_is_not_taken_for_the_next() -> None:
    """The bot answers the first question during the second: that answer is dropped, the second is heard."""
    game = started()
    seen: list[int] = []
    waited = Event()

    def slow_once(view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        seen.append(view.turns)
        if len(seen) == 1:
            waited.wait(30)
        return moves[0]

    driver = bots.Driver(Scripted(slow_once), limit=0.03)
    assert driver.play(game, game.to_move or 0).fault == "late"
    driver.limit = 30
    waited.set()
    second = driver.answer(game.view(game.to_move), tuple(game.legal()))
    assert (second.fault, second.move) == ("", game.legal()[0])
    driver.close()


@pytest.mark.parametrize("variant", [*bl.variants(), "mini"])
def test_the_stand_in_brings_games_to_their_end(variant: str) -> None:
    for seats in range(bl.variant(variant).seats[0], bl.variant(variant).seats[1] + 1):
        game = bl.Game.new(variant, seats=seats, seed=seats)
        play_out(game, [bots.Driver(Scripted(crash)) for _ in range(seats)])
        assert game.result is not None
        assert game.result.how != "turn_limit"


# ---------------------------------------------------------------- names and parameters
def test_names_and_words() -> None:
    assert "random" in bots.names()
    for name in bots.names():
        found = bots.entry(name)
        for lang in LANGUAGES:
            assert found.about(lang).strip()
            assert all(parameter.about(lang).strip() for parameter in found.parameters)
        for parameter in found.parameters:
            if parameter.kind != "text":
                assert parameter.read(parameter.write(parameter.default)) == parameter.default


PARAMETERS = (
    bots.Parameter("times", "number", 3, 1, 9, message="bots.about_random"),
    bots.Parameter("part", "decimal", 0.5, 0, 1, message="bots.about_random"),
    bots.Parameter("budget", "time", 1.0, 0.001, 60, message="bots.about_random"),
    bots.Parameter("mood", "word", "calm", choices=("calm", "wild"), message="bots.about_random"),
    bots.Parameter("loud", "switch", False, message="bots.about_random"),
)


class Noted(bots.Bot):
    """Keeps what it was made with."""

    def __init__(self, random: Random, **given: Any) -> None:
        super().__init__(random)
        self.given = given


@pytest.fixture(scope="module", autouse=True)
def noted() -> None:
    bots.register(
        bots.Entry("noted", Noted, PARAMETERS, message="bots.about_random", trial="-"),
        bots.Entry("noted_at_ease", Noted, PARAMETERS[:1], {"extra": 7}, "bots.about_random", "-"),
    )


def test_parameters_are_typed() -> None:
    default = {"times": 3, "part": 0.5, "budget": 1.0, "mood": "calm", "loud": False}
    assert bots.make("noted").given == default  # type: ignore[attr-defined]
    given = bots.make("noted:budget=200ms,loud=yes,mood=wild,times=9,part=1").given  # type: ignore[attr-defined]
    assert given == {"times": 9, "part": 1.0, "budget": 0.2, "mood": "wild", "loud": True}
    assert bots.make("noted_at_ease").given == {"times": 3, "extra": 7}  # type: ignore[attr-defined]
    assert bots.describe(" noted:loud=yes , times=3, budget=0.2s") == "noted:budget=200ms,loud=yes"
    assert bots.describe(bots.describe("noted:part=0.25")) == "noted:part=0.25"


def test_lists_of_bots() -> None:
    assert bots.split("noted:times=2,loud=yes, random,noted") == ["noted:times=2,loud=yes", "random", "noted"]


REFUSED = {
    "nobody": 'There is no bot "nobody". Possible',
    "randam": 'There is no bot "randam". Did you mean "random"?',
    "": "There is no bot",
    "random:x=1": 'The bot "random" has no parameter "x". Possible: –.',
    "noted:tines=2": 'The bot "noted" has no parameter "tines". Did you mean "times"?',
    "noted:times": "Parameters of",
    "noted:times=2,times=3": "Parameters of",
    "noted:times=0": '"0" will not do for times: a whole number from 1 to 9 is needed.',
    "noted:times=1.5": "a whole number",
    "noted:part=2": "a number from 0 to 1",
    "noted:budget=5": "a time such as",
    "noted:budget=0s": "a time such as",
    "noted:mood=sad": "Possible: calm, wild.",
    "noted:loud=1": "Possible: yes, no.",
}


@pytest.mark.parametrize("text", REFUSED)
def test_bad_names_and_parameters(text: str) -> None:
    with pytest.raises(BotError) as refused:
        bots.make(text)
    assert REFUSED[text] in refused.value.say("en")
    assert len({refused.value.say(lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_names_are_given_once() -> None:
    with pytest.raises(BotError):
        bots.register(bots.Entry("random", Noted))
    with pytest.raises(BotError):
        bots.register(bots.Entry("Two words", Noted))
