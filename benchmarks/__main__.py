"""
All measurements, or some: ``python -m benchmarks [--quick] [--json FILE] [NAME ...]``.

Figures that are compared are measured in one run, in turns, in CPU time; a busy machine widens them all alike.
"""

from __future__ import annotations

import argparse
import platform
import sys
from importlib import import_module
from pathlib import Path

from benchmarks.harness import Bench
from branchline.core.engine import COMPILED

NAMES = ("speed", "features", "driving", "copying", "threads", "importing", "endings", "planning", "serving")


def main() -> int:
    """Run what was asked for; 1 if a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measurements of the engine.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which ones: {', '.join(NAMES)}")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, rougher figures")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file too")
    chosen = parser.parse_args()
    if unknown := set(chosen.names) - set(NAMES):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; possible are {', '.join(NAMES)}")
    bench = Bench(quick=chosen.quick)
    rules = "compiled" if COMPILED else "UNCOMPILED"
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, rules {rules}")
    if not COMPILED:
        print("These are measurements of the compiled rules: run `make build` first.", file=sys.stderr)
        return 1
    for name in chosen.names or NAMES:
        module = import_module(f"benchmarks.{name}")
        bench.title(name, module.__doc__)
        module.run(bench)
    bench.summary()
    if chosen.json:
        bench.write(chosen.json)
    return 1 if bench.missed else 0


if __name__ == "__main__":
    sys.exit(main())
