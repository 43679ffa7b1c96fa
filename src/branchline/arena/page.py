"""A summary as one HTML page that needs nothing else."""

from __future__ import annotations

from html import escape
from math import isinf

from branchline.arena.report import heading, percent, sentences, sheets
from branchline.arena.summary import Summary
from branchline.plots import bars, course, document, paragraph, table
from branchline.plots import heading as headed
from branchline.words import say


def page(summary: Summary, lang: str = "en", made_with: str = "") -> str:
    """The whole page."""
    parts = [paragraph(text) for text in sentences(summary, lang)]
    parts += plots(summary, lang)
    for sheet in sheets(summary, lang):
        parts += [headed(sheet.title), table(sheet.rows, sheet.align)]
    if summary.troubles:
        parts.append(headed(say("arena.troubles_title", lang=lang)))
        parts.append("<ul>" + "".join(f"<li>{escape(text)}</li>" for text in summary.troubles) + "</ul>")
    return document(heading(summary, lang), lang, parts, made_with)


def plots(summary: Summary, lang: str) -> list[str]:
    """All plots."""
    lines = [summary.lines[bot] for bot in summary.ranking]
    names = [line.bot for line in lines]
    fair = 1 / summary.plan.seats
    wins = [(line.wins.mean, line.wins.low, line.wins.high) for line in lines]
    found = [bars(say("arena.plot_wins", lang=lang), names, wins, (0.0, 1.0), [percent(it[0]) for it in wins], fair)]
    if len(lines) > 1 and not any(isinf(line.elo[1]) for line in lines):
        elo = [line.elo for line in lines]
        ends = (min(it[1] for it in elo) - 50, max(it[2] for it in elo) + 50)
        found.append(bars(say("arena.plot_elo", lang=lang), names, elo, ends, [f"{it[0]:.0f}" for it in elo], 1500.0))
    points = [(line.points.mean, line.points.low, line.points.high) for line in lines if not isinf(line.points.error)]
    if len(points) == len(lines):
        ends = (min(0.0, *(it[1] for it in points)), max(it[2] for it in points) * 1.05 + 1)
        found.append(bars(say("arena.plot_points", lang=lang), names, points, ends, [f"{it[0]:.1f}" for it in points]))
    if summary.test:
        found.append(course(say("arena.plot_test", lang=lang), summary.test.course, summary.test.bounds))
    return found
