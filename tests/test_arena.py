"""The arena: the same deals for everybody, numbers that can be worked out by hand, files that can be taken up again."""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable
from math import inf
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from types import SimpleNamespace

import ladder
import pytest
import strength
from test_cli import Run, run

import branchline as bl
from branchline import bots
from branchline.arena import Block, Ledger, Plan, Played, Sprt, play, play_block, read_ledger, summarise
from branchline.arena.blocks import step_of, time_of
from branchline.arena.page import page
from branchline.arena.statistics import Meeting, elo_of, estimate, ratings, ratings_with_intervals, score_of, share
from branchline.arena.summary import quantile
from branchline.errors import BotError, BranchlineError
from branchline.words import LANGUAGES

__all__ = ["run"]


def plan_of(*names: str, variant: str = "mini", seats: int = 2, games: int = 4, **more: object) -> Plan:
    """A plan."""
    return Plan.make(names, variant, seats, games, "7", **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------- what is played
def test_line_ups() -> None:
    assert plan_of("random", "greedy", "racer").lineups == [(0, 1), (0, 2), (1, 2)]
    assert plan_of("random", "greedy", "racer", seats=3).lineups == [(0, 1, 2)]
    assert plan_of("random", "greedy", seats=4).lineups == [(0, 1, 1, 1)]
    assert plan_of("random").lineups == [(0, 0)]
    assert (plan_of("random", games=5).games, plan_of("random", games=5).deals) == (6, 3)


def test_every_seating_on_the_same_deal() -> None:
    plan = plan_of("random", "greedy", "racer", seats=3, games=3, variant="usa")
    block = play_block(plan, 0, 0)
    assert [game.seats for game in block.games] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    offers = {bl.Game.new("usa", 3, "7/0").view(0).own.offer for _ in block.games}
    assert len(offers) == 1
    for game in block.games:
        assert len(game.scores) == len(game.ranks) == 3
        assert game.turns > 20
    assert sum(sum(times.values()) for times in block.times.values()) > 200


def test_the_same_games_whatever_the_processes() -> None:
    plan = plan_of("random", "greedy", "racer", games=4)
    here, there = ([block.games for block in play(plan, jobs)] for jobs in (1, 2))
    assert here == there
    assert len(here) == 6
    assert [block.games for block in play(plan, 1, plan.blocks[:5])] == here[5:]


def test_a_bot_against_itself() -> None:
    plan = plan_of("greedy", games=8)
    summary = summarise(plan, list(play(plan)))
    assert summary.lines[0].wins.mean == 0.5
    assert summary.pairs == ()


def test_own_maps_are_played(tmp_path: Path) -> None:
    data = bl.variant("mini").data(layout=False) | {"id": "own"}
    plan = Plan.make(["greedy", "random"], bl.load_variant(data), 2, 2, "1")
    assert plan.resolve().id == "own"
    assert len(list(play(plan))) == 1


def test_plans_that_can_not_be() -> None:
    for wrong in ((), ("greedy", " greedy"), ("nobody",), ("racer:length=0",)):
        with pytest.raises(BotError):
            plan_of(*wrong)
    with pytest.raises(BranchlineError):
        plan_of("greedy", seats=9)
    with pytest.raises(BranchlineError):
        plan_of("greedy", options={"no_such": "option"})


class Crew:
    """Plays a block when somebody waits for it, and notes what was given out."""

    hands = 2

    def __init__(self) -> None:
        self.begun: list[tuple[int, int]] = []
        self.closed = False

    def begin(self, plan: Plan, lineup: int, deal: int) -> Callable[[], Block]:
        self.begun.append((lineup, deal))
        return lambda: play_block(plan, lineup, deal)

    def close(self) -> None:
        self.closed = True


def test_a_crew_plays_the_same_blocks_in_the_same_order() -> None:
    plan, crew = plan_of("random", "greedy", "racer", games=20), Crew()
    alone = [(it.lineup, it.deal, it.games) for it in play(plan)]
    assert [(it.lineup, it.deal, it.games) for it in play(plan, crew=lambda: crew)] == alone
    assert crew.begun == plan.blocks
    assert crew.closed


def test_a_crew_stops_when_enough_is_known() -> None:
    plan, crew = plan_of("random", games=40), Crew()
    assert len(list(play(plan, stop=lambda block: block.deal == 2, crew=lambda: crew))) == 3
    assert len(crew.begun) < 20
    assert crew.closed


def test_no_ray(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    code, _, err = run("arena", "--bots", "random", "greedy", "--games", 4, "--ray", "auto")
    assert code == 2
    assert "branchline[ray]" in err


def test_no_cluster(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray itself is no requirement of the tests: this one only says no."""

    def init(**_: object) -> None:
        raise ConnectionError("nobody answers at 10.0.0.1:6379")

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init))
    code, _, err = run("arena", "--bots", "random", "greedy", "--games", 4, "--ray", "10.0.0.1:6379")
    assert code == 2
    assert "nobody answers" in err


# ---------------------------------------------------------------- numbers
def block_of(deal: int, *games: tuple[tuple[int, ...], tuple[int, ...]]) -> Block:
    """A block of games: who sat where, and their points."""
    played = []
    for seats, scores in games:
        ranks = tuple(1 + sum(other > points for other in scores) for points in scores)
        played.append(Played(seats, scores, ranks, "last_turns", 50))
    return Block(0, deal, played, {0: {step_of(0.001): 10}, 1: {step_of(0.1): 99, step_of(1): 1}}, {1: {"late": 2}})


def test_a_summary_by_hand() -> None:
    blocks = [
        block_of(0, ((0, 1), (90, 80)), ((1, 0), (85, 95))),
        block_of(1, ((0, 1), (70, 80)), ((1, 0), (60, 60))),
    ]
    summary = summarise(plan_of("greedy", "random"), blocks, Sprt())
    first, second = summary.lines
    assert (first.wins.mean, second.wins.mean) == (0.625, 0.375)
    assert first.wins.error == pytest.approx(stdev([1, 0.25]) / 2**0.5)
    assert first.points.mean == fmean([92.5, 65])
    assert first.seats == (0.5, 0.75)
    pair = summary.pair(0, 1)
    assert pair is not None
    assert (pair.score.mean, pair.lead.mean) == (0.625, 2.5)
    assert first.elo[0] > 1500 > second.elo[0]
    assert first.skill[0] > second.skill[0]
    assert (first.faults, second.faults) == ({}, {"late": 4})
    assert (round(first.median, 6), round(second.median, 3), round(second.slowest, 3)) == (0.001, 0.1, 1.0)
    assert summary.endings == {"last_turns": 4}
    assert summary.test is not None
    assert summary.test.verdict == "open"


def test_intervals_hold_what_they_promise() -> None:
    """Of many samples about 95 % have the true share within their interval, though games of a block hang together."""
    random = Random(3)
    for truth in (0.5, 0.9):
        inside = 0
        for _ in range(400):
            blocks = []
            for _ in range(60):
                luck = random.random() < truth
                blocks.append(fmean(luck if random.random() < 0.7 else random.random() < truth for _ in range(2)))
            found = share(blocks)
            inside += found.low <= truth <= found.high
        assert 0.91 < inside / 400 < 0.985


def test_intervals_at_the_ends() -> None:
    assert (share([1.0] * 50).mean, share([1.0] * 50).high) == (1.0, 1.0)
    assert 0.9 < share([1.0] * 50).low < 0.95
    assert share([0.0]).high < 1
    assert share([]).high == 1
    assert estimate([]).error == inf
    assert estimate([3.0]).error == inf


def test_elo_and_scores() -> None:
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert score_of(elo_of(0.3)) == pytest.approx(0.3)
    assert (elo_of(1), elo_of(0)) == (inf, -inf)


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    strengths = (0.0, 100.0, 300.0)
    meetings = []
    for a in range(3):
        for b in range(a):
            expected = score_of(strengths[a] - strengths[b])
            meetings.append(Meeting(a, b, 10_000 * expected, 10_000 * (1 - expected), 0))
    found = ratings(meetings, 3)
    assert fmean(found) == pytest.approx(1500)
    assert [elo - found[0] for elo in found] == pytest.approx(list(strengths), abs=0.5)
    tied = ratings([Meeting(0, 1, 50, 50, 100)], 2)
    assert tied == pytest.approx([1500, 1500])
    more_ties = ratings([Meeting(0, 1, 60, 20, 400)], 2)
    assert more_ties[0] > more_ties[1]
    assert all(abs(elo) < 4000 for elo in ratings([Meeting(0, 1, 50, 0, 0)], 2))


def test_rating_intervals_shrink() -> None:
    random = Random(5)
    few, many = (
        ratings_with_intervals([[Meeting(0, 1, won, 2 - won, 0)] for won in random.choices((0, 1, 2), k=n)], 2, 100)
        for n in (10, 400)
    )
    assert few[0][2] - few[0][1] > 2 * (many[0][2] - many[0][1])
    assert many[0][1] < many[0][0] < many[0][2]


def test_the_sequential_test_decides_as_it_should() -> None:
    random = Random(1)
    verdicts: Counter[tuple[float, str]] = Counter()
    test = Sprt(0, 60)
    for truth in (0.0, 60.0):
        for _ in range(100):
            scores: list[float] = []
            while test.verdict(scores) == "open" and len(scores) < 3000:
                scores.append(fmean(random.random() < score_of(truth) for _ in range(2)))
            verdicts[truth, test.verdict(scores)] += 1
    assert verdicts[0.0, "stronger"] <= 12
    assert verdicts[60.0, "not_stronger"] <= 12
    assert verdicts[0.0, "open"] + verdicts[60.0, "open"] == 0
    assert Sprt().verdict([1.0] * 3) == "open"


def test_times_are_kept_to_six_percent() -> None:
    for seconds in (1e-6, 3e-4, 0.02, 7.0):
        assert time_of(step_of(seconds)) == pytest.approx(seconds, rel=0.06)
    assert quantile({}, 0.5) == 0
    assert quantile({step_of(0.01): 99, step_of(1): 1}, 0.99) == pytest.approx(0.01, rel=0.06)


# ---------------------------------------------------------------- ledgers
def test_a_ledger_is_taken_up_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    plan = plan_of("greedy", "random", games=8)
    with Ledger(path, plan) as ledger:
        for block in list(play(plan))[:2]:
            ledger.add(block)
    with path.open("a") as file:
        file.write('{"lineup":0,"deal":')  # cut short
    with Ledger(path, plan) as ledger:
        assert ledger.done == {(0, 0), (0, 1)}
        assert read_ledger(path) == (plan, ledger.blocks)
        for block in play(plan, 1, ledger.done):
            ledger.add(block)
    with Ledger(path, plan_of("greedy", "random", games=12)) as ledger:
        assert len(ledger.blocks) == 4
        assert [block.games for block in ledger.blocks] == [block.games for block in play(plan)]
        assert len(list(play(ledger.plan, 1, ledger.done))) == 2


@pytest.mark.parametrize("text", ["no json\n", '{"format":"other"}\n', "[1]\n"])
def test_files_that_are_no_ledgers(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    with pytest.raises(BotError):
        Ledger(path, plan_of("greedy"))


def test_another_plan_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    Ledger(path, plan_of("greedy", "random")).file.close()
    with pytest.raises(BotError) as refused:
        Ledger(path, plan_of("greedy", "racer"))
    for lang in LANGUAGES:
        assert "bots" in refused.value.say(lang)
    path.write_text(path.read_text() + "{}\n")
    with pytest.raises(BotError, match="Line 2"):
        Ledger(path, plan_of("greedy", "random"))


# ---------------------------------------------------------------- reports
class Crashing(bots.Bot):
    """Never answers."""

    def choose(self, *_: object) -> bl.Move:  # type: ignore[override]
        raise ValueError("<no & idea>")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_reports(run: Run, tmp_path: Path, lang: str) -> None:
    files = [str(tmp_path / name) for name in ("out.jsonl", "out.json", "out.html")]
    broken = f"python:{__name__}:Crashing"
    words = ("arena", "--bots", "racer", broken, "--variant", "mini", "--games", 4, "--seed", 1, "--jobs", 1)
    written = ("--out", files[0], "--json", files[1], "--html", files[2])
    code, out, err = run(*words, "--sprt", "0,15", *written, "--lang", lang)
    assert (code, err) == (0, "")
    assert bl.variant("mini").name(lang) in out
    data = json.loads(Path(files[1]).read_text("utf-8"))
    assert data["summary"]["games"] == 4
    assert data["summary"]["lines"][1]["faults"]["crash"] > 10
    wins = data["summary"]["lines"][0]["wins"]["mean"]
    assert re.search(rf"racer +4 +{100 * wins:.1f} %", out)
    html = Path(files[2]).read_text("utf-8")
    assert html.count("<svg") == 4
    assert "<no" not in html
    assert "http" not in html
    assert "{" not in re.sub(r"(?s)<style>.*</style>", "", html)
    assert "<no" in "".join(data["summary"]["troubles"])
    again = run(*words, "--sprt", "0,15", "--out", files[0], "--lang", lang)
    assert again[0] == 0
    assert len(Path(files[0]).read_text("utf-8").splitlines()) == 3


def test_the_page_stands_alone() -> None:
    plan = plan_of("racer", "greedy", "random", seats=3, games=6)
    text = page(summarise(plan, list(play(plan))), "zh-Hant", "made by <me>")
    assert text.startswith("<!doctype html>")
    assert "made by &lt;me&gt;" in text
    assert not re.search(r"(src|href)=", text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_of_bots(run: Run, lang: str) -> None:
    code, out, _ = run("arena", "--list", "--lang", lang)
    assert code == 0
    for name in bots.names():
        assert name in out
    assert "iterations [400]" in out


BAD = [
    (("--bots", "nobody"), "nobody"),
    (("--bots", "racer", "racer"), "racer"),
    (("--bots", "racer:length=x"), "length"),
    (("--seats", "9"), "--seats"),
    (("--games", "0"), "--games"),
    (("--limit", "soon"), "--limit"),
    (("--variant", "moon"), "moon"),
    (("--sprt", "0,15"), "3"),
    (("--bots", "racer", "wary", "--sprt", "15,0"), "15,0"),
    (("--bots", "racer", "wary", "--sprt", "a"), '"a"'),
    (("--html", "/no/such/folder/x.html"), "/no/such"),
    (("--out", "/no/such/folder/x.jsonl"), "/no/such"),
]


@pytest.mark.parametrize(("words", "said"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_arguments(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run("arena", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


class Killer(bots.Bot):
    """Takes its process down."""

    def choose(self, *_: object) -> bl.Move:  # type: ignore[override]
        os._exit(3)


def test_a_process_that_ends_is_told(run: Run) -> None:
    words = ("--bots", f"python:{__name__}:Killer", "racer", "--variant", "mini", "--games", 8, "--jobs", 2)
    code, _, err = run("arena", *words)
    assert code == 2
    assert "process of the arena" in err


# ---------------------------------------------------------------- the standing table
def test_matches_played_elsewhere_stand_in_the_table(tmp_path: Path) -> None:
    for number, names in enumerate((("greedy", "random"), ("racer", "random"))):
        plan = plan_of(*names)
        with Ledger(tmp_path / f"{number}.jsonl", plan) as ledger:
            for block in play(plan):
                ledger.add(block)
    (tmp_path / "0.json").write_text('{"commit": "abc123"}')
    (tmp_path / "1.json").write_text("")  # it is still being played
    lines = strength.page([], [], strength.outside(tmp_path), {}, 60).splitlines()
    assert "Played with commit abc123, commit not noted." in lines
    assert [line.split(" | ")[0] for line in lines if "| random |" in line] == ["| greedy", "| racer"]


def test_the_ladder_is_told_board_by_board(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    ladder.note(file, "usa", "kenji", [(1.0, 100.0, 90.0), (0.5, 80.0, 90.0), (0.5, 70.0, 60.0), (1.0, 9.0, 8.0)])
    table = strength.levels_table(ladder.noted(file))
    assert len(table) == 2 + 5
    assert table[-1].startswith("| kenji | vera | 75.0 % (")
    assert table[-2].startswith("| vera | tomas | – |")


@pytest.mark.parametrize("better", [True, False])
def test_the_ladder_finds_the_number_it_looks_for(better: bool) -> None:
    found, won = ladder.search(
        lambda it: 0.9 - it / 200 if better else 0.4 + it / 200, *(0, 100) if better else (100, 0)
    )
    assert abs(won - ladder.WANTED) < ladder.NEAR
    assert 30 < found < 70
