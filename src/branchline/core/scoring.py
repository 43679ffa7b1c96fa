"""
Final scoring and ranks.

SCORE-1 … SCORE-9, STATION-8, HARBOUR-4 … HARBOUR-6, DISTRICT-1, LONGEST-2, LONGEST-3, TIE-1 … TIE-6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.consts import *
from branchline.core.network import *
from branchline.core.tape import *
from branchline.core.trails import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *


def trail_of(m: Map, s: State, p: int) -> int:
    """The longest trail of a seat; borrowed tracks are no part of it (STATION-7, LONGEST-4)."""
    up: u8s = [0] * 64
    next_to: u64s = [0] * 64
    join_cities(m, s.owned[p], up, next_to)
    return longest_trail(m, s.owned[p], up)


def best_trail(m: Map, s: State) -> int:
    """The greatest length of all seats; 0 where there is no such bonus (LONGEST-5)."""
    best = 0
    if m.longest_bonus:
        for p in range(s.n_seats):
            best = max(best, trail_of(m, s, p))
    return best


def tally(
    m: Map,
    s: State,
    p: int,
    greatest: int,
    lines: i32s,
    fate: u8s,
    loans: i16s,
    loans_at: i16s,
    harbour_at: i16s,
    harbour_line: i16s,
) -> None:
    """Every line of a seat's score, as if the game ended now; ``greatest`` is the longest trail of all seats."""
    up: u8s = [0] * 64
    next_to: u64s = [0] * 64
    for i in range(LINES):
        lines[i] = 0
    join_cities(m, s.owned[p], up, next_to)
    for word in range(m.n_words):  # SCORE-2: recounted, not believed
        tracks: u64 = s.owned[p][word]
        while tracks:
            lines[L_TRACKS] += m.points[m.length[word * WORD + lowest(tracks)]]
            tracks &= tracks - 1
    lines[L_SWAPS] = -s.swapped[p]
    if m.longest_bonus:  # LONGEST-2, LONGEST-3
        lines[L_TRAIL] = longest_trail(m, s.owned[p], up)
        if greatest > 0 and lines[L_TRAIL] == greatest:
            lines[L_LONGEST] = m.longest_bonus
    for i in range(m.n_districts):
        if district_complete(m, m.district[i], s.touched[p], up):
            lines[L_DISTRICTS] += m.district_points[i]
            lines[L_DISTRICT_BITS] |= 1 << i
    worth = best_loans(m, s, p, up, next_to, fate, loans, loans_at)
    lines[L_COMPLETED] = worth & 255
    lines[L_TICKETS] = worth >> 8
    lines[L_STATIONS] = s.stations[p] * m.station_points  # STATION-8
    lines[L_UNBUILT] = s.harbours[p] * m.harbour_unbuilt  # HARBOUR-6
    n = 0
    cities: u64 = s.harbour_cities[p]
    for i in range(HARBOURS):
        harbour_at[i] = -1
        harbour_line[i] = 0
    while cities:
        harbour_at[n] = lowest(cities)
        cities &= cities - 1
        harbour_line[n] = m.harbour_points[min(tickets_naming(m, s.tickets[p], fate, harbour_at[n]), 3)]
        lines[L_HARBOURS] += harbour_line[n]
        n += 1
    total = 0
    for i in range(L_TOTAL):
        total += lines[i]
    lines[L_TOTAL] = total


def district_complete(m: Map, district: u64, touched: u64, up: u8s) -> int:
    """DISTRICT-1: linked with each other, or (option) each visited. Others may have it too (DISTRICT-2)."""
    if district & ~touched:
        return 0
    if m.district_rule == VISITED:
        return 1
    root: int = up[lowest(district)]
    cities: u64 = district
    while cities:
        if up[lowest(cities)] != root:
            return 0
        cities &= cities - 1
    return 1


def tickets_naming(m: Map, held: u64s, fate: u8s, city: int) -> int:
    """HARBOUR-4, HARBOUR-5: completed tickets that name a city."""
    n = 0
    for word in range(TICKET_WORDS):
        tickets: u64 = held[word]
        while tickets:
            ticket = word * WORD + lowest(tickets)
            tickets &= tickets - 1
            if fate[ticket] != FAILED:
                for i in range(m.stops[ticket]):
                    if m.stop[ticket][i] == city:
                        n += 1
    return n


def finish(m: Map, s: State, tape: Tape, how: int) -> None:
    """END-6: score all seats and rank them."""
    lines: i32s = [0] * 12
    fate: u8s = [0] * 128
    loans: i16s = [0] * 3
    loans_at: i16s = [0] * 3
    harbour_at: i16s = [0] * 3
    harbour_line: i16s = [0] * 3
    completed: i32s = [0] * 5
    bonus: i32s = [0] * 5
    greatest = best_trail(m, s)
    for p in range(s.n_seats):
        tally(m, s, p, greatest, lines, fate, loans, loans_at, harbour_at, harbour_line)
        s.final[p] = lines[L_TOTAL]
        completed[p] = lines[L_COMPLETED]
        bonus[p] = lines[L_LONGEST]
    for p in range(s.n_seats):
        s.rank[p] = 1
        for q in range(s.n_seats):
            if comes_before(m, s, q, p, completed, bonus):
                s.rank[p] += 1
    s.phase = OVER
    s.cur = s.first
    s.ended = how
    emit(tape, EV_OVER, NONE, how, 0, 0)


def comes_before(m: Map, s: State, q: int, p: int, completed: i32s, bonus: i32s) -> int:
    """SCORE-8 and the tie-breaks of the variant, the first difference decides (TIE-1 … TIE-6)."""
    if s.final[q] != s.final[p]:
        return s.final[q] > s.final[p]
    for i in range(TIES):
        mine = 0
        theirs = 0
        if m.tie[i] == TIE_TICKETS:
            mine, theirs = completed[q], completed[p]
        elif m.tie[i] == TIE_FEWEST:
            mine, theirs = s.stations[q], s.stations[p]  # more in supply: fewer built
        elif m.tie[i] == TIE_MOST:
            mine, theirs = s.stations[p], s.stations[q]
        elif m.tie[i] == TIE_LONGEST:
            mine, theirs = bonus[q], bonus[p]
        if mine != theirs:
            return mine > theirs
    return 0
