"""
Variants: everything one can play, as data one can read.

::

    variants()                      the ids of the games in the package
    variant("europe")               one of them
    load_variant(path_or_mapping)   an own map; VariantError lists everything that is wrong with it

Importing this module reads no map. The rules never ask which variant they play: they read its parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from os import PathLike
from typing import Any, TypeVar

from msgspec import Struct

from branchline.errors import OptionError, Problem, VariantError, quoted
from branchline.game.parameters import PARAMETERS, Parameters, Table

Found = TypeVar("Found")

OptionValue = str | int | None
"""What a player chooses: one of the words of an option, or a number, or None for no limit."""

EDITION = "edition"
"""The name under which a preset is chosen among the options."""


class City(Struct, frozen=True):
    """A city, or a junction: a nameless node of the graph where nothing can be built and no ticket ends (DATA-9)."""

    id: str
    index: int
    names: Mapping[str, str]
    port: bool = False
    district: str | None = None
    junction: bool = False

    def name(self, lang: str = "en") -> str:
        """The name in a language; the id for a junction."""
        return self.names.get(lang) or self.id


class Track(Struct, frozen=True):
    """One printed row of spaces between two cities (DATA-1)."""

    id: str
    index: int
    a: str
    b: str
    length: int
    colour: str | None
    """None: gray."""
    piece: str
    ferry: int = 0
    """Spaces with a wild icon."""
    tunnel: bool = False
    pair: int = 0
    """Pair spaces."""
    twin: str | None = None
    """The other track of a double route (DOUBLE-2)."""


class Ticket(Struct, frozen=True):
    """A ticket; with three or more cities a tour."""

    id: str
    index: int
    cities: tuple[str, ...]
    points: int
    """Of a tour: its high value."""
    any_order: int
    """Middle value of a tour (TOUR-3); of other tickets the points."""
    penalty: int
    """What a failure costs; of other tickets the points (TICKET-7)."""
    long: bool = False

    @property
    def is_tour(self) -> bool:
        """Whether the ticket lists three or more cities (TOUR-1)."""
        return len(self.cities) > 2


class District(Struct, frozen=True):
    """A district and its locations (DATA-5)."""

    id: str
    points: int
    cities: tuple[str, ...]


class Deck(Struct, frozen=True):
    """A deck: cards of each kind for every colour, and the wilds (DATA-6)."""

    id: str
    plain: int = 0
    marked: int = 0
    single: int = 0
    double: int = 0
    wild: int = 0


class CardKind(Struct, frozen=True):
    """One kind of card, under the name it has in moves and positions."""

    id: str
    deck: str
    colour: str | None
    form: str
    """``plain``, ``marked``, ``single``, ``double`` or ``wild``."""
    count: int


FORMS = {"plain": "", "marked": ".mark", "single": ".ship", "double": ".double"}
"""The forms of coloured cards and what their names end with (docs/formats/notation.md)."""


class Cards(Struct, frozen=True):
    """The colours and the decks."""

    colours: tuple[str, ...]
    decks: tuple[Deck, ...]

    @property
    def kinds(self) -> tuple[CardKind, ...]:
        """The kinds there are, in the order of the card list: deck by deck, form by form, wilds last in theirs."""
        kinds = []
        for deck in self.decks:
            for form, ending in FORMS.items():
                if count := getattr(deck, form):
                    kinds += [CardKind(colour + ending, deck.id, colour, form, count) for colour in self.colours]
            if deck.wild:
                kinds.append(CardKind("wild", deck.id, None, "wild", deck.wild))
        return tuple(kinds)

    def size(self, deck: int) -> int:
        """The number of cards of a deck."""
        it = self.decks[deck]
        return (it.plain + it.marked + it.single + it.double) * len(self.colours) + it.wild

    @property
    def total(self) -> int:
        """All cards together (PAR-3)."""
        return sum(self.size(deck) for deck in range(len(self.decks)))


class Option(Struct, frozen=True):
    """A choice that players have before a game (section 21)."""

    id: str
    parameter: str
    """The parameter that it sets."""
    values: Mapping[str, Any]
    """What may be chosen, and the parameter value that each choice means; empty for a number."""
    default: OptionValue
    clause: str = ""
    common: bool = False
    """Whether every variant has it; such options stand in no map file."""

    @property
    def is_number(self) -> bool:
        """Whether a number is chosen, not a word."""
        return not self.values

    def parameter_value(self, chosen: OptionValue) -> Any:
        """The parameter value that a choice means."""
        return (chosen or 0) if self.is_number else self.values[str(chosen)]

    def read(self, value: object) -> OptionValue:
        """A choice as a player may write it, in its one canonical form; OptionError if there is no such choice."""
        row = PARAMETERS[self.parameter]
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
            value = str(value)
        if self.is_number:
            if value is None or value == "none":
                value = "0" if self.default_is_none else value
            if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
                number = int(value)
                if row.low <= number <= row.high:
                    return None if number == 0 and self.default_is_none else number
            raise OptionError(
                "errors.option_number", {"value": quoted(value), "option": self.id, "low": row.low, "high": row.high}
            )
        if isinstance(value, str) and value in self.values:
            return value
        raise OptionError(
            "errors.option_value", {"value": quoted(value), "option": self.id, "possible": ", ".join(self.values)}
        )

    @property
    def default_is_none(self) -> bool:
        """Whether 0 is written as None: there is no limit."""
        return self.id in UNLIMITED


COMMON_OPTIONS = (("dry_row", "OPT-6"), ("second_draw", "OPT-8"), ("row_reset_cap", "OPT-9"), ("turn_limit", "OPT-10"))
"""Options of every variant; each sets the parameter of the same name."""

UNLIMITED = ("turn_limit",)
"""Number options where 0 means that there is no limit; their canonical value for it is None."""


def common_options(parameters: Parameters) -> tuple[Option, ...]:
    """The options that every variant has; their defaults are the variant's own parameters."""
    options = []
    for name, clause in COMMON_OPTIONS:
        default = getattr(parameters, name)
        values = Table({word: word for word in PARAMETERS[name].choices})
        options.append(Option(name, name, values, default or (None if name in UNLIMITED else default), clause, True))
    return tuple(options)


class Settings(Struct, frozen=True):
    """Options as a game has them, and the parameters that follow."""

    options: Mapping[str, OptionValue]
    """Every option of the variant with its value."""
    changed: Mapping[str, OptionValue]
    """Only those that differ from their defaults: what a record needs to hold."""
    parameters: Parameters


class Variant(Struct, frozen=True, eq=False, dict=True):
    """A game one can play: a map, parameters and options."""

    id: str
    names: Mapping[str, str]
    notes: Mapping[str, str]
    """What a player should know before choosing it; may be empty."""
    parameters: Parameters
    """Every option at its default."""
    cards: Cards
    cities: tuple[City, ...]
    tracks: tuple[Track, ...]
    tickets: tuple[Ticket, ...]
    districts: tuple[District, ...]
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, OptionValue]]
    """Shorthands over the options, chosen as the option ``edition``."""
    packaged: bool = False
    """Whether the map is one of the package."""
    layout_source: Any = None
    """Where the layout is read from when somebody draws, or the layout itself."""

    def __repr__(self) -> str:
        return f"<Variant {self.id}: {len(self.cities)} cities, {len(self.tracks)} tracks, {len(self.tickets)} tickets>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return self is other or self.data(layout=False) == other.data(layout=False)

    def __hash__(self) -> int:
        return hash((self.id, self.fingerprint))

    def __reduce__(self) -> tuple[Any, ...]:
        if self.packaged:
            return variant, (self.id,)
        return load_variant, (self.data(),)

    def name(self, lang: str = "en") -> str:
        """The name in a language."""
        return self.names.get(lang) or self.id

    @property
    def seats(self) -> tuple[int, int]:
        """Fewest and most players (PAR-1)."""
        low, high = self.parameters.seats
        return low, high

    def check_seats(self, seats: object) -> int:
        """The number of seats, or OptionError if the variant can't be played by so many."""
        low, high = self.seats
        if isinstance(seats, bool) or not isinstance(seats, int) or not low <= seats <= high:
            raise OptionError("errors.seats", {"value": quoted(seats), "variant": self.id, "low": low, "high": high})
        return seats

    @cached_property
    def layout(self) -> Mapping[str, Any]:
        """Where things are drawn; empty if the map does not say. Nothing in it matters to the rules."""
        if self.layout_source is None:
            return Table()
        if isinstance(self.layout_source, Mapping):
            return self.layout_source
        from branchline.game.loading import read_layout

        return read_layout(self.layout_source)

    @cached_property
    def fingerprint(self) -> str:
        """A short hash of everything that matters for play: not of names, notes and drawing."""
        from branchline.game.writing import fingerprint

        return fingerprint(self)

    # Looking things up

    @cached_property
    def _cities(self) -> dict[str, City]:
        return {city.id: city for city in self.cities}

    @cached_property
    def _tracks(self) -> dict[str, Track]:
        return {name: track for track in reversed(self.tracks) for name in both_orders(track.id)}

    @cached_property
    def _tickets(self) -> dict[str, Ticket]:
        return {name: ticket for ticket in reversed(self.tickets) for name in both_orders(ticket.id)}

    def city(self, id: str) -> City:
        """The city with this id."""
        return _find(id, self._cities, "errors.unknown_city", list(self._cities))

    def track(self, id: str) -> Track:
        """The track with this id, its cities in either order."""
        if isinstance(id, str) and id not in self._tracks and f"{id}.1" in self._tracks:
            first = self._tracks[f"{id}.1"].id[:-2]
            possible = [track.id for track in self.tracks if track.id.startswith(first + ".")]
            raise VariantError("errors.several_tracks", {"value": quoted(id), "possible": ", ".join(possible)})
        return _find(id, self._tracks, "errors.unknown_track", [track.id for track in self.tracks])

    def ticket(self, id: str) -> Ticket:
        """The ticket with this id, its cities in either order."""
        return _find(id, self._tickets, "errors.unknown_ticket", [ticket.id for ticket in self.tickets])

    def option(self, id: str) -> Option:
        """The option with this id; OptionError if the variant has no such option."""
        for option in self.options:
            if option.id == id:
                return option
        possible = [option.id for option in self.options] + [EDITION] * bool(self.presets)
        from branchline.game.shapes import unknown

        message, parameters = unknown("errors.unknown_option", id, possible)
        raise OptionError(message, {"variant": self.id, **parameters})

    # Options

    def with_options(self, options: Mapping[str, object] | None = None) -> Settings:
        """
        The settings that a choice of options makes; OptionError if one of them is unknown.

        A preset is chosen as ``edition``; options beside it win over what the preset says.

        >>> variant("world").with_options({"edition": "en"}).parameters.row_reset_wilds
        3
        """
        chosen: dict[str, OptionValue] = {}
        if options is not None and not isinstance(options, Mapping):
            raise OptionError("errors.options_table", {"value": quoted(options)})
        options = dict(options or {})
        if self.presets and EDITION in options:
            edition = options.pop(EDITION)
            if not isinstance(edition, str) or edition not in self.presets:
                possible = ", ".join(self.presets)
                raise OptionError(
                    "errors.option_value", {"value": quoted(edition), "option": EDITION, "possible": possible}
                )
            chosen.update(self.presets[edition])
        for id, value in options.items():
            chosen[id] = self.option(id).read(value)
        complete = {option.id: chosen.get(option.id, option.default) for option in self.options}
        changed = {option.id: complete[option.id] for option in self.options if complete[option.id] != option.default}
        values = {self.option(id).parameter: self.option(id).parameter_value(value) for id, value in changed.items()}
        return Settings(Table(complete), Table(changed), self.parameters.with_values(values))

    def data(self, layout: bool = True) -> dict[str, Any]:
        """The variant as JSON-ready data (docs/guides/own-maps.md); :func:`load_variant` reads it back."""
        from branchline.game.writing import write

        return write(self, layout)


def _find(id: str, among: Mapping[str, Found], message: str, possible: list[str]) -> Found:
    if isinstance(id, str) and id in among:
        return among[id]
    from branchline.game.shapes import unknown

    raise VariantError(*unknown(message, id, possible))


def both_orders(id: str) -> tuple[str, ...]:
    """The id of a track or ticket, and the same with the cities the other way round."""
    cities, dot, number = id.partition(".")
    return id, "-".join(reversed(cities.split("-"))) + dot + number


# What there is


@cache
def _shelf() -> Mapping[str, bool]:
    """The maps of the package in their order, and whether each is listed."""
    from branchline.game.loading import shelf

    return Table(shelf())


def variants() -> tuple[str, ...]:
    """
    The ids of the games in the package, in the order of a menu. Lesson maps are not listed but can be had by name.

    >>> variants()
    ('usa', 'europe', 'london', 'world', 'great_lakes')
    """
    return tuple(id for id, listed in _shelf().items() if listed)


def variant(id: str) -> Variant:
    """The variant with this id; VariantError if the package has none."""
    found = _packaged(id) if isinstance(id, str) and id in _shelf() else None
    if found is None:
        raise VariantError("errors.unknown_variant", {"value": quoted(id), "possible": ", ".join(variants())})
    return found


@lru_cache(maxsize=64)
def _packaged(id: str) -> Variant | None:
    from branchline.game.loading import load_packaged

    return load_packaged(id)


def load_variant(source: str | PathLike[str] | Mapping[str, Any]) -> Variant:
    """
    An own map from a folder, a JSON or TOML file, or a mapping (docs/guides/own-maps.md).

    Everything that is wrong with it is told at once, in ``VariantError.problems``.
    """
    from branchline.game.loading import load

    return load(source)


def check(source: str | PathLike[str] | Mapping[str, Any]) -> list[Problem]:
    """Everything that is wrong with a map; an empty list if it can be played."""
    from branchline.game.loading import check as check_source

    return check_source(source)
