"""
What a seat's tracks are worth together: connection, tours, the best use of stations.

TICKET-7, TOUR-2, TOUR-3, STATION-4 … STATION-6, DISTRICT-1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.consts import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *


def find(up: u8s, x: int) -> int:
    """The root of a city's component."""
    while up[x] != x:
        x = up[x]
    return x


def join_cities(m: Map, own: u64s, up: u8s, next_to: u64s) -> None:
    """Components of a network (every city points straight to its root) and the neighbours of each city."""
    for city in range(m.n_cities):
        up[city] = city
        next_to[city] = 0
    for word in range(m.n_words):
        tracks: u64 = own[word]
        while tracks:
            track = word * WORD + lowest(tracks)
            tracks &= tracks - 1
            a, b = m.end_a[track], m.end_b[track]
            next_to[a] |= bit(b)
            next_to[b] |= bit(a)
            x, y = find(up, a), find(up, b)
            if x != y:
                up[y] = x
    for city in range(m.n_cities):
        up[city] = find(up, city)


# ---------------------------------------------------------------- tickets and tours
def fate_of(m: Map, ticket: int, up: u8s, same: u8s, next_to: u64s) -> int:
    """What becomes of a ticket; ``same`` joins components through borrowed tracks."""
    n = m.stops[ticket]
    stop = m.stop[ticket]
    root = find(same, up[stop[0]])
    for i in range(1, n):
        if find(same, up[stop[i]]) != root:
            return FAILED
    if n == 2:
        return COMPLETED
    if m.tour_direct:
        for i in range(1, n):
            if not next_to[stop[i - 1]] & bit(stop[i]):
                return COMPLETED
        return IN_ORDER
    later: u64 = 0
    for i in range(1, n):
        later |= bit(stop[i])
    if tour_goes_on(stop, n, 1, next_to, stop[0], bit(stop[0]), 0, later):
        return IN_ORDER
    return COMPLETED


def tour_goes_on(stop: u8s, n: int, at: int, next_to: u64s, city: int, seen: u64, passed: u64, later: u64) -> int:
    """
    TOUR-2: whether a path from here meets the other stops in order and no city twice.

    Of all such paths a shortest takes no detour between two stops: it leaves out the cities that it ``passed``, the
    neighbours of those it has been to since the last stop.
    """
    target: int = stop[at]
    # Straight to the stop is never worse: it leaves every other city free.
    if next_to[city] & bit(target):
        if at + 1 == n:
            return 1
        return tour_goes_on(stop, n, at + 1, next_to, target, seen | bit(target), 0, later & ~bit(target))
    if not reaches(next_to, city, target, seen | passed | (later & ~bit(target))):
        return 0
    for i in range(at + 1, n):
        if not reaches(next_to, stop[i - 1], stop[i], seen | (later & ~bit(stop[i]))):
            return 0
    ways: u64 = next_to[city] & ~seen & ~passed & ~later
    passed |= next_to[city]
    while ways:
        step: int = lowest(ways)
        ways &= ways - 1
        if tour_goes_on(stop, n, at, next_to, step, seen | bit(step), passed, later):
            return 1
    return 0


def reaches(next_to: u64s, city: int, target: int, closed: u64) -> int:
    """Whether a city can be reached without the closed ones."""
    found: u64 = bit(city)
    edge: u64 = found
    while edge:
        near: u64 = next_to[lowest(edge)] & ~closed & ~found
        edge = (edge & (edge - 1)) | near
        found |= near
        if found & bit(target):
            return 1
    return 0


def ticket_points(m: Map, ticket: int, fate: int) -> int:
    """TICKET-7, TOUR-2 … TOUR-4."""
    if fate == IN_ORDER:
        return m.value[ticket]
    if fate == COMPLETED:
        return m.any_order[ticket]
    return -m.penalty[ticket]


def judge_tickets(m: Map, held: u64s, up: u8s, same: u8s, next_to: u64s, fate: u8s) -> int:
    """Points of all tickets held, with completed ones counted in the last digits: points * 256 + completed."""
    worth = 0
    for word in range(TICKET_WORDS):
        tickets: u64 = held[word]
        while tickets:
            ticket = word * WORD + lowest(tickets)
            tickets &= tickets - 1
            fate[ticket] = fate_of(m, ticket, up, same, next_to)
            worth += ticket_points(m, ticket, fate[ticket]) * 256
            if fate[ticket] != FAILED:
                worth += 1
    return worth


# ---------------------------------------------------------------- stations
def best_loans(m: Map, s: State, p: int, up: u8s, next_to: u64s, fate: u8s, loans: i16s, at: i16s) -> int:
    """STATION-6: the tracks to borrow, one of an opponent at each station or none; the worth of the tickets then."""
    same: u8s = [0] * 64
    chosen: i16s = [0] * 3
    for city in range(m.n_cities):
        same[city] = city
    n = 0
    cities: u64 = s.station_cities[p]
    for i in range(STATIONS):
        at[i] = -1
        loans[i] = -1
    while cities:
        at[n] = lowest(cities)
        cities &= cities - 1
        n += 1
    best = judge_tickets(m, s.tickets[p], up, same, next_to, fate)
    if n and (s.tickets[p][0] | s.tickets[p][1]):
        best = try_loans(m, s, p, up, same, next_to, fate, chosen, 0, n, best, loans, at)
        # Judge once more with the best loans, so that the fates are theirs.
        for i in range(n):
            if loans[i] >= 0:
                a, b = m.end_a[loans[i]], m.end_b[loans[i]]
                next_to[a] |= bit(b)
                next_to[b] |= bit(a)
                same[find(same, up[b])] = find(same, up[a])
        judge_tickets(m, s.tickets[p], up, same, next_to, fate)
    return best


def try_loans(
    m: Map,
    s: State,
    p: int,
    up: u8s,
    same: u8s,
    next_to: u64s,
    fate: u8s,
    chosen: i16s,
    i: int,
    n: int,
    best: int,
    loans: i16s,
    at: i16s,
) -> int:
    """All loans of the stations from the i-th on."""
    if i >= n or i >= STATIONS:
        worth = judge_tickets(m, s.tickets[p], up, same, next_to, fate)
        if worth > best:
            best = worth
            for j in range(n):
                loans[j] = chosen[j]
        return best
    chosen[i] = -1
    best = try_loans(m, s, p, up, same, next_to, fate, chosen, i + 1, n, best, loans, at)
    for word in range(m.n_words):
        tracks: u64 = 0
        for q in range(s.n_seats):
            if q != p:
                tracks |= s.owned[q][word]
        tracks &= m.at[at[i]][word]
        while tracks:
            track: int = word * WORD + lowest(tracks)
            tracks &= tracks - 1
            a, b = m.end_a[track], m.end_b[track]
            x, y = find(same, up[a]), find(same, up[b])
            if x == y and not m.has_tours:
                continue  # joins nothing new
            before_a: u64 = next_to[a]
            before_b: u64 = next_to[b]
            next_to[a] |= bit(b)
            next_to[b] |= bit(a)
            same[y] = x
            chosen[i] = track
            best = try_loans(m, s, p, up, same, next_to, fate, chosen, i + 1, n, best, loans, at)
            same[y] = y
            next_to[a] = before_a
            next_to[b] = before_b
    return best
