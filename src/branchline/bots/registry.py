"""
Bots by name, with parameters: ``ismcts:iterations=400,exploration=1``.

A bot is a class in a file of this folder and an :class:`Entry` on the shelf (``shelf.py``); others add theirs with
:func:`register`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any

from msgspec import Struct

from branchline.bots.bot import Bot
from branchline.errors import BotError, quoted
from branchline.game.shapes import unknown
from branchline.words import say

Value = int | float | str | bool


class Parameter(Struct, frozen=True):
    """One parameter of a bot: what may stand behind its name, and what it means."""

    name: str
    kind: str
    """``number`` (whole), ``decimal``, ``time`` (``1s``, ``200ms``; in seconds), ``word`` (one of ``choices``),
    ``switch`` (``yes`` or ``no``) or ``text`` (everything up to the end of the line)."""
    default: Value
    low: float = 0
    high: float = 1_000_000_000
    choices: tuple[str, ...] = ()
    message: str = ""
    """The id of what it means; by default ``bots.parameter_`` and the name."""

    def about(self, lang: str = "en") -> str:
        """What it means."""
        return say(self.message or f"bots.parameter_{self.name}", lang=lang)

    def read(self, text: str) -> Value:
        """The value that a text says; BotError if it is none."""
        if self.kind == "text" and text.strip():
            return text
        if self.kind == "word" and text in self.choices:
            return text
        if self.kind == "switch" and text in SWITCH:
            return SWITCH[text]
        number = _number(text, self.kind)
        if number is not None and self.low <= number <= self.high:
            return number
        possible = ", ".join(self.choices or SWITCH)
        given = {"value": quoted(text), "parameter": self.name, "possible": possible}
        raise BotError(f"bots.bad_{self.kind}", {**given, "low": f"{self.low:,.9g}", "high": f"{self.high:,.9g}"})

    def write(self, value: Value) -> str:
        """A value as text."""
        if self.kind == "switch":
            return "yes" if value else "no"
        if self.kind == "time" and isinstance(value, int | float):
            return f"{value:g}s" if value >= 1 else f"{value * 1000:g}ms"
        return f"{value:g}" if isinstance(value, float) else str(value)


SWITCH = {"yes": True, "no": False}
UNITS = {"s": 1.0, "ms": 0.001}


def _number(text: str, kind: str) -> int | float | None:
    """A number of a kind; None if the text is none."""
    if kind == "number" and re.fullmatch(r"-?[0-9]{1,10}", text):
        return int(text)
    if kind == "decimal" and re.fullmatch(r"-?[0-9]{1,10}(\.[0-9]{1,10})?", text):
        return float(text)
    if kind == "time" and (found := re.fullmatch(r"([0-9]{1,10}(?:\.[0-9]{1,10})?)(s|ms)", text)):
        return float(found[1]) * UNITS[found[2]]
    return None


class Entry(Struct, frozen=True):
    """One kind of bot: its name, where it comes from, its parameters, and what it does."""

    name: str
    source: str | Callable[..., Bot]
    """A class, or ``module:Class`` so that nothing is imported before it plays. It is called with a ``Random`` and the
    parameters by name."""
    parameters: tuple[Parameter, ...] = ()
    preset: Mapping[str, Value] = {}
    """More parameters, which nobody can choose: several names may stand for one class."""
    message: str = ""
    """The id of what it does; by default ``bots.about_`` and the name."""
    trial: str = ""
    """The text under which tests play it: such that it is quick and does not look at the time. By default the name;
    ``-`` for what can't be tried so."""
    level: int = 0
    """Which of the levels it is, 1 the weakest; 0: none. ``levels.name_`` and the name is what it is called."""

    def about(self, lang: str = "en") -> str:
        """What it does, in a sentence."""
        return say(self.message or f"bots.about_{self.name}", lang=lang)

    def title(self, lang: str = "en") -> str:
        """What it is called: a level has a name, others are called by the one to type."""
        return say(f"levels.name_{self.name}", lang=lang) if self.level else self.name

    def factory(self) -> Callable[..., Bot]:
        """The class."""
        if not isinstance(self.source, str):
            return self.source
        module, _, name = self.source.partition(":")
        made: Callable[..., Bot] = getattr(import_module(module), name)
        return made


_ENTRIES: dict[str, Entry] = {}


def register(*entries: Entry) -> None:
    """Add kinds of bots; a name that is taken is refused."""
    for one in entries:
        if one.name in _entries():
            raise BotError("bots.name_taken", {"value": quoted(one.name)})
        if not re.fullmatch(r"[a-z][a-z0-9_]*", one.name):
            raise BotError("bots.bad_name", {"value": quoted(one.name)})
        _ENTRIES[one.name] = one


def _entries() -> dict[str, Entry]:
    """All entries: those of the package come first."""
    if not _ENTRIES:
        from branchline.bots.shelf import SHELF

        _ENTRIES.update({one.name: one for one in SHELF})
    return _ENTRIES


def names() -> tuple[str, ...]:
    """
    The names of the bots there are.

    >>> "racer" in names()
    True
    """
    return tuple(_entries())


def trials() -> tuple[str, ...]:
    """All bots as tests play them."""
    return tuple(it.trial or it.name for it in _entries().values() if it.trial != "-")


def levels() -> tuple[Entry, ...]:
    """The bots that are levels, the weakest first."""
    return tuple(sorted((it for it in _entries().values() if it.level), key=lambda it: it.level))


def entry(name: str) -> Entry:
    """The bot of a name; BotError if there is none."""
    if isinstance(name, str) and name in _entries():
        return _entries()[name]
    raise BotError(*unknown("bots.unknown_bot", name, names()))


def split(text: str) -> list[str]:
    """
    A list of bots as one types it, apart: commas divide bots too, for a parameter has a ``=``.

    >>> split("racer,ismcts:iterations=400,exploration=1,greedy")
    ['racer', 'ismcts:iterations=400,exploration=1', 'greedy']
    """
    if any(text.startswith(f"{name}:") and _takes_text(name) for name in _entries()):
        return [text]
    found: list[str] = []
    for part in text.split(","):
        if found and "=" in part.partition(":")[0]:
            found[-1] += f",{part}"
        else:
            found.append(part)
    return [part.strip() for part in found if part.strip()]


def _takes_text(name: str) -> bool:
    """Whether what stands behind the name is one text, commas and all."""
    return [parameter.kind for parameter in _entries()[name].parameters[:1]] == ["text"]


def read(text: str) -> tuple[Entry, dict[str, Value]]:
    """The kind of bot that a text names, and all its parameters; BotError says what is wrong."""
    name, _, rest = text.strip().partition(":")
    found = entry(name)
    values = {parameter.name: parameter.default for parameter in found.parameters}
    known = {parameter.name: parameter for parameter in found.parameters}
    if _takes_text(name):
        values[found.parameters[0].name] = found.parameters[0].read(rest)
        return found, values
    given: set[str] = set()
    for part in rest.split(",") if rest else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in known:
            message, parameters = unknown("bots.unknown_parameter", key, list(known))
            raise BotError(message, {"bot": name, **parameters})
        if not equals or key in given:
            raise BotError("bots.parameter_form", {"value": quoted(part), "bot": name})
        given.add(key)
        values[key] = known[key].read(value)
    return found, values


def describe(text: str) -> str:
    """
    The text in its one canonical form: parameters in their order, defaults left out.

    >>> describe("ismcts:exploration=0.7,iterations=40")
    'ismcts:iterations=40'
    """
    found, values = read(text)
    if _takes_text(found.name):
        return f"{found.name}:{values[found.parameters[0].name]}"
    changed = [it for it in found.parameters if values[it.name] != it.default]
    said = ",".join(f"{it.name}={it.write(values[it.name])}" for it in changed)
    return f"{found.name}:{said}" if said else found.name


def make(text: str, seed: int | str | None = None) -> Bot:
    """
    A bot from its name and parameters; BotError says what is wrong with them.

    With the same seed it makes the same choices, as far as it does not look at the time.
    """
    found, values = read(text)
    parameters: dict[str, Any] = {**values, **found.preset}
    return found.factory()(Random(seed), **parameters)


def make_all(texts: Sequence[str], seed: int | str) -> list[Bot]:
    """A bot for each seat, each with its own chance."""
    return [make(text, f"{seed}/{seat}") for seat, text in enumerate(texts)]
