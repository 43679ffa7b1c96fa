"""
Measure how strong the bots are, and write docs/strength.md: everybody against everybody on every board.

What was played is kept in build/strength, so that an interrupted run goes on where it stopped; a run for other bots or
another commit needs an empty folder (--fresh).

    python tools/strength.py --games 200 --jobs 2
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import branchline as bl
from branchline import bots
from branchline.arena import Ledger, Plan, Summary, play, summarise
from branchline.arena.machine import commit, machine
from branchline.arena.report import Sheet, matrix, score_cell, times_sheet, wins_sheet

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "strength.md"
KEPT = ROOT / "build" / "strength"

PUBLISHED = ("path", "one_step", "long_route", "hungry")
"""The four of 2017."""
BASELINES = ("random", *PUBLISHED, "greedy", "wary", "racer")
"""Who plays without a plan for the whole board."""
MIXED = ("planner", "racer", "wary", "greedy", "long_route")
"""Who sits at the tables of other boards."""
SEARCH = "search:playouts={}"
"""A number of play-outs, not a time: the same choices on every machine, however busy."""


@dataclass(frozen=True)
class Section:
    """One arena of the page."""

    key: str
    title: str
    variant: str
    seats: int
    bots: tuple[str, ...]
    part: float
    """Games, as a part of those asked for."""


def sections(playouts: int) -> list[Section]:
    """What is measured; slow bots play fewer games."""
    search = SEARCH.format(playouts)
    first, *others = bl.variants()
    name = bl.variant(first).name()
    ladder = [it.name for it in bots.levels()]
    found = [Section("pairs", f"{name}, two seats", first, 2, (*BASELINES, "planner"), 1)]
    found += [
        Section(f"ladder-{above}", f"{name}, two seats: {above}, a level above {below}", first, 2, (above, below), part)
        for below, above, part in zip(ladder, ladder[1:], [2] * (len(ladder) - 3) + [0.5, 0.2], strict=False)
    ]
    found += [
        Section("published", f"{name}, four seats: the agents of 2017", first, 4, PUBLISHED, 1),
        Section(
            "planner-published", f"{name}, four seats: the planner among them", first, 4, ("planner", *PUBLISHED[1:]), 1
        ),
        Section(
            "planner-racers", f"{name}, four seats: the planner against three racers", first, 4, ("planner", "racer"), 1
        ),
        Section("tables", f"{name}, five seats", first, 5, MIXED, 1),
    ]
    for id in others:
        variant = bl.variant(id)
        most = variant.seats[1]
        found.append(Section(f"{id}-pairs", f"{variant.name()}, two seats", id, 2, MIXED, 0.5))
        found.append(Section(f"{id}-tables", f"{variant.name()}, {most} seats", id, most, MIXED[:most], 0.5))
    for other in ("racer", "greedy", "planner", "ismcts"):
        title = f"{name}, two seats: {search} against {other}"
        found.append(Section(f"search{playouts}-{other}", title, first, 2, (search, other), 0.4))
    for id in others:
        title = f"{bl.variant(id).name()}, two seats: {search}"
        found.append(Section(f"{id}-search{playouts}", title, id, 2, (search, "racer"), 0.2))
    return found


def measure(section: Section, games: int, jobs: int, seconds: float) -> Summary | None:
    """Play a section, or what is left of it; None when time is over before it is complete."""
    plan = Plan.make(section.bots, section.variant, section.seats, max(2, round(games * section.part)), "strength")
    KEPT.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + seconds
    with Ledger(KEPT / f"{section.key}.jsonl", plan) as ledger:
        blocks = list(ledger.blocks)
        for block in play(plan, jobs, ledger.done, lambda _: time.monotonic() > end) if seconds > 0 else ():
            ledger.add(block)
            blocks.append(block)
    complete = len(blocks) == len(plan.blocks)
    print(f"{section.key}: {len(blocks)} of {len(plan.blocks)} blocks", flush=True)
    return summarise(plan, blocks) if complete else None


def markdown(sheet: Sheet) -> list[str]:
    """A table as Markdown."""
    head, *rows = sheet.rows
    lines = ["| " + " | ".join(head) + " |"]
    lines.append("|" + "|".join("---" if side == "l" else "---:" for side in sheet.align) + "|")
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def page(summaries: list[tuple[Section, Summary]], missing: list[Section], games: int) -> str:
    """The whole page."""
    text = [
        "# How strong the bots are",
        "",
        "Written by `make strength`; how to read the figures is told in [the arena](guides/arena.md).",
        "",
        "Published figures to compare with: racer beats greedy 67-70 % and wary 63 % (wqparker 2026, two seats, USA).",
        "At tables of the four agents of 2017 Long-Route-Junkie won 40 %, One-Step-Thinker 29 %, Hungry 27 % and Path",
        "4 % (400 games of their own engine, whose end rule and one length differ from the rulebook).",
        "",
        f"* Machine: {machine()}; other work ran beside it, so times are upper bounds",
        f"* Commit: {commit()}",
        f"* {games} games for each pair, or the part of it that stands with a table; seed `strength`",
        "",
    ]
    if missing:
        text += ["Not played to the end yet:", "", *(f"* {section.title}" for section in missing), ""]
    for section, summary in summaries:
        text += [f"## {section.title}", "", f"{summary.games} games, {summary.turns:.0f} turns a game.", ""]
        text += [*markdown(wins_sheet(summary, "en")), ""]
        if len(section.bots) > 2:
            text += ["Row against column, % of games ahead:", ""]
            text += [*markdown(matrix(summary, "en", "arena.pairs_title", score_cell)), ""]
        text += ["Times and faults:", "", *markdown(times_sheet(summary, "en")), ""]
    return "\n".join(text)


def main() -> int:
    """Measure everything and write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=300, help="that the search player has for a decision")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--seconds",
        type=float,
        default=float("inf"),
        help="stop after so long, and leave out what is not complete; run again to go on",
    )
    parser.add_argument("--fresh", action="store_true", help="forget what was played before")
    given = parser.parse_args()
    if given.fresh:
        shutil.rmtree(KEPT, ignore_errors=True)
    end = time.monotonic() + given.seconds
    found: list[tuple[Section, Summary]] = []
    missing: list[Section] = []
    for section in sections(given.playouts):
        summary = measure(section, given.games, given.jobs, end - time.monotonic())
        if summary is None:
            missing.append(section)
        else:
            found.append((section, summary))
    PAGE.write_text(page(found, missing, given.games), "utf-8")
    print(f"written: {PAGE.relative_to(ROOT)}" + ("; time is over, run again to go on" if missing else ""))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
