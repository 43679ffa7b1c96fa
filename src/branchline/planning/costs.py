"""What a track would cost a seat, and the cheapest way between two cities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.consts import *
from branchline.core.network import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *
    from branchline.planning.records import *


def count_hand(m: Map, s: State, seat: int, desk: Desk) -> None:
    """Nothing of the hand is spoken for: spaces that the cards of each colour cover, and the wilds."""
    for piece in range(m.n_pieces):
        for c in range(m.n_colours):
            spaces: int = s.hand[seat][m.first_kind[piece][c]]
            if m.second_kind[piece][c] != NONE:
                spaces += s.hand[seat][m.second_kind[piece][c]] * m.reach[piece]
            desk.left[piece][c] = spaces
    desk.wilds = s.hand[seat][m.wild]


def count_room(m: Map, s: State, seat: int, desk: Desk) -> None:
    """The pieces that a plan may use; with swaps also those that the box would give."""
    total: int = 0
    for piece in range(PIECES):
        desk.need[piece] = 0
    for piece in range(m.n_pieces):
        total += s.supply[seat][piece]
        desk.room[piece] = s.supply[seat][piece]
        if m.pieces_chosen and s.phase != START:
            desk.room[piece] += min(s.supply[seat][1 - piece], s.box[seat][piece])
    if m.pieces_chosen and s.phase == START:
        total = m.pieces_chosen
    desk.total = total


def fullest(m: Map, desk: Desk, piece: int) -> int:
    """The colour of which most is left."""
    best: int = 0
    for c in range(1, m.n_colours):
        if desk.left[piece][c] > desk.left[piece][best]:
            best = c
    return best


def price_track(m: Map, chart: Chart, p: Params, desk: Desk, track: int, most: int) -> None:
    """Cost and time of an open track; ``most`` is the largest colour left of its kind."""
    n: int = m.length[track]
    piece: int = m.piece[track]
    icons: int = m.ferry[track]
    plain: int = n + m.pair[track] - icons
    have: int = min(most if m.colour[track] == NONE else desk.left[piece][m.colour[track]], plain)
    missing: int = chart.lack[piece][plain - have]
    lacking: int = max(icons - desk.wilds, 0)
    cost: int = p.turn + missing * p.card + have * p.held - m.points[n] * p.points + lacking * p.loco
    time: int = 100 + missing * p.pace + lacking * 120
    if m.tunnel[track]:
        cost += p.tunnel
        time += 30
    desk.cost[track] = max(cost, 1)
    desk.time[track] = time


def price_tracks(m: Map, s: State, chart: Chart, p: Params, desk: Desk, seat: int) -> None:
    """Cost and time of every track: own and chosen ones are free, closed ones out of reach."""
    for i in range(m.n_tracks):
        desk.cost[i] = 1000000000
    for word in range(m.n_words):
        tracks: u64 = s.owned[seat][word] | desk.chosen[word] | desk.loans[word]
        while tracks:
            desk.cost[word * WORD + lowest(tracks)] = 0
            tracks &= tracks - 1
    desk.stale = (1 << (COLOURS + 2)) - 1
    price_stale(m, s, chart, p, desk, seat)


def price_stale(m: Map, s: State, chart: Chart, p: Params, desk: Desk, seat: int) -> None:
    """Cost and time of the open tracks for which cards have been spoken for since they were last priced."""
    most: i32s = [0] * 2
    for piece in range(m.n_pieces):
        most[piece] = desk.left[piece][fullest(m, desk, piece)]
    for word in range(m.n_words):
        tracks: u64 = 0
        for colour in range(COLOURS + 2):
            if desk.stale >> colour & 1:
                tracks |= chart.of_colour[colour][word]
        tracks &= s.open[word] & ~s.barred[seat][word] & ~desk.chosen[word]
        while tracks:
            track: int = word * WORD + lowest(tracks)
            tracks &= tracks - 1
            if m.length[track] <= desk.room[m.piece[track]]:
                price_track(m, chart, p, desk, track, most[m.piece[track]])
    desk.stale = 0


def price_loans(m: Map, s: State, p: Params, desk: Desk, seat: int) -> None:
    """Rivals' tracks that a station could borrow (STATION-4); one for each station."""
    for q in range(s.n_seats):
        for word in range(m.n_words):
            tracks: u64 = s.owned[q][word] & ~desk.loans[word] if q != seat else 0
            while tracks:
                desk.cost[word * WORD + lowest(tracks)] = 1000000000
                tracks &= tracks - 1
    built: u64 = s.station_cities[seat] & ~desk.borrowing
    spare: int = s.stations[seat] - count(desk.to_build)
    if spare <= 0 and built == 0:
        return
    free: u64 = m.cities & ~desk.borrowing
    for q in range(s.n_seats):
        free &= ~s.station_cities[q]
    cards: int = m.stations - s.stations[seat] + 1 + count(desk.to_build)
    cost: int = p.turn + cards * p.held + m.station_points * 100 + p.station
    for q in range(s.n_seats):
        if q == seat:
            continue
        for word in range(m.n_words):
            tracks = s.owned[q][word] & ~desk.loans[word]
            while tracks:
                track: int = word * WORD + lowest(tracks)
                tracks &= tracks - 1
                ends: u64 = bit(m.end_a[track]) | bit(m.end_b[track])
                if ends & built:
                    desk.cost[track] = 1
                    desk.time[track] = 0
                elif spare > 0 and ends & free:
                    desk.cost[track] = cost
                    desk.time[track] = 100 + cards * 25


def find_way(m: Map, chart: Chart, desk: Desk, start: int, end: int, most: int) -> int:
    """The cost of the cheapest way, if it is not above ``most``; ``via`` leads back along it."""
    for city in range(m.n_cities):
        desk.dist[city] = 1000000000
    desk.dist[start] = 0
    edge: u64 = bit(start)
    last: int = 0
    while edge:
        best: int = 1000000000
        here: int = 0
        rest: u64 = edge
        while rest:
            c: int = lowest(rest)
            rest &= rest - 1
            if desk.dist[c] < best:
                best = desk.dist[c]
                here = c
                if best == last:  # none is nearer
                    break
        last = best
        if best > most:
            return 1000000000
        if here == end:
            return best
        edge &= ~bit(here)
        for i in range(chart.first[here], chart.first[here + 1]):
            there: int = chart.far[i]
            dist: int = best + desk.cost[chart.near[i]]
            if dist < desk.dist[there]:
                desk.dist[there] = dist
                desk.via[there] = chart.near[i]
                edge |= bit(there)
    return 1000000000


def own_turns(s: State, seat: int) -> int:
    """How many turns the seat still has when the last turns have begun, this one included."""
    turns: int = 0
    q: int = s.cur
    for _ in range(s.turns_left):
        if q == seat:
            turns += 1
        q = (q + 1) % s.n_seats
    return turns


def read_clock(m: Map, s: State, p: Params, seat: int) -> int:
    """How many turns the seat will still have, in hundredths: exact in the last turns, else from the pieces left."""
    if s.turns_left >= 0:
        return own_turns(s, seat) * 100
    fewest: int = 1000
    if m.pieces_chosen and s.phase == START:
        fewest = m.pieces_chosen - m.end_supply
    for q in range(s.n_seats):
        fewest = min(fewest, s.supply[q][0] + s.supply[q][1] - m.end_supply)
    return p.clock_base + max(fewest, 0) * p.clock_rate


def joins_already(m: Map, ticket: int, up: u8s) -> int:
    """Whether the own network joins all cities of a ticket."""
    for i in range(1, m.stops[ticket]):
        if up[m.stop[ticket][i]] != up[m.stop[ticket][0]]:
            return 0
    return 1
