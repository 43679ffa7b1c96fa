"""
What tracks are worth together, against brute force: trails, tickets, tours, stations, districts.

Hand-made maps and states go through the functions of the core and through ``Engine.sheet``, compiled and uncompiled.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import brute
import pytest
from brute import Ticket, Track
from hypothesis import example, given
from hypothesis import strategies as st

from branchline.core import consts as c
from branchline.core import network, plain, trails, turn
from branchline.core.state import Map, Sheet, State
from branchline.game.tables import tables
from branchline.game.variants import variant

FACES: list[Any] = [plain]
with suppress(ImportError):
    FACES.append(import_module("branchline.core._native"))


@dataclass
class Net:
    """A little map, and who owns what on it."""

    tracks: list[Track]
    owners: list[int]
    """The seat of each track, -1 for none."""
    tickets: list[Ticket] = field(default_factory=list)
    stations: list[int] = field(default_factory=list)
    districts: list[list[int]] = field(default_factory=list)
    tour_direct: bool = False
    visited: bool = False

    def of(self, seat: int) -> list[Track]:
        """The tracks of a seat."""
        return [track for track, owner in zip(self.tracks, self.owners, strict=True) if owner == seat]

    def map(self) -> Map:
        """The board as the core knows it."""
        m = Map()
        m.n_cities = 1 + max((city for a, b, _ in self.tracks for city in (a, b)), default=0)
        m.n_cities = max([m.n_cities, *(city + 1 for cities, *_ in self.tickets for city in cities)])
        m.n_cities = max([m.n_cities, *(city + 1 for cities in self.districts for city in cities)])
        m.n_cities = max([m.n_cities, *(city + 1 for city in self.stations)])
        m.n_tracks, m.n_tickets = len(self.tracks), len(self.tickets)
        m.n_words = max(1, (m.n_tracks + c.WORD - 1) // c.WORD)
        m.n_pieces = m.n_decks = 1
        for i, (a, b, length) in enumerate(self.tracks):
            m.end_a[i], m.end_b[i], m.length[i], m.twin[i] = a, b, length, -1
            for city in (a, b):
                m.at[city][i // c.WORD] |= 1 << i % c.WORD
        for i, (stops, points, any_order, penalty) in enumerate(self.tickets):
            m.stop[i][: len(stops)] = stops
            m.stops[i] = len(stops)
            m.value[i], m.any_order[i], m.penalty[i] = points, any_order, penalty
            m.has_tours |= len(stops) > 2
        for i, cities in enumerate(self.districts):
            m.district[i] = sum(1 << city for city in cities)
            m.district_points[i] = 1 << i
        m.n_districts = len(self.districts)
        m.district_rule = c.VISITED if self.visited else c.LINKED
        m.tour_direct = int(self.tour_direct)
        m.longest_bonus = 10
        m.stations = c.STATIONS
        return m

    def state(self, m: Map) -> State:
        """The state in which seat 0 holds all tickets and stations."""
        s = State()
        turn.clear(m, s, 3, 0)
        s.phase = c.TURN
        for i, owner in enumerate(self.owners):
            if owner >= 0:
                s.owned[owner][i // c.WORD] |= 1 << i % c.WORD
                s.touched[owner] |= 1 << m.end_a[i] | 1 << m.end_b[i]
        for i in range(len(self.tickets)):
            s.tickets[0][i // c.WORD] |= 1 << i % c.WORD
        s.station_cities[0] = sum(1 << city for city in self.stations)
        s.stations[0] = c.STATIONS - len(self.stations)
        return s


def sheets(net: Net, seat: int = 0) -> Sheet:
    """The score sheet of a seat; both builds of the rules must agree on it."""
    m = net.map()
    board, state = m.pack(), net.state(m).pack()
    made = [face.Engine.from_bytes(face.Board(board), state).sheet(seat) for face in FACES]
    assert len(set(made)) == 1
    return Sheet.unpack(made[0])


def trail(net: Net) -> int:
    """The longest trail of seat 0, by the core."""
    return sheets(net).lines[c.L_TRAIL]


# ---------------------------------------------------------------- strategies
def tracks_among(cities: int, most: int, longest: int = 4) -> st.SearchStrategy[list[Track]]:
    """Tracks between a few cities, several of them between the same two at times."""
    ends = st.tuples(st.integers(0, cities - 1), st.integers(0, cities - 1)).filter(lambda pair: pair[0] != pair[1])
    track = st.tuples(ends, st.integers(1, longest)).map(lambda drawn: (*drawn[0], drawn[1]))
    return st.lists(track, max_size=most)


def tickets_among(cities: int, stops: int, most: int) -> st.SearchStrategy[list[Ticket]]:
    """Tickets between a few cities; only a tour has a middle value of its own."""

    def ticket(places: list[int], points: int, middle: int, penalty: int) -> Ticket:
        return tuple(places), points, points if len(places) == 2 else min(points, middle), penalty

    places = st.lists(st.integers(0, cities - 1), min_size=2, max_size=stops, unique=True)
    points = st.integers(0, 30)
    return st.lists(st.builds(ticket, places, points, points, points), min_size=1, max_size=most)


@st.composite
def nets(draw: st.DrawFn, cities: int, most: int, stops: int = 2, stations: int = 0) -> Net:
    """Tracks of three seats and nobody, tickets and stations of seat 0."""
    tracks = draw(tracks_among(cities, most))
    owners = draw(st.lists(st.integers(-1, 2), min_size=len(tracks), max_size=len(tracks)))
    tickets = draw(tickets_among(cities, stops, 4))
    built = draw(st.lists(st.integers(0, cities - 1), max_size=stations, unique=True)) if stations else []
    return Net(tracks, owners, tickets, sorted(built), tour_direct=draw(st.booleans()) if stops > 2 else False)


def own(tracks: Sequence[Track]) -> Net:
    """A net that seat 0 owns whole."""
    return Net(list(tracks), [0] * len(tracks))


# ---------------------------------------------------------------- LONGEST-1
@given(tracks_among(6, 9))
def test_longest_trail(tracks: list[Track]) -> None:
    assert trail(own(tracks)) == brute.longest_trail(tracks)


@given(tracks_among(5, 10, longest=9))
@example([(0, 1, 1), (0, 2, 9), (0, 3, 9), (1, 2, 9), (1, 3, 9), (2, 3, 1), (0, 4, 3)])
def test_longest_trail_of_dense_networks(tracks: list[Track]) -> None:
    expected = brute.longest_trail_by_subsets(tracks)
    assert trail(own(tracks)) == expected == brute.longest_trail(tracks)


@given(tracks_among(12, 11), st.randoms(use_true_random=False))
def test_numbering_does_not_matter(tracks: list[Track], rng: random.Random) -> None:
    """Other numbers for cities and tracks, other ends first, tracks beyond the first word: the same trail."""
    names = rng.sample(range(c.CITIES), 12)
    renamed = [(names[a], names[b], n) if rng.random() < 0.5 else (names[b], names[a], n) for a, b, n in tracks]
    places = sorted(rng.sample(range(c.TRACKS), len(renamed)))
    rng.shuffle(renamed)
    spread: list[Track] = [(0, 1, 1)] * c.TRACKS
    owners = [-1] * c.TRACKS
    for place, track in zip(places, renamed, strict=True):
        spread[place], owners[place] = track, 0
    assert trail(Net(spread, owners)) == trail(own(tracks)) == brute.longest_trail(tracks)


def chain_of(parts: int, ring: int) -> list[Track]:
    """Rings of cities with a spoke each, joined by bridges: cores, bridges and dead ends."""
    tracks: list[Track] = []
    for i in range(parts):
        first = i * (ring + 1)
        tracks += [(first + j, first + (j + 1) % ring, 1 + (i + j) % 3) for j in range(ring)]
        tracks += [(first, first + ring, 2), (first + 1, first + ring, 1)]
        if i:
            tracks.append((first - ring, first + 2, 2))
    return tracks


@pytest.mark.parametrize(("parts", "ring"), [(1, 3), (2, 3), (2, 4), (3, 3)])
def test_cores_and_bridges(parts: int, ring: int) -> None:
    tracks = chain_of(parts, ring)
    assert trail(own(tracks)) == brute.longest_trail(tracks)


def test_a_bridge_into_a_ring_and_back_out_at_the_same_city() -> None:
    ring = [(1, 2, 2), (2, 3, 2), (3, 1, 2)]
    assert trail(own([(0, 1, 1), *ring, (1, 4, 1)])) == 8
    assert trail(own([(0, 1, 1), *ring, (1, 4, 1), (1, 5, 5)])) == 12


def test_no_track_is_no_trail() -> None:
    assert trail(own([])) == 0  # LONGEST-3
    assert sheets(own([])).lines[c.L_LONGEST] == 0


def test_trails_of_real_maps_against_plain_walks() -> None:
    """Networks of twelve tracks on the real maps, of one piece or several."""
    rng = random.Random(1)
    for name in ("usa", "europe", "world"):
        it = variant(name)
        m = tables(it, it.with_options()).map
        for _ in range(12):
            chosen = rng.sample(range(m.n_tracks), 12)
            if rng.random() < 0.7:  # around one place
                x = rng.randrange(m.n_cities)
                near = [t for t in range(m.n_tracks) if x in (m.end_a[t], m.end_b[t])]
                ends = {city for t in near for city in (m.end_a[t], m.end_b[t])}
                near += [t for t in range(m.n_tracks) if t not in near and {m.end_a[t], m.end_b[t]} & ends]
                chosen = near[:12]
            tracks = [(m.end_a[t], m.end_b[t], m.length[t]) for t in chosen]
            assert trail(own(tracks)) == brute.longest_trail(tracks), (name, chosen)


def test_dense_boards_take_no_time() -> None:
    """A whole grid of 8 by 8 cities: walking its trails one by one would never end."""
    grid = [(y * 8 + x, y * 8 + x + 1, 1) for y in range(8) for x in range(7)]
    grid += [(y * 8 + x, y * 8 + x + 8, 1) for y in range(7) for x in range(8)]
    # 24 cities at the edge are odd; a trail ends at two, the others waste eleven tracks between them.
    assert trail(own(grid)) == len(grid) - 11


# ---------------------------------------------------------------- TICKET-7, TOUR-2
@given(nets(cities=7, most=9))
def test_tickets(net: Net) -> None:
    sheet = sheets(net)
    points, completed = brute.all_tickets(net.of(0), net.tickets)
    assert (sheet.lines[c.L_TICKETS], sheet.lines[c.L_COMPLETED]) == (points, completed)
    for i, ticket in enumerate(net.tickets):
        assert sheet.fate[i] == (c.COMPLETED if brute.linked(net.of(0), ticket[0]) else c.FAILED)


@given(nets(cities=6, most=10, stops=5))
def test_tours(net: Net) -> None:
    net.owners = [0] * len(net.tracks)
    sheet = sheets(net)
    assert sheet.lines[c.L_TICKETS] == brute.all_tickets(net.tracks, net.tickets, net.tour_direct)[0]
    for i, (cities, *_) in enumerate(net.tickets):
        if len(cities) > 2:
            assert (sheet.fate[i] == c.IN_ORDER) == brute.tour_in_order(net.tracks, cities, net.tour_direct)


@given(nets(cities=6, most=9, stops=4))
def test_direction_of_a_tour_does_not_matter(net: Net) -> None:
    net.owners = [0] * len(net.tracks)
    back = Net(net.tracks, net.owners, [(t[0][::-1], *t[1:]) for t in net.tickets], tour_direct=net.tour_direct)
    assert list(sheets(net).fate) == list(sheets(back).fate)


def fate(tracks: Sequence[Track], stops: Sequence[int], direct: bool = False) -> int:
    """What becomes of one tour."""
    net = own(tracks)
    net.tickets, net.tour_direct = [(tuple(stops), 20, 10, 30)], direct
    return sheets(net).fate[0]


def test_a_tour_that_would_have_to_turn_back() -> None:
    star = [(0, 3, 1), (1, 3, 1), (2, 3, 1)]
    assert fate(star, (0, 1, 2)) == c.COMPLETED  # AMB-32: no city twice
    assert fate([*star, (0, 1, 1)], (0, 1, 2)) == c.IN_ORDER
    assert fate([*star, (0, 1, 1)], (0, 1, 2), direct=True) == c.COMPLETED
    assert fate([*star, (0, 1, 1), (1, 2, 1)], (0, 1, 2), direct=True) == c.IN_ORDER


def test_a_tour_needs_the_long_way_round() -> None:
    """The shortest way from 0 to 1 would use up the city that the way from 1 to 2 needs."""
    tracks = [(0, 3, 1), (3, 1, 1), (3, 2, 1), (0, 4, 1), (4, 5, 1), (5, 1, 1)]
    assert fate(tracks, (0, 1, 2)) == c.IN_ORDER
    assert fate(tracks[:-1], (0, 1, 2)) == c.COMPLETED


def test_a_tour_across_a_junction() -> None:
    """DATA-9: the core asks for no name on the way; a junction is a city like any other to a path."""
    assert fate([(0, 9, 1), (9, 1, 1), (1, 2, 1)], (0, 1, 2)) == c.IN_ORDER


def test_hopeless_tours_on_a_large_board_take_no_time() -> None:
    """Two ways that would have to cross, on a grid: every detour is a way to fail."""
    n = 6
    grid = [(y * n + x, y * n + x + 1, 1) for y in range(n) for x in range(n - 1)]
    grid += [(y * n + x, y * n + x + n, 1) for y in range(n - 1) for x in range(n)]
    corners = (0, n - 1, n * n - 1, n * n - n)
    assert fate(grid, (corners[0], corners[1], corners[2], corners[3])) == c.IN_ORDER
    middle = (2, n * (n - 1) + 2, 0, n - 1)  # down the middle, then from the left edge to the right one
    assert fate(grid, middle) == c.COMPLETED


# ---------------------------------------------------------------- STATION-4 … STATION-6
@given(nets(cities=6, most=11, stations=3))
def test_station_choice(net: Net) -> None:
    check_stations(net)


@given(nets(cities=5, most=9, stops=4, stations=2))
def test_station_choice_with_tours(net: Net) -> None:
    check_stations(net)


def check_stations(net: Net) -> None:
    """The worth is the best there is, and the loans told are allowed and have that worth."""
    sheet = sheets(net)
    others = net.of(1) + net.of(2)
    best = brute.station_choice(net.of(0), others, net.stations, net.tickets, net.tour_direct)
    assert (sheet.lines[c.L_TICKETS], sheet.lines[c.L_COMPLETED]) == best
    loans = [net.tracks[i] for i in sheet.borrowed if i >= 0]
    assert [city for city in sheet.borrowed_at if city >= 0] == net.stations
    for i, city in zip(sheet.borrowed, sheet.borrowed_at, strict=True):
        assert i < 0 or (net.owners[i] in (1, 2) and city in net.tracks[i][:2])
    assert brute.all_tickets([*net.of(0), *loans], net.tickets, net.tour_direct) == best
    assert sheet.lines[c.L_TRAIL] == brute.longest_trail(net.of(0))  # LONGEST-4: loans are no part of it


def test_loans_follow_one_another() -> None:
    """STATION-5: two borrowed tracks in a row, of two opponents, far from any own track."""
    net = Net([(0, 1, 2), (1, 2, 2), (3, 4, 1)], [1, 2, 0], [((0, 2), 9, 9, 9)], [0, 1])
    assert sheets(net).lines[c.L_TICKETS] == 9
    check_stations(net)


def test_a_loan_that_completes_more_tickets_for_the_same_points() -> None:
    """STATION-6: the points are equal, so the number decides."""
    tickets: list[Ticket] = [((0, 1), 6, 6, 6), ((0, 2), 3, 3, 3), ((2, 3), 3, 3, 3)]
    net = Net([(0, 1, 1), (0, 2, 1), (2, 3, 1)], [1, 1, 0], tickets, [0])
    sheet = sheets(net)
    assert (sheet.lines[c.L_TICKETS], sheet.lines[c.L_COMPLETED]) == (6, 2)
    net.tickets = [((0, 1), 6, 6, 6), ((0, 2), 3, 3, 3), ((0, 3), 3, 3, 3)]
    sheet = sheets(net)
    assert (sheet.lines[c.L_TICKETS], sheet.lines[c.L_COMPLETED]) == (0, 2)
    assert sheet.borrowed[0] == 1


# ---------------------------------------------------------------- DISTRICT-1
@given(
    tracks_among(6, 8),
    st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=4, unique=True), min_size=1, max_size=4),
    st.booleans(),
)
def test_districts(tracks: list[Track], districts: list[list[int]], visited: bool) -> None:
    net = own(tracks)
    net.districts, net.visited = districts, visited
    sheet = sheets(net)
    complete = sum(1 << i for i, cities in enumerate(districts) if brute.district(tracks, cities, visited))
    assert (sheet.lines[c.L_DISTRICT_BITS], sheet.lines[c.L_DISTRICTS]) == (complete, complete)


# ---------------------------------------------------------------- the parts
@given(tracks_among(7, 10))
def test_components(tracks: list[Track]) -> None:
    net = own(tracks)
    m = net.map()
    up, next_to = [0] * 64, [0] * 64
    network.join_cities(m, net.state(m).owned[0], up, next_to)
    for city in range(m.n_cities):
        together = {other for other in range(m.n_cities) if up[other] == up[city]}
        assert together == brute.component(tracks, city)
        near = {other for a, b, _ in tracks for here, other in ((a, b), (b, a)) if here == city}
        assert next_to[city] == sum(1 << other for other in near)
        assert trails.connected(next_to, city) == sum(1 << other for other in together)


@given(tracks_among(7, 10))
def test_bridges(tracks: list[Track]) -> None:
    net = own(tracks)
    m = net.map()
    owned = net.state(m).owned[0]
    depth, bridges = [0] * 64, [0] * c.WORDS
    for city in range(m.n_cities):
        if depth[city] == 0:
            trails.find_bridges(m, owned, city, -1, 1, depth, bridges)
    for i, (a, b, _) in enumerate(tracks):
        assert (bridges[0] >> i & 1 == 1) == (b not in brute.component(tracks[:i] + tracks[i + 1 :], a))
