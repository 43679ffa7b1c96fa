"""
Stations, harbours, swaps.

STATION-1 … STATION-3, HARBOUR-1 … HARBOUR-3, SWAP-1 … SWAP-4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.cards import *
from branchline.core.consts import *
from branchline.core.payments import *
from branchline.core.tape import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *


# ---------------------------------------------------------------- stations
def list_stations(m: Map, s: State, out: i32s, k: int) -> int:
    """STATION-1, STATION-2: any city without a station; the n-th costs n cards of one colour."""
    p = s.cur
    if s.stations[p] == 0:
        return k
    free: u64 = m.cities  # any city, but no junction (DATA-9)
    for q in range(s.n_seats):
        free &= ~s.station_cities[q]
    start: int = k
    end: int = k
    while free:
        base: i32 = (STATION << DEED) | (lowest(free) << PLACE)
        free &= free - 1
        if k == start:
            k = list_payments(m, s.hand[p], out, k, base, 0, NONE, m.stations - s.stations[p] + 1, 0)
            end = k
            if k == start:
                return k
        else:
            k = repeat(out, k, start, end, base - (out[start] & ~65535))
    return k


def build_station(m: Map, s: State, tape: Tape, code: i32) -> None:
    """Carry out a station."""
    p = s.cur
    city: int = (code >> PLACE) & 255
    emit(tape, EV_STATION, p, city, code & 65535, 0)
    spend_payment(m, s, p, 0, code)
    s.stations[p] -= 1
    s.station_cities[p] |= bit(city)


# ---------------------------------------------------------------- harbours
def list_harbours(m: Map, s: State, out: i32s, k: int) -> int:
    """HARBOUR-1, HARBOUR-2: a port of one's own network; two marked trains and two single ships of a colour."""
    p = s.cur
    hand = s.hand[p]
    if s.harbours[p] == 0:
        return k
    free: u64 = m.ports & s.touched[p]
    for q in range(s.n_seats):
        free &= ~s.harbour_cities[q]
    start: int = k
    end: int = k
    wilds = hand[m.wild]
    while free:
        base: i32 = (HARBOUR << DEED) | (lowest(free) << PLACE)
        free &= free - 1
        if k > start:
            k = repeat(out, k, start, end, base - (out[start] & ~65535))
            continue
        for c in range(m.n_colours):
            for trains in range(min(hand[m.second_kind[0][c]], 2) + 1):
                for ships in range(min(hand[m.first_kind[1][c]], 2) + 1):
                    w = 4 - trains - ships
                    if w <= wilds and w < 4:
                        out[k] = base | (c << COLOUR) | (trains << FIRST) | (ships << SECOND_KIND) | w
                        k += 1
        if wilds >= 4:
            out[k] = base | (ALL_WILD << COLOUR) | 4
            k += 1
        end = k
        if k == start:
            return k
    return k


def build_harbour(m: Map, s: State, tape: Tape, code: i32) -> None:
    """Carry out a harbour."""
    p = s.cur
    city: int = (code >> PLACE) & 255
    colour: int = (code >> COLOUR) & 15
    emit(tape, EV_HARBOUR, p, city, code & 65535, 0)
    if colour != ALL_WILD:
        spend(m, s, p, m.second_kind[0][colour], (code >> FIRST) & 15)
        spend(m, s, p, m.first_kind[1][colour], (code >> SECOND_KIND) & 15)
    spend(m, s, p, m.wild, code & 15)
    s.harbours[p] -= 1
    s.harbour_cities[p] |= bit(city)


# ---------------------------------------------------------------- swaps
def list_swaps(m: Map, s: State, out: i32s, k: int) -> int:
    """SWAP-1, SWAP-2: n pieces of one kind from the supply for n of the other from the box."""
    if m.pieces_chosen == 0:
        return k
    p = s.cur
    for given in range(2):
        for n in range(1, min(s.supply[p][given], s.box[p][1 - given]) + 1):
            out[k] = (SWAP << DEED) | (given << PLACE) | n
            k += 1
    return k


def swap_pieces(m: Map, s: State, tape: Tape, code: i32) -> None:
    """Carry out a swap: a point each (SWAP-1)."""
    p = s.cur
    given: int = (code >> PLACE) & 255
    n: int = code & 65535
    emit(tape, EV_SWAP, p, given, n, 0)
    s.supply[p][given] -= n
    s.box[p][given] += n
    s.supply[p][1 - given] += n
    s.box[p][1 - given] -= n
    s.score[p] -= n
    s.swapped[p] += n
