"""The rules over HTTP: all clauses of a game in chapters, its own numbers beside them, and the glossary."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from server_client import Server, ok, run

import branchline as bl
from branchline.game.rulebook import rules_of, sections
from branchline.words import LANGUAGES, catalogue

GUIDE = Path(__file__).parent.parent.parent / "docs/guides/glossary.md"


def get(path: str) -> Any:
    found = []

    async def test(server: Server) -> None:
        found.append(await ok(server.client().get(path)))

    run(test)
    return found[0]


def clauses(rules: Any) -> list[Any]:
    return [clause for chapter in rules["chapters"] for section in chapter["sections"] for clause in section["clauses"]]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", [*bl.variants(), "mini"])
def test_every_clause_stands_in_exactly_one_chapter(id: str, lang: str) -> None:
    rules = get(f"/api/rules/{id}/{lang}")
    told = clauses(rules)
    assert sorted(clause["id"] for clause in told) == sorted(rules_of(bl.variant(id)))
    assert all(clause["title"] and clause["text"] for clause in told)
    assert len(rules["brief"]) == 4


def test_every_section_has_a_chapter() -> None:
    assert {section["chapter"] for section in sections().values()} == {
        name.removeprefix("chapter_") for name in catalogue("rulebook") if name.startswith("chapter_")
    }


def test_clauses_have_the_numbers_of_the_game() -> None:
    told = {clause["id"]: clause for clause in clauses(get("/api/rules/europe/en"))}
    assert told["PAR-19"]["facts"][0]["points"]["8"] == 21
    pieces, stations = told["PAR-8"]["facts"]
    assert (pieces["text"], stations["text"]) == ("45 trains", "3")  # and no word of harbours
    assert told["STATION-8"]["facts"][0]["text"] == "4"
    assert "build a station" in told["PAR-14"]["facts"][0]["text"]


def test_options_are_told_with_their_default() -> None:
    told = {clause["id"]: clause for clause in clauses(get("/api/rules/europe/en"))}
    option = told["OPT-1"]["options"][0]
    assert option["id"] == "europe_station_tie"
    assert option["default"] in option["values"]
    assert len(option["values"]) == 2


def test_what_is_not_there_is_said() -> None:
    async def test(server: Server) -> None:
        client = server.client()
        assert (await client.get("/api/rules/mars/en")).status == 422
        assert (await client.get("/api/rules/usa/fr")).status == 404

    run(test)


def test_the_glossary_says_what_the_guide_fixes() -> None:
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|", GUIDE.read_text("utf-8"), re.M)
    fixed = {tuple(row) for row in rows}
    terms = get("/api/glossary")
    assert len(terms) > 80
    for term in terms:
        assert tuple(term["names"][lang] for lang in LANGUAGES) in fixed
        assert all(term["about"][lang] for lang in LANGUAGES)
