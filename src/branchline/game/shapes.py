"""
Reading the parts of a map strictly: the shape of every value, before anything is compared with anything else.

Nothing here raises. What is wrong goes to :class:`Findings`; what is right comes back typed, so that all problems of a
map are found in one go.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from branchline.errors import Problem, quoted
from branchline.game.parameters import PARAMETERS, Parameter, Table, plain
from branchline.game.variants import COMMON_OPTIONS, EDITION, Cards, Deck
from branchline.words import LANGUAGES

Path = tuple[str | int, ...]
"""Where something is inside the data: ``("tracks", 3, "length")``."""

LIMITS = {
    "cities": 64,
    "tracks": 192,
    "tickets": 128,
    "districts": 16,
    "colours": 8,
    "decks": 2,
    "length": 12,
    "row": 8,
    "offer": 6,
    "stops": 8,
    "deck_cards": 250,
    "card_kinds": 32,
    "pair_cards": 12,
    "pair_payments": 65535,
}
"""The limits of docs/guides/own-maps.md: the sizes of the arrays of the core."""

ID = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
WORD = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}", re.ASCII)
KEY = re.compile(r"[A-Za-z0-9_]{1,20}", re.ASCII)
GRAY = "gray"
NOT_COLOURS = (GRAY, "grey", "wild")
POINTS = 200
"""Most points of a ticket or district."""

VARIANT_KEYS = (
    "id", "names", "notes", "rules", "cards", "parameters", "options", "presets", "districts", "order", "hidden",
)  # fmt: skip
TABLES: Mapping[str, Mapping[str, str]] = {
    "cities": {
        "id": "text", "en": "text", "ja": "text", "zh-Hant": "text",
        "port": "flag", "district": "text", "junction": "flag",
    },
    "tracks": {
        "a": "text", "b": "text", "length": "number", "colour": "text", "piece": "text",
        "ferry": "number", "tunnel": "flag", "pair": "number", "twin": "text",
    },
    "tickets": {"cities": "list", "points": "number", "any_order": "number", "penalty": "number", "long": "flag"},
}  # fmt: skip
"""The tables of a map: columns and the types of their cells."""
REQUIRED = {
    "cities": ("id", "en", "ja", "zh-Hant"),
    "tracks": ("a", "b", "length", "colour", "piece"),
    "tickets": ("cities", "points"),
}
"""Columns that must be there; the others may be left out."""


def close_to(value: object, possible: Iterable[str]) -> str | None:
    """The possible word that was probably meant, if any."""
    if not isinstance(value, str) or not 0 < len(value) <= 60:
        return None
    from difflib import get_close_matches

    by_lower = {word.lower(): word for word in possible}
    close = get_close_matches(value.lower(), list(by_lower), n=1, cutoff=0.6)
    return by_lower[close[0]] if close else None


def unknown(message: str, value: object, possible: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """
    The message, and its parameters, for a name that is not known: with the name that was probably meant
    (``…_close``) or with all of them.
    """
    if close := close_to(value, possible):
        return message + "_close", {"value": quoted(value), "close": close}
    listed = ", ".join(possible[:40]) + (", …" if len(possible) > 40 else "")
    return message, {"value": quoted(value), "possible": listed or "–"}


class Findings:
    """The problems found so far, each with its place."""

    def __init__(self, locate: Callable[[Path], tuple[str, int, str]]) -> None:
        self.problems: list[Problem] = []
        self.locate = locate
        self._seen: set[tuple[object, ...]] = set()

    def add(self, message: str, path: Path, value: object = "", **more: Any) -> None:
        """Note a problem; ``message`` is the name of an entry of ``words/errors.toml``."""
        file, line, place = self.locate(path)
        if type(value) is not int or abs(value) >= 10**9:
            value = quoted(value)
        problem = Problem(f"errors.{message}", {"value": value, **more}, file, line, place)
        key = (message, file, line, place, problem.parameters["value"])
        if key not in self._seen:
            self._seen.add(key)
            self.problems.append(problem)

    def unknown(self, message: str, path: Path, value: object, possible: Sequence[str]) -> None:
        """Note a name that is not known."""
        id, parameters = unknown(message, value, possible)
        self.add(id, path, **parameters)

    # Single values: each returns None after noting what is wrong

    def number(self, value: object, path: Path, low: int, high: int) -> int | None:
        """A whole number within bounds."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.add("not_a_number", path, value, low=low, high=high)
        elif not low <= value <= high:
            self.add("out_of_range", path, value, low=low, high=high)
        else:
            return value
        return None

    def text(self, value: object, path: Path, most: int = 2000) -> str | None:
        """A text, not empty."""
        if not isinstance(value, str):
            self.add("not_text", path, value)
        elif not value.strip() or len(value) > most or (not value.isprintable() and "\n" not in value):
            self.add("bad_text", path, value, high=most)
        else:
            return value.strip()
        return None

    def name(self, value: object, path: Path, pattern: re.Pattern[str] = ID) -> str | None:
        """An id."""
        if isinstance(value, str) and pattern.fullmatch(value):
            return value
        self.add("bad_id" if pattern is ID else "bad_key", path, value)
        return None

    def flag(self, value: object, path: Path) -> bool:
        """Yes or no."""
        if not isinstance(value, bool):
            self.add("not_a_flag", path, value)
            return False
        return value

    def word(self, value: object, path: Path, choices: Sequence[str]) -> str | None:
        """One of some words."""
        if isinstance(value, str) and value in choices:
            return value
        self.unknown("not_one_of", path, value, choices)
        return None

    def items(self, value: object, path: Path, low: int, high: int) -> list[Any] | None:
        """A list of a possible length."""
        if not isinstance(value, list | tuple):
            self.add("not_a_list", path, value)
        elif not low <= len(value) <= high:
            self.add("bad_count", path, len(value), low=low, high=high)
        else:
            return list(value)
        return None

    def table(self, value: object, path: Path) -> dict[str, Any] | None:
        """A table; keys become text, keys without a value are dropped."""
        if not isinstance(value, Mapping):
            self.add("not_a_table", path, value)
            return None
        return {key if type(key) is str else quoted(key): item for key, item in value.items() if item is not None}

    def keys(self, data: Mapping[str, Any], path: Path, allowed: Sequence[str], required: Sequence[str] = ()) -> bool:
        """Whether a table has the required keys; unknown keys are noted."""
        for key in data:
            if key not in allowed:
                self.unknown("unknown_key", (*path, key), key, allowed)
        for key in required:
            if key not in data:
                self.add("missing", (*path, key), key)
        return all(key in data for key in required)


def read_names(findings: Findings, value: object, path: Path) -> Table[str, str]:
    """A text in every language; empty after a problem."""
    data = findings.table(value, path)
    if data is None:
        return Table()
    findings.keys(data, path, LANGUAGES, LANGUAGES)
    names = {lang: findings.text(data[lang], (*path, lang)) for lang in LANGUAGES if lang in data}
    return Table({lang: name for lang, name in names.items() if name})


# Parameters


def read_parameter(findings: Findings, row: Parameter, value: object, path: Path) -> Any:
    """A value of a parameter, or None after noting what is wrong."""
    if row.kind == "number":
        return findings.number(value, path, row.low, row.high)
    if row.kind == "word":
        return findings.word(value, path, row.choices)
    if row.kind in ("numbers", "words"):
        items = findings.items(value, path, *row.size)
        if items is None:
            return None
        if row.kind == "words":
            read = [findings.word(item, path, row.choices) for item in items]
            if None not in read and len(set(read)) < len(read):
                findings.add("twice", path, ", ".join(map(str, items)))
                return None
        else:
            read = [findings.number(item, path, row.low, row.high) for item in items]  # type: ignore[misc]
        return None if None in read else tuple(read)
    data = findings.table(value, path)
    if data is None:
        return None
    if not row.size[0] <= len(data) <= row.size[1]:
        findings.add("bad_count", path, len(data), low=row.size[0], high=row.size[1])
        return None
    numbers = {key: findings.number(item, (*path, key), row.low, row.high) for key, item in data.items()}
    if row.kind == "counts":
        good = None not in [findings.name(key, (*path, key)) for key in numbers]
        return Table(numbers) if good and None not in numbers.values() else None
    lengths = {key: int(key) if key.isascii() and key.isdigit() and len(key) < 4 else 0 for key in numbers}
    for key, length in lengths.items():
        if not 1 <= length <= LIMITS["length"] or str(length) != key:
            findings.add("out_of_range", (*path, key), key, low=1, high=LIMITS["length"])
            return None
    return None if None in numbers.values() else Table({lengths[key]: number for key, number in numbers.items()})


def read_parameters(findings: Findings, value: object, governed: Mapping[str, str]) -> tuple[dict[str, Any], set[str]]:
    """
    The parameters of a map that are right, and the names of those that are wrong.

    ``governed`` names the parameters that options of the map set: their value is the option's default.
    """
    data = findings.table({} if value is None else value, ("parameters",)) or {}
    good: dict[str, Any] = {}
    bad: set[str] = set()
    for name, item in data.items():
        path = ("parameters", name)
        if name not in PARAMETERS:
            findings.unknown("unknown_parameter", path, name, list(PARAMETERS))
            bad.add(close_to(name, PARAMETERS) or name)
            continue
        read = read_parameter(findings, PARAMETERS[name], item, path)
        if read is None:
            bad.add(name)
        elif name in governed:
            findings.add("set_by_option", path, name, option=governed[name])
        elif read == PARAMETERS[name].default:
            findings.add("repeats_default", path, quoted(plain(read)), name=name)
        else:
            good[name] = read
    return good, bad


# Cards


def read_cards(findings: Findings, value: object) -> Cards | None:
    """The decks of a map (PAR-2…PAR-4), or None after noting what is wrong."""
    data = findings.table(value, ("cards",))
    keys = ("colours", "decks", "total")
    if data is None or not findings.keys(data, ("cards",), keys, keys):
        return None
    before = len(findings.problems)
    colours = []
    for colour in findings.items(data["colours"], ("cards", "colours"), 1, LIMITS["colours"]) or []:
        name = findings.name(colour, ("cards", "colours"))
        if name in NOT_COLOURS:
            findings.add("reserved_colour", ("cards", "colours"), name)
        elif name in colours:
            findings.add("twice", ("cards", "colours"), name)
        elif name:
            colours.append(name)
    decks = []
    for number, item in enumerate(findings.items(data["decks"], ("cards", "decks"), 1, LIMITS["decks"]) or []):
        deck = _read_deck(findings, item, number)
        if deck:
            decks.append(deck)
    if len({deck.id for deck in decks}) < len(decks):
        findings.add("twice", ("cards", "decks"), decks[0].id)
    total = findings.number(data["total"], ("cards", "total"), 1, LIMITS["decks"] * LIMITS["deck_cards"])
    if len(findings.problems) > before:
        return None
    cards = Cards(tuple(colours), tuple(decks))
    for number in range(len(decks)):
        if cards.size(number) > LIMITS["deck_cards"]:
            findings.add("too_many", ("cards", "decks", number), cards.size(number), limit=LIMITS["deck_cards"])
    if len(cards.kinds) > LIMITS["card_kinds"]:
        findings.add("too_many_kinds", ("cards", "decks"), len(cards.kinds), limit=LIMITS["card_kinds"])
    if total != cards.total:
        findings.add("card_sum", ("cards", "total"), total, sum=cards.total)
    return cards if len(findings.problems) == before else None


def _read_deck(findings: Findings, value: object, number: int) -> Deck | None:
    path = ("cards", "decks", number)
    data = findings.table(value, path)
    if data is None:
        return None
    if number and "wild" in data:  # DATA-6: the wild is a card of the first deck
        findings.add("wild_in_second_deck", (*path, "wild"), data.pop("wild"))
    forms = ("single", "double") if number else ("plain", "marked", "wild")
    complete = findings.keys(data, path, ("id", *forms), ("id", forms[0]))
    id = findings.name(data["id"], (*path, "id")) if "id" in data else None
    counts = {
        form: findings.number(data[form], (*path, form), int(form == forms[0]), LIMITS["deck_cards"])
        for form in forms
        if form in data
    }
    if not complete or id is None or None in counts.values():
        return None
    return Deck(id, **{form: count for form, count in counts.items() if count})


# Options


def read_options(findings: Findings, value: object) -> dict[str, dict[str, Any]]:
    """The options of a map that are right: parameter, values, default, clause."""
    options: dict[str, dict[str, Any]] = {}
    common = [name for name, _ in COMMON_OPTIONS]
    for id, item in (findings.table({} if value is None else value, ("options",)) or {}).items():
        path = ("options", id)
        data = findings.table(item, path)
        keys = ("parameter", "values", "default", "clause")
        if findings.name(id, path) is None or data is None or not findings.keys(data, path, keys, keys[:3]):
            continue
        if id in (*common, EDITION):
            findings.add("reserved_option", path, id)
            continue
        parameter = findings.word(data["parameter"], (*path, "parameter"), list(PARAMETERS))
        if parameter in common or parameter == "seats":
            findings.add("option_parameter", (*path, "parameter"), parameter)
            parameter = None
        taken = [other for other, option in options.items() if option["parameter"] == parameter]
        if parameter and taken:
            findings.add("option_conflict", (*path, "parameter"), parameter, other=taken[0])
            continue
        before = len(findings.problems)
        values: dict[str, Any] = {}
        for word, meant in (findings.table(data["values"], (*path, "values")) or {}).items():
            if findings.name(word, (*path, "values", word), WORD) and parameter:
                values[word] = read_parameter(findings, PARAMETERS[parameter], meant, (*path, "values", word))
        default = data["default"] if isinstance(data["default"], str) else quoted(data["default"])
        clause = findings.text(data["clause"], (*path, "clause"), 40) if "clause" in data else ""
        if not parameter or len(findings.problems) > before:
            continue
        if len(values) < 2:
            findings.add("too_few_values", (*path, "values"), len(values))
        elif default not in values:
            findings.unknown("not_one_of", (*path, "default"), default, list(values))
        else:
            options[id] = {"parameter": parameter, "values": Table(values), "default": default, "clause": clause}
    return options


# Tables


def read_rows(findings: Findings, value: object, table: str) -> list[dict[str, Any]] | None:
    """
    The rows of a table, or None if there is no table.

    Each row has only the cells that are right, so that those can still be checked.
    """
    if value is None:
        findings.add("missing", (table,), table)
    if value is None or value is UNREADABLE:
        return None
    items = findings.items(value, (table,), 0, 100_000)
    if items is None:
        return None
    if len(items) > LIMITS[table]:
        findings.add("too_many", (table,), len(items), limit=LIMITS[table])
        items = items[: LIMITS[table]]
    if not items:
        findings.add("empty_table", (table,), table)
    return [_read_row(findings, item, table, number) for number, item in enumerate(items)]


def _read_row(findings: Findings, value: object, table: str, number: int) -> dict[str, Any]:
    path = (table, number)
    data = findings.table(value, path)
    if data is None:
        return {}
    columns = TABLES[table]
    named = table == "cities" and data.get("junction") is not True  # DATA-9
    needed = [key for key in REQUIRED[table] if key not in LANGUAGES]
    data = {key: item for key, item in data.items() if item != "" or key in needed}
    findings.keys(data, path, list(columns), needed)
    for lang in LANGUAGES if named else ():
        if lang not in data:
            findings.add("missing_name", (*path, lang), data.get("id", ""), lang=lang)
    row = {}
    for key, kind in columns.items():
        if key in data and (item := _read_cell(findings, data[key], key, kind, (*path, key))) is not None:
            row[key] = item
    return row


def _read_cell(findings: Findings, value: object, column: str, kind: str, path: Path) -> Any:
    if value is UNREADABLE:
        return None
    if kind == "flag":
        return findings.flag(value, path)
    if kind == "number":
        return findings.number(value, path, *BOUNDS[column])
    if kind == "list":
        stops = findings.items(value, path, 2, LIMITS["stops"]) or []
        stops = [findings.text(stop, path, 60) for stop in stops]
        return stops if stops and None not in stops else None
    if column == "district" and isinstance(value, int) and not isinstance(value, bool):
        return quoted(value)
    if column == "id":
        return findings.name(value, path) or (value if isinstance(value, str) else None)
    return findings.text(value, path, 200)


UNREADABLE: Any = object()
"""Stands for a cell of a CSV file that was already found wrong."""

BOUNDS = {
    "length": (1, LIMITS["length"]),
    "ferry": (0, LIMITS["length"]),
    "pair": (0, LIMITS["length"]),
    "points": (1, POINTS),
    "any_order": (1, POINTS),
    "penalty": (1, POINTS),
}
"""Bounds of the numbers of the tables."""
