"""
Between a game and a bot: asks it for a move under a time limit, and stands in for an answer that does not come, comes
late, or is none.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter

from msgspec import Struct

from branchline.bots.bot import Bot, Clock, Remark
from branchline.bots.standin import stand_in
from branchline.errors import quoted
from branchline.game.game import Game
from branchline.game.moves import AnyMove
from branchline.game.view import View

log = logging.getLogger("branchline.bots")

FAULTS = ("late", "crash", "nonsense")
"""What can be wrong with an answer: too late or never, an error instead of it, not one of the moves."""
FAILURES = (Exception, SystemExit)
"""What a bot may raise without more harm than that the stand-in moves: it can't end the program of a game either."""


@contextmanager
def quiet() -> Iterator[None]:
    """For those who tell of faults themselves: nothing is logged meanwhile."""
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)


class LateError(Exception):
    """Raised by a bot that knows that it has missed its time: one in another process, which had to be ended."""


class Answer(Struct, frozen=True):
    """What came of asking a bot."""

    move: AnyMove
    """A legal move for certain."""
    seconds: float
    fault: str = ""
    """Why the stand-in chose the move: one of ``FAULTS``; empty if the bot did."""
    remark: Remark | None = None
    """Why the bot chose it."""
    trouble: Remark | None = None
    """What was logged about the fault."""


class Driver:
    """
    Asks one bot, for one seat of one game.

    Without a limit the bot is called here and now. With one it thinks in a thread of its own, which is left alone when
    it is late: nothing can end a thread, so a bot that never answers is stood in for from then on.
    """

    def __init__(self, bot: Bot, name: str = "", limit: float | None = None, *, explain: bool = False) -> None:
        self.bot = bot
        self.name = name or type(bot).__name__
        self.limit = limit
        """Seconds for each decision."""
        self.wants_remarks = explain
        self.faults: Counter[str] = Counter()
        self.asked = 0
        self._worker: _Worker | None = None

    def play(self, game: Game, seat: int) -> Answer:
        """Let the bot decide for a seat that owes a decision, and play its move."""
        answer = self.answer(game.view(seat), tuple(game.legal(seat)))
        game.play(answer.move, seat)
        return answer

    def answer(self, view: View, moves: Sequence[AnyMove]) -> Answer:
        """A legal move, whatever the bot does."""
        self.asked += 1
        began = perf_counter()
        fault, why, move = "", "", None
        try:
            move = self._ask(view, moves)
        except LateError:
            fault = "late"
        except FAILURES as error:
            fault, why = "crash", f"{type(error).__name__}: {quoted(str(error))}"
        seconds = perf_counter() - began
        remark = None
        if not fault and (not isinstance(move, AnyMove) or move not in moves):
            fault, why = "nonsense", quoted(move)
        elif not fault and self.wants_remarks:
            with suppress(Exception):
                remark = self.bot.explain()
        trouble = None
        if fault or move is None:
            move = stand_in(view, moves)
            self.faults[fault] += 1
            parameters = {"bot": self.name, "seat": view.seat, "why": why, "move": str(move), "seconds": self.limit}
            trouble = Remark(f"bots.fault_{fault}", parameters)
            log.warning(trouble.words())
        return Answer(move, seconds, fault, remark, trouble)

    def _ask(self, view: View, moves: Sequence[AnyMove]) -> AnyMove:
        """The bot's answer, within the limit."""
        if self.limit is None:
            return self.bot.choose(view, moves, Clock())
        if self._worker is None:
            self._worker = _Worker(self.bot)
        return self._worker.ask(view, moves, self.limit)

    def close(self) -> None:
        """The game is over."""
        if self._worker is not None:
            self._worker.tasks.put(None)
            self._worker = None
        with suppress(Exception):
            self.bot.close()


class _Worker:
    """The thread in which one bot thinks."""

    def __init__(self, bot: Bot) -> None:
        self.tasks: SimpleQueue[tuple[int, View, Sequence[AnyMove], Clock] | None] = SimpleQueue()
        self.answers: SimpleQueue[tuple[int, AnyMove | BaseException]] = SimpleQueue()
        self.number = 0
        self.answered = 0
        Thread(target=_think, args=(bot, self.tasks, self.answers), daemon=True).start()

    def ask(self, view: View, moves: Sequence[AnyMove], limit: float) -> AnyMove:
        """The answer to this question; LateError when there is none in time, or when an older one is still open."""
        clock = Clock(limit)
        while self.answered < self.number:  # an earlier answer was late: it may be there by now
            self.answered = self._get(clock.left)[0]
        self.number += 1
        self.tasks.put((self.number, view, moves, clock))
        number, answer = self._get(clock.left)
        self.answered = number
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _get(self, seconds: float) -> tuple[int, AnyMove | BaseException]:
        try:
            return self.answers.get(timeout=max(seconds, 0.0))
        except Empty:
            raise LateError from None


def _think(
    bot: Bot,
    tasks: SimpleQueue[tuple[int, View, Sequence[AnyMove], Clock] | None],
    answers: SimpleQueue[tuple[int, AnyMove | BaseException]],
) -> None:
    while (task := tasks.get()) is not None:
        number, view, moves, clock = task
        try:
            answers.put((number, bot.choose(view, moves, clock)))
        except FAILURES as error:
            answers.put((number, error))
