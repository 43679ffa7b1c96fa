"""Bots outside of the process: programs that speak the stdio protocol, processes of a pool, classes of others."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest

import branchline as bl
from branchline import bots
from branchline.bots.bot import Bot, Clock
from branchline.bots.pool import Pool
from branchline.bots.stdio import request
from branchline.errors import BotError
from branchline.game.moves import AnyMove
from branchline.game.view import View

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "docs" / "guides" / "stdio_bot.py"


class Sleeper(Bot):
    """Sleeps on its first decision after a while, crashes on another; found by other processes by its name."""

    def choose(self, view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        if view.turns == 4:
            time.sleep(30)
        if view.turns == 6:
            raise KeyError("six")
        return moves[-1]


def play_out(game: bl.Game, drivers: Sequence[bots.Driver], most: int = 10_000) -> None:
    """Play to the end, or so many decisions."""
    while (seat := game.to_move) is not None and len(game.moves) < most:
        drivers[seat].play(game, seat)
    for driver in drivers:
        driver.close()


# ---------------------------------------------------------------- stdio
def program(tmp_path: Path, text: str) -> str:
    """The name of a bot that is a program with this text."""
    file = tmp_path / "bot.py"
    file.write_text(text, "utf-8")
    return f"stdio:{sys.executable} {file}"


def test_the_example_plays_a_whole_game() -> None:
    game = bl.Game.new("europe", seats=2, seed=5)
    example = bots.make(f"stdio:{sys.executable} {EXAMPLE}")
    drivers = [bots.Driver(example, limit=20), bots.Driver(bots.make("racer", 1))]
    play_out(game, drivers)
    assert game.is_over
    assert not drivers[0].faults
    assert len(game.view(None).seats[0].tracks) > 3


def test_the_example_is_short_and_in_the_guide() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 20
    assert EXAMPLE.name in (EXAMPLE.parent / "bots.md").read_text("utf-8")


def test_the_request_is_one_line_of_the_view() -> None:
    game = bl.Game.new("world", seats=3, seed=2)
    view = game.view(1)
    line = request(view, ["keep 1 2 3"], 0.5)
    assert "\n" not in line
    data = json.loads(line)
    assert (data["branchline"], data["seconds"], data["moves"]) == (1, 0.5, ["keep 1 2 3"])
    assert msgspec.convert(data["view"], View) == view


FAULTY = {
    "late": "import sys, time\nfor line in sys.stdin: time.sleep(60)",
    "crash": "import sys\nsys.stdin.readline()\nsys.exit(3)",
    "nonsense": "import sys\nfor line in sys.stdin: print('hello', flush=True)",
    "nonsense ": "import sys\nfor line in sys.stdin: print('{\"move\": 7}', flush=True)",
    "nonsense  ": "import sys\nfor line in sys.stdin: print('[1]', flush=True)",
}


@pytest.mark.parametrize("fault", FAULTY)
def test_faulty_programs(fault: str, tmp_path: Path) -> None:
    game = bl.Game.new("mini", seats=2, seed=1)
    driver = bots.Driver(bots.make(program(tmp_path, FAULTY[fault])), limit=0.4 if fault == "late" else 20)
    assert driver.play(game, 0).fault == fault.strip()
    assert driver.play(game, 1).fault == fault.strip()  # a new program is asked
    driver.close()


def test_programs_that_are_none() -> None:
    with pytest.raises(BotError):
        bots.make("stdio:")
    with pytest.raises(BotError):
        bots.make("stdio:'unclosed")
    with pytest.raises(BotError, match="program"):
        bots.make("stdio:/no/such/program")


def test_a_program_ends_with_its_game(tmp_path: Path) -> None:
    bot = bots.make(f"stdio:{sys.executable} {EXAMPLE}")
    game = bl.Game.new("mini", seats=2, seed=1)
    bots.Driver(bot).play(game, 0)
    process = bot.program  # type: ignore[attr-defined]
    assert process.poll() is None
    bot.close()
    assert process.poll() == 0


# ---------------------------------------------------------------- the pool
@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(1) as made:
        yield made


def test_a_pool_plays_as_the_same_bots_here(pool: Pool) -> None:
    played = []
    for make in (pool.make, bots.make):
        game = bl.Game.new("london", seats=2, seed=8)
        drivers = [bots.Driver(make("racer", 3), explain=True), bots.Driver(make("greedy", 4))]
        play_out(game, drivers)
        assert not drivers[0].faults + drivers[1].faults
        played.append(game.record().to_json())
    assert played[0] == played[1]


def test_a_pool_passes_reasons_on(pool: Pool) -> None:
    game = bl.Game.new("usa", seats=2, seed=8)
    remark = bots.Driver(pool.make("racer", 3), explain=True).play(game, 0).remark
    assert remark is not None
    assert remark.message == "bots.because_few_tickets"


def test_a_pool_ends_who_is_late_and_goes_on(pool: Pool) -> None:
    name = f"python:{__name__}:Sleeper"
    game = bl.Game.new("usa", seats=2, seed=8)
    drivers = [bots.Driver(pool.make(name, seat), limit=1.0) for seat in range(2)]
    began = time.perf_counter()
    play_out(game, drivers, most=18)
    assert sum((driver.faults for driver in drivers), start=drivers[0].faults)["late"] > 0
    assert sum(driver.faults["crash"] for driver in drivers) > 0
    assert time.perf_counter() - began < 12
    assert bots.Driver(pool.make("random", 1), limit=20).play(game, game.to_move or 0).fault == ""


def test_pools_know_bad_names(pool: Pool) -> None:
    with pytest.raises(BotError):
        pool.make("nobody")


# ---------------------------------------------------------------- classes of others
def test_classes_of_others() -> None:
    assert isinstance(bots.make(f"python:{__name__}:Sleeper", 1), Sleeper)


@pytest.mark.parametrize("text", ["no_such_module:X", f"{__name__}:Nobody", f"{__name__}:Path", "random:Random", "x"])
def test_classes_that_are_no_bots(text: str) -> None:
    with pytest.raises(BotError) as refused:
        bots.make(f"python:{text}")
    assert text in refused.value.say("ja")


def test_lists_with_commands_are_not_split() -> None:
    assert bots.split("stdio:./bot --a=1,2") == ["stdio:./bot --a=1,2"]
    assert isinstance(Random(1).choice(bots.split("racer,greedy")), str)


class Killer(Bot):
    """Takes its process down."""

    def choose(self, view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        os._exit(3)


def test_a_pool_outlives_its_processes(pool: Pool) -> None:
    game = bl.Game.new("mini", seats=2, seed=1)
    driver = bots.Driver(pool.make(f"python:{__name__}:Killer"), limit=20)
    assert [driver.play(game, seat).fault for seat in (0, 1)] == ["crash", "crash"]
    assert bots.Driver(pool.make("random"), limit=20).play(game, game.to_move or 0).fault == ""


def test_short_limits_do_not_starve_a_pool() -> None:
    """After a late answer a new process begins; the bot is heard again once that is ready."""
    with Pool(1) as own:
        game = bl.Game.new("usa", seats=2, seed=8)
        while game.view(None).turns < 4:
            game.play(game.legal()[-1])
        seat = game.to_move or 0
        late = bots.Driver(own.make(f"python:{__name__}:Sleeper"), limit=0.2)
        sound = bots.Driver(own.make("racer", 1), limit=0.2)
        assert late.answer(game.view(seat), tuple(game.legal(seat))).fault == "late"
        for _ in range(1000):  # A busy machine may take minutes to begin a process.
            if not sound.answer(game.view(seat), tuple(game.legal(seat))).fault:
                break
        else:
            pytest.fail("never heard again")


def test_closed_pools_answer_no_more() -> None:
    own = Pool(1)
    bot = own.make("random", 1)
    own.close()
    game = bl.Game.new("mini", seats=2, seed=1)
    assert bots.Driver(bot, limit=0.5).play(game, 0).fault in ("late", "crash")
