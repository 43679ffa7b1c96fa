"""The map in characters: everything is on it, nothing hides anything, and it is as wide as it says."""

from __future__ import annotations

import pytest
from test_cli import ALL

import branchline as bl
from branchline.cli.board import Scene, draw, plan
from branchline.cli.common import Context
from branchline.cli.palette import letters
from branchline.cli.panels import Panels
from branchline.cli.terminal import Terminal, cells_of
from branchline.game.narrate import Names
from branchline.words import LANGUAGES

SIZES = ((100, 34), (100, 22), (140, 45), (60, 18), (30, 10))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", ALL)
def test_plan(id: str, lang: str, size: tuple[int, int]) -> None:
    variant, (columns, rows) = bl.variant(id), size
    it = plan(variant, lang, columns, rows)
    lines = draw(it, Scene(), Terminal(colour=False, width=columns))
    assert len(lines) == rows
    assert all(cells_of(line) <= columns for line in lines)
    written: set[tuple[int, int]] = set()
    places = [(at, text) for at, text in it.names.values()]
    places += [(line.at, line.label) for line in it.lines if line.at]
    places += [(at, "o") for at in set(it.cities.values())]
    for (column, row), text in places:
        cells = {(column + i, row) for i in range(cells_of(text))}
        assert not cells & written
        assert all(0 <= x < columns and 0 <= y < rows for x, y in cells)
        written |= cells
        # What is written can be read off the drawing at its place.
        before = next(i for i in range(len(lines[row]) + 1) if cells_of(lines[row][:i]) >= column)
        assert lines[row][before : before + len(text)].replace("O", "o").replace("+", "o")[:1] in text.replace("O", "o")
    if columns >= 100 and rows >= 34:
        assert set(it.names) == {city.id for city in variant.cities if not city.junction}
        assert [line.track.id for line in it.lines if not line.at] == []
        assert sum(text == variant.city(name).name(lang) for name, (_, text) in it.names.items()) >= len(it.names) - 3


@pytest.mark.parametrize("id", ALL)
def test_letters(id: str) -> None:
    variant = bl.variant(id)
    found = letters(variant.cards.colours)
    assert len(set(found.values())) == len(found)
    assert all(len(letter) == 1 for letter in found.values())


@pytest.mark.parametrize("id", ALL)
def test_what_is_to_be_seen(id: str) -> None:
    variant = bl.variant(id)
    terminal = Terminal(colour=False, width=100)
    it = plan(variant, "en", 100, 34)
    line = max(it.lines, key=lambda line: len(line.dashes[0]))
    city = next(city for city in variant.cities if not city.junction)
    column, row = it.cities[city.id]

    def sign(scene: Scene) -> str:
        return draw(it, scene, terminal)[row][column : column + 1]

    assert sign(Scene()) in "oO"
    assert sign(Scene(wanted=frozenset([city.id]))) == "*"
    assert sign(Scene(stations={city.id: 2})) == "3"
    assert sign(Scene(harbours={city.id: 0})) == "1"
    assert line.at is not None
    at, text = line.at, line.label
    assert text in draw(it, Scene(), terminal)[at[1]]
    claimed = draw(it, Scene(owners={line.track.id: 1}), terminal)
    assert claimed[at[1]][at[0] + (len(text) - 1) // 2] == "2"
    shut = draw(it, Scene(shut=frozenset([line.track.id])), terminal)
    assert shut[at[1]][at[0] : at[0] + len(text)] == "×" * len(text)
    coloured = Terminal(colour=True, width=100)
    assert draw(it, Scene(open=frozenset([line.track.id])), coloured) != draw(it, Scene(), coloured)


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", ALL)
def test_panels_fit_in_a_hundred_columns(id: str, lang: str, colour: bool) -> None:
    for seed in range(3):
        game = bl.Game.new(id, bl.variant(id).seats[1], seed)
        game.engine.play_out(seed) if seed == 2 else [game.play(game.legal()[-1]) for _ in range(40 * seed)]
        context = Context(lang, Terminal(colour=colour, width=100))
        names = Names(game.variant, lang, ["A name that is longer than any should be"] * game.seats)
        for seat in (0, None):
            panels = Panels(game, seat, context, names)
            lines = [*panels.seats(), *panels.row(), *panels.map(30), panels.decks(), *panels.districts()]
            lines += [*panels.hand(), *panels.tickets(), *panels.offer()] if seat is not None else []
            assert [line for line in lines if cells_of(line) > 100] == []
            assert colour or not any("\x1b" in line for line in lines)
