"""Counting games and trees: ``selfplay``, ``perft``, and reading records again with ``replay``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from scale import games
from test_cli import ALL, Run, run

import branchline as bl
from branchline.cli.movers import random_mover
from branchline.cli.tally import Match, Tally, play_block
from branchline.game.dice import Dice
from branchline.game.perft import divide, perft
from branchline.words import LANGUAGES

__all__ = ["run"]

HERE = Path(__file__).parent


def table(out: str) -> str:
    """The output without its last line, which tells the speed."""
    return "\n".join(line for line in out.splitlines() if "(0." not in line and " s)" not in line)


# ---------------------------------------------------------------- selfplay
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", ALL)
def test_selfplay(run: Run, id: str, lang: str) -> None:
    code, out, err = run(
        "selfplay", id, "--games", games(20, 2), "--seed", 1, "--seats", 3, "--jobs", 1, "--lang", lang
    )
    assert (code, err) == (0, "")
    assert bl.variant(id).name(lang) in out


def test_selfplay_adds_up(run: Run) -> None:
    number = games(30, 3)
    match = Match(bl.variant("mini"), 2, "7", {"turn_limit": "60"})
    tally, lines = play_block(match, 0, number)
    played = [match.game(i) for i in range(number)]
    results = [game.result for game in played]
    assert lines == []
    assert tally.games == number == sum(tally.ended.values())
    for seat in range(2):
        scores = [result.scores[seat] for result in results if result]
        assert (tally.scores[seat].total, tally.scores[seat].least) == (sum(scores), min(scores))
        assert tally.scores[seat].most == max(scores)
        assert tally.wins[seat] == sum(result.winners == (seat,) for result in results if result)
    assert tally.turns.most == max(game.engine.turns for game in played)
    code, out, _ = run("selfplay", "mini", "--games", number, "--seed", 7, "--options", "turn_limit=60", "--jobs", 1)
    assert code == 0
    mean = tally.scores[0].total / number
    assert re.search(rf"^Seat 1 +{mean:.1f} +{tally.scores[0].least} +{tally.scores[0].most} ", out, re.MULTILINE)


@pytest.mark.parametrize("id", ["mini", "europe"])
def test_the_same_games_whatever_the_jobs(run: Run, id: str) -> None:
    # The limit keeps the games short where the rules run uncompiled.
    words = ("selfplay", id, "--games", 300, "--seats", 3, "--options", f"turn_limit={games(1000, 2)}")
    one, two = (run(*words, "--seed", "word", "--jobs", jobs) for jobs in (1, 2))
    assert one[0] == two[0] == 0
    assert table(one[1]) == table(two[1])
    assert table(run(*words, "--seed", "other", "--jobs", 1)[1]) != table(one[1])


def test_the_same_games_with_and_without_records(run: Run, tmp_path: Path) -> None:
    words = ("selfplay", "mini", "--games", games(20, 3), "--seed", 5, "--jobs", 1)
    out = tmp_path / "games.jsonl"
    written = run(*words, "--out", out)
    assert written[0] == 0
    assert str(out) in written[1]
    assert table(run(*words)[1]) == "\n".join(table(written[1]).splitlines()[:-1])
    lines = out.read_text("utf-8").splitlines()
    assert len(lines) == games(20, 3)
    for number, line in enumerate(lines):
        record = bl.Record.from_json(line)
        assert record.seed == f"5/{number}"
        assert bl.Game.replay(record).result is not None
        again = bl.Game.new("mini", record.seats, record.seed, record.options, record.first_seat)
        assert again.record().start == record.start


def test_any_function_can_move() -> None:
    def first(game: bl.Game, dice: Dice) -> int:
        codes: list[int] = game.engine.legal()
        return codes[0]

    match = Match(bl.variant("mini"), 2, "1", {"turn_limit": 30}, mover=first)
    game = match.game(0)
    assert game.is_over
    assert game.record() == match.game(0).record()
    assert all(code >= 0 for _, code, _, _ in game.moves)


def test_the_random_mover_is_that_of_the_core() -> None:
    for id in ALL:
        fast = bl.Game.new(id, 2, seed=3)
        slow = fast.copy()
        fast.engine.play_out(11)
        dice = Dice(11)
        while not slow.is_over:
            slow.play_code(random_mover(slow, dice))
        assert fast.engine.data == slow.engine.data


def test_tallies_merge_in_any_order() -> None:
    match = Match(bl.variant("mini"), 3, "2", {"turn_limit": 40})
    parts = [play_block(match, first, first + 2)[0] for first in (0, 2, 4)]
    whole, back = Tally(3), Tally(3)
    for part in parts:
        whole.merge(part)
    for part in reversed(parts):
        back.merge(part)
    assert whole == back == play_block(match, 0, 6)[0]


# ---------------------------------------------------------------- perft
def slow_perft(game: bl.Game, depth: int) -> int:
    """The same through the public face."""
    if depth == 0 or game.is_over:
        return int(depth == 0)
    total = 0
    for move in game.legal():
        child = game.copy()
        child.play(move)
        total += slow_perft(child, depth - 1)
    return total


@pytest.mark.parametrize("id", ALL)
def test_perft_agrees_with_playing(id: str) -> None:
    game = bl.Game.new(id, 2, seed=1)
    for depth in range(1, 4 if id == "mini" else 3):
        assert perft(game.engine, depth) == slow_perft(game, depth) == sum(divide(game.engine, depth).values())
    assert perft(game.engine, 0) == 1
    assert divide(game.engine, 0) == {}


def test_perft_of_a_game_that_is_over() -> None:
    game = bl.Game.new("mini", 2, seed=1)
    game.engine.play_out(1)
    assert [perft(game.engine, depth) for depth in range(3)] == [1, 0, 0]
    assert divide(game.engine, 2) == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_perft_command(run: Run, lang: str) -> None:
    code, out, _ = run("perft", "mini", "--depth", 3, "--seed", 1, "--lang", lang)
    assert code == 0
    counts = [perft(bl.Game.new("mini", 2, seed=1).engine, depth) for depth in (1, 2, 3)]
    assert [int(row[1].replace(",", "")) for row in map(str.split, out.splitlines()[1:])] == counts
    code, out, _ = run("perft", "mini", "--depth", 3, "--seed", 1, "--divide", "--lang", lang)
    assert code == 0
    assert f"{counts[2]:,}" in out.splitlines()[-1]
    assert "keep 1 2" in out


def test_perft_compares_with_stored_counts(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "counts.toml"
    entry = '[[position]]\nid = "{id}"\nnew = {{ variant = "mini", seats = 2, seed = 1 }}\ncounts = {counts}\n'
    file.write_text(entry.format(id="right", counts=[3, 15]) + entry.format(id="wrong", counts=[3, 16]))
    code, out, _ = run("perft", "--check", file)
    assert code == 1
    assert out.splitlines()[0] == "right: the counts agree"
    assert out.splitlines()[1].startswith("wrong: ")
    file.write_text(entry.format(id="right", counts=[5]) + 'moves = ["keep 1"]\n')
    assert run("perft", "--check", tmp_path)[0] == 0
    for text in ("", "position = 3", "[[position]]\nid = 1", "[[position", '[[position]]\nid="a"\ncounts=[1]\nnew=3\n'):
        file.write_text(text)
        code, _, err = run("perft", "--check", file)
        assert (code, "Traceback" in err) == (2, False)


# ---------------------------------------------------------------- replay
@pytest.fixture(scope="module")
def record() -> bl.Record:
    """A whole game."""
    return Match(bl.variant("mini"), 3, "9", {"turn_limit": "80"}, record=True).game(1).record()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_replay(run: Run, tmp_path: Path, record: bl.Record, lang: str) -> None:
    text, data = tmp_path / "game.txt", tmp_path / "game.json"
    text.write_text(record.to_text(), "utf-8")
    data.write_text(json.dumps(record.data(), indent=1), "utf-8")
    code, out, _ = run("replay", text, "--lang", lang)
    assert code == 0
    assert run("replay", data, "--lang", lang)[1] == out
    assert record.result is not None
    assert re.search(" +".join(map(str, record.result.scores)) + "$", out, re.MULTILINE)
    assert max(len(line) for line in out.splitlines()) <= 100
    code, moves, _ = run("replay", text, "--as", "moves", "--lang", lang)
    assert (code, tuple(moves.splitlines())) == (0, record.moves)
    code, again, _ = run("replay", text, "--as", "json", "--lang", lang)
    assert (code, bl.Record.from_json(again)) == (0, record)


def test_replay_a_part(run: Run, tmp_path: Path, record: bl.Record) -> None:
    file = tmp_path / "game.txt"
    file.write_text(record.to_text(), "utf-8")
    assert tuple(run("replay", file, "--upto", 10, "--as", "moves")[1].splitlines()) == record.moves[:10]
    code, out, _ = run("replay", file, "--upto", 12)
    assert code == 0
    assert f"12 of {len(record.moves)} moves" in out
    assert run("replay", file, "--upto", 10_000)[0] == 2


def test_replay_as_a_seat_saw_it(run: Run, tmp_path: Path) -> None:
    game = bl.Game.new("usa", 2, seed=4)
    for move in ("keep 1 2", "keep 1 2 3", "blind", "blind"):
        game.play(move)
    file = tmp_path / "game.json"
    file.write_text(game.record().to_json(), "utf-8")
    own, other = game.view(0).own.tickets, game.view(1).own.tickets
    assert own is not None
    assert other is not None
    names = [" – ".join(game.variant.city(city).name() for city in id.split("-")) for id in (*own, *other)]
    everything, mine, yours = (run("replay", file, *more)[1] for more in ([], ["--seat", "1"], ["--seat", "2"]))
    assert all(name in everything for name in names)
    assert [name in mine for name in names] == [True] * 2 + [False] * 3
    assert [name in yours for name in names] == [False] * 2 + [True] * 3
    assert "drew a card from the pile" in yours
    assert "drew a card from the pile" not in mine
    assert run("replay", file, "--seat", 3)[0] == 2


def test_replay_one_of_many(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run("selfplay", "mini", "--games", 3, "--seed", 1, "--out", file, "--jobs", 1)
    assert "1/2" in run("replay", file, "--game", 3)[1]
    assert "1/0" in run("replay", file)[1]
    code, _, err = run("replay", file, "--game", 4)
    assert code == 2
    assert "3" in err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_broken_records_say_where(run: Run, tmp_path: Path, record: bl.Record, lang: str) -> None:
    number = next(i for i, move in enumerate(record.moves) if " claim " in move)
    seat = record.moves[number].split()[0]
    file = tmp_path / "game.json"
    data = {**record.data(), "moves": list(record.moves)}
    data["moves"][number] = f"{seat} claim gullcove-lanternport red"
    file.write_text(json.dumps(data), "utf-8")
    code, out, err = run("replay", file, "--lang", lang)
    assert (code, out) == (2, "")
    assert str(number) in err
    assert "CLAIM-5" in err
    file.write_text(record.to_json()[: len(record.to_json()) * 2 // 3], "utf-8")
    code, _, err = run("replay", file, "--lang", lang)
    assert code == 2
    assert "Traceback" not in err
    text = tmp_path / "game.txt"
    lines = record.to_text().splitlines()
    del lines[len(lines) // 2]
    text.write_text("\n".join(lines), "utf-8")
    code, _, err = run("replay", text, "--lang", lang)
    assert code == 2
    assert "Traceback" not in err
