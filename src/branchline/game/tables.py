"""
A variant and its options as the tables of the core, and the way back from integers to names.

The only place that knows both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import comb

from branchline.core import consts as c
from branchline.core.engine import Board
from branchline.core.state import Map
from branchline.game.parameters import Parameters
from branchline.game.variants import Settings, Variant

TIE_CODES = {
    "tickets": c.TIE_TICKETS,
    "fewest_stations": c.TIE_FEWEST,
    "most_stations": c.TIE_MOST,
    "longest": c.TIE_LONGEST,
}


def words(tracks: Iterable[int]) -> list[int]:
    """A set of tracks as 64-bit words."""
    out = [0] * c.WORDS
    for track in tracks:
        out[track // c.WORD] |= 1 << track % c.WORD
    return out


class Tables:
    """Everything about one variant under one choice of options: names, numbers, and the compiled board."""

    def __init__(self, variant: Variant, settings: Settings) -> None:
        self.variant = variant
        self.settings = settings
        self.parameters = settings.parameters
        self.kinds = tuple(kind.id for kind in variant.cards.kinds)
        self.kind_index = {name: i for i, name in enumerate(self.kinds)}
        self.copies = tuple(kind.count for kind in variant.cards.kinds)
        self.colours = variant.cards.colours
        self.decks = tuple(deck.id for deck in variant.cards.decks)
        self.deck_index = {name: i for i, name in enumerate(self.decks)}
        self.deck_of = tuple(self.deck_index[kind.deck] for kind in variant.cards.kinds)
        self.pieces = tuple(self.parameters.pieces)
        self.piece_index = {name: i for i, name in enumerate(self.pieces)}
        self.cities = tuple(city.id for city in variant.cities)
        self.city_index = {name: i for i, name in enumerate(self.cities)}
        self.tracks = tuple(track.id for track in variant.tracks)
        self.track_index = {name: i for i, name in enumerate(self.tracks)}
        self.tickets = tuple(ticket.id for ticket in variant.tickets)
        self.ticket_index = {name: i for i, name in enumerate(self.tickets)}
        self.row_size = sum(self.parameters.row)
        self.map = build_map(self)
        self.board = Board(self.map.pack())

    def cards(self, counts: Mapping[int, int] | list[int]) -> dict[str, int]:
        """Counts by kind number as counts by name, in the order of the card list."""
        if isinstance(counts, list):
            return {name: n for name, n in zip(self.kinds, counts, strict=False) if n}
        return {self.kinds[kind]: counts[kind] for kind in sorted(counts) if counts[kind]}


@lru_cache(maxsize=256)
def tables(variant: Variant, settings: Settings) -> Tables:
    """The tables of a variant under its settings, made once."""
    return Tables(variant, settings)


def build_map(t: Tables) -> Map:
    """Fill the constant tables of the core."""
    m = Map()
    variant, p = t.variant, t.parameters
    fill_cards(m, t)
    fill_board(m, t)
    fill_parameters(m, p)
    m.row_size = t.row_size
    m.stations, m.harbours = p.stations, p.harbours
    for i, district in enumerate(variant.districts):
        m.district[i] = sum(1 << t.city_index[city] for city in district.cities)
        m.district_points[i] = district.points
    m.n_districts = len(variant.districts)
    fill_affordable(m)
    return m


def fill_cards(m: Map, t: Tables) -> None:
    """Card kinds and decks."""
    variant = t.variant
    m.n_kinds, m.n_colours, m.n_decks, m.n_pieces = len(t.kinds), len(t.colours), len(t.decks), len(t.pieces)
    m.wild = t.kind_index["wild"]
    for table in (m.first_kind, m.second_kind):
        for row in table:
            row[:] = [c.NONE] * len(row)
    m.colour_of[:] = [c.NONE] * len(m.colour_of)
    slots = {"plain": (m.first_kind, 0), "marked": (m.second_kind, 0)}
    slots |= {"single": (m.first_kind, 1), "double": (m.second_kind, 1)}
    for i, kind in enumerate(variant.cards.kinds):
        m.copies[i] = kind.count
        m.deck_of[i] = t.deck_index[kind.deck]
        if kind.colour is not None:
            m.colour_of[i] = t.colours.index(kind.colour)
            table, piece = slots[kind.form]
            table[piece][m.colour_of[i]] = i
    for deck in range(m.n_decks):
        kinds = [i for i in range(m.n_kinds) if m.deck_of[i] == deck]
        m.deck_first[deck], m.deck_end[deck] = kinds[0], kinds[-1] + 1
    m.reach[:] = [1, 2]  # SHIP-1: a double ship covers two spaces
    order = [m.wild]
    for colour in range(m.n_colours):
        order += [i for i in range(m.deck_end[0]) if m.colour_of[i] == colour]
    m.pair_order[: len(order)] = order
    m.pair_kinds = len(order)
    for kinds_left in range(1, c.KINDS):
        for cards in range(c.PAIR_CARDS + 1):
            m.choose[kinds_left][cards] = min(comb(kinds_left + cards - 1, cards), 2**31 - 1)


def fill_board(m: Map, t: Tables) -> None:
    """Cities, tracks and tickets."""
    variant = t.variant
    m.n_cities, m.n_tracks, m.n_tickets = len(t.cities), len(t.tracks), len(t.tickets)
    m.n_words = (m.n_tracks + c.WORD - 1) // c.WORD
    for i, city in enumerate(variant.cities):
        if not city.junction:
            m.cities |= 1 << i
        if city.port:
            m.ports |= 1 << i
        m.at[i] = words(track.index for track in variant.tracks if city.id in (track.a, track.b))
    for i, track in enumerate(variant.tracks):
        m.end_a[i], m.end_b[i] = t.city_index[track.a], t.city_index[track.b]
        m.length[i] = track.length
        m.colour[i] = c.NONE if track.colour is None else t.colours.index(track.colour)
        m.piece[i] = t.piece_index[track.piece]
        m.ferry[i], m.tunnel[i], m.pair[i] = track.ferry, int(track.tunnel), track.pair
        m.twin[i] = -1 if track.twin is None else t.track_index[track.twin]
    m.pairs = words(track.index for track in variant.tracks if track.pair)
    for i, ticket in enumerate(variant.tickets):
        m.stops[i] = len(ticket.cities)
        m.stop[i][: len(ticket.cities)] = [t.city_index[city] for city in ticket.cities]
        m.value[i], m.any_order[i], m.penalty[i] = ticket.points, ticket.any_order, ticket.penalty
        m.long[i] = int(ticket.long)
        m.has_tours |= int(ticket.is_tour)


def fill_parameters(m: Map, p: Parameters) -> None:
    """The parameters of section 1 and the options of section 21."""
    m.opening_hand[: len(p.opening_hand)] = p.opening_hand
    m.row_deal[: len(p.row)] = p.row
    m.owned_pieces[: len(p.pieces)] = p.pieces.values()
    m.harbour_points[:] = p.harbour_points
    for length, points in p.track_points.items():
        m.points[length] = points
    for name in SAME_NAME:
        setattr(m, name, getattr(p, name))
    m.start_box = int(p.start_return == "box")
    m.district_rule = c.VISITED if p.district_rule == "visited" else c.LINKED
    m.tour_direct = int(p.tour_order == "direct")
    m.overpay_forbidden = int(p.double_ship_overpay == "forbid")
    m.two_wilds_forbidden = int(p.pair_two_wilds == "forbid")
    m.dry_row_locked = int(p.dry_row == "locked")
    m.second_optional = int(p.second_draw == "optional")
    m.tie[: len(p.tie_breaks)] = [TIE_CODES[name] for name in p.tie_breaks]


SAME_NAME = (
    "row_reset_wilds",
    "pieces_chosen",
    "station_points",
    "harbour_unbuilt",
    "start_tickets",
    "start_long",
    "start_keep",
    "draw_tickets",
    "draw_keep",
    "twins_open_from",
    "end_supply",
    "last_turns",
    "longest_bonus",
    "row_reset_cap",
    "turn_limit",
)


def fill_affordable(m: Map) -> None:
    """The bit sets that narrow the search for claims; `list_claims` must agree with them."""
    for wilds in range(c.MAX_LENGTH + 1):
        m.iconed[wilds] = words(i for i in range(m.n_tracks) if m.ferry[i] <= wilds)
    for piece in range(m.n_pieces):
        tracks = [i for i in range(m.n_tracks) if m.piece[i] == piece]
        for k in range(c.MAX_LENGTH + 1):
            m.fits[piece][k] = words(i for i in tracks if m.length[i] <= k)
            for colour in range(m.n_colours):
                m.afford[piece][colour][k] = words(
                    i for i in tracks if m.length[i] <= k and m.colour[i] in (colour, c.NONE) and not m.pair[i]
                )
