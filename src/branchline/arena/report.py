"""A summary as tables of words and numbers, which the terminal, a page and a document show each in its way."""

from __future__ import annotations

from math import isinf

from msgspec import Struct

from branchline.arena.statistics import Estimate
from branchline.arena.summary import Pair, Summary
from branchline.bots.driver import FAULTS
from branchline.game.narrate import Names
from branchline.words import say


class Sheet(Struct, frozen=True):
    """A table: its heading, its rows of which the first names the columns, and how each column is aligned."""

    title: str
    rows: list[list[str]]
    align: str


def heading(summary: Summary, lang: str) -> str:
    """What was played, in a line."""
    variant = summary.plan.resolve().name(lang)
    return say("arena.title", {"variant": variant, "seats": summary.plan.seats}, lang)


def sentences(summary: Summary, lang: str) -> list[str]:
    """What was played and how it is counted, in sentences."""
    plan = summary.plan
    lineups = len(plan.lineups)
    deals = -(-summary.games // (plan.seats * lineups))  # fewer than planned where a test was decided before
    given = {"games": summary.games, "deals": deals, "lineups": lineups, "seed": plan.seed}
    said = [say("arena.played", given, lang), say("arena.turns", {"turns": f"{summary.turns:.1f}"}, lang)]
    if summary.test:
        said.append(verdict(summary, lang))
    return [*said, say("arena.units", lang=lang)]


def verdict(summary: Summary, lang: str) -> str:
    """What the sequential test says."""
    test = summary.test
    assert test is not None
    a, b = summary.plan.bots
    given = {"a": a, "b": b, "low": f"{test.low:g}", "high": f"{test.high:g}", "ratio": f"{test.ratio:.2f}"}
    given |= {"least": f"{test.bounds[0]:.2f}", "most": f"{test.bounds[1]:.2f}"}
    return say(f"arena.test_{test.verdict}", given, lang)


def percent(part: float) -> str:
    """A share."""
    return f"{100 * part:.1f} %"


def interval(found: Estimate, *, share: bool = True) -> str:
    """The interval of an estimate."""
    if isinf(found.error) and not share:
        return "–"
    scale, digits = (100, 1) if share else (1, 1)
    return f"{scale * found.low:.{digits}f} … {scale * found.high:.{digits}f}"


def plus_minus(found: Estimate) -> str:
    """A mean with its standard error."""
    return f"{found.mean:.1f}" if isinf(found.error) else f"{found.mean:.1f} ± {found.error:.1f}"


def duration(seconds: float) -> str:
    """A time for people."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1000:.{2 if seconds < 0.01 else 0}f} ms"


def columns(lang: str, *names: str) -> list[str]:
    """The head of a table."""
    return [say(f"arena.column_{name}", lang=lang) for name in names]


def sheets(summary: Summary, lang: str) -> list[Sheet]:
    """All tables of a report."""
    found = [wins_sheet(summary, lang)]
    if summary.pairs:
        found.append(matrix(summary, lang, "arena.pairs_title", score_cell))
        found.append(matrix(summary, lang, "arena.leads_title", lead_cell))
    return [*found, seats_sheet(summary, lang), times_sheet(summary, lang), ends_sheet(summary, lang)]


def wins_sheet(summary: Summary, lang: str) -> Sheet:
    """Who won, with ratings."""
    rows = [columns(lang, "bot", "games", "wins", "interval", "points", "elo", "interval", "skill")]
    for bot in summary.ranking:
        line = summary.lines[bot]
        elo, low, high = line.elo
        reach = "–" if isinf(low) else f"{low:.0f} … {high:.0f}"
        rows.append([line.bot, str(line.games), percent(line.wins.mean), interval(line.wins), plus_minus(line.points)])
        rows[-1] += [f"{elo:.0f}", reach, f"{line.skill[0]:.1f} ± {line.skill[1]:.1f}"]
    return Sheet(say("arena.wins_title", lang=lang), rows, "lrrrrrrr")


def score_cell(pair: Pair) -> str:
    """How often one bot was ahead."""
    return f"{100 * pair.score.mean:.1f} ± {100 * half(pair.score):.1f}"


def half(found: Estimate) -> float:
    """Half the width of an interval."""
    return (found.high - found.low) / 2


def lead_cell(pair: Pair) -> str:
    """By how much."""
    return f"{pair.lead.mean:+.1f}" if isinf(pair.lead.error) else f"{pair.lead.mean:+.1f} ± {pair.lead.error:.1f}"


def matrix(summary: Summary, lang: str, title: str, cell: object) -> Sheet:
    """Everybody against everybody."""
    assert callable(cell)
    order = summary.ranking
    rows = [[*columns(lang, "bot"), *(summary.lines[bot].bot for bot in order)]]
    for a in order:
        found = [summary.pair(a, b) for b in order]
        rows.append([summary.lines[a].bot, *("" if pair is None else cell(pair) for pair in found)])
    return Sheet(say(title, lang=lang), rows, "l" + "r" * len(order))


def seats_sheet(summary: Summary, lang: str) -> Sheet:
    """Victories by seat."""
    names = Names(None, lang)
    rows = [[*columns(lang, "bot"), *(names.seat(seat) for seat in range(summary.plan.seats))]]
    for bot in summary.ranking:
        line = summary.lines[bot]
        rows.append([line.bot, *(f"{100 * part:.1f}" for part in line.seats)])
    return Sheet(say("arena.seats_title", lang=lang), rows, "l" + "r" * summary.plan.seats)


def times_sheet(summary: Summary, lang: str) -> Sheet:
    """Times and faults."""
    rows = [columns(lang, "bot", "decisions", "median", "p99", "slowest", *FAULTS)]
    for bot in summary.ranking:
        it = summary.lines[bot]
        times = [duration(seconds) for seconds in (it.median, it.p99, it.slowest)]
        rows.append([it.bot, str(it.decisions), *times, *(str(it.faults.get(fault, 0)) for fault in FAULTS)])
    return Sheet(say("arena.times_title", lang=lang), rows, "lrrrrrrr")


def ends_sheet(summary: Summary, lang: str) -> Sheet:
    """How games ended."""
    names = Names(None, lang)
    rows = [columns(lang, "ended", "games", "percent")]
    for how, number in sorted(summary.endings.items(), key=lambda entry: -entry[1]):
        rows.append([names.how(how), str(number), percent(number / max(summary.games, 1))])
    return Sheet(say("arena.ends_title", lang=lang), rows, "lrr")
