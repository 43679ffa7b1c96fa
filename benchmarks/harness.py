"""Measuring, and telling it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

Work = Callable[[], object]


class Bench:
    """Collects the figures of one run and prints them as they come."""

    def __init__(self, quick: bool) -> None:
        self.quick = quick
        self.figures: dict[str, float] = {}
        self.targets: list[tuple[str, str, bool]] = []

    def some(self, full: int, quick: int | None = None) -> int:
        """How much work: a tenth of it in a quick run."""
        return (quick if quick is not None else max(1, full // 10)) if self.quick else full

    # ------------------------------------------------------------ measuring
    def in_turns(self, works: Mapping[str, Work], rounds: int = 9) -> dict[str, float]:
        """
        Median CPU seconds of each work, measured in turns.

        What else the machine does then strikes them all, and their ratios hold even where the figures do not.
        """
        seconds = self.rounds(works, rounds)
        return {name: median(times) for name, times in seconds.items()}

    def rounds(self, works: Mapping[str, Work], rounds: int = 9) -> dict[str, list[float]]:
        """CPU seconds of each work in each round, after one round that does not count."""
        seconds: dict[str, list[float]] = {name: [] for name in works}
        for number in range((3 if self.quick else rounds) + 1):
            for name, work in works.items():
                begun = time.thread_time_ns()
                work()
                if number:
                    seconds[name].append((time.thread_time_ns() - begun) / 1e9)
        return seconds

    # ------------------------------------------------------------ telling
    def title(self, name: str, about: str | None) -> None:
        """The head of one measurement."""
        print(f"\n== {name}: {' '.join((about or '').split())}", flush=True)

    def table(self, rows: Sequence[Sequence[object]]) -> None:
        """Rows in columns; the first row is their names."""
        texts = [[str(cell) for cell in row] for row in rows]
        widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
        for row in texts:
            first = row[0].ljust(widths[0])
            print("  ", first, *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)), sep="  ")
        print(end="", flush=True)

    def figure(self, name: str, value: float) -> None:
        """Remember a figure for the file."""
        self.figures[name] = value

    def say(self, text: str) -> None:
        """A line."""
        print("    " + text, flush=True)

    def target(
        self, name: str, value: float, unit: str, *, least: float | None = None, most: float | None = None
    ) -> None:
        """A figure that has to be reached."""
        self.figures[name] = value
        met = (least is None or value >= least) and (most is None or value <= most)
        wanted = f"at least {least:g}" if least is not None else f"at most {most:g}"
        line = f"{name}: {value:.3g} {unit}".rstrip() + f" ({wanted})"
        self.targets.append((name, line, met))
        self.say(f"{'ok    ' if met else 'MISSED'}  {line}")

    @property
    def missed(self) -> list[str]:
        """The targets that were missed."""
        return [name for name, _, met in self.targets if not met]

    def summary(self) -> None:
        """All targets once more, after a long run."""
        if self.targets:
            self.title("targets", f"{len(self.targets) - len(self.missed)} of {len(self.targets)} met")
            for _, line, met in self.targets:
                self.say(f"{'ok    ' if met else 'MISSED'}  {line}")

    def write(self, file: Path) -> None:
        """All figures as JSON."""
        file.write_text(json.dumps(self.figures, indent=1, sort_keys=True) + "\n")


def microseconds(seconds: float) -> str:
    """A short time to read."""
    return f"{seconds * 1e6:.3g} us"
