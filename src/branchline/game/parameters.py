"""
Every parameter of the rules, once: name, type, default, clause and bounds are the fields of :class:`Parameters`.

A variant states only what differs from the defaults. What a parameter means to a person stands in
``words/parameters.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

from msgspec import Struct
from msgspec.structs import replace

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


class Table(dict[K, V]):
    """A dict that keeps its order and can't be changed, so that variants can share it and be hashed."""

    __slots__ = ()

    def _refuse(self, *_args: object, **_more: object) -> NoReturn:
        raise TypeError("this table can't be changed; make a dict of it first")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (dict(self),)


class Parameter(Struct, frozen=True):
    """One row of the table: what a value of this parameter may look like."""

    name: str
    kind: str
    """``number``, ``numbers`` (a list), ``word`` (one of ``choices``), ``words`` (some of them in order),
    ``counts`` (piece kind to number) or ``points`` (length to points)."""
    default: Any
    clause: str
    low: int = 0
    high: int = 0
    size: tuple[int, int] = (0, 0)
    """Fewest and most entries of a list or table."""
    choices: tuple[str, ...] = ()


_ROWS: list[tuple[Any, ...]] = []


def parameter(
    kind: str,
    default: T,
    clause: str,
    low: int = 0,
    high: int = 0,
    size: tuple[int, int] = (0, 0),
    choices: tuple[str, ...] = (),
) -> T:
    """Declare a parameter as a field of :class:`Parameters`; the class keeps the default, the table all the rest."""
    _ROWS.append((kind, default, clause, low, high, size, choices))
    return default


MOST_SEATS = 5

# The bounds are those of the arrays of the core (docs/guides/own-maps.md, "Limits") or, where it has none, generous.


class Parameters(Struct, frozen=True):
    """The parameters of one game: those of the variant after its options. The defaults are the ones of section 1."""

    seats: tuple[int, ...] = parameter("numbers", (2, 5), "PAR-1", 2, MOST_SEATS, size=(2, 2))
    opening_hand: tuple[int, ...] = parameter("numbers", (4,), "PAR-5", 0, 20, size=(1, 2))
    row: tuple[int, ...] = parameter("numbers", (5,), "PAR-6", 0, 8, size=(1, 2))
    row_reset_wilds: int = parameter("number", 3, "PAR-7", 1, 9)
    pieces: Mapping[str, int] = parameter("counts", Table(train=45), "PAR-8", 1, 200, size=(1, 2))
    pieces_chosen: int = parameter("number", 0, "SETUP-8", 0, 200)
    pieces_suggested: tuple[int, ...] = parameter("numbers", (), "SETUP-8", 0, 200, size=(0, 2))
    stations: int = parameter("number", 0, "PAR-8", 0, 3)
    station_points: int = parameter("number", 4, "STATION-8", -50, 50)
    harbours: int = parameter("number", 0, "PAR-8", 0, 3)
    harbour_points: tuple[int, ...] = parameter("numbers", (0, 20, 30, 40), "HARBOUR-4", -200, 200, size=(4, 4))
    harbour_unbuilt: int = parameter("number", -4, "HARBOUR-6", -50, 50)
    start_tickets: int = parameter("number", 3, "PAR-10", 0, 6)
    start_long: int = parameter("number", 0, "PAR-10", 0, 6)
    start_keep: int = parameter("number", 2, "PAR-10", 1, 6)
    start_return: str = parameter("word", "deck", "PAR-11", choices=("deck", "box"))
    draw_tickets: int = parameter("number", 3, "PAR-12", 1, 6)
    draw_keep: int = parameter("number", 1, "PAR-12", 1, 6)
    twins_open_from: int = parameter("number", 4, "PAR-15", 2, MOST_SEATS + 1)
    end_supply: int = parameter("number", 2, "PAR-16", 0, 200)
    last_turns: int = parameter("number", 1, "PAR-17", 1, 9)
    longest_bonus: int = parameter("number", 10, "PAR-18", 0, 200)
    district_rule: str = parameter("word", "linked", "DISTRICT-1", choices=("linked", "visited"))
    tour_order: str = parameter("word", "path", "TOUR-2", choices=("path", "direct"))
    double_ship_overpay: str = parameter("word", "allow", "SHIP-2", choices=("allow", "forbid"))
    pair_two_wilds: str = parameter("word", "allow", "PAIR-2", choices=("allow", "forbid"))
    dry_row: str = parameter("word", "takeable", "DRAW-7", choices=("takeable", "locked"))
    second_draw: str = parameter("word", "required", "DRAW-8", choices=("required", "optional"))
    row_reset_cap: int = parameter("number", 100, "ROW-6", 0, 1000)
    turn_limit: int = parameter("number", 0, "PASS-4", 0, 1_000_000)
    tie_breaks: tuple[str, ...] = parameter(
        "words", (), "TIE-1", size=(0, 4), choices=("tickets", "fewest_stations", "most_stations", "longest")
    )
    track_points: Mapping[int, int] = parameter(
        "points", Table({1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}), "PAR-19", 0, 200, size=(1, 12)
    )

    def with_values(self, values: Mapping[str, Any]) -> Parameters:
        """These parameters with some values replaced."""
        return replace(self, **values) if values else self

    def changed(self) -> dict[str, Any]:
        """The values that differ from the defaults, in the order of the table."""
        return {name: getattr(self, name) for name, row in PARAMETERS.items() if getattr(self, name) != row.default}


PARAMETERS: Mapping[str, Parameter] = Table(
    {name: Parameter(name, *row) for name, row in zip(Parameters.__struct_fields__, _ROWS, strict=True)}
)
"""The table, by name."""

DEFAULTS = Parameters()


def plain(value: Any) -> Any:
    """A parameter value as JSON-ready data, as a map file would hold it."""
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, dict):
        return {str(key): number for key, number in value.items()}
    return value
