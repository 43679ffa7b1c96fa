"""Pages that need nothing else: one HTML file with tables and with plots drawn as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise

WIDTH, ROW, LEFT, RIGHT = 720, 26, 220, 90
"""Sizes of a plot: its width, the height of a row, the room for names and for numbers."""
SHORT = 10
"""Characters of a cell that stay in one line."""

STYLE = """
:root { color-scheme: light dark }
:root { --ink: #1d2430; --paper: #fff; --soft: #6b7583; --line: #d7dce3; --bar: #2f6fb0; --mark: #c2572b }
:root { --seat0: #2f6fb0; --seat1: #c2572b; --seat2: #2f8f5b; --seat3: #8a5bb5; --seat4: #8a7a1f }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ee; --paper: #14181f; --soft: #8e99a8; --line: #313947; --bar: #6aa9e9; --mark: #f0935f }
  :root { --seat0: #6aa9e9; --seat1: #f0935f; --seat2: #63c795; --seat3: #bd93e6; --seat4: #cdbb55 }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem } h2 { font-size: 1.1rem; margin-top: 2rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top }
th, td.r, td.s { white-space: nowrap }
th { font-weight: 600 } .l { text-align: left } .r { text-align: right }
p.note { color: var(--soft) }
svg { max-width: 100%; height: auto } svg text { fill: var(--ink); font-size: 13px }
.bar { fill: var(--bar) } .reach { stroke: var(--ink); stroke-width: 1.5 }
.guide { stroke: var(--mark); stroke-dasharray: 4 3 } .axis { stroke: var(--line) }
.course { fill: none; stroke: var(--bar); stroke-width: 2; stroke-linejoin: round }
""" + "".join(f".seat{i} {{ stroke: var(--seat{i}) }} .dot{i} {{ fill: var(--seat{i}) }}\n" for i in range(5))
DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4")
"""Lines can be told apart without colour."""


def document(title: str, lang: str, parts: Sequence[str], note: str = "") -> str:
    """The whole page."""
    body = [f"<h1>{escape(title)}</h1>", *parts]
    if note:
        body.append(f'<p class="note">{escape(note)}</p>')
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def paragraph(text: str) -> str:
    """A paragraph."""
    return f"<p>{escape(text)}</p>"


def heading(text: str) -> str:
    """The heading of a part."""
    return f"<h2>{escape(text)}</h2>"


def table(rows: Sequence[Sequence[str]], align: str) -> str:
    """A table that can be scrolled; the first row names the columns."""
    lines = []
    for number, row in enumerate(rows):
        tag = "td" if number else "th"
        cells = (
            f'<{tag} class="{side}{short(text)}">{escape(text)}</{tag}>' for text, side in zip(row, align, strict=True)
        )
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return '<div class="scroll"><table>' + "\n".join(lines) + "</table></div>"


def short(text: str) -> str:
    """The class of a cell whose text is so short that it should stay in one line."""
    return " s" if len(text) <= SHORT else ""


def bars(
    title: str,
    names: Sequence[str],
    values: Sequence[tuple[float, float, float]],
    ends: tuple[float, float],
    labels: Sequence[str],
    guide: float | None = None,
) -> str:
    """A bar for each name with its interval."""
    low, high = ends
    scale = (WIDTH - LEFT - RIGHT) / max(high - low, 1e-9)
    height = ROW * len(names) + 10

    def x(value: float) -> float:
        return LEFT + (min(max(value, low), high) - low) * scale

    parts = []
    for i, (name, (mean, least, most), label) in enumerate(zip(names, values, labels, strict=True)):
        y = ROW * i + 5
        middle = y + ROW / 2
        parts.append(f'<text x="{LEFT - 8}" y="{middle + 4:.0f}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<rect class="bar" x="{LEFT}" y="{y + 4}" width="{x(mean) - LEFT:.1f}" height="{ROW - 8}"/>')
        parts.append(
            f'<line class="reach" x1="{x(least):.1f}" x2="{x(most):.1f}" y1="{middle:.0f}" y2="{middle:.0f}"/>'
        )
        parts.append(f'<text x="{WIDTH - RIGHT + 8}" y="{middle + 4:.0f}">{escape(label)}</text>')
    if guide is not None:
        parts.append(f'<line class="guide" x1="{x(guide):.1f}" x2="{x(guide):.1f}" y1="0" y2="{height}"/>')
    return figure(title, height, parts)


def course(title: str, values: Sequence[float], bounds: tuple[float, float]) -> str:
    """The course of a sequential test between its bounds."""
    height = 220
    low, high = min(bounds[0], *values, 0.0) - 0.3, max(bounds[1], *values, 0.0) + 0.3

    def y(value: float) -> float:
        return height - (value - low) / (high - low) * height

    step = (WIDTH - RIGHT - 20) / max(len(values) - 1, 1)
    points = " ".join(f"{20 + i * step:.1f},{y(value):.1f}" for i, value in enumerate(values))
    parts = [f'<polyline class="course" points="{points}"/>']
    for bound in bounds:
        parts.append(f'<line class="guide" x1="20" x2="{WIDTH - RIGHT}" y1="{y(bound):.1f}" y2="{y(bound):.1f}"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 8}" y="{y(bound) + 4:.0f}">{bound:.2f}</text>')
    return figure(title, height, parts)


Mark = tuple[float, float, str]
"""A place on a line that deserves a word: where, how high, what to say about it."""


def shares(
    title: str, names: Sequence[str], lines: Sequence[Sequence[tuple[float, float]]], marks: Sequence[Sequence[Mark]]
) -> str:
    """A line between 0 and 1 for each name, with marks on it."""
    height, top, left = 260, 10, 48
    end = max((x for line in lines for x, _ in line), default=1) or 1
    label = WIDTH - RIGHT

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x / end * (label - 12 - left), top + (1 - y) * (height - 2 * top)

    parts = []
    for level in (0, 25, 50, 75, 100):
        _, y = at(0, level / 100)
        parts.append(f'<line class="axis" x1="{left}" x2="{label - 12}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{level}%</text>')
    heights = apart([at(0, line[-1][1])[1] if line else height / 2 for line in lines])
    for i, (name, line, dots) in enumerate(zip(names, lines, marks, strict=True)):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in line))
        parts.append(f'<polyline class="course seat{i}" stroke-dasharray="{DASHES[i]}" points="{points}"/>')
        for where, value, said in dots:
            x, y = at(where, value)
            parts.append(
                f'<circle class="dot{i}" cx="{x:.1f}" cy="{y:.1f}" r="5"><title>{escape(said)}</title></circle>'
            )
        parts.append(f'<text class="dot{i}" x="{label - 6}" y="{heights[i] + 4:.1f}">{escape(name)}</text>')
    return figure(title, height, parts)


def apart(heights: Sequence[float], least: float = 15.0) -> list[float]:
    """The same heights in the same order, so far apart that writing fits."""
    found = list(heights)
    order = sorted(range(len(found)), key=lambda i: found[i])
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + least)
    over = max(0.0, max(found, default=0.0) - 250.0)
    return [height - over for height in found]


def figure(title: str, height: int, parts: Sequence[str]) -> str:
    """A plot under its title."""
    drawn = "\n".join(parts)
    return (
        f"<h2>{escape(title)}</h2>\n"
        f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img" aria-label="{escape(title)}">\n{drawn}\n</svg>'
    )
