"""
Whole random games under the address and undefined-behaviour sanitizers: every variant, every number of seats.

The sanitized rules are built into ``build/sanitize``, a copy of the package, never over the normal ones. The games are
dealt, copied, played move by move with and without events, played out, scored and taken through their bytes, so that
every function of the face is entered.

    python tools/sanitize.py [--games 20]
"""

from __future__ import annotations

import argparse
import importlib
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "sanitize"
# -O1 comes after the -O3 of setup.py and wins; a finding does not stop the game, so that one run tells them all.
SANITIZERS = "-fsanitize=address,undefined"
FLAGS = f"{SANITIZERS} -fno-omit-frame-pointer -g -O1 -Wno-array-bounds"
FINDING = re.compile(r"runtime error: .*|ERROR: AddressSanitizer: .*")


def build() -> None:
    """A copy of the package with sanitized rules."""
    shutil.rmtree(PLACE / "lib", ignore_errors=True)
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(ROOT / "src" / "branchline", PLACE / "lib" / "branchline", ignore=ignored)
    settings = {"BRANCHLINE_BUILD": "must", "BRANCHLINE_CFLAGS": FLAGS, "BRANCHLINE_LDFLAGS": SANITIZERS}
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--force"]
    command += ["--build-lib", str(PLACE / "lib"), "--build-temp", str(PLACE / "temp")]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the sanitized rules can't be built:\n{done.stdout}{done.stderr}")


def runtime(name: str) -> str:
    """The path of a sanitizer's library; Python must load it before anything else."""
    compiler = os.environ.get("CC", "gcc")
    done = subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def watch(games: int) -> int:
    """Play in a process of its own and tell what the sanitizers said; 1 if they said anything."""
    settings = {
        "LD_PRELOAD": f"{runtime('libasan.so')} {runtime('libubsan.so')}",
        "PYTHONPATH": str(PLACE / "lib"),
        "PYTHONMALLOC": "malloc",
        # Python itself leaves memory behind at its end.
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=0:detect_stack_use_after_return=1",
        "UBSAN_OPTIONS": "print_stacktrace=0:halt_on_error=0",
    }
    environment = {key: value for key, value in os.environ.items() if key != "BRANCHLINE_PURE"} | settings
    command = [sys.executable, __file__, "--play", "--games", str(games)]
    process = subprocess.Popen(command, cwd=PLACE, env=environment, stderr=subprocess.PIPE, text=True)
    findings: Counter[str] = Counter()
    log = PLACE / "findings.log"
    assert process.stderr is not None
    with log.open("w") as out:
        for line in process.stderr:
            out.write(line)
            found = FINDING.search(line)
            if found:
                findings[line.strip() if "runtime error" in line else found[0]] += 1
    code = process.wait()
    for finding, times in findings.most_common():
        print(f"{times:8} × {finding}")
    if findings or code:
        print(f"sanitize: FAILED, {len(findings)} findings, exit code {code}; see {log.relative_to(ROOT)}")
        if code and not findings:
            print(log.read_text()[-3000:])
        return 1
    print("sanitize: nothing found")
    return 0


def play(games: int) -> None:
    """Games of every variant and number of seats, on the sanitized rules."""
    native = importlib.import_module("branchline.core._native")
    if not Path(native.__file__ or "").is_relative_to(PLACE):
        raise SystemExit(f"these are not the sanitized rules: {native.__file__}")
    tables = importlib.import_module("branchline.game.tables").tables
    variants = importlib.import_module("branchline.game.variants")
    maps = sorted(folder.parent.name for folder in (PLACE / "lib" / "branchline" / "maps").glob("*/variant.toml"))
    for name in maps:
        variant = variants.variant(name)
        fewest, most = variant.parameters.seats
        for seats in range(fewest, most + 1):
            random = Random(f"{name} {seats}")
            decisions = 0
            for game in range(games):
                options = chance_options(variant, random) if game else {}
                board = tables(variant, variant.with_options(options)).board
                decisions += one_game(native, board, seats, random)
                native.play_games(board, seats, random.getrandbits(60), 2)
                decisions += planned_game(native, board, name, seats, random)
            print(f"{name:12} {seats} seats: {games} games, {decisions} decisions", flush=True)


def chance_options(variant: object, random: Random) -> dict[str, object]:
    """Some options of a variant, with values by chance."""
    return {
        option.id: random.choice(list(option.values))
        for option in variant.options  # type: ignore[attr-defined]
        if option.values and random.random() < 0.5
    }


def one_game(native: object, board: object, seats: int, random: Random) -> int:
    """One game through every function of the face; the number of its decisions."""
    Engine = native.Engine  # type: ignore[attr-defined]  # noqa: N806
    engine = Engine.deal(board, seats, random.randrange(seats), random.getrandbits(96))
    while not engine.over:
        if random.random() < 0.1:
            engine.choose_seat(random.randrange(seats))
        code = random.choice(engine.legal())
        other = engine.copy()
        other.step(code)
        engine.step_told(code)
        if random.random() < 0.01:
            assert other == engine, "events change the game"
            other.seed(random.getrandbits(96))
            other.play_out(random.getrandbits(96))
            for seat in range(seats):
                other.sheet(seat)
            engine = Engine.from_bytes(board, engine.data)
    for seat in range(seats):
        engine.sheet(seat)
    native.longest_trails([engine])  # type: ignore[attr-defined]
    assert not engine.legal(), "a game that is over has legal moves"
    return int(engine.decisions)


def planned_game(native: object, board: object, name: str, seats: int, random: Random) -> int:
    """One game of the planner with some moves by chance, through every function of its face."""
    planning = importlib.import_module("branchline.planning._native")
    weights = importlib.import_module("branchline.planning.weights")
    planner = planning.Planner(board.data, weights.params(weights.values(name, seats)).pack())  # type: ignore[attr-defined]
    engine = native.Engine.deal(board, seats, 0, random.getrandbits(96))  # type: ignore[attr-defined]
    while not engine.over:
        legal = engine.legal()
        code = random.choice(legal) if random.random() < 0.2 else planner.choose(engine.data)
        assert code in legal
        if random.random() < 0.03:
            assert [priced for priced, _ in planner.prices(engine.data)] == legal
            planner.plan(engine.data, random.randrange(seats))
            planner.deal_again(engine.data, random.randrange(seats), random.getrandbits(96))
            planner.play_out(engine.data)
            planner.compare(engine.data, engine.cur, legal[:3], random.getrandbits(96), 2)
        engine.step(code)
    planning.match([planner] * seats, seats, 0, random.getrandbits(96))
    return int(engine.decisions)


def main() -> int:
    """Build, play, tell."""
    parser = argparse.ArgumentParser(description="Whole games under the sanitizers.")
    parser.add_argument("--games", type=int, default=20, help="games for each variant and number of seats")
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.play:
        play(wanted.games)
        return 0
    build()
    return watch(wanted.games)


if __name__ == "__main__":
    raise SystemExit(main())
