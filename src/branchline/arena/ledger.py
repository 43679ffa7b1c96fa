"""Blocks on disk, a line of JSON each, so that an arena can be stopped and taken up again."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import TextIO

import msgspec

from branchline.arena.blocks import Block, Plan
from branchline.errors import BotError, quoted

FORMAT = "branchline-arena/1"


class Head(msgspec.Struct):
    """The first line: what is played."""

    format: str
    plan: Plan


def read_ledger(path: Path) -> tuple[Plan, list[Block]]:
    """What a file holds: the plan, and the blocks that are written to their end. Somebody may be writing on."""
    first, *lines = path.read_text("utf-8").rpartition("\n")[0].splitlines() or [""]
    return head_of(path, first).plan, [block_of(path, number, line) for number, line in enumerate(lines, 2)]


def head_of(path: Path, line: str) -> Head:
    """The first line."""
    try:
        return msgspec.json.decode(line, type=Head)
    except msgspec.DecodeError:
        raise BotError("arena.bad_ledger", {"value": str(path), "line": 1}) from None


def block_of(path: Path, number: int, line: str) -> Block:
    """Any other line."""
    try:
        return msgspec.json.decode(line, type=Block)
    except msgspec.DecodeError:
        raise BotError("arena.bad_ledger", {"value": str(path), "line": number}) from None


class Ledger:
    """A file of blocks. It is begun if it is not there; one that is has to hold the same plan."""

    def __init__(self, path: str | Path, plan: Plan) -> None:
        self.path = Path(path)
        self.plan = plan
        self.blocks: list[Block] = []
        """The blocks that were there."""
        text = self.path.read_text("utf-8") if self.path.exists() else ""
        if text:
            self.read(text)
        self.file: TextIO = self.path.open("w" if not text else "a", encoding="utf-8", newline="\n")
        if not text:
            self.write(Head(FORMAT, plan))

    def read(self, text: str) -> None:
        """Read what is there; a last line that was cut short is taken away."""
        whole, newline, torn = text.rpartition("\n")
        first, *lines = whole.splitlines() if newline else [torn]
        head = head_of(self.path, first)
        if msgspec.structs.replace(head.plan, games=self.plan.games) != self.plan:
            old, new = msgspec.to_builtins(head.plan), msgspec.to_builtins(self.plan)
            name = next(name for name in new if name != "games" and old[name] != new[name])
            given = {"name": name, "old": quoted(old[name]), "new": quoted(new[name])}
            raise BotError("arena.other_plan", {"value": str(self.path), **given})
        wanted = set(self.plan.blocks)
        for number, line in enumerate(lines, 2):
            block = block_of(self.path, number, line)
            if (block.lineup, block.deal) in wanted:
                wanted.discard((block.lineup, block.deal))
                self.blocks.append(block)
        if torn:
            self.path.write_text(whole + "\n", "utf-8", newline="\n")

    @property
    def done(self) -> set[tuple[int, int]]:
        """The blocks that were there, as line-up and deal."""
        return {(block.lineup, block.deal) for block in self.blocks}

    def add(self, block: Block) -> None:
        """Write a block down at once."""
        self.write(block)

    def write(self, line: msgspec.Struct) -> None:
        """One line."""
        self.file.write(msgspec.json.encode(line).decode() + "\n")
        self.file.flush()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.file.close()
