"""
Networks by brute force: every subset, every order, every choice.

Nothing here knows the core. A network is a list of tracks ``(city, city, length)``, cities are numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations, pairwise, permutations, product

Track = tuple[int, int, int]


def component(tracks: Iterable[Track], city: int) -> frozenset[int]:
    """The cities that can be reached from a city, itself included."""
    found = {city}
    while more := {x for a, b, _ in tracks if (a in found) != (b in found) for x in (a, b)} - found:
        found |= more
    return frozenset(found)


def linked(tracks: Sequence[Track], cities: Sequence[int]) -> bool:
    """TICKET-7, TOUR-3: whether all these cities are in one component."""
    return set(cities) <= component(tracks, cities[0])


# ---------------------------------------------------------------- LONGEST-1
def longest_trail(tracks: Sequence[Track]) -> int:
    """The longest trail, by walking every one of them."""

    @cache
    def walk(city: int, unused: frozenset[int]) -> int:
        ways = [i for i in unused if city in tracks[i][:2]]
        return max((tracks[i][2] + walk(sum(tracks[i][:2]) - city, unused - {i}) for i in ways), default=0)

    return max((walk(city, frozenset(range(len(tracks)))) for a, b, _ in tracks for city in (a, b)), default=0)


def longest_trail_by_subsets(tracks: Sequence[Track]) -> int:
    """The same by Euler's theorem: tracks make one trail iff they are connected and at most two cities are odd."""
    best = 0
    for subset in chain.from_iterable(combinations(tracks, n) for n in range(1, len(tracks) + 1)):
        ends = [city for a, b, _ in subset for city in (a, b)]
        odd = [city for city in set(ends) if ends.count(city) % 2]
        if len(odd) <= 2 and set(ends) == component(subset, ends[0]):
            best = max(best, sum(length for _, _, length in subset))
    return best


# ---------------------------------------------------------------- TOUR-2
def tour_in_order(tracks: Sequence[Track], stops: Sequence[int], direct: bool) -> bool:
    """Whether a path meets the stops in the listed order: every order of every choice of cities is tried."""
    joined = {frozenset(track[:2]) for track in tracks}

    def is_path(cities: Sequence[int]) -> bool:
        return all(frozenset(leg) in joined for leg in pairwise(cities))

    if direct:
        return is_path(stops)
    others = {city for track in tracks for city in track[:2]} - set(stops)
    for n in range(len(others) + 1):
        for between in permutations(others, n):
            # Where the other cities stand among the stops: none before the first or after the last is needed.
            for places in combinations(range(1, len(stops) + n - 1), n):
                stop, other = iter(stops), iter(between)
                if is_path([next(other if i in places else stop) for i in range(len(stops) + n)]):
                    return True
    return False


# ---------------------------------------------------------------- tickets and stations
Ticket = tuple[tuple[int, ...], int, int, int]
"""Cities, points, middle value, penalty."""


def ticket_points(tracks: Sequence[Track], ticket: Ticket, direct: bool = False) -> tuple[int, int]:
    """Points of a ticket, and 1 if it is completed."""
    cities, points, any_order, penalty = ticket
    if not linked(tracks, cities):
        return -penalty, 0
    if len(cities) == 2 or tour_in_order(tracks, cities, direct):
        return points, 1
    return any_order, 1


def all_tickets(tracks: Sequence[Track], tickets: Sequence[Ticket], direct: bool = False) -> tuple[int, int]:
    """Points of all tickets, and how many are completed."""
    judged = [ticket_points(tracks, ticket, direct) for ticket in tickets]
    return sum(points for points, _ in judged), sum(completed for _, completed in judged)


def station_choice(
    own: Sequence[Track],
    others: Sequence[Track],
    stations: Sequence[int],
    tickets: Sequence[Ticket],
    direct: bool = False,
) -> tuple[int, int]:
    """STATION-6: the best points over all ways to give each station a track of an opponent or none, then the most."""
    choices = [[(), *((track,) for track in others if city in track[:2])] for city in stations]
    return max(all_tickets([*own, *chain(*loans)], tickets, direct) for loans in product(*choices))


# ---------------------------------------------------------------- DISTRICT-1
def district(tracks: Sequence[Track], cities: Sequence[int], visited: bool) -> bool:
    """Whether the cities are linked with each other, or (option) each touched by a track."""
    touched = {city for track in tracks for city in track[:2]}
    if visited:
        return set(cities) <= touched
    return set(cities) <= touched and linked(tracks, cities)
