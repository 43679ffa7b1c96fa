"""
Runs the conformance cases: positions, moves and expectations as data (see README.md).

Everything goes through the public face of the package, so the cases hold for any engine behind it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent

CARD_KEYS = frozenset({"hand", "known", "discard", "pile", "base", "revealed"})
"""Keys whose values are cards: they compare as counts."""

START_KEYS = frozenset({"position", "new", "variant"})
STEP_KEYS: dict[str, frozenset[str]] = {
    "play": frozenset({"seat", "drawn", "tickets"}),
    "plays": frozenset(),
    "legal": frozenset({"seat", "of"}),
    "allows": frozenset({"seat"}),
    "refuses": frozenset({"seat"}),
    "result": frozenset(),
    "sheet": frozenset(),
    "view": frozenset({"expect", "hides"}),
    "expect": frozenset(),
    "variant": frozenset(),
    "total": frozenset(),
    "error": frozenset({"mentions"}),
    "other": frozenset({"equals", "differs"}),
}
"""Kinds of steps and what may stand beside the key that names the kind. Order matters: a view has an ``expect`` too."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a file."""

    file: str
    title: str
    clauses: tuple[str, ...]
    start: str
    """``position``, ``new`` or ``variant``"""
    data: Any
    """The value of that key."""
    steps: tuple[Mapping[str, Any], ...]

    @property
    def name(self) -> str:
        """File and title: the name of the test."""
        return f"{self.file}: {self.title}"


# -- Reading ----------------------------------------------------------------------------------------------------------


def step_kind(step: Mapping[str, Any]) -> str:
    """The kind of a step; complains about what is not in the README."""
    for kind, beside in STEP_KEYS.items():
        if kind in step:
            unknown = set(step) - beside - {kind}
            if unknown:
                raise ValueError(f"step {dict(step)}: {', '.join(sorted(unknown))} can't stand beside {kind}")
            return kind
    raise ValueError(f"step {dict(step)} is of no known kind")


def is_check(step: Mapping[str, Any]) -> bool:
    """Whether a step can fail by anything but an illegal move."""
    return step_kind(step) not in ("play", "plays")


def read_cases(file: Path) -> list[Case]:
    """The cases of a file."""
    content = tomllib.loads(file.read_text("utf-8"))
    if set(content) != {"case"}:
        raise ValueError(f"{file.name}: only [[case]] tables are expected, found {sorted(content)}")
    cases = []
    for entry in content["case"]:
        title = entry.get("title")
        where = f"{file.name}: {title}"
        starts = START_KEYS & set(entry)
        unknown = sorted(set(entry) - START_KEYS - {"clauses", "title", "steps", "step"})
        if unknown:
            raise ValueError(f"{where}: unknown keys {unknown}")
        if not title or not entry.get("clauses") or len(starts) != 1 or ("step" in entry) == ("steps" in entry):
            raise ValueError(f"{where}: needs clauses, title, steps and one of {sorted(START_KEYS)}")
        steps = tuple(entry.get("steps", entry.get("step")))
        for step in steps:
            step_kind(step)
        start = next(iter(starts))
        cases.append(Case(file.stem, title, tuple(entry["clauses"]), start, entry[start], steps))
    return cases


def all_cases() -> list[Case]:
    """The cases of all files."""
    return [case for file in sorted(FOLDER.glob("*.toml")) for case in read_cases(file)]


def all_clauses() -> list[str]:
    """The clause IDs of the rules, in their order."""
    lines = (FOLDER / "clauses.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


# -- Cards ------------------------------------------------------------------------------------------------------------


def card_list(cards: Any) -> list[str]:
    """
    Cards in any of their three forms as a list. A gap in a row is ``-``.

    >>> card_list("red*2 - wild")
    ['red', 'red', '-', 'wild']
    """
    if cards is None:
        return []
    if isinstance(cards, str):
        cards = cards.split()
    if isinstance(cards, Mapping):
        return [name for name, number in cards.items() for _ in range(number)]
    result = []
    for item in cards:
        name, _, number = (item or "-").partition("*")
        result += [name] * int(number or 1)
    return result


def card_counts(cards: Any) -> Counter[str]:
    """Cards as counts; a pile may also be ``{"top": …, "rest": …}``."""
    if isinstance(cards, Mapping) and any(not isinstance(value, int) for value in cards.values()):
        return Counter(card for part in cards.values() for card in card_list(part))
    return +Counter(card_list(cards))


def position_cards(position: Mapping[str, Any]) -> Counter[str]:
    """All the cards of a position, wherever they lie (DATA-8)."""
    total: Counter[str] = Counter()
    for player in position["players"]:
        total += card_counts(player["hand"])
    total += card_counts(position["row"])
    for deck in position["decks"].values():
        total += card_counts(deck["pile"]) + card_counts(deck["discard"])
    decision = position["decision"]
    total += card_counts(decision.get("base")) + card_counts(decision.get("revealed"))
    del total["-"]
    return total


def deck_of(card: str, decks: Sequence[str]) -> str:
    """The deck that a card belongs to: ships have one of their own (DATA-7)."""
    return decks[-1] if card.endswith((".ship", ".double")) else decks[0]


# -- Starting ---------------------------------------------------------------------------------------------------------


def load(value: Any) -> Any:
    """A variant as the package takes it: a map of this folder becomes its content."""
    if isinstance(value, str) and value.startswith("maps/"):
        return json.loads((FOLDER / value).read_text("utf-8"))
    return value


def plain_position(data: Mapping[str, Any]) -> dict[str, Any]:
    """A position of a case in the strict form of the format: JSON has null, TOML has not."""

    def nulls(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: nulls(item) for key, item in value.items()}
        if isinstance(value, list):
            return [nulls(item) for item in value]
        return None if value == "null" else value

    position = {"format": "branchline-position/1", **nulls(data)}
    position["variant"] = load(data["variant"])
    if "row" in data:
        position["row"] = [None if card == "-" else card for card in card_list(data["row"])]
    return position


def start_game(start: str, data: Any) -> Any:
    """The game that a case starts from."""
    import branchline as bl

    if start == "position":
        return bl.Game.from_position(plain_position(data))
    arguments = {"seed": 0, **data}
    variant = load(arguments.pop("variant"))
    if isinstance(variant, Mapping):
        variant = bl.load_variant(variant)
    return bl.Game.new(variant, **arguments)


def case_variant(case: Case) -> Any:
    """The variant that a case is about."""
    import branchline as bl

    value = load(case.data if case.start == "variant" else case.data["variant"])
    return bl.load_variant(value) if isinstance(value, Mapping) else bl.variant(value)


# -- Comparing --------------------------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """Structs, dataclasses and tuples as plain data."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if hasattr(value, "__struct_fields__"):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    return value


def find(data: Any, path: str) -> Any:
    """
    What is at a path.

    >>> find({"tracks": [{"id": "a-b.1", "length": 2}]}, "tracks[a-b.1].length")
    2
    """
    for name, index in re.findall(r"([^.\[\]]+)|\[([^\]]*)\]", path):
        if name:
            data = data[name] if isinstance(data, Mapping) else getattr(data, name)
        elif index == "*":
            rest = path.partition("[*]")[2].lstrip(".")
            return sorted({find(item, rest) for item in data})
        else:
            named = [item for item in data if _id(item) == index]
            data = named[0] if named else data[int(index)]
        if data is None:
            return None
    return data


def hidden_value(view: Any, path: str) -> Any:
    """
    What is at a path that should hide something. A table may lack the entry, but a misspelt field is an error.

    >>> hidden_value({"seats": [{"hand": None}]}, "seats[0].hand")
    >>> hidden_value({"seats": [{"box": {}}]}, "seats[0].box.train")
    >>> hidden_value({"seats": [{"box": {}}]}, "players[0].box")
    Traceback (most recent call last):
    AssertionError: there is no players[0]
    """
    *parts, last = re.findall(r"\.?[^.\[\]]+|\[[^\]]*\]", path)
    parent = "".join(parts)
    try:
        place = find(view, parent)
    except (KeyError, IndexError, AttributeError, ValueError):
        raise AssertionError(f"there is no {parent}") from None
    if place is None or (isinstance(place, Mapping) and last.strip(".[]") not in place):
        return None
    return find(place, last)


def _id(item: Any) -> Any:
    return item.get("id") if isinstance(item, Mapping) else getattr(item, "id", None)


def differences(actual: Any, expected: Any, path: str = "") -> list[str]:
    """Where data does not match an expectation, as readable lines."""
    key = re.split(r"[.\[]", path)[-1]
    if isinstance(expected, str) and expected.startswith("#"):
        cards = card_counts(actual) if key in CARD_KEYS or path == "row" else None
        counted = len(actual) if cards is None else cards.total() - cards["-"]
        return [] if counted == int(expected[1:]) else [f"{path}: {counted} instead of {expected[1:]}: {actual}"]
    if expected in ("*", {}):
        return []
    if expected == "null":
        return [] if actual is None else [f"{path}: {actual!r} instead of null"]
    if path == "row" and isinstance(expected, str):
        return _different_cards(card_counts(actual), card_counts(expected), path)
    if key == "pile" and isinstance(expected, list):
        known = actual.get("top", []) if isinstance(actual, Mapping) else actual
        return _different_lists(card_list(known), [*card_list(expected), "..."], path)
    if path == "row" and isinstance(actual, list):
        actual = card_list(actual)
        expected = card_list(expected)
    if key in CARD_KEYS and isinstance(expected, (str, Mapping, list)):
        return _different_cards(card_counts(actual), card_counts(expected), path)
    if isinstance(expected, Mapping):
        if set(expected) == {"any_order"}:
            actual = sorted(actual, key=str)
            return _different_lists(actual, sorted(expected["any_order"], key=str), path)
        if not isinstance(actual, Mapping):
            return [f"{path}: {actual!r} instead of {expected!r}"]
        lines = []
        for name, value in expected.items():
            place = f"{path}.{name}" if path else name
            if name not in actual:
                lines.append(f"{place}: missing")
            else:
                lines += differences(actual[name], value, place)
        return lines
    if isinstance(expected, list):
        return _different_lists(actual, expected, path)
    same = actual == expected and isinstance(actual, bool) == isinstance(expected, bool)
    return [] if same else [f"{path}: {actual!r} instead of {expected!r}"]


def _different_cards(actual: Counter[str], expected: Counter[str], path: str) -> list[str]:
    def text(cards: Counter[str]) -> str:
        return " ".join(f"{name}*{number}" for name, number in sorted(cards.items())) or "none"

    return [] if actual == expected else [f"{path}: {text(actual)} instead of {text(expected)}"]


def _different_lists(actual: Any, expected: list[Any], path: str) -> list[str]:
    if not isinstance(actual, Sequence) or isinstance(actual, str):
        return [f"{path}: {actual!r} instead of a list"]
    part = list(actual)
    if expected and expected[-1] == "...":
        expected = expected[:-1]
        part = part[: len(expected)]
    elif expected and expected[0] == "...":
        expected = expected[1:]
        part = part[len(part) - len(expected) :] if len(expected) <= len(part) else part
    if len(part) != len(expected):
        return [f"{path}: {len(actual)} elements, {len(expected)} expected: {actual!r}"]
    return [line for i in range(len(part)) for line in differences(part[i], expected[i], f"{path}[{i}]")]


# -- Playing ----------------------------------------------------------------------------------------------------------


class Table:
    """A game while the steps of a case are carried out."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.game: Any = None if case.start == "variant" else start_game(case.start, case.data)
        self.lengths = {track.id: (track.piece, track.length) for track in case_variant(case).tracks}
        self.kept = self._conserved() if self.game else {}

    def _conserved(self) -> dict[str, Any]:
        """What no move may change (DATA-8): cards, tickets, and the pieces of each seat."""
        position = self.game.position()
        kept: dict[str, Any] = {"cards": position_cards(position)}
        tickets = Counter(position["ticket_deck"])
        for seat, player in enumerate(position["players"]):
            for key in ("tickets", "offer", "boxed"):
                tickets.update(player.get(key) or [])
            pieces = Counter(player.get("pieces") or {})
            pieces.update(player.get("box") or {})
            for track in player["tracks"]:
                piece, length = self.lengths[track]
                pieces[piece] += length
            kept[f"pieces of seat {seat}"] = pieces
        kept["tickets"] = tickets
        return kept

    def play(self, text: str, seat: int | None) -> None:
        """One move, and the check of conservation."""
        before = len(self.game.position()["players"][0].get("pieces") or {})
        self.game.play(text, seat=seat)
        now = self._conserved()
        for name, value in self.kept.items():
            if name.startswith("pieces") and (text.startswith("split") or not before):
                continue  # pieces appear with the split (SETUP-8)
            assert now[name] == value, f"{text}: {name} are not conserved: {value} became {now[name]}"
        self.kept = now

    def run(self, step: Mapping[str, Any]) -> None:
        """One step."""
        getattr(self, f"step_{step_kind(step)}")(step)

    def step_play(self, step: Mapping[str, Any]) -> None:
        """A move, after naming what chance is to bring."""
        drawn: dict[str, list[str]] = {}
        decks = list(self.game.position()["decks"])
        for card in card_list(step.get("drawn")):
            drawn.setdefault(deck_of(card, decks), []).append(card)
        for deck, cards in drawn.items():
            self.game.script(deck, cards)
        if "tickets" in step:
            self.game.script_tickets(step["tickets"])
        self.play(step["play"], step.get("seat"))

    def step_plays(self, step: Mapping[str, Any]) -> None:
        """Several moves."""
        for text in step["plays"]:
            self.play(text, None)

    def legal(self, step: Mapping[str, Any]) -> list[str]:
        """The legal moves as text."""
        return [str(move) for move in self.game.legal(step.get("seat"))]

    def step_legal(self, step: Mapping[str, Any]) -> None:
        """The exact legal list, or the part that starts with ``of``."""
        texts = [text for text in self.legal(step) if text.startswith(step.get("of", ""))]
        missing = sorted(set(step["legal"]) - set(texts))
        extra = sorted(set(texts) - set(step["legal"]))
        assert (missing, extra) == ([], []), f"should be legal: {missing}; should not: {extra}"
        assert len(texts) == len(set(texts)), f"listed twice: {texts}"

    def step_allows(self, step: Mapping[str, Any]) -> None:
        """Each move is legal, by the list and by the reasons."""
        texts = self.legal(step)
        for text in step["allows"]:
            reason = self.game.why_not(text, seat=step.get("seat"))
            assert reason is None, f"{text} should be legal, refused by {reason}"
            assert text in texts, f"{text} should be in the legal list: {texts}"

    def step_refuses(self, step: Mapping[str, Any]) -> None:
        """Each move is refused for the right reason, and nothing happens."""
        import branchline as bl

        for text, clause in step["refuses"].items():
            seat = step.get("seat")
            try:
                reason = self.game.why_not(text, seat=seat)
            except bl.MoveError:
                assert not clause, f"{text} can't be read; it should be refused by {clause}"
            else:
                assert reason is not None, f"{text} should be refused by {clause or 'something'}"
                right = not clause or reason.clause in clause.split("|")
                assert right, f"{text} is refused by {reason.clause}, not by {clause}: {reason}"
            before = self.game.position()
            try:
                self.game.play(text, seat=seat)
            except bl.MoveError:
                pass
            else:
                raise AssertionError(f"{text} was refused, and played all the same")
            assert self.game.position() == before, f"{text} was refused, and changed something"

    def step_expect(self, step: Mapping[str, Any]) -> None:
        """A part of the position."""
        self._compare(self.game.position(), step["expect"])

    def step_result(self, step: Mapping[str, Any]) -> None:
        """A part of the result."""
        assert self.game.result is not None, "the game is not over"
        self._compare(plain(self.game.result), step["result"])

    def step_sheet(self, step: Mapping[str, Any]) -> None:
        """Points by kind of line on a score sheet."""
        assert self.game.result is not None, "the game is not over"
        wanted = step["sheet"]
        points: Counter[str] = Counter()
        for line in self.game.result.sheets[wanted["seat"]].lines:
            points[line.kind] += line.points
        self._compare({name: points[name] for name in wanted["lines"]}, wanted["lines"])

    def step_view(self, step: Mapping[str, Any]) -> None:
        """What a seat sees, and what it does not."""
        view = self.game.view(None if step["view"] == "none" else step["view"])
        self._compare(plain(view), step.get("expect", {}))
        for path in step.get("hides", []):
            value = hidden_value(view, path)
            assert value is None, f"the view of {step['view']} shows {path}: {value!r}"

    def step_variant(self, step: Mapping[str, Any]) -> None:
        """Facts of the variant."""
        variant = case_variant(self.case)
        for path, expected in step["variant"].items():
            self._compare({path: plain(find(variant, path))}, {path: expected})

    def step_total(self, step: Mapping[str, Any]) -> None:
        """All cards of each deck."""
        position = self.game.position()
        totals: Counter[str] = Counter()
        for card, number in position_cards(position).items():
            totals[deck_of(card, list(position["decks"]))] += number
        self._compare(dict(totals), step["total"])

    def step_other(self, step: Mapping[str, Any]) -> None:
        """The same start with other arguments."""
        here = start_game(self.case.start, self.case.data).position()
        there = start_game(self.case.start, {**self.case.data, **step["other"]}).position()
        for path in step.get("equals", []):
            assert find(here, path) == find(there, path), f"{path} differs"
        for path in step.get("differs", []):
            assert find(here, path) != find(there, path), f"{path} is the same: {find(here, path)}"

    @staticmethod
    def _compare(actual: Any, expected: Any) -> None:
        lines = differences(actual, expected)
        assert not lines, "\n".join(lines)


def run_case(case: Case) -> None:
    """Carries out a case; raises AssertionError where it does not hold."""
    import branchline as bl

    errors = [step for step in case.steps if step_kind(step) == "error"]
    if errors:
        assert len(case.steps) == 1, "an error is the only step of its case"
        try:
            case_variant(case) if case.start == "variant" else start_game(case.start, case.data)
        except getattr(bl, errors[0]["error"]) as error:
            if errors[0].get("mentions", "") not in str(error):
                raise AssertionError(f"the error does not mention {errors[0]['mentions']}: {error}") from error
            return
        raise AssertionError(f"this should raise {errors[0]['error']}")
    table = Table(case)
    for number, step in enumerate(case.steps, 1):
        try:
            table.run(step)
        except (AssertionError, bl.BranchlineError) as error:
            raise AssertionError(f"step {number} {_short(step)}: {error}") from error


def _short(step: Mapping[str, Any]) -> str:
    text = ", ".join(f"{key} = {value!r}" for key, value in step.items())
    return text if len(text) < 200 else text[:200] + "…"


def uncited(cases: Iterable[Case]) -> list[str]:
    """Clauses that no case proves."""
    cited = {clause for case in cases for clause in case.clauses}
    return [clause for clause in all_clauses() if clause not in cited]
