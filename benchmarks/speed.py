"""Uniformly random games from the full legal list, deal to final score, on one core; USA as ratio to plain C."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.harness import Bench
from branchline.core.engine import Engine, play_games
from branchline.game.tables import Tables, tables
from branchline.game.variants import variant, variants

HERE = Path(__file__).parent


def tables_of(name: str) -> Tables:
    """A variant with its default options."""
    it = variant(name)
    return tables(it, it.with_options())


def list_lengths(t: Tables, seats: int, games: int) -> tuple[float, int]:
    """Mean and greatest number of legal codes at a decision of random games."""
    total = decisions = longest = 0
    random = Random(seats)
    for seed in range(games):
        engine = Engine.deal(t.board, seats, 0, seed)
        while not engine.over:
            codes = engine.legal()
            total += len(codes)
            decisions += 1
            longest = max(longest, len(codes))
            engine.step(random.choice(codes))
    return total / decisions, longest


def yardstick() -> ctypes.CDLL | None:
    """The C simulator, compiled now; None without a C compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler:
        return None
    library = HERE.parent / "build" / "yardstick" / "yardstick.so"
    library.parent.mkdir(parents=True, exist_ok=True)
    source = HERE / "yardstick" / "ttr_limit.c"
    flags = ["-O3", "-shared", "-fPIC", "-Dstep=yardstick_step"]
    subprocess.run([compiler, *flags, "-o", library, source], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.bench.argtypes = [ctypes.c_uint64, ctypes.c_int, ctypes.c_int, ctypes.c_void_p]
    loaded.bench.restype = ctypes.c_int64
    return loaded


def run(bench: Bench) -> None:
    """All games and seats, then the ratio."""
    rows: list[list[object]] = [["", "seats", "games/s", "decisions/s", "ns/decision", "ns/code", "codes", "most"]]
    works, boards = {}, {}
    games = bench.some(600)
    for name in variants():
        t = tables_of(name)
        for seats in range(t.variant.seats[0], t.variant.seats[1] + 1):
            key = f"{name} {seats}"
            boards[key] = t, seats
            works[key] = lambda t=t, seats=seats: play_games(t.board, seats, 1, games)
    seconds = bench.in_turns(works, rounds=5)
    for key, (t, seats) in boards.items():
        decisions, _ = play_games(t.board, seats, 1, games)
        mean, most = list_lengths(t, seats, bench.some(200))
        each = seconds[key] / decisions
        rows.append([
            t.variant.id, seats, f"{games / seconds[key]:,.0f}", f"{decisions / seconds[key]:,.0f}",
            f"{each * 1e9:.0f}", f"{each / mean * 1e9:.1f}", f"{mean:.1f}", most,
        ])  # fmt: skip
        bench.figure(f"speed {key} games/s", games / seconds[key])
    bench.table(rows)
    against_c(bench)


def against_c(bench: Bench) -> None:
    """USA, two seats: ours and plain C in turns, the ratio of each pair."""
    c = yardstick()
    if c is None:
        bench.say("no C compiler: the ratio to plain C was not measured")
        return
    t, games = tables_of("usa"), bench.some(4000)
    rounds = bench.rounds(
        {"c": lambda: c.bench(1, games, 2, None), "ours": lambda: play_games(t.board, 2, 1, games)}, rounds=21
    )
    ratios = sorted(theirs / ours for theirs, ours in zip(rounds["c"], rounds["ours"], strict=True))
    bench.say(f"plain C {games / median(rounds['c']):,.0f} games/s, ours {games / median(rounds['ours']):,.0f}")
    bench.say(f"ratios of {len(ratios)} pairs from {ratios[0]:.2f} to {ratios[-1]:.2f}")
    bench.target("USA, 2 seats, games/s of those of plain C", median(ratios), "", least=0.65)
