"""Driven from Python one decision at a time: legal list, random choice, step; then through the readable face."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.harness import Bench, microseconds
from benchmarks.speed import tables_of
from branchline.core.engine import Engine, play_games
from branchline.game.game import Game
from branchline.game.moves import AnyMove
from branchline.game.tables import Tables
from branchline.game.variants import variants

SEATS = 2


def by_engine(t: Tables, games: int) -> int:
    """Codes: what a researcher's loop costs. The choice is part of it, as cheap as Python has one."""
    decisions, random = 0, Random(1).random
    for seed in range(games):
        engine = Engine.deal(t.board, SEATS, 0, seed)
        legal, step = engine.legal, engine.step
        while not engine.over:
            codes = legal()
            step(codes[int(random() * len(codes))])
            decisions += 1
    return decisions


def by_game(t: Tables, games: int, choose: Callable[[Game, int], object]) -> int:
    """Moves of the public face, with the events kept."""
    decisions, random = 0, Random(1).random
    for seed in range(games):
        game = Game.new(t.variant, SEATS, seed)
        while not game.is_over:
            legal = game.legal()
            choose(game, legal.codes[int(random() * len(legal))])
            decisions += 1
    return decisions


def by_move(game: Game, code: int) -> object:
    """A move made from its code, then checked like any other."""
    return game.play(game.codec.move_of(code, game.engine.offered))


def by_text(game: Game, code: int) -> object:
    """The canonical text, read and checked."""
    return game.play(str(game.codec.move_of(code, game.engine.offered)))


def run(bench: Bench) -> None:
    """Every game by codes; the checked face."""
    rows: list[list[object]] = [["", "core alone", "from Python", "more", "Game.play_code", "by move", "by text"]]
    for name in variants():
        t, games = tables_of(name), bench.some(40, 8)
        works = {
            "core": lambda t=t, n=games * 20: play_games(t.board, SEATS, 1, n),
            "engine": lambda t=t, n=games * 5: by_engine(t, n),
            "code": lambda t=t, n=games: by_game(t, n, Game.play_code),
            "move": lambda t=t, n=games: by_game(t, n, by_move),
            "text": lambda t=t, n=games: by_game(t, n, by_text),
        }
        decisions = {"core": play_games(t.board, SEATS, 1, games * 20)[0], "engine": by_engine(t, games * 5)}
        decisions |= dict.fromkeys(("code", "move", "text"), by_game(t, games, Game.play_code))
        each = {key: seconds / decisions[key] for key, seconds in bench.in_turns(works, rounds=5).items()}
        more = each["engine"] - each["core"]
        rows.append(
            [name, *map(microseconds, (each["core"], each["engine"], more, each["code"], each["move"], each["text"]))]
        )
        bench.figure(f"driving {name} us beside the core", more * 1e6)
        bench.figure(f"driving {name} us by move", each["move"] * 1e6)
    bench.table(rows)
    bench.say("the last three columns are whole decisions: Game.legal, the choice, and playing it with the events kept")
    worst = max(bench.figures[f"driving {name} us beside the core"] for name in variants())
    bench.target("a decision from Python beside the core's own cost, dearest game", worst, "us", most=1)
    playing(bench)


def playing(bench: Bench) -> None:
    """``Game.play`` alone: the loop with it, less the loop without."""
    worst = 0.0
    for name in variants():
        t, games = tables_of(name), bench.some(40, 8)
        recorded = [record_of(t, seed) for seed in range(games)]
        works = {
            "play": lambda t=t, r=recorded: replay(t, r, playing=True),
            "deal": lambda t=t, r=recorded: replay(t, r, playing=False),
        }
        seconds = bench.in_turns(works, rounds=5)
        each = (seconds["play"] - seconds["deal"]) / sum(map(len, recorded))
        bench.figure(f"driving {name} us a Game.play", each * 1e6)
        bench.say(f"Game.play of a move, events kept, {name}: {microseconds(each)}")
        worst = max(worst, each)
    bench.target("Game.play of a move with events kept, dearest game", worst * 1e6, "us", most=15)


def record_of(t: Tables, seed: int) -> list[AnyMove]:
    """The moves of a random game."""
    random = Random(seed)
    moves: list[AnyMove] = []
    game = Game.new(t.variant, SEATS, seed)
    while not game.is_over:
        moves.append(game.play_code(random.choice(game.legal().codes)))
    return moves


def replay(t: Tables, recorded: list[list[AnyMove]], playing: bool) -> None:
    """Deal the same games again, and play their moves, each checked."""
    for seed, moves in enumerate(recorded):
        play = Game.new(t.variant, SEATS, seed).play
        for move in moves if playing else ():
            play(move)
