"""``branchline play``: whole games by a scripted person, in every language, and everything one can type."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest
from scale import games
from test_cli import ALL, Run, run

import branchline as bl
from branchline.cli.common import Context
from branchline.cli.phrases import Phrases
from branchline.cli.play import COMMANDS, HELPED, Session
from branchline.cli.suggest import Suggester
from branchline.cli.terminal import Terminal, cells_of
from branchline.game.narrate import Names
from branchline.game.outlook import Outlook
from branchline.words import LANGUAGES, say

__all__ = ["run"]

Play = Callable[..., tuple[int, str, str]]


@pytest.fixture
def play(run: Run, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays with lines typed in: exit code, output, errors."""

    def call(lines: Iterable[str], *words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return run("play", *words)

    return call


def by_numbers(seed: int, decisions: int) -> Iterable[str]:
    """A person who picks lines of the menus by chance, and builds tracks where that is possible."""
    random = Random(seed)
    for _ in range(decisions):
        yield f"moves {random.choice(['', 'claim', 'claim', 'row', 'blind', 'station', 'harbour'])}".strip()
        yield str(random.randint(1, 12))
        yield "moves"
        yield "1"


# ---------------------------------------------------------------- whole games
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", ALL)
def test_a_whole_game(play: Play, tmp_path: Path, id: str, lang: str) -> None:
    file = tmp_path / "game.txt"
    limit = [] if games(2, 1) == 2 else ["--options", "turn_limit=20"]
    words = (id, "--seats", 3, "--seed", 5, "--lang", lang, "--name", "Jo", *limit)
    code, out, err = play([*by_numbers(1, 250), f"save {file}", "log", "map", "hand", "moves", "quit", "never"], *words)
    assert (code, err) == (0, "")
    assert "never" not in out
    game = bl.Game.replay(file.read_text("utf-8"))
    assert game.is_over
    assert game.names[0] == "Jo"
    result = game.result
    assert result is not None
    assert re.search("  +".join(map(str, result.scores)) + "$", out, re.MULTILINE)
    assert re.search("  +".join(map(str, result.ranks)) + "$", out, re.MULTILINE)
    names = Names(game.variant, lang, game.names)
    for sheet in result.sheets:
        for line in sheet.lines:
            if line.what and line.kind != "tracks":
                assert names.score_line(line) in out
    # Lists of long moves are the only lines that may need more than the width of the terminal.
    wide = [
        line for line in out.splitlines() if cells_of(line) > 100 and not re.match(r" *\d+  |[^ ]+–|[^ ]+ – ", line)
    ]
    assert wide == []
    assert "{" not in out


def test_the_same_game_from_the_same_seed(play: Play) -> None:
    lines = list(by_numbers(2, 30))
    assert play(lines, "mini", "--seed", 1)[1] == play(lines, "mini", "--seed", 1)[1]
    assert play(lines, "mini", "--seed", 1)[1] != play(lines, "mini", "--seed", 2)[1]


def test_who_sits_where_and_who_begins(play: Play) -> None:
    out = play([], "london", "--seats", 4, "--seat", 3, "--first", "--name", "Zoë", "--seed", 1)[1]
    assert re.search(r"^▸ 3  Zoë ", out, re.MULTILINE)
    out = play(["keep 1"], "london", "--seat", 2, "--first", "--seed", 3)[1]
    assert "Turn 1 " in out.split("has chosen")[-1]
    begins = {play(["keep 1", "log"], "london", "--seed", seed)[1].count("Turn 2: Player") for seed in range(8)}
    assert begins == {0, 1}, "by default chance decides who begins"


def test_the_others_have_other_names(play: Play) -> None:
    out = play([], "london", "--name", "Ada", "--seed", 1)[1]
    assert len(re.findall(r"^▸ \d  Ada ", out, re.MULTILINE)) == 1
    assert "▸ 1  Player" in play([], "london", "--name", "", "--seed", 1)[1]


# ---------------------------------------------------------------- setting up
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_menu(play: Play, lang: str) -> None:
    code, out, _ = play(["99", "mars", "3", "7", "4", "keep 1"], "--lang", lang, "--seed", 1)
    assert code == 0
    title = bl.variant("london").name(lang)
    assert re.search(rf"^── {title}.*4", out, re.MULTILINE)
    assert "mars" in out
    assert f"── {bl.variant('usa').name(lang)}" in play(["", ""], "--lang", lang, "--seed", 1)[1]
    assert play([], "--lang", lang)[0] == 0
    assert play(["quit"], "--lang", lang)[0] == 0
    assert play(["2"], "--lang", lang)[0] == 0
    assert "Dana" not in play(["3"], "--seats", "2", "--lang", lang)[1]


def test_own_maps_can_be_played(play: Play, tmp_path: Path) -> None:
    import json

    data = {**bl.variant("mini").data(layout=False), "id": "own"}
    file = tmp_path / "own.json"
    file.write_text(json.dumps(data), "utf-8")
    saved = tmp_path / "saved.json"
    code, out, err = play(["map", "keep 1", "split 6 4", f"save {saved}"], file, "--seed", 1)
    assert (code, err) == (0, "")
    assert "Gullcove" in out, "a map without a layout is drawn as a circle"
    code, out, _ = play(["hand", "quit"], "--resume", saved)
    assert code == 0
    assert "Tickets" in out


# ---------------------------------------------------------------- what one can type
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", ALL)
def test_every_command(play: Play, id: str, lang: str) -> None:
    lines = ["", "?", "help", *(f"help {verb}" for verb in HELPED), "help xyzzy", "tracks nowhere"]
    lines += [command for command in COMMANDS[1:-2] if command != "hint"]
    lines += [
        "rules DRAW-1",
        "rules nowhere",
        "moves nowhere",
        "0",
        "77",
        "save",
        "save /no/such/folder/game",
        "save .",
    ]
    city = bl.variant(id).cities[0]
    lines += [f"tracks {city.id}", f"tracks {city.name(lang)}", "TRACKS " + city.id.upper()]
    code, out, err = play(lines, id, "--lang", lang, "--seed", 2)
    assert (code, err) == (0, "")
    assert out.count("DRAW-1") >= 2
    assert "nowhere" in out
    assert "xyzzy" in out
    track = next(track for track in bl.variant(id).tracks if city.id in (track.a, track.b))
    assert out.count(f"  {track.id}  ") >= 3
    assert all(re.search(rf"^{re.escape(command)}  +\S", out, re.MULTILINE) for command in COMMANDS)


@pytest.mark.slow_uncompiled
@pytest.mark.parametrize("lang", LANGUAGES)
def test_hints_are_told(play: Play, lang: str) -> None:
    code, out, err = play(["hint"], "mini", "--lang", lang, "--seed", 2)
    assert (code, err) == (0, "")
    assert say("analysis.victory", lang=lang) in out
    assert "%" in out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_refused_moves_are_explained(play: Play, lang: str) -> None:
    lines = ["keep 1 2 3 4", "pass", "row mauve", "claim paris-zurich red*9", "decline", "station paris", "claim"]
    lines += [
        "claim paris-zurich",
        "station nowhere red",
        "harbour roma",
        "tickets 3",
        "swap 1 train ship",
        "blind ship",
    ]
    code, out, err = play(lines, "europe", "--first", "--lang", lang, "--seed", 3)
    assert (code, err) == (0, "")
    clauses = re.findall(r"\(([A-Z]+-\d+)\)$", out, re.MULTILINE)
    assert clauses[:2] == ["PASS-2", "CLAIM-4"]
    assert {"TURN-3", "PAR-14"} <= set(clauses)
    assert out.count("rules PASS-2") == 1
    assert out.count("\n✗ ") >= 9


def session(id: str, lang: str = "en", seats: int = 2, seed: int = 1, **position: object) -> Session:
    """A game in the middle, with a person at seat 0."""
    if position:
        game = bl.Game.from_position({"variant": id, "players": [{}] * seats, "seed": seed, **position})
    else:
        game = bl.Game.new(id, seats, seed)
    return Session(game, 0, Context(lang, Terminal(colour=False, width=100)))


def test_payments_are_offered(capsys: pytest.CaptureFixture[str]) -> None:
    it = session("europe", players=[{"hand": "red*2 blue*3 wild"}, {}])
    it.obey("claim zurich-paris")
    listed = re.findall(r"^ +\d+  (claim paris-zurich \S.*?)  ", capsys.readouterr()[0], re.MULTILINE)
    assert listed[0] == "claim paris-zurich blue*3"
    assert sorted(listed) == sorted(
        str(move) for move in it.game.legal(0) if str(move).startswith("claim paris-zurich")
    )
    it.obey("1")
    assert "paris-zurich" in str(it.game.position()["decision"]) + str(it.game.view(0).own.tracks)


def test_the_only_payment_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    it = session("usa", players=[{"hand": "blue*3"}, {}])
    it.obey("claim Montreal-New York")
    assert it.game.view(0).own.tracks == ("montreal-new_york",)
    assert "= claim montreal-new_york blue*3" in capsys.readouterr()[0]


def test_a_track_that_cannot_be_paid_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    it = session("usa", players=[{"hand": "red"}, {"tracks": ["boston-new_york.1"]}])
    for track, clause in (
        ("denver-omaha", "CLAIM-8"),
        ("boston-new_york.1", "CLAIM-1"),
        ("boston-new_york.2", "DOUBLE-3"),
    ):
        it.obey(f"claim {track}")
        assert f"({clause})" in capsys.readouterr()[0]
    it = session("world", players=[{"hand": "red", "pieces": {"train": 0, "ship": 1}}, {}])
    for place in ("claim lima-sydney.1", "harbour lima", "claim vancouver-anchorage"):
        it.obey(place)
        assert re.search(r"\([A-Z]+-\d+\)", capsys.readouterr()[0])
    assert not it.game.moves


def test_names_in_any_language_become_ids() -> None:
    for id in ALL:
        variant = bl.variant(id)
        for lang in LANGUAGES:
            phrases = Phrases(variant, lang)
            for city in variant.cities:
                assert phrases.to_ids(city.id) == city.id
                if not city.junction and [other.name(lang) for other in variant.cities].count(city.name(lang)) == 1:
                    assert phrases.to_ids(f"tracks {city.name(lang)}") == f"tracks {city.id}"
            for track in variant.tracks:
                assert phrases.to_ids(f"claim {track.id} red*2 wild") == f"claim {track.id} red*2 wild"
    assert Phrases(bl.variant("europe"), "ja").to_ids("claim　パリ–チューリッヒ　赤×２　ワイルド").split() == [
        "claim", "paris-zurich", "red*2", "wild",
    ]  # fmt: skip
    assert Phrases(bl.variant("europe"), "zh-Hant").to_ids("row 紅色") == "row red"


# ---------------------------------------------------------------- completion
@pytest.mark.parametrize("id", ALL)
def test_suggestions_lead_to_every_move(id: str) -> None:
    """From nothing, taking suggestions one after the other, exactly the legal moves can be typed."""
    game = bl.Game.new(id, 2, seed=2)
    random = Random(1)
    for _ in range(games(25, 6)):
        if game.is_over:
            break
        seat = game.waiting[0]
        it = Suggester(game, seat, Context("ja", Terminal(colour=False, width=100)), Names(game.variant, "ja"), ())
        legal = {str(move) for move in game.legal(seat)}
        if len(legal) < 400:
            assert reached(it, "") >= legal
        game.play(random.choice(game.legal(seat)), seat)


def reached(it: Suggester, typed: str) -> set[str]:
    """All that can be typed by suggestions."""
    found = {typed.strip()}
    for text, replaced, _ in it(typed):
        assert replaced == 0
        found |= reached(it, f"{typed}{text} ")
    return found


def test_suggestions_are_found_by_names() -> None:
    it = session("europe", "ja", players=[{"hand": "red*4 blue*3 wild"}, {}]).suggest
    assert "paris-zurich" in [text for text, _, _ in it("claim パリ")]
    assert [text for text, _, _ in it("claim paris-z")] == ["paris-zurich"]
    payments = [text for text, _, _ in it("claim paris-zurich ")]
    assert payments == [move.split(" ", 2)[2] for move in it.legal() if move.startswith("claim paris-zurich")]
    assert "draw-3" in [text for text, _, _ in it("rules dr")]
    assert "paris" in [text for text, _, _ in it("tracks パリ")]
    assert "claim" in [text for text, _, _ in it("help cl")]
    verbs = [text for text, _, _ in it("")]
    assert verbs[0] == "row"
    assert verbs[-1] == "quit"


# ---------------------------------------------------------------- how tickets stand
def test_prospects() -> None:
    players = [
        {"tracks": ["paris-zurich"], "tickets": ["athina-edinburgh", "paris-zagrab"], "pieces": {"train": 4}},
        {},
    ]
    it = Outlook(bl.Game.from_position({"variant": "europe", "players": players}), 0)
    assert it.of("athina-edinburgh").hopeless
    near = it.of("paris-zagrab")
    assert (near.done, near.pieces) == (False, 4)
    players[0]["tracks"] = ["paris-zurich", "venezia-zurich", "venezia-zagrab"]  # type: ignore[assignment]
    it = Outlook(bl.Game.from_position({"variant": "europe", "players": players}), 0)
    assert it.of("paris-zagrab").done


def test_a_station_may_still_help() -> None:
    players: list[dict[str, object]] = [
        {"tickets": ["paris-zagrab"], "tracks": ["paris-zurich"], "pieces": {"train": 0}}
    ]
    players.append({"tracks": ["venezia-zurich", "venezia-zagrab"]})
    it = Outlook(bl.Game.from_position({"variant": "europe", "players": players}), 0).of("paris-zagrab")
    assert (it.done, it.pieces) == (False, 0)
    players[0]["stations"] = ["athina", "london", "roma"]
    assert Outlook(bl.Game.from_position({"variant": "europe", "players": players}), 0).of("paris-zagrab").hopeless
    players[0]["stations"] = ["zurich", "zagrab"]
    assert Outlook(bl.Game.from_position({"variant": "europe", "players": players}), 0).of("paris-zagrab").done


@pytest.mark.parametrize("id", ALL)
def test_nothing_completed_in_the_end_was_called_out_of_reach(id: str) -> None:
    for seed in range(games(6, 1)):
        game = bl.Game.new(id, 2, seed)
        random = Random(seed)
        given_up: set[tuple[int, str]] = set()
        step = 0
        while not game.is_over:
            # Claims first, so that tickets are completed.
            moves = [move for move in game.legal() if str(move).startswith("claim")] or list(game.legal())
            game.play(random.choice(moves))
            step += 1
            if step % 15 == 0:
                for seat in range(2):
                    held = game.view(seat).own.tickets or ()
                    outlook = Outlook(game, seat)
                    given_up |= {(seat, id) for id in held if outlook.of(id).hopeless}
        assert game.result is not None
        for sheet in game.result.sheets:
            done = {line.what for line in sheet.lines if line.kind == "tickets" and line.outcome != "failed"}
            assert not {(sheet.seat, id) for id in done} & given_up


# ---------------------------------------------------------------- a real terminal
def test_typing_in_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("prompt_toolkit")
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    from branchline.cli.reader import TerminalReader

    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        it = session("mini")
        it.reader = TerminalReader(it.suggest)
        pipe.send_text("keep 1\r" + "moves\r" + "2\r" + "quit\r" + "\r")
        assert it.run() == 0
    out = capsys.readouterr()[0]
    assert "keep" not in out.split("Tickets to choose from")[0]
    assert len(it.game.moves) >= 2


def test_leaving_a_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    from branchline.cli.reader import TerminalReader

    file = tmp_path / "game.json"
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        it = session("mini")
        it.reader = TerminalReader(it.suggest)
        pipe.send_text(f"keep 1\rquit\r{file}\r")
        assert it.run() == 0
        assert bl.Record.from_json(file.read_text("utf-8")).variant == "mini"
        pipe.send_text("\x04")
        other = session("mini")
        other.reader = TerminalReader(other.suggest)
        assert other.run() == 0
        pipe.send_text("\x03")
        third = session("mini")
        third.reader = TerminalReader(third.suggest)
        with pytest.raises(KeyboardInterrupt):
            third.run()


# ---------------------------------------------------------------- the others
@pytest.mark.parametrize("lang", LANGUAGES)
def test_bots_that_are_named_sit_down_and_say_why(play: Play, lang: str) -> None:
    words = ("usa", "--seats", 4, "--seed", 3, "--lang", lang, "--bots", "racer:length=5", "greedy", "--first")
    code, out, err = play(["why", "keep 1 2", "blind", "blind", "why"], *words)
    assert (code, err) == (0, "")
    assert out.count("racer:length=5") == 1
    assert out.count("greedy") == 2
    assert say("cli.no_reasons", lang=lang) in out
    assert say("bots.because_blind", lang=lang) in out or say("bots.because_few_tickets", lang=lang) in out


def test_a_bot_that_fails_is_stood_in_for(play: Play) -> None:
    code, out, err = play(["keep 1 2", "blind", "blind"], "usa", "--seed", 3, "--bots", "stdio:false")
    assert (code, err) == (0, "")
    assert "stdio:false (Ada) failed" in out
    assert "The stand-in plays" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bots", "nobody"), "nobody"),
        (("--bots", "stdio:/no/such/program"), "/no/such/program"),
        (("--bots", "racer:x=1"), "x"),
        (("--limit", "1"), "--limit"),
    ],
)
def test_bots_that_there_are_not(play: Play, words: tuple[str, ...], said: str) -> None:
    code, out, err = play([], "usa", *words)
    assert (code, out) == (2, "")
    assert said in err
