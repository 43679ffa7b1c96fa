"""
Measure how strong the bots are, and write docs/strength.md: everybody against everybody, the planner, and each level
against the one below on every board.

What was played is kept in build/strength, so that an interrupted run goes on where it stopped; a run for other bots or
another commit needs an empty folder (--fresh). Matches that were played elsewhere, as the search player's with its
seconds for a decision, stand in the same page: --include names a folder of files that ``branchline arena`` wrote
(NAME.jsonl of --out, and NAME.json of --json for the commit and the machine), in the order of their names.

    python tools/strength.py --games 60 --jobs 2 --include build/search-matches
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path

import ladder

import branchline as bl
from branchline import bots
from branchline.arena import Ledger, Plan, Summary, play, read_ledger, summarise
from branchline.arena.machine import commit, machine
from branchline.arena.report import (
    Sheet,
    duration,
    interval,
    matrix,
    percent,
    plus_minus,
    score_cell,
    times_sheet,
    wins_sheet,
)
from branchline.arena.statistics import share

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "strength.md"
KEPT = ROOT / "build" / "strength"

PUBLISHED = ("path", "one_step", "long_route", "hungry")
"""The four of 2017."""
BASELINES = ("random", *PUBLISHED, "greedy", "wary", "racer")
"""Who plays without a plan for the whole board."""
MIXED = ("planner", "racer", "wary", "greedy", "long_route")
"""Who sits at the tables of other boards."""
SLOW = {"ines": 1, "augusta": 0.4}
"""Levels that play games out in their heads, and their games, as a part of those asked for."""
LEVELS_THAT_SEARCH = "The levels that search, each against the one below"
ENOUGH = 6
"""Deals from which on a match has a line, which says how many games it rests on."""
LADDER = 200
"""Games of each pair of the other levels. They are quick; tools/ladder.py plays them."""
LINE = ("bot", "against", "games", "wins", "95 %", "points", "theirs", "a decision", "99 %", "slowest", "faults")
"""The columns of a table of matches."""


@dataclass(frozen=True)
class Section:
    """One arena of the page."""

    key: str
    title: str
    """Of the section; several with the same one are lines of one table."""
    variant: str
    seats: int
    bots: tuple[str, ...]
    part: float
    """Games, as a part of those asked for."""
    line: bool = False
    """A line of a table, not tables of its own."""


@dataclass(frozen=True)
class Outside:
    """A match that was played elsewhere."""

    title: str
    summary: Summary
    made: str
    """The commit and the machine."""


def sections() -> list[Section]:
    """What is measured; slow bots play fewer games."""
    first, *others = bl.variants()
    name = bl.variant(first).name()
    found = [Section("pairs", f"{name}, two seats", first, 2, (*BASELINES, "planner"), 1)]
    found += [
        Section(f"planner-{other}", f"The planner at two seats: {name}", first, 2, ("planner", other), 7, line=True)
        for other in BASELINES[1:]
    ]
    for id in bl.variants():
        title = f"{LEVELS_THAT_SEARCH}: {bl.variant(id).name()}, two seats"
        for below, above in pairwise(it.name for it in bots.levels()):
            if above in SLOW:
                part = SLOW[above] * (1 if id == first else 0.5)
                found.append(Section(f"{id}-ladder-{above}", title, id, 2, (above, below), part, line=True))
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
    return found


def measure(section: Section, games: int, jobs: int, seconds: float) -> Summary | None:
    """Play a section, or what is left of it; None when time is over before there is enough of it."""
    plan = Plan.make(section.bots, section.variant, section.seats, max(2, round(games * section.part)), "strength")
    KEPT.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + seconds
    with Ledger(KEPT / f"{section.key}.jsonl", plan) as ledger:
        blocks = list(ledger.blocks)
        for block in play(plan, jobs, ledger.done, lambda _: time.monotonic() > end) if seconds > 0 else ():
            ledger.add(block)
            blocks.append(block)
    print(f"{section.key}: {len(blocks)} of {len(plan.blocks)} blocks", flush=True)
    enough = min(ENOUGH, len(plan.blocks)) if section.line else len(plan.blocks)
    return summarise(plan, blocks) if len(blocks) >= enough else None


def levels(jobs: int, seconds: float) -> dict[tuple[str, str], list[ladder.Result]]:
    """The levels below the search, each against the one below, by board and the one above; what there was time for."""
    kept, end = KEPT / "ladder.jsonl", time.monotonic() + seconds
    found = ladder.noted(kept)
    with ProcessPoolExecutor(jobs) as pool:
        for id in bl.variants():
            done = [above for variant, above in found if variant == id]
            if time.monotonic() < end:
                for above, _, results in ladder.measure(pool, id, LADDER, "strength", done):
                    ladder.note(kept, id, above, results)
                    found[id, above] = results
    return found


def levels_table(found: dict[tuple[str, str], list[ladder.Result]]) -> list[str]:
    """Each level in a row, each board in a column."""
    rows = [["level", "against", *(bl.variant(id).name() for id in bl.variants())]]
    for below, above in pairwise(it.name for it in bots.levels() if it.name not in SLOW):
        cells = [share([wins for wins, *_ in found.get((id, above), [])]) for id in bl.variants()]
        rows.append([above, below, *(f"{percent(it.mean)} ({interval(it)})" if it.number else "–" for it in cells)])
    return markdown(Sheet("", rows, "ll" + "r" * len(bl.variants())))


def outside(folder: Path) -> list[Outside]:
    """The matches in a folder."""
    found = []
    for file in sorted(folder.glob("*.jsonl")):
        plan, blocks = read_ledger(file)
        beside = file.with_suffix(".json")
        text = beside.read_text("utf-8") if beside.exists() else ""
        made = json.loads(text or "{}")  # it is empty until the arena is over
        variant = bl.variant(plan.variant).name()
        title = f"The search player: {variant}, {plan.seats} seats"
        found.append(Outside(title, summarise(plan, blocks), f"commit {made.get('commit', 'not noted')}"))
    return found


def markdown(sheet: Sheet) -> list[str]:
    """A table as Markdown."""
    head, *rows = sheet.rows
    lines = ["| " + " | ".join(head) + " |"]
    lines.append("|" + "|".join("---" if side == "l" else "---:" for side in sheet.align) + "|")
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def line_of(summary: Summary) -> list[str]:
    """A match as a line: the first bot against all others of the table."""
    first, *others = summary.lines
    theirs = max((it.points for it in others), key=lambda it: it.mean)
    return [
        first.bot,
        ", ".join(it.bot for it in others),
        str(summary.games),
        percent(first.wins.mean),
        interval(first.wins),
        plus_minus(first.points),
        plus_minus(theirs),
        *(duration(seconds) for seconds in (first.median, first.p99, first.slowest)),
        str(sum(first.faults.values())),
    ]


def lines_table(summaries: Iterable[Summary]) -> list[str]:
    """Matches as a table."""
    return markdown(Sheet("", [list(LINE), *map(line_of, summaries)], "ll" + "r" * (len(LINE) - 2)))


def tables_of(summary: Summary) -> list[str]:
    """An arena in tables of its own."""
    text = [f"{summary.games} games, {summary.turns:.0f} turns a game.", ""]
    text += [*markdown(wins_sheet(summary, "en")), ""]
    if len(summary.plan.bots) > 2:
        text += ["Row against column, % of games ahead:", ""]
        text += [*markdown(matrix(summary, "en", "arena.pairs_title", score_cell)), ""]
    return [*text, "Times and faults:", "", *markdown(times_sheet(summary, "en")), ""]


def page(
    found: list[tuple[Section, Summary]],
    missing: list[Section],
    others: list[Outside],
    ladders: dict[tuple[str, str], list[ladder.Result]],
    games: int,
) -> str:
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
        f"* {games} games for each pair or the number that stands with a table; seed `strength`",
        "* Intervals are 95 % intervals over deals, each played with every seating. In tables of matches `points` are",
        "  the first bot's and `theirs` those of the best of the others; then how long it took for a decision (median,",
        "  99 %, the slowest), and how often the stand-in moved for it.",
        "",
    ]
    if missing:
        text += ["Not played to the end yet:", ""]
        text += [f"* {it.title}{': ' + ' against '.join(it.bots) if it.line else ''}" for it in missing] + [""]
    for title, group in groupby(others, key=lambda it: it.title):
        matches = list(group)
        made = ", ".join(dict.fromkeys(it.made for it in matches))
        text += [f"## {title}", "", f"Played with {made}.", "", *lines_table(it.summary for it in matches), ""]
    text += ["## The levels below the search, each against the one below, two seats", ""]
    text += [f"{LADDER} games a pair.", "", *levels_table(ladders), ""]
    for title, several in groupby(found, key=lambda it: it[0].title):
        these = list(several)
        text += [f"## {title}", ""]
        if these[0][0].line:
            text += [*lines_table(summary for _, summary in these), ""]
        else:
            text += tables_of(these[0][1])
    return "\n".join(text)


def main() -> int:
    """Measure everything and write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--seconds",
        type=float,
        default=float("inf"),
        help="stop after so long, and leave out what is not complete; run again to go on",
    )
    parser.add_argument("--only", nargs="*", default=[], help="begin with the sections whose keys begin so")
    parser.add_argument("--include", type=Path, help="a folder of matches that were played elsewhere")
    parser.add_argument("--fresh", action="store_true", help="forget what was played before")
    given = parser.parse_args()
    if given.fresh:
        shutil.rmtree(KEPT, ignore_errors=True)
    end = time.monotonic() + given.seconds
    found: list[tuple[Section, Summary]] = []
    missing: list[Section] = []
    for section in sections():
        wanted = not given.only or section.key.startswith(tuple(given.only))
        summary = measure(section, given.games, given.jobs, end - time.monotonic() if wanted else 0)
        if summary is None:
            missing.append(section)
        else:
            found.append((section, summary))
    ladders = levels(given.jobs, end - time.monotonic() if not given.only else 0)
    others = outside(given.include) if given.include else []
    PAGE.write_text(page(found, missing, others, ladders, given.games), "utf-8")
    print(f"written: {PAGE.relative_to(ROOT)}" + ("; time is over, run again to go on" if missing else ""))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
