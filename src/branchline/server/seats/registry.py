"""The bots that a table can seat: those of ``branchline.bots`` by name, the levels among them."""

from __future__ import annotations

from branchline.bots.registry import Entry, Parameter, describe, entry, names, read
from branchline.errors import quoted
from branchline.server.problems import refuse

STAND_IN = "tomas"
"""Who plays for the absent."""

MOST_SECONDS = 10.0
MOST_TIMES = 5
"""A guest may ask a bot to work so many times harder than it does by itself, not for hours."""


def seatable() -> tuple[Entry, ...]:
    """All bots that may be seated: none that takes a free text, which could name a program of this machine."""
    found = [entry(name) for name in names()]
    return tuple(one for one in found if not any(it.kind == "text" for it in one.parameters))


def bot_text(said: str) -> str:
    """The canonical text of a bot that may be seated; refused if there is none or it asks too much."""
    possible = {one.name for one in seatable()}
    if said.partition(":")[0].strip() not in possible:
        raise refuse("no_such_bot", value=quoted(said), possible=", ".join(sorted(possible)))
    found, values = read(said)
    for parameter in found.parameters:
        value = values[parameter.name]
        if isinstance(value, int | float) and value > most(parameter):
            raise refuse("bot_too_slow", value=quoted(said), parameter=parameter.name, most=f"{most(parameter):g}")
    return describe(said)


def most(parameter: Parameter) -> float:
    """The highest value that may be asked for."""
    if parameter.kind == "time":
        return MOST_SECONDS
    default = parameter.default
    if parameter.kind == "number" and isinstance(default, int) and default > 0:
        return min(parameter.high, max(20, default * MOST_TIMES))
    return parameter.high
