"""
Everything that Branchline raises on purpose.

::

    BranchlineError             (a ValueError)
    ├── VariantError            an unknown variant, or a map with problems
    ├── OptionError             an unknown option or value, a wrong number of seats
    ├── MoveError               a move text that can't be read
    │   └── IllegalMoveError    a move that the rules refuse; carries the Reason
    ├── BotError                an unknown bot, or a parameter that it doesn't take
    ├── PositionError           a position that can't be, with all its problems
    └── RecordError             a record that breaks, with the number of the move and the cause

Each carries a message id and parameters (so it can be said in every language), the offending value among them, and what
would be right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from branchline.words import say


def quoted(value: object, most: int = 80) -> str:
    """A value as a message quotes it: never long, never on two lines, and always such that it can be printed."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except Exception:  # a number of too many digits, data nested too deeply, a class with a broken repr
        text = type(value).__name__
    text = " ".join(text.split()) if text.strip() else text
    text = text if len(text) <= most else text[: most - 1] + "…"
    return text.encode("utf-8", "replace").decode()


class Problem(Struct, frozen=True):
    """One thing that is wrong with data: where it is, what it is, what would be right."""

    message: str
    """Message id, for example ``errors.unknown_city``."""
    parameters: dict[str, Any] = {}
    file: str = ""
    """File name, or empty for data that came from no file."""
    line: int = 0
    """Line in the file, counted from 1; 0 where lines mean nothing."""
    place: str = ""
    """Path inside the data, for example ``players[1].hand``."""

    def say(self, lang: str = "en") -> str:
        """The problem as one line."""
        where = self.file + (f":{self.line}" if self.line else "")
        where = ": ".join(part for part in (where, self.place) if part)
        text = say(self.message, self.parameters, lang)
        return f"{where}: {text}" if where else text


class BranchlineError(ValueError):
    """The root of the tree."""

    def __init__(
        self, message: str, parameters: dict[str, Any] | None = None, problems: Sequence[Problem] = ()
    ) -> None:
        self.message = message
        self.parameters = parameters or {}
        self.problems = tuple(problems)
        super().__init__(self.say())

    def say(self, lang: str = "en") -> str:
        """The error in a language, with every problem on a line of its own."""
        head = say(self.message, self.parameters, lang)
        return "\n".join([head, *(f"  {problem.say(lang)}" for problem in self.problems)])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.parameters, self.problems)


class VariantError(BranchlineError):
    """An unknown variant, or a map with problems."""


class OptionError(BranchlineError):
    """An unknown option or value, a wrong number of seats, a wrong start player."""


class MoveError(BranchlineError):
    """A move text that can't be read."""


class Refusal(Protocol):
    """What :class:`branchline.Reason` is to this module, which stands below it."""

    @property
    def id(self) -> str:
        """What stands in the way."""

    @property
    def clause(self) -> str:
        """The clause of the rules."""

    @property
    def parameters(self) -> dict[str, Any]:
        """What the sentence is about."""

    def words(self, lang: str = "en") -> str:
        """The sentence."""


class IllegalMoveError(MoveError):
    """A move that the rules refuse."""

    reason: Refusal
    """Why: the :class:`branchline.Reason` with id, clause and parameters."""

    def say(self, lang: str = "en") -> str:
        """The error with its reason, both in the language."""
        head = say(self.message, self.parameters, lang)
        reason = getattr(self, "reason", None)
        return f"{head} {reason.words(lang)} ({reason.clause})" if reason else head

    def __reduce__(self) -> tuple[Any, ...]:
        return illegal_move, (self.parameters["value"], self.reason)


def illegal_move(move: str, reason: Refusal) -> IllegalMoveError:
    """The error of a refused move."""
    error = IllegalMoveError("errors.illegal_move", {"value": move})
    error.reason = reason
    error.args = (error.say(),)
    return error


class BotError(BranchlineError):
    """An unknown bot, or a parameter that it doesn't take."""


class PositionError(BranchlineError):
    """A position that can't be."""


class RecordError(BranchlineError):
    """A record that breaks; ``parameters["move"]`` is the number of the move, counted from 0."""

    cause: BranchlineError | None = None
    """What went wrong there."""

    def say(self, lang: str = "en") -> str:
        """The error with its cause, both in the language."""
        text = super().say(lang)
        return f"{text} {self.cause.say(lang)}" if self.cause else text

    def because(self, cause: BranchlineError) -> RecordError:
        """The same error with its cause."""
        self.cause = cause
        self.args = (self.say(),)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.parameters, self.problems), {"cause": self.cause, "args": self.args}
