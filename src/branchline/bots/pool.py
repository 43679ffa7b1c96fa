"""
Bots in other processes: a few processes that answer for many seats, ended and begun anew when a bot is late.

    with Pool(2) as pool:
        bot = pool.make("ismcts:budget=1s", seed=7)
"""

from __future__ import annotations

import signal
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from random import Random
from threading import Condition
from typing import Any

import msgspec

from branchline.bots.bot import Bot, Clock, Remark
from branchline.bots.driver import LateError
from branchline.bots.registry import describe, make
from branchline.errors import quoted
from branchline.game.moves import AnyMove
from branchline.game.view import View

MOST_KEPT = 512
"""Bots that one process remembers; the one that was asked longest ago goes first."""
READY = b"ready"
"""What a process says first."""


class Task(msgspec.Struct):
    """A question to a process."""

    bot: int
    text: str
    seed: int | str
    view: View
    moves: list[AnyMove]
    seconds: float | None


class Reply(msgspec.Struct):
    """Its answer."""

    move: AnyMove | None = None
    remark: Remark | None = None
    error: str = ""
    ended: bool = False


class Process:
    """One process with the way to it. Making it begins it; it is ready some time later."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.ready = False

    def wait(self, seconds: float | None) -> bool:
        """Whether it is ready, at most so many seconds from now; EOFError if it does not begin."""
        if not self.ready and self.connection.poll(seconds):
            self.ready = self.connection.recv_bytes() == READY
        return self.ready

    def end(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.join()
        self.connection.close()


class Pool:
    """Processes that answer for any number of bots."""

    def __init__(self, jobs: int = 1) -> None:
        self.free = [Process() for _ in range(jobs)]
        """Processes that have nothing to do."""
        self.changed = Condition()
        self.numbers = count(1)
        self.closed = False
        self.encode = msgspec.msgpack.Encoder().encode
        self.decode = msgspec.msgpack.Decoder(Reply).decode

    def make(self, text: str, seed: int | str = 0) -> Bot:
        """A bot that thinks in one of the processes; BotError as :func:`branchline.bots.make` raises it."""
        return Remote(self, next(self.numbers), describe(text), seed)

    def ask(self, task: Task, clock: Clock) -> Reply:
        """The reply of a process; LateError when it is not in time: the process is ended then, and another begun."""
        process = self.take(clock)
        sound = False
        try:
            if not process.wait(seconds_left(clock)):
                sound = True  # it is still beginning, which is not the fault of the bot
                raise LateError
            process.connection.send_bytes(self.encode(task))
            if not process.connection.poll(seconds_left(clock)):
                raise LateError
            reply = self.decode(process.connection.recv_bytes())
            sound = True
        except (EOFError, OSError):
            raise RuntimeError("the process has ended") from None
        finally:
            self.give_back(process, sound)
        return reply

    def take(self, clock: Clock) -> Process:
        """A process that is free, one that is ready if possible."""
        with self.changed:
            if not self.changed.wait_for(lambda: self.free, seconds_left(clock)):
                raise LateError
            if self.closed:
                raise RuntimeError("the pool is closed")
            self.free.sort(key=lambda process: process.ready)
            return self.free.pop()

    def give_back(self, process: Process, sound: bool) -> None:
        """Let others have it, or another one that is begun in its place."""
        with self.changed:
            if not sound or self.closed:
                process.end()
            if not self.closed:
                self.free.append(process if sound else Process())
            self.changed.notify()

    def close(self) -> None:
        """End all processes; those that are busy end with their answer."""
        with self.changed:
            self.closed = True
            for process in self.free:
                process.end()
            self.free.clear()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def seconds_left(clock: Clock) -> float | None:
    """How long one may wait; None: for ever."""
    return None if clock.seconds is None else max(clock.left, 0.0)


class Remote(Bot):
    """A bot in a process of a pool."""

    def __init__(self, pool: Pool, number: int, text: str, seed: int | str) -> None:
        super().__init__(Random(seed))
        self.pool = pool
        self.number = number
        self.text = text
        self.seed = seed
        self.remark: Remark | None = None

    def choose(self, view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        self.remark = None
        seconds = None if clock.seconds is None else clock.left
        reply = self.pool.ask(Task(self.number, self.text, self.seed, view, list(moves), seconds), clock)
        if reply.error or reply.move is None:
            raise RuntimeError(reply.error or "no move")
        self.remark = reply.remark
        return reply.move

    def explain(self) -> Remark | None:
        return self.remark


def serve(connection: Any) -> None:
    """What a process does: answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    decode = msgspec.msgpack.Decoder(Task).decode
    encode = msgspec.msgpack.Encoder().encode
    bots: dict[int, Bot] = {}
    with suppress(EOFError, OSError):
        connection.send_bytes(READY)
        while True:
            connection.send_bytes(encode(answer(decode(connection.recv_bytes()), bots)))


def answer(task: Task, bots: dict[int, Bot]) -> Reply:
    """The reply to one question."""
    clock = Clock(task.seconds)
    try:
        bot = bots.pop(task.bot, None) or make(task.text, task.seed)
        bots[task.bot] = bot
        if len(bots) > MOST_KEPT:
            bots.pop(next(iter(bots))).close()
        move = bot.choose(task.view, task.moves, clock)
        if not isinstance(move, AnyMove):
            return Reply(error=quoted(move))
        return Reply(move, bot.explain())
    except Exception as error:
        return Reply(error=f"{type(error).__name__}: {quoted(str(error))}")
