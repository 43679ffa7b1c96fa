"""The ``branchline`` command: what each command says, in every language, and what it says to nonsense."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import branchline as bl
from branchline.cli.main import COMMANDS, main
from branchline.cli.terminal import Terminal, cells_of, clip, pad, wrap
from branchline.game.rulebook import clauses, rules_of, sections
from branchline.words import LANGUAGES, catalogue

ROOT = Path(__file__).parent.parent
ALL = (*bl.variants(), "mini")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line: exit code, output, errors."""
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def call(*words: object) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return code, out, err

    return call


# ---------------------------------------------------------------- all commands
@pytest.mark.parametrize("lang", LANGUAGES)
def test_overview(run: Run, lang: str) -> None:
    for words in (["--lang", lang], ["--help", "--lang", lang], ["help", "--lang", lang], [f"--lang={lang}"]):
        code, out, _ = run(*words)
        assert code == 0
        assert all(re.search(rf"^  {command} +\S", out, re.MULTILINE) for command in COMMANDS)
        assert catalogue("cli")["brief_play"][lang] in out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_translated(run: Run, command: str, lang: str) -> None:
    code, out, _ = run(command, "--lang", lang, "--help")
    assert code == 0
    flat = re.sub(r"\s+", "", out)
    assert flat.startswith(re.sub(r"\s+", "", catalogue("cli")["usage"][lang]) + f"branchline{command}")
    assert re.sub(r"\s+", "", catalogue("cli")[f"about_{command}"][lang]) in flat
    assert re.sub(r"\s+", "", catalogue("cli")["lang_help"][lang]) in flat
    if lang != "en":
        assert not re.search(r"^(usage|options|arguments|positional)|show this help", out, re.MULTILINE)
    assert max(map(cells_of, out.splitlines())) <= 100


def test_language_of_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert "使い方" in run()[1]
    assert "用法" in run("--lang", "zh_TW")[1]


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"branchline {bl.__version__}\n", "")


WRONG: list[tuple[list[str], str]] = [
    (["plya"], "Did you mean"),
    (["xyzzy"], "Possible: play"),
    (["--colour"], "--colour"),
    (["--lang", "tlh", "variants"], "tlh"),
    (["variants", "--lang"], "Possible: en"),
    (["variants", "mars"], "mars"),
    (["variants", "usa", "extra"], "extra"),
    (["variants", "--nmae"], "--nmae"),
    (["variants", "no/such/folder"], "no/such/folder"),
    (["rules"], "europe"),
    (["rules", "usa", "TUNNEL-1"], "TUNNEL-1"),
    (["rules", "usa", "TUNNEL"], "TUNNEL"),
    (["rules", "europe", "TUNEL-4"], "TUNNEL-4"),
    (["rules", "europe", "qqqq"], "qqqq"),
    (["selfplay"], "europe"),
    (["selfplay", "usa", "--seats", "9"], "9"),
    (["selfplay", "usa", "--seats", "two"], "two"),
    (["selfplay", "usa", "--games", "0"], "0"),
    (["selfplay", "usa", "--games"], "--games"),
    (["selfplay", "usa", "--gmaes", "7"], "--games"),
    (["selfplay", "usa", "--jobs", "-1"], "--jobs"),
    (["selfplay", "usa", "--options", "dry_row"], "dry_row"),
    (["selfplay", "usa", "--options", "dry_rwo=locked"], "dry_row"),
    (["selfplay", "usa", "--options", "dry_row=maybe"], "maybe"),
    (["selfplay", "usa", "--games", "1", "--out", "/no/such/folder/games.jsonl"], "/no/such/folder/games.jsonl"),
    (["perft", "mini", "--depth", "x"], "x"),
    (["perft", "mini", "--divide=yes"], "--divide"),
    (["perft", "--check", "/no/such/file.toml"], "/no/such/file.toml"),
    (["check"], "folder"),
    (["bench", "mars"], "mars"),
    (["bench", "--milliseconds", "0"], "0"),
    (["replay"], "record"),
    (["replay", "/no/such/record"], "/no/such/record"),
    (["replay", str(ROOT)], str(ROOT)),
    (["replay", str(ROOT / "README.md")], "branchline record 1"),
    (["replay", "x", "--as", "pdf"], "pdf"),
    (["play", "mars"], "mars"),
    (["play", "usa", "--seats", "1"], "1"),
    (["play", "usa", "--seat", "3"], "3"),
    (["play", "--resume", "/no/such/record"], "/no/such/record"),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("words", "named"), WRONG, ids=lambda it: " ".join(it) if isinstance(it, list) else "")
def test_wrong_command_lines(run: Run, words: list[str], named: str, lang: str) -> None:
    """One clear sentence on standard error, exit code 2, nothing else."""
    code, out, err = run("--lang", lang, *words) if "--lang" not in words else run(*words)
    assert code == 2
    assert out == ""
    assert err.startswith("branchline: ")
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) <= 2
    if lang == "en":
        assert named in err
    elif "--lang" not in words:
        assert not re.search(r"\b(the|There is|is not)\b", err.replace(named, ""))


def test_an_unknown_language_is_said_in_that_of_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert "選べるもの" in run("--lang", "fr", "variants")[2]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "ignore", **more}


def test_as_a_module_and_into_a_closed_pipe() -> None:
    command = [sys.executable, "-m", "branchline", "rules", "europe", "all", "--lang", "ja"]
    whole = subprocess.run(command, capture_output=True, env=environment(), check=True)
    assert "TUNNEL-4" in whole.stdout.decode("utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    closed = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, env=environment(), check=False)
    os.close(writer)
    assert b"Traceback" not in closed.stderr
    assert b"Error" not in closed.stderr


def test_interrupted_quietly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("branchline.cli.games.show_list", interrupt)
    assert run("variants") == (130, "", "\n")


def test_a_poor_terminal_gets_question_marks() -> None:
    command = [sys.executable, "-m", "branchline", "variants", "--lang", "ja"]
    done = subprocess.run(
        command, capture_output=True, env=environment(PYTHONIOENCODING="ascii", PYTHONUTF8="0"), check=True
    )
    assert b"europe" in done.stdout
    assert b"?" in done.stdout


# ---------------------------------------------------------------- variants
@pytest.mark.parametrize("lang", LANGUAGES)
def test_variants(run: Run, lang: str) -> None:
    code, out, _ = run("variants", "--lang", lang)
    assert code == 0
    for id in ALL:
        it = bl.variant(id)
        assert re.search(rf"^{id} +{re.escape(it.name(lang))}", out, re.MULTILINE)
    rows = [line for line in out.splitlines() if re.match(rf"({'|'.join(ALL)}) ", line)]
    assert len({cells_of(row) for row in rows}) == 1, "columns are straight"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", ALL)
def test_one_variant(run: Run, id: str, lang: str) -> None:
    code, out, _ = run("variants", id, "--lang", lang)
    assert code == 0
    it = bl.variant(id)
    for option in it.options:
        assert re.search(rf"^{option.id}  \S", out, re.MULTILINE)
        assert all(f"{option.id}={value}" in out for value in option.values)
    assert "start_tickets" in out
    assert "PAR-10" in out
    for preset in it.presets:
        assert f"edition={preset}" in out
    assert max(map(cells_of, out.splitlines())) <= 100


def test_variants_by_name_and_path(run: Run) -> None:
    first = run("variants", "europe")
    assert first == run("variants", "EUROPE") == run("variants", "歐洲", "--lang", "en")
    folder = ROOT / "src" / "branchline" / "maps" / "mini"
    assert "Gullcove" not in run("variants", folder)[1]
    assert "(mini)" in run("variants", folder)[1]


# ---------------------------------------------------------------- rules
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", ALL)
def test_all_rules(run: Run, id: str, lang: str) -> None:
    code, out, _ = run("rules", id, "all", "--lang", lang)
    assert code == 0
    shown = re.findall(r"^([A-Z]+-\d+)  \S", out, re.MULTILINE)
    assert shown == list(rules_of(bl.variant(id)))
    assert max(map(cells_of, out.splitlines())) <= 100


@pytest.mark.parametrize("id", bl.variants())
def test_rules_of_the_games_are_those_listed_for_them(id: str) -> None:
    there = rules_of(bl.variant(id))
    assert set(there) == {clause for clause, it in clauses().items() if id in it.listed}


def test_rules_by_section_clause_and_title(run: Run) -> None:
    code, out, _ = run("rules", "europe")
    assert code == 0
    assert "TUNNEL" in out
    assert "HARBOUR" not in out
    code, out, _ = run("rules", "europe", "tunnel")
    assert (code, out.count("TUNNEL-")) >= (0, 11)
    one = run("rules", "europe", "tunnel-4")
    assert one[1].startswith("TUNNEL-4  ")
    title = clauses()["TUNNEL-4"].titles["ja"]
    assert run("rules", "europe", title)[1].startswith("TUNNEL-4  ")
    assert "TUNNEL-11" in run("rules", "europe", sections()["TUNNEL"]["zh-Hant"])[1]


def test_rules_print_the_values_of_the_variant(run: Run) -> None:
    assert "seats = 2–4" in run("rules", "london", "PAR-1")[1]
    assert "3 trains + 7 ships" in run("rules", "world", "PAR-5")[1]
    assert "列車25個、船50個" in run("rules", "world", "PAR-8", "--lang", "ja")[1]
    assert "6 long tickets" in run("rules", "europe", "PAR-9")[1]
    assert "world_row_reset" in run("rules", "world", "OPT-2")[1]


def test_rules_of_own_maps_follow_their_features(run: Run) -> None:
    mini = set(rules_of(bl.variant("mini")))
    assert {"TUNNEL-4", "HARBOUR-1", "SHIP-2", "STATION-1", "TOUR-2", "DISTRICT-1", "LONGEST-1", "SETUP-3"} <= mini
    assert not {"SETUP-2", "SETUP-6", "LONGEST-5", "END-3", "OPT-2", "VEC-1"} & mini
    data = bl.variant("usa").data(layout=False)
    own = set(rules_of(bl.load_variant({**data, "id": "own"})))
    assert not any(clause.startswith(("TUNNEL", "FERRY", "STATION", "HARBOUR", "SHIP", "TOUR")) for clause in own)
    assert {"LONGEST-1", "SETUP-2", "SETUP-5", "END-2", "CLAIM-1", "DOUBLE-3"} <= own


# ---------------------------------------------------------------- check, bench
@pytest.mark.parametrize("lang", LANGUAGES)
def test_check(run: Run, tmp_path: Path, lang: str) -> None:
    code, out, _ = run("check", ROOT / "src" / "branchline" / "maps" / "mini", "--lang", lang)
    assert code == 0
    assert bl.variant("mini").name(lang) in out
    data = bl.variant("mini").data()
    data["tracks"][0]["a"] = "atlantis"
    data["tickets"][0]["points"] = "many"
    file = tmp_path / "own.json"
    file.write_text(json.dumps(data), "utf-8")
    code, out, err = run("check", file, "--lang", lang)
    assert (code, err) == (1, "")
    assert len(out.splitlines()) == 2
    assert "atlantis" in out
    assert all(line.startswith("own.json: ") for line in out.splitlines())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bench(run: Run, lang: str) -> None:
    code, out, _ = run("bench", "mini", "london", "--milliseconds", "1", "--lang", lang)
    assert code == 0
    assert bl.variant("london").name(lang) in out
    assert "benchmarks/" in out


# ---------------------------------------------------------------- the terminal
def test_wide_characters_take_two_cells() -> None:
    assert cells_of("線路 ab\x1b[1m赤\x1b[0m") == 9
    assert pad("赤", 4) == "赤  "
    assert pad("赤", 4, "r") == "  赤"
    assert clip("ベイカー・ストリート", 8) == "ベイカ…"
    assert clip("abc", 3) == "abc"


def test_wrapping_keeps_marks_in_place() -> None:
    text = "場札を「すべて」捨てます（ROW-4）。 Then deal a new one, of five cards."
    for width in range(8, 60):
        lines = wrap(text, width)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert not any(line[:1] in "、。」）" for line in lines)
        assert not any(line[-1:] in "「（" for line in lines)
        assert all(cells_of(line) <= width for line in lines if cells_of(line) > 12)


def test_colours_only_where_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Terminal(colour=True).paint("x", "bold") == "\x1b[1mx\x1b[0m"
    assert Terminal(colour=False).paint("x", "bold") == "x"

    class Screen:
        def isatty(self) -> bool:
            return True

    screen: object = Screen()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Terminal(screen).colour  # type: ignore[arg-type]
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Terminal(screen).colour  # type: ignore[arg-type]


def test_what_is_written_is_there_at_once(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="utf-8") as out:
        Terminal(out).write("Branchline is at …")
        assert (tmp_path / "out").read_text("utf-8") == "Branchline is at …\n"
