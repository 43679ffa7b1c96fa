"""The planner's parameters for a variant and a number of seats, from ``weights.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from branchline.planning.records import Params


@cache
def table() -> dict[str, dict[str, int]]:
    """What the file says, by the name of the table."""
    found: dict[str, dict[str, int]] = tomllib.loads((files("branchline.planning") / "weights.toml").read_text("utf-8"))
    return found


def values(variant: str, seats: int) -> dict[str, int]:
    """The default, changed by what was tuned for the variant, and for the number of seats in it."""
    found: dict[str, int] = {}
    for name in ("default", variant, f"{variant}-{seats}"):
        found |= table().get(name, {})
    return found


def params(chosen: dict[str, int]) -> Params:
    """Parameters as a record."""
    made = Params()
    for name, value in chosen.items():
        if not hasattr(made, name):
            raise KeyError(name)
        setattr(made, name, value)
    return made
