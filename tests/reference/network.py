"""
Graphs of tracks: who is connected with whom, tours, the longest trail.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from .facts import Track

Group = frozenset[str]


def components(tracks: Iterable[Track]) -> list[Group]:
    """
    The cities of each connected part.
    """
    groups: list[set[str]] = []
    for track in tracks:
        touched = [group for group in groups if track.a in group or track.b in group]
        joined = {track.a, track.b}.union(*touched)
        groups = [group for group in groups if group not in touched] + [joined]
    return [frozenset(group) for group in groups]


def linked(cities: Iterable[str], groups: Iterable[Group]) -> bool:
    """
    TICKET-7, TOUR-3, DISTRICT-1: all these cities in one component.
    """
    wanted = set(cities)
    return any(wanted <= group for group in groups)


def neighbours(tracks: Iterable[Track]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for track in tracks:
        found.setdefault(track.a, set()).add(track.b)
        found.setdefault(track.b, set()).add(track.a)
    return found


def tour_path(cities: Sequence[str], tracks: Sequence[Track]) -> bool:
    """
    TOUR-2, `path`: a path that visits no city twice and meets the cities in this order, others in between.
    """
    around = neighbours(tracks)
    if any(city not in around for city in cities):
        return False

    def go(here: str, met: int, seen: frozenset[str]) -> bool:
        if met == len(cities):
            return True
        for there in around[here]:
            if there in seen:
                continue
            if there == cities[met]:
                if go(there, met + 1, seen | {there}):
                    return True
            elif there not in cities and go(there, met, seen | {there}):
                return True
        return False

    return go(cities[0], 1, frozenset({cities[0]}))


def tour_direct(cities: Sequence[str], tracks: Sequence[Track]) -> bool:
    """
    TOUR-2, `direct`: a track straight from each listed city to the next.
    """
    around = neighbours(tracks)
    return all(second in around.get(first, ()) for first, second in pairwise(cities))


def longest_trail(tracks: Sequence[Track]) -> int:
    """
    LONGEST-1: most pieces on one trail; no track twice, cities as often as wanted.
    """
    best = 0
    for group in components(tracks):
        mine = [track for track in tracks if track.a in group]
        best = max(best, _longest_in(mine))
    return best


def _longest_in(tracks: list[Track]) -> int:
    at: dict[str, list[tuple[int, str, int]]] = {}
    for number, track in enumerate(tracks):
        at.setdefault(track.a, []).append((number, track.b, track.length))
        at.setdefault(track.b, []).append((number, track.a, track.length))
    total = sum(track.length for track in tracks)
    odd = [city for city, there in at.items() if len(there) % 2]
    if len(odd) <= 2:
        return total  # Euler: the whole part is one trail
    known: dict[tuple[str, int], int] = {}

    def on_from(city: str, used: int) -> int:
        key = (city, used)
        if key not in known:
            known[key] = max(
                (
                    length + on_from(other, used | 1 << number)
                    for number, other, length in at[city]
                    if not used >> number & 1
                ),
                default=0,
            )
        return known[key]

    # A longest trail uses up the tracks of the city where it starts; so an open one starts at an odd city,
    # and a closed one could be lengthened where an odd city hangs on it.
    return max(on_from(city, 0) for city in odd)
