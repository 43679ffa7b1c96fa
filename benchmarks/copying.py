"""Copies, views, possible worlds, positions and records from Python, in the middle of a game."""

from __future__ import annotations

from random import Random
from timeit import repeat

from benchmarks.harness import Bench, microseconds
from benchmarks.speed import tables_of
from branchline.core.engine import Engine
from branchline.game.game import Game
from branchline.game.variants import variants


def middle(name: str, seats: int) -> Game:
    """A game in its middle."""
    random, game = Random(1), Game.new(name, seats, 1)
    for _ in range(60 * seats):
        if game.is_over:
            break
        game.play_code(random.choice(game.legal().codes))
    return game


def quickest(statement: str, names: dict[str, object], number: int) -> float:
    """Seconds a time, in a bare loop, at best."""
    return min(repeat(statement, globals=names, number=number, repeat=7)) / number


def run(bench: Bench) -> None:
    """Each of them, in every game with three seats."""
    statements = {
        "Engine.copy": ("engine.copy()", 100_000),
        "copy_from": ("other.copy_from(engine)", 100_000),
        "Engine.data": ("engine.data", 50_000),
        "Game.copy": ("game.copy()", 5000),
        "view": ("game.view(1)", 500),
        "sample_game": ("view.sample_game(random)", 200),
        "position": ("game.position()", 500),
        "from_position": ("Game.from_position(position)", 50),
        "sheet": ("game.sheet(0)", 500),
    }
    rows: list[list[object]] = [["", *statements]]
    for name in variants():
        t, game = tables_of(name), middle(name, 3)
        names = {
            "engine": game.engine, "other": Engine.deal(t.board, 3, 0, 1), "game": game, "view": game.view(1),
            "random": Random(1), "position": game.position(), "Game": Game,
        }  # fmt: skip
        row: list[object] = [name]
        for what, (statement, number) in statements.items():
            seconds = quickest(statement, names, bench.some(number))
            row.append(microseconds(seconds))
            bench.figure(f"copying {name} {what} us", seconds * 1e6)
        rows.append(row)
    bench.table(rows)
    worst = max(bench.figures[f"copying {name} Engine.copy us"] for name in variants())
    bench.target("Engine.copy from Python", worst, "us", most=0.2)
