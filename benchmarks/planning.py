"""The planner and the search on every board: play-outs a second on one and two threads, CPU time of a decision."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import branchline as bl
from benchmarks.harness import Bench
from benchmarks.speed import tables_of
from branchline import bots
from branchline.bots.bot import Clock
from branchline.core.engine import Engine
from branchline.game.tables import Tables
from branchline.planning.engine import Planner
from branchline.planning.search import CANDIDATES, candidates
from branchline.planning.table import planner_for

WORLDS = 4
"""In each of which every candidate is played out, for each position."""
ROUNDS = 3
Position = tuple[bytes, int, list[int]]
"""A state, the seat that decides, and what a search would try."""


def positions(t: Tables, planner: Planner, seats: int, games: int) -> Iterator[Position]:
    """Decisions of whole games of planners, as a search meets them: early and late ones alike."""
    for seed in range(games):
        random = Random(seed)
        game = Engine.deal(t.board, seats, seed % seats, random.getrandbits(90))
        while not game.over:
            if random.random() < 0.2 and len(codes := candidates(planner.prices(game.data), CANDIDATES)) > 1:
                yield game.data, game.cur, codes
            game.step(planner.choose(game.data))


def playouts(planner: Planner, share: list[Position]) -> float:
    """Play the candidates of these positions on to the end; the CPU time of this thread."""
    begun = time.thread_time()
    for number, (state, seat, codes) in enumerate(share):
        planner.compare(state, seat, codes, number << 64 | 1, WORLDS)
    return time.thread_time() - begun


def rates(bench: Bench) -> None:
    """Play-outs a second: of one thread's CPU time, and by the clock on the wall with one thread and with two."""
    rows: list[list[object]] = [["", "seats", "moves tried", "a CPU second", "one thread", "two threads"]]
    for name in bl.variants():
        t = tables_of(name)
        for seats in sorted(set(t.variant.seats)):
            planner = planner_for(t, seats)
            found = list(positions(t, planner, seats, bench.some(6, 2)))
            number = WORLDS * sum(len(codes) for *_, codes in found)
            best = [0.0, 0.0, 0.0]  # of a few rounds, because others may use the machine
            with ThreadPoolExecutor(2) as pool:
                for _ in range(2 if bench.quick else ROUNDS):
                    for threads in (1, 2):
                        shares = [found[i::threads] for i in range(threads)]
                        begun = time.perf_counter()
                        spent = list(pool.map(partial(playouts, planner), shares))
                        best[threads] = max(best[threads], number / (time.perf_counter() - begun))
                        if threads == 1:
                            best[0] = max(best[0], number / spent[0])
            rows.append([name, seats, f"{number / WORLDS / len(found):.1f}", *(f"{rate:,.0f}" for rate in best)])
            for title, rate in zip(("a CPU second", "one thread", "two threads"), best, strict=True):
                bench.figure(f"planning {name} {seats} play-outs {title}", rate)
    bench.table(rows)
    two = bench.figures["planning usa 2 play-outs two threads"]
    bench.target("USA, 2 seats, play-outs a second on two threads", two, "", least=20000)


def decisions(bench: Bench) -> None:
    """CPU time of the planner's decisions, from the view to the move."""
    rows: list[list[object]] = [["", "decisions", "median", "99 %", "worst"]]
    slowest = 0.0
    for name in bl.variants():
        spent: list[float] = []
        for seed in range(bench.some(5, 1)):
            for seats in sorted(set(bl.variant(name).seats)):
                game = bl.Game.new(name, seats=seats, seed=seed)
                bot = bots.make("planner", 1)
                while (seat := game.to_move) is not None:
                    view, moves = game.view(seat), tuple(game.legal(seat))
                    begun = time.thread_time_ns()
                    move = bot.choose(view, moves, Clock())
                    spent.append((time.thread_time_ns() - begun) / 1e6)
                    game.play(move, seat)
        spent = sorted(spent[1:])  # the first one prepares the board
        rows.append(
            [
                name,
                len(spent),
                *(f"{spent[min(int(len(spent) * part), len(spent) - 1)]:.2f} ms" for part in (0.5, 0.99, 1)),
            ]
        )
        slowest = max(slowest, spent[-1])
    bench.table(rows)
    bench.target("the planner's slowest decision", slowest, "ms of CPU", most=2)


def clocks(bench: Bench) -> None:
    """How long the search really takes, to the clock on the wall."""
    rows: list[list[object]] = [["", "seats", "time", "decisions", "most beyond it"]]
    worst = 0.0
    for name in bl.variants():
        for wanted in (0.05, 0.3):
            seats = bl.variant(name).seats[1]
            game = bl.Game.new(name, seats=seats, seed=1)
            bot = bots.make(f"search:time={wanted}s,threads=2", 1)
            planner = bots.make("planner", 1)
            late: list[float] = []
            while (seat := game.to_move) is not None:
                view, moves = game.view(seat), tuple(game.legal(seat))
                if seat == 0 and len(late) < bench.some(10, 3):
                    begun = time.perf_counter()
                    move = bot.choose(view, moves, Clock(60))
                    late.append((time.perf_counter() - begun - wanted) * 1e3)
                else:
                    move = planner.choose(view, moves, Clock())
                game.play(move, seat)
            bot.close()
            worst = max(worst, *late)
            rows.append([name, seats, f"{wanted * 1e3:.0f} ms", len(late), f"{max(late):.1f} ms"])
    bench.table(rows)
    bench.target("the search beyond its time", worst, "ms", most=50)


def run(bench: Bench) -> None:
    """All three."""
    rates(bench)
    decisions(bench)
    clocks(bench)
