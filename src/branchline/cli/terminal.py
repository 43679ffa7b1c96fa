"""
Text in a terminal: colours where they are wanted, columns that stay straight with wide characters, tables, wrapping,
a progress bar.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from typing import TextIO

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
RESET = "\x1b[0m"
STYLES = {
    "bold": "1",
    "dim": "2",
    "underline": "4",
    "reverse": "7",
    "title": "1;38;5;215",
    "good": "38;5;114",
    "bad": "38;5;210",
    "hint": "38;5;245",
}
NEVER_FIRST = set("、。，．！？：；）」』】〉》ー々ゃゅょっァィゥェォャュョッ,.!?:;)]}%…・")
"""Characters that no line begins with."""
NEVER_LAST = set("（「『【〈《([{")


class Terminal:
    """Where a command writes to: how wide it is, and whether it shows colours."""

    def __init__(self, out: TextIO | None = None, colour: bool | None = None, width: int | None = None) -> None:
        self.out = out or sys.stdout
        self.is_terminal = self.out.isatty()
        self.colour = wants_colour(self.is_terminal) if colour is None else colour
        self.width = width or min(shutil.get_terminal_size((100, 40)).columns, 120)

    def write(self, *lines: str) -> None:
        """Print lines, at once: who reads them through a pipe or in a journal waits for them, too."""
        print("\n".join(lines), file=self.out, flush=True)

    def page(self, lines: Sequence[str]) -> None:
        """Print lines, through a pager when they are more than the terminal shows."""
        pager = shutil.which("less")
        if self.is_terminal and pager and len(lines) >= shutil.get_terminal_size().lines:
            import subprocess

            with contextlib.suppress(BrokenPipeError):
                subprocess.run([pager, "-FRX"], input="\n".join(lines) + "\n", text=True, encoding="utf-8", check=False)
        else:
            self.write(*lines)

    def paint(self, text: str, *styles: str) -> str:
        """A text in styles; a style is a name of ``STYLES`` or an SGR number."""
        if not self.colour or not styles or not text:
            return text
        codes = ";".join(STYLES.get(style, style) for style in styles)
        return f"\x1b[{codes}m{text}{RESET}"

    def wrap(self, text: str, indent: str = "", first: str | None = None) -> list[str]:
        """A text as lines that fit."""
        return wrap(text, self.width, indent, first)

    def table(self, rows: Sequence[Sequence[object]], align: str, header: bool = True, gap: str = "  ") -> list[str]:
        """
        Rows as straight columns. ``align`` has a letter a column: ``l``, ``r``, and ``w`` for a last column of plain
        text that is wrapped.
        """
        cells = [[str(cell) for cell in row] for row in rows]
        widths = [max((cells_of(row[i]) for row in cells), default=0) for i in range(len(align))]
        room = self.width - sum(widths[:-1]) - len(gap) * (len(widths) - 1)
        lines = []
        for number, row in enumerate(cells):
            parts = [pad(cell, n, side) for cell, n, side in zip(row, widths, align, strict=True)]
            more: list[str] = []
            if align.endswith("w") and cells_of(row[-1]) > room >= 20:
                parts[-1], *more = wrap(row[-1], room)
            line = gap.join(parts).rstrip()
            lines.append(self.paint(line, "bold") if header and number == 0 else line)
            lines += [" " * (self.width - room) + text for text in more]
        return lines

    def heading(self, text: str) -> str:
        """A line across the screen with a text in it."""
        room = max(0, self.width - cells_of(text) - 4)
        return self.paint("──", "hint") + f" {self.paint(text, 'title')} " + self.paint("─" * room, "hint")


def wants_colour(is_terminal: bool) -> bool:
    """Whether to colour: on a terminal, unless NO_COLOR is set (no-color.org) or it is a dumb one."""
    return is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_wide(char: str) -> bool:
    """Whether a character takes two cells."""
    return unicodedata.east_asian_width(char) in "WF"


def cells_of(text: str) -> int:
    """How many cells a text takes: wide characters two, colours none."""
    if text.isascii() and "\x1b" not in text:
        return len(text)
    plain = ESCAPE.sub("", text)
    return sum(0 if unicodedata.combining(char) else 2 if is_wide(char) else 1 for char in plain)


def pad(text: str, cells: int, side: str = "l") -> str:
    """A text filled up with spaces: ``l``, ``r``, or ``c`` for centred."""
    room = max(0, cells - cells_of(text))
    before = {"r": room, "c": room // 2}.get(side, 0)
    return " " * before + text + " " * (room - before)


def clip(text: str, cells: int) -> str:
    """A plain text cut to so many cells."""
    if cells_of(text) <= cells:
        return text
    out, used = "", 0
    for char in text:
        used += cells_of(char)
        if used > cells - 1:
            break
        out += char
    return out + "…"


def wrap(text: str, cells: int, indent: str = "", first: str | None = None) -> list[str]:
    """
    A text as lines of so many cells. Words of Latin letters stay whole; Chinese and Japanese break between any two
    characters, but no line begins with a closing mark or ends with an opening one.
    """
    lines: list[str] = []
    line, used = (indent if first is None else first), 0
    room = cells - cells_of(line)
    for piece in pieces(text):
        n = cells_of(piece.rstrip(" "))
        if used and used + n > room:
            lines.append(line.rstrip(" "))
            line, used, room = indent, 0, cells - cells_of(indent)
        line += piece
        used += cells_of(piece)
    return [*lines, line.rstrip(" ")]


def pieces(text: str) -> list[str]:
    """The parts between which a line may break."""
    out: list[str] = []
    glue = False
    for part in re.findall(r"[^\s　-鿿豈-｠]+ *|[　-鿿豈-｠] *| +", text.replace("\n", " ")):
        if out and (glue or part[0] in NEVER_FIRST or part[0] == " "):
            out[-1] += part
        else:
            out.append(part)
        glue = part.rstrip(" ")[-1:] in NEVER_LAST
    return out


class Progress:
    """A progress bar on standard error; nothing where that is no terminal."""

    def __init__(self, total: int, label: str, out: TextIO | None = None) -> None:
        self.out = out or sys.stderr
        self.total = total
        self.label = label
        self.on = self.out.isatty()
        self.shown = -1

    def show(self, done: int) -> None:
        """So many are done."""
        permille = 1000 * done // max(1, self.total)
        if self.on and permille != self.shown:
            self.shown = permille
            full = permille * 40 // 1000
            bar = "█" * full + "░" * (40 - full)
            print(f"\r{self.label} {bar} {done}/{self.total}", end="", file=self.out, flush=True)

    def close(self) -> None:
        """Take the bar away."""
        if self.on:
            print("\r\x1b[K", end="", file=self.out, flush=True)
