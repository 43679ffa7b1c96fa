"""The conformance cases: one test a case, and every clause of the rules has one (see README.md)."""

from __future__ import annotations

import doctest
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import runner

CASES = runner.all_cases()


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_case(case: runner.Case) -> None:
    runner.run_case(case)


def test_every_clause_has_a_case() -> None:
    assert runner.uncited(CASES) == []


def test_only_real_clauses_are_cited() -> None:
    known = set(runner.all_clauses())
    assert [(case.name, clause) for case in CASES for clause in case.clauses if clause not in known] == []


def test_every_case_checks_something() -> None:
    assert [case.name for case in CASES if not any(runner.is_check(step) for step in case.steps)] == []


def test_titles_are_unique() -> None:
    names = [case.name for case in CASES]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


# The runner itself: an expectation that does not hold must be noticed, or the cases prove nothing.

POSITION = {
    "variant": "usa",
    "players": [{"hand": "red*3", "tickets": ["boston-miami"]}, {}],
    "row": "red blue green white black",
    "last_turns": {"left": 1, "trigger": 0},
}
END: dict[str, Any] = {"play": "claim el_paso-phoenix red*3"}


@pytest.mark.parametrize(
    "steps",
    [
        [{"play": "claim atlanta-miami blue*5"}],
        [{"play": "claim el_paso-phoenix red*3", "drawn": "pink"}],
        [{"legal": ["blind"]}],
        [{"legal": [], "of": "row"}],
        [{"legal": ["claim el_paso-phoenix red*3", "claim el_paso-phoenix red*2 wild"], "of": "claim el_paso-phoenix"}],
        [{"allows": ["claim atlanta-charleston blue*2"]}],
        [{"allows": ["row wild"]}],
        [{"refuses": {"blind": "DRAW-1"}}],
        [{"refuses": {"claim atlanta-charleston blue*2": "DOUBLE-3"}}],
        [{"refuses": {"dance": "CLAIM-1"}}],
        [{"expect": {"players": [{"hand": "red*2"}, {}]}}],
        [{"expect": {"players": [{"hand": "#2"}, {}]}}],
        [{"expect": {"players": [{"tickets": ["calgary-phoenix"]}, {}]}}],
        [{"expect": {"players": [{}]}}],
        [{"expect": {"players": [{"score": 1}, {}]}}],
        [{"expect": {"row": "red blue green white -"}}],
        [{"expect": {"row": ["blue", "red", "green", "white", "black"]}}],
        [{"expect": {"decks": {"train": {"pile": "#100"}}}}],
        [{"expect": {"last_turns": "null"}}],
        [{"expect": {"nothing": 1}}],
        [{"result": {"winners": [0]}}],
        [END, {"result": {"winners": [1]}}],
        [END, {"sheet": {"seat": 0, "lines": {"tickets": 12}}}],
        [{"view": 1, "hides": ["row"]}],
        [{"view": 0, "expect": {"row": "red*5"}}],
        [{"variant": {"cards.total": 109}}],
        [{"variant": {"tracks[*].piece": ["bus"]}}],
        [{"total": {"train": 109}}],
        [{"error": "PositionError"}],
    ],
    ids=str,
)
def test_the_runner_notices(steps: list[dict[str, Any]]) -> None:
    case = runner.Case("none", "wrong", (), "position", POSITION, tuple(steps))
    with pytest.raises(AssertionError):
        runner.run_case(case)


def test_the_examples_of_the_runner() -> None:
    assert doctest.testmod(runner).failed == 0
