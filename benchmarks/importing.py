"""Importing branchline in a fresh interpreter: what it adds to starting Python, and which modules take longest."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from statistics import median

from benchmarks.harness import Bench


def wall(*arguments: str) -> float:
    """Seconds until a Python with these arguments is done."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True)
    return time.perf_counter() - begun


def inside(statement: str) -> float:
    """Seconds that a statement takes in a fresh interpreter, by its own clock."""
    text = f"import time; a = time.perf_counter(); {statement}; print(time.perf_counter() - a)"
    done = subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True)
    return float(done.stdout)


def run(bench: Bench) -> None:
    """Import, first game, and the slowest modules."""
    tries = bench.some(21, 5)
    bare, whole, own, first = [], [], [], []
    for _ in range(tries):
        bare.append(wall("-c", "pass"))
        whole.append(wall("-c", "import branchline"))
        own.append(inside("import branchline"))
        first.append(inside("import branchline as bl; bl.Game.new('usa', seed=1)"))
    bench.say(f"Python alone {median(bare) * 1e3:.1f} ms, with the import {median(whole) * 1e3:.1f} ms")
    bench.say(f"import and a first game of USA {median(first) * 1e3:.1f} ms")
    bench.figure("importing first game ms", median(first) * 1e3)
    command = [sys.executable, "-X", "importtime", "-c", "import branchline"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    modules = re.findall(r"import time: +(\d+) \| +(\d+) \| *(\S+)", lines)
    slowest = sorted(modules, key=lambda module: -int(module[0]))[: bench.some(12, 6)]
    bench.table([
        ["slowest modules", "own ms", "with theirs"],
        *([name, f"{int(alone) / 1e3:.1f}", f"{int(both) / 1e3:.1f}"] for alone, both, name in slowest),
    ])  # fmt: skip
    bench.target("import branchline", median(own) * 1e3, "ms", most=60)
