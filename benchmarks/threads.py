"""Two ordinary Python threads against one, with the interpreter lock released: on the clock, best of several tries."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from threading import Thread

from benchmarks.harness import Bench
from benchmarks.speed import tables_of
from branchline.core.engine import Engine, play_games
from branchline.game.tables import Tables


def wall(works: list[Callable[[], object]]) -> float:
    """Seconds on the clock until all works, a thread each, are done."""
    threads = [Thread(target=work) for work in works]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - begun


def by_play_games(t: Tables, seed: int, games: int) -> None:
    """One call for all games."""
    play_games(t.board, 2, seed, games)


def by_play_out(t: Tables, seed: int, games: int) -> None:
    """A call for each game: the lock is taken and given back between them."""
    for i in range(seed, seed + games):
        Engine.deal(t.board, 2, 0, i).play_out(i)


def run(bench: Bench) -> None:
    """Twice the games on two threads, in the time of one."""
    if (os.cpu_count() or 1) < 2:
        bench.say("one core only: not measured")
        return
    t, games = tables_of("usa"), bench.some(10_000)
    for name, play in (("play_games", by_play_games), ("Engine.play_out", by_play_out)):
        gains = []
        for _ in range(bench.some(9, 4)):
            one = wall([partial(play, t, 1, games)])
            two = wall([partial(play, t, seed, games) for seed in (1, 1_000_000)])
            gains.append(2 * one / two)
        gains.sort()
        bench.say(f"{name}: gains of {len(gains)} tries from {gains[0]:.2f} to {gains[-1]:.2f}")
        bench.target(f"two threads, {name}", gains[-1], "times as fast", least=1.8)
