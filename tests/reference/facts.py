"""
What the second engine needs to know of a variant, as plain named data.

Everything is read from the package's readable variant and its parameters; nothing of the core is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Cards = Counter[str]
"""Cards by name, for example ``Counter({"red": 3, "wild": 1})``."""

WILD = "wild"


@dataclass(frozen=True)
class City:
    id: str
    port: bool
    district: str | None
    junction: bool


@dataclass(frozen=True)
class Track:
    id: str
    a: str
    b: str
    length: int
    colour: str | None
    piece: str
    ferry: int
    tunnel: bool
    pair: int
    twin: str | None

    @property
    def price(self) -> tuple[object, ...]:
        """
        All that decides what pays for the track.
        """
        return (self.colour, self.length, self.piece, self.ferry, self.pair)

    @property
    def ends(self) -> tuple[str, str]:
        return (self.a, self.b)


@dataclass(frozen=True)
class Ticket:
    id: str
    cities: tuple[str, ...]
    points: int
    any_order: int
    penalty: int
    long: bool

    @property
    def is_tour(self) -> bool:
        return len(self.cities) > 2  # TOUR-1


@dataclass(frozen=True)
class Deck:
    """
    How many cards of each kind a deck has, per colour; wilds are counted in all.
    """

    id: str
    plain: int
    marked: int
    single: int
    double: int
    wild: int


def _take(source: Any, name: str) -> Any:
    """
    Read a parameter from a mapping or from an object.
    """
    if isinstance(source, Mapping):
        return source[name]
    return getattr(source, name)


@dataclass(frozen=True)
class Rules:
    """
    The parameters of ``docs/guides/own-maps.md``, options applied.
    """

    opening_hand: tuple[int, ...]
    row: tuple[int, ...]
    row_reset_wilds: int
    pieces: dict[str, int]
    pieces_chosen: int
    stations: int
    station_points: int
    harbours: int
    harbour_points: tuple[int, ...]
    harbour_unbuilt: int
    start_tickets: int
    start_long: int
    start_keep: int
    start_return: str
    draw_tickets: int
    draw_keep: int
    twins_open_from: int
    end_supply: int
    last_turns: int
    longest_bonus: int
    district_rule: str
    tour_order: str
    double_ship_overpay: str
    pair_two_wilds: str
    dry_row: str
    second_draw: str
    row_reset_cap: int
    turn_limit: int
    tie_breaks: tuple[str, ...]
    track_points: dict[int, int]

    @classmethod
    def read(cls, parameters: Any) -> Rules:
        values: dict[str, Any] = {}
        for name in cls.__dataclass_fields__:
            value = _take(parameters, name)
            if name == "track_points":
                value = {int(length): int(points) for length, points in dict(value).items()}
            elif name == "pieces":
                value = dict(value)
            elif name in ("opening_hand", "row", "harbour_points", "tie_breaks"):
                value = tuple(value)
            values[name] = value
        return cls(**values)


@dataclass(frozen=True)
class Facts:
    """
    The printed things of a variant: cities, tracks, tickets, districts and cards.
    """

    id: str
    cities: dict[str, City]
    tracks: dict[str, Track]
    tickets: dict[str, Ticket]
    districts: dict[str, int]
    colours: tuple[str, ...]
    decks: tuple[Deck, ...]
    kinds: tuple[str, ...] = field(default=())
    """All card names in canonical order."""
    deck_of: dict[str, str] = field(default_factory=dict)
    colour_of: dict[str, str | None] = field(default_factory=dict)
    printed: dict[str, int] = field(default_factory=dict)
    """How many cards of each name the package holds."""

    @classmethod
    def read(cls, variant: Any) -> Facts:
        cities = {
            city.id: City(city.id, bool(city.port), _text(city.district), bool(city.junction))
            for city in _each(variant.cities)
        }
        tracks = {
            track.id: Track(
                track.id,
                track.a,
                track.b,
                track.length,
                None if track.colour in (None, "gray") else track.colour,
                track.piece,
                track.ferry or 0,
                bool(track.tunnel),
                track.pair or 0,
                track.twin or None,
            )
            for track in _each(variant.tracks)
        }
        tickets = {
            ticket.id: Ticket(
                ticket.id,
                tuple(ticket.cities),
                ticket.points,
                ticket.any_order or 0,
                ticket.penalty or 0,
                bool(ticket.long),
            )
            for ticket in _each(variant.tickets)
        }
        districts = {str(district.id): int(district.points) for district in _each(variant.districts)}
        decks = tuple(
            Deck(deck.id, deck.plain, deck.marked, deck.single, deck.double, deck.wild) for deck in variant.cards.decks
        )
        return cls(variant.id, cities, tracks, tickets, districts, tuple(variant.cards.colours), decks)

    def __post_init__(self) -> None:
        kinds: list[str] = []
        for number, deck in enumerate(self.decks):
            groups = [("", deck.plain), (".mark", deck.marked)] if number == 0 else []
            for suffix, count in groups:
                for colour in self.colours if count else ():
                    self._add(kinds, colour + suffix, deck.id, colour, count)
            if deck.wild:
                self._add(kinds, WILD, deck.id, None, deck.wild)
            groups = [(".ship", deck.single), (".double", deck.double)] if number > 0 else []
            for suffix, count in groups:
                for colour in self.colours if count else ():
                    self._add(kinds, colour + suffix, deck.id, colour, count)
        object.__setattr__(self, "kinds", tuple(kinds))

    def _add(self, kinds: list[str], card: str, deck: str, colour: str | None, count: int) -> None:
        kinds.append(card)
        self.deck_of[card] = deck
        self.colour_of[card] = colour
        self.printed[card] = count

    @property
    def deck_ids(self) -> tuple[str, ...]:
        return tuple(deck.id for deck in self.decks)

    def track_cities(self) -> Iterable[tuple[str, str, str]]:
        return ((track.id, track.a, track.b) for track in self.tracks.values())


def _each(items: Any) -> Iterable[Any]:
    """
    The members of a collection that may be a sequence or a mapping by id.
    """
    return items.values() if isinstance(items, Mapping) else items


def _text(value: Any) -> str | None:
    return None if value in (None, "") else str(value)


def count_cards(cards: str | Sequence[str] | Mapping[str, int] | None) -> Cards:
    """
    Cards written as text, as a list or as counts.

    >>> sorted(count_cards("red*2 wild").items())
    [('red', 2), ('wild', 1)]
    """
    if cards is None:
        return Counter()
    if isinstance(cards, Mapping):
        return +Counter(dict(cards))
    counts: Cards = Counter()
    for word in cards.split() if isinstance(cards, str) else cards:
        name, _, number = word.partition("*")
        counts[name] += int(number) if number else 1
    return counts


def cards_text(cards: Mapping[str, int], kinds: Sequence[str]) -> str:
    """
    The canonical text of cards.

    >>> cards_text({"wild": 1, "red": 2}, ("red", "wild"))
    'red*2 wild'
    """
    return " ".join(kind if cards[kind] == 1 else f"{kind}*{cards[kind]}" for kind in kinds if cards.get(kind, 0) > 0)
