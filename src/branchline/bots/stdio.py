"""
Bots in any language: a program that reads one JSON line for each decision and writes one (docs/guides/bots.md).
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from random import Random
from shutil import which
from threading import Thread
from typing import Any

import msgspec

from branchline.bots.bot import Bot, Clock
from branchline.bots.driver import LateError
from branchline.errors import BotError, quoted
from branchline.game.moves import AnyMove
from branchline.game.view import View

PROTOCOL = 1
"""Raised when a program that understood the lines might not understand them any more."""
GRACE = 1.0
"""Seconds that a program has to end by itself when its input is closed."""


class StdioBot(Bot):
    """
    A program that plays.

    It is started for the first decision, ended when it is late, and started anew for the next.
    """

    def __init__(self, random: Random, command: str) -> None:
        super().__init__(random)
        try:
            self.words = shlex.split(command)
        except ValueError:
            self.words = []
        if not self.words or which(self.words[0]) is None:
            raise BotError("bots.bad_command", {"value": quoted(command)})
        self.program: subprocess.Popen[str] | None = None
        self.lines: SimpleQueue[str] = SimpleQueue()

    def start(self) -> subprocess.Popen[str]:
        """Start the program, and a thread that reads what it says."""
        pipe = subprocess.PIPE
        program = subprocess.Popen(self.words, stdin=pipe, stdout=pipe, text=True, encoding="utf-8", errors="replace")
        self.lines = SimpleQueue()
        Thread(target=_listen, args=(program, self.lines), daemon=True).start()
        return program

    def choose(self, view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        if self.program is None:
            self.program = self.start()
        texts = {str(move): move for move in moves}
        seconds = None if clock.seconds is None else max(clock.left, 0.0)
        line = request(view, list(texts), seconds)
        assert self.program.stdin is not None
        try:
            self.program.stdin.write(line + "\n")
            self.program.stdin.flush()
            answer = self.lines.get(timeout=None if clock.seconds is None else max(clock.left, 0.0))
        except Empty:
            self.kill()
            raise LateError from None
        except OSError:
            answer = ""
        if not answer:
            raise RuntimeError(f"the program has ended with exit code {self.kill()}")
        said: Any = read_answer(answer)
        move: AnyMove = texts.get(said, said)
        return move

    def kill(self) -> int | None:
        """End the program; its exit code."""
        program, self.program = self.program, None
        if program is None:
            return None
        with suppress(subprocess.TimeoutExpired):
            program.wait(0.05)
        program.kill()
        with suppress(OSError):
            program.stdin.close()  # type: ignore[union-attr]
        return program.wait()

    def close(self) -> None:
        """Close the program's input, which tells it that it is over."""
        program, self.program = self.program, None
        if program is None:
            return
        with suppress(OSError):
            program.stdin.close()  # type: ignore[union-attr]
        try:
            program.wait(GRACE)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()


def _listen(program: subprocess.Popen[str], lines: SimpleQueue[str]) -> None:
    """Pass on each line; an empty one at the end."""
    assert program.stdout is not None
    with program.stdout:
        for line in program.stdout:
            if line.strip():
                lines.put(line)
    lines.put("")


def request(view: View, moves: Sequence[str], seconds: float | None) -> str:
    """The line that asks for a move."""
    return msgspec.json.encode(
        {"branchline": PROTOCOL, "seconds": seconds, "moves": moves, "view": msgspec.to_builtins(view)}
    ).decode()


def read_answer(line: str) -> str:
    """The move that a line names; if it names none, the line itself, so that the log can quote it."""
    try:
        said: Any = json.loads(line)
    except ValueError:
        return line.strip()
    move = said.get("move") if isinstance(said, dict) else None
    return move if isinstance(move, str) else line.strip()
