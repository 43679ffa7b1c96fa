"""
The golden games: every record of ``tests/golden`` replays to its result, and together they show all of coverage.toml.

Drop a record into the folder of its variant and it is tested. Nothing here writes a file; ``make golden`` does.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from golden.make import VARIANTS, plans, records, table
from golden.watch import pile_size, required, what_it_shows
from scale import games

import branchline as bl
from branchline.game.record import play_line

Data = dict[str, Any]
FOLDER = Path(__file__).parent / "golden"
RECORDS = records()
LOOKS = games(12, 3)
"""At so many places of a game a replay that stops there is compared."""


# ---------------------------------------------------------------- each game
@pytest.mark.parametrize("name", RECORDS)
def test_replays_to_its_result(name: str) -> None:
    """To the last move, with nothing lost on the way; the sheets are recounts."""
    record = RECORDS[name]
    assert record.variant == name.partition("/")[0]
    game = bl.Game.from_position(record.start, record.names)
    start = game.position()
    looks = {len(record.moves) * i // LOOKS for i in range(LOOKS + 1)}
    for number, line in enumerate(record.moves):
        if number in looks:
            half = bl.Game.replay(record, upto=number)
            assert half == game
            assert half.position()["players"] == game.position()["players"]
        play_line(game, number, line)
        now = game.position()
        assert conserved(now) == conserved(start), f"move {number}, {line}"
        assert [player["score"] for player in now["players"]] == recount(game.tables, now), f"move {number}, {line}"
    assert game.is_over
    assert bl.Game.replay(record) == game
    assert bl.Game.replay(record, upto=len(record.moves)) == game
    result = game.result
    assert result is not None
    assert record.result is not None
    assert (result.how, result.scores, result.ranks, result.winners) == (
        record.result.how,
        record.result.scores,
        record.result.ranks,
        record.result.winners,
    )
    assert tuple(sum(line.points for line in sheet.lines) for sheet in result.sheets) == result.scores


@pytest.mark.parametrize("name", RECORDS)
def test_text_and_json(name: str) -> None:
    """The file is the canonical text; text and JSON are the same record."""
    text = (FOLDER / f"{name}.txt").read_text()
    record = RECORDS[name]
    assert record.to_text() == text
    assert bl.Record.from_json(record.to_json()) == record
    assert bl.Record.from_data(json.loads(json.dumps(record.data()))) == record
    assert bl.Game.replay(record).record() == record


@pytest.mark.parametrize("name", [name for name, record in RECORDS.items() if record.seed is not None])
def test_seed_deals_the_same_game(name: str) -> None:
    """Who has the seed can deal the game again: the same start, and the same cards for the same moves."""
    record = RECORDS[name]
    game = bl.Game.new(record.variant, record.seats, record.seed, record.options, record.first_seat, record.names)
    for line in record.moves:
        seat, _, move = line.partition(" > ")[0].partition(" ")
        game.play(move, int(seat))
    assert game.record() == record


def conserved(position: Data) -> Data:
    """What must stay the same at every step: cards by kind, pieces by seat and kind, tickets (DATA-8)."""
    cards: Counter[str] = Counter(card for card in position["row"] if card)
    for deck in position["decks"].values():
        pile = deck["pile"]
        cards.update(pile.get("top", ()))
        cards.update(pile.get("rest", pile))
        cards.update(deck["discard"])
        assert pile_size(deck) == sum(Counter(pile.get("top", ())).values()) + sum(pile.get("rest", pile).values())
    decision = position["decision"]
    if decision["kind"] == "surcharge":
        cards.update(decision["revealed"])
        for word in decision["base"].split():
            card, _, number = word.partition("*")
            cards[card] += int(number or 1)
    tickets: Counter[str] = Counter(position["ticket_deck"])
    for player in position["players"]:
        cards.update(player["hand"])
        tickets.update(player["tickets"])
        tickets.update(player["offer"])
        tickets.update(player["boxed"])
    assert all(number == 1 for number in tickets.values())
    variant = bl.variant(position["variant"])
    pieces = [placed(variant, player) for player in position["players"]]
    return {"cards": +cards, "tickets": tickets, "pieces": pieces}


def placed(variant: bl.Variant, player: Data) -> Counter[str]:
    """The pieces of a seat by kind: in supply and box, on tracks, stations and harbours."""
    pieces: Counter[str] = Counter(player["pieces"])
    pieces.update(player["box"])
    for id in player["tracks"]:
        track = variant.track(id)
        pieces[track.piece] += track.length
    return pieces


def recount(tables: Any, position: Data) -> list[int]:
    """SCORE-2: the running scores from the tracks and the swaps."""
    variant, points = tables.variant, tables.parameters.track_points
    return [
        sum(points[variant.track(id).length] for id in player["tracks"]) - player["swapped"]
        for player in position["players"]
    ]


# ---------------------------------------------------------------- all together
@cache
def shown(name: str) -> frozenset[str]:
    """What a record shows."""
    return frozenset(what_it_shows(RECORDS[name]))


@pytest.mark.parametrize("variant", VARIANTS)
def test_coverage(variant: str) -> None:
    """Each way to end, each rule used and declined, each tie-break: coverage.toml has the list."""
    seen = set().union(*(shown(name) for name in RECORDS if name.startswith(f"{variant}/")))
    missing = [f"{id}: {what}" for id, what in required(table(), bl.variant(variant)).items() if id not in seen]
    assert not missing, f"no golden game of {variant} shows\n  " + "\n  ".join(missing)


def test_every_variant_has_golden_games() -> None:
    assert set(bl.variants()) <= set(VARIANTS)


def test_the_table_knows_all_that_is_shown() -> None:
    """An id that stands in no row would be watched for nothing."""
    known = set().union(*(required({"show": rows("all")}, bl.variant(variant)) for variant in VARIANTS))
    assert set().union(*map(shown, RECORDS)) <= known


def rows(games_: str) -> list[Data]:
    """The rows of the table, asked of these games."""
    return [{**row, "games": games_} for row in table()["show"]]


def test_starts_show_what_they_are_for() -> None:
    for name, plan in plans().items():
        assert set(plan.get("shows", ())) <= shown(name), name


def test_small() -> None:
    """A reader should be able to look at a difference."""
    sizes = {path: path.stat().st_size for path in FOLDER.rglob("*.txt")}
    assert sum(sizes.values()) < 1_500_000
    assert max(sizes.values()) < 40_000
