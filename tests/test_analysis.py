"""Hints and reviews: what they say is right, the same everywhere, and in every language."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from peeking import positions
from scale import games

import branchline as bl
from branchline import bots
from branchline.analysis import advise, review
from branchline.analysis.report import Teller, page
from branchline.analysis.review import called
from branchline.cli.main import main
from branchline.core.state import State
from branchline.planning.search import result_of
from branchline.planning.table import Table
from branchline.words import LANGUAGES, catalogue

pytestmark = pytest.mark.slow_uncompiled

LAST_TURN = {
    "format": "branchline-position/1",
    "variant": "usa",
    "players": [
        {"hand": {"red": 6}, "tracks": ["calgary-helena"], "tickets": ["duluth-el_paso"]},
        {"tracks": ["denver-omaha"], "pieces": {"train": 2}},
    ],
    "last_turns": {"left": 1, "trigger": 1},
    "decision": {"kind": "turn", "seat": 0},
}


def played(variant: str, seats: int, seed: int, *names: str) -> bl.Game:
    """A game between bots."""
    game = bl.Game.new(variant, seats=seats, seed=seed, names=("Ann", "Bo", "Cy", "Dee", "Eve")[:seats])
    drivers = [bots.Driver(bots.make(names[seat % len(names)], seed=seat)) for seat in range(seats)]
    while not game.is_over:
        drivers[game.waiting[0]].play(game, game.waiting[0])
    return game


def test_utilities_tell_results() -> None:
    """What a play-out's utility says is what the game that it played says."""
    found = set()
    for seed in range(games(12, 2)):
        game = bl.Game.new("mini", seats=2 + seed % 3, seed=seed)
        while not game.is_over:
            seat = game.waiting[0]
            table = Table(game.view(seat))
            world = table.planner.deal_again(table.world(Random(seed)), seat, seed)
            end = State.unpack(table.planner.play_out(world))
            code = table.planner.choose(world)
            utility = table.planner.compare(table.world(Random(seed)), seat, [code], seed, 1)[0][0]
            share, points = result_of(utility)
            best = max(end.final[q] for q in range(end.n_seats) if q != seat)
            first = [q for q in range(end.n_seats) if end.rank[q] == 1]
            won = 1 / len(first) if seat in first else 0.0
            # The play-out of `compare` begins with the code that `choose` says, without hurry; it may go another way.
            if (won, end.final[seat] - best) == (pytest.approx(share, abs=0.001), points):
                found.add((won, points > 0))
            assert (share > 0.5) == (utility >= 1000)
            game.play_code(code)
    assert len(found) > 1


@pytest.mark.parametrize("variant", [*bl.variants(), "mini"])
def test_hints(variant: str) -> None:
    """Legal moves, the best share first, in every language, whatever the number of threads."""
    for game, _, seat in positions(variant, games(2, 1), 5):
        advice = advise(game.view(seat), Random(3), 8)
        with ThreadPoolExecutor(3) as pool:
            assert advise(game.view(seat), Random(3), 8, pool.map) == advice
        assert advice.choices
        assert all(game.parse(it.move) in game.legal(seat) for it in advice.choices)
        assert [it.share for it in advice.choices] == sorted((it.share for it in advice.choices), reverse=True)
        assert all(0 <= it.share <= 1 for it in advice.choices)
        assert all(it.seat != seat and 0 < it.likely <= 1 for it in advice.guesses)
        for lang in LANGUAGES:
            teller = Teller(game.variant, lang, ())
            for it in advice.choices:
                assert teller.move(it.move, advice.offer)
                assert "{" not in teller.remark(it.remark)


def test_hints_know_no_secrets() -> None:
    """Two games that the seat can't tell apart get the same hint."""
    for game, other, seat in positions("europe", games(4, 2), 8):
        one, two = (advise(it.view(seat), Random(1), 8) for it in (game, other))
        assert one == two


def test_the_winning_claim_is_the_best_and_missing_it_a_blunder() -> None:
    game = bl.Game.from_position(LAST_TURN)
    advice = advise(game.view(0), Random(1), 16)
    assert advice.choices[0].move.startswith("claim")
    game.play("blind")
    while not game.is_over:
        game.play(game.legal()[0])
    found = review(game.record(), (0,), 32)
    first = found.judgements[0]
    assert first.verdict == "blunder"
    assert first.played.move == "blind"
    assert first.others[0].move.startswith("claim")
    assert first.best > 0.9
    assert found.accounts[0].result == 0
    assert found.accounts[0].accuracy < 60


@pytest.mark.parametrize(("variant", "seats"), [("usa", 2), ("london", 3)])
def test_luck_and_decisions_add_up(variant: str, seats: int) -> None:
    """What random movers do is seen as worse than what the planner does."""
    game = played(variant, seats, 4, "planner", "random")
    found = review(game.record(), None, 8)
    planner, by_chance = found.accounts[:2]
    assert planner.accuracy > by_chance.accuracy
    assert planner.points_given_away < by_chance.points_given_away
    assert len(found.judgements) == len(game.record().moves)
    for it in found.accounts:
        own = [one for one in found.judgements if one.seat == it.seat]
        assert it.start + it.luck - it.given_away == pytest.approx(it.result)
        last = it.result - (own[-1].best - own[-1].played.behind)
        assert sum(one.luck for one in own) + last == pytest.approx(it.luck)
        assert all(called(one.played.loss) == one.verdict for one in own if one.verdict != "only")
        assert 0 <= it.accuracy <= 100
    winners = game.result.winners if game.result else ()
    assert {it.seat for it in found.accounts if it.result} == set(winners)


def test_reviews_are_the_same_again() -> None:
    record = played("mini", 2, 3, "planner", "random").record()
    with ThreadPoolExecutor(2) as pool:
        assert review(record, None, 8, pool.map) == review(record, None, 8)


# ---------------------------------------------------------------- the commands
@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game of a planner and a random mover, as a file."""
    file = tmp_path / "game.json"
    file.write_text(played("mini", 2, 3, "planner", "random").record().to_json(), "utf-8")
    return file


@pytest.mark.parametrize("lang", LANGUAGES)
def test_commands(record: Path, lang: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["hint", str(record), "--upto", "3", "--worlds", "8", "--lang", lang]) == 0
    said = capsys.readouterr().out
    assert catalogue("analysis")["victory"][lang] in said
    assert "%" in said
    html = tmp_path / "review.html"
    assert main(["review", str(record), "--worlds", "8", "--html", str(html), "--lang", lang]) == 0
    said = capsys.readouterr().out
    for column in ("accuracy", "luck", "given_away", "review_plot"):
        assert catalogue("analysis")[column][lang] in said
    assert re.search("[▁▂▃▄▅▆▇█]{10}", said)
    written = html.read_text("utf-8")
    assert f'<html lang="{lang}">' in written
    assert written.count("<polyline") == 2
    assert "Ann" in written


def test_commands_as_data(record: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["review", str(record), "--seat", "2", "--worlds", "8", "--as", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["seats"] == [1]
    assert {it["seat"] for it in data["judgements"]} == {1}
    file = tmp_path / "position.json"
    file.write_text(json.dumps(LAST_TURN), "utf-8")
    assert main(["hint", str(file), "--worlds", "8", "--as", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["choices"][0]["move"].startswith("claim")


def test_names_in_pages_are_text() -> None:
    game = bl.Game.replay(played("mini", 2, 3, "planner").record())
    found = review(game.record(), None, 8)
    written = page(found, Teller(game.variant, "en", ("<b>Ann</b>", "Bo & Co")), "")
    assert "<b>" not in written
    assert "&lt;b&gt;Ann" in written


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hint"], "record"),
        (["hint", "{over}"], "over"),
        (["hint", "{record}", "--upto", "0", "--seat", "9"], "--seat"),
        (["hint", "{record}", "--upto", "3", "--seat", "{idle}"], "no decision"),
        (["hint", "{record}", "--worlds", "0"], "--worlds"),
        (["hint", "{record}", "--as", "xml"], "xml"),
        (["review"], "record"),
        (["review", "{record}", "--seat", "5"], "--seat"),
        (["review", "{record}", "--html", "/no/such/place/x.html"], "/no/such/place/x.html"),
        (["review", "/no/such/file"], "/no/such/file"),
    ],
)
def test_mistakes(words: list[str], said: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = bl.Game.replay(record.read_text("utf-8"), 3)
    idle = next(seat + 1 for seat in range(2) if seat not in game.waiting)
    given = {"record": record, "over": record, "idle": idle}
    assert main([word.format(**given) for word in words]) == 2
    assert said in capsys.readouterr().err
