"""
The planner's choice in play-outs: the move of the best price, found without listing what can't be the best.

Payments cost something or nothing. So a claim that is worth less than the best move so far need not be paid for, and
most tracks outside the plan are worth less than a card. Tests hold this to the same choice as ``choose_move``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.buildings import *
from branchline.core.cards import *
from branchline.core.claims import *
from branchline.core.consts import *
from branchline.core.network import *
from branchline.core.payments import *
from branchline.core.scoring import *
from branchline.core.trails import *
from branchline.planning.offers import *
from branchline.planning.plans import *
from branchline.planning.policy import *
from branchline.planning.prices import *
from branchline.planning.stock import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *
    from branchline.planning.records import *


def quick_move(m: Map, s: State, chart: Chart, p: Params, desk: Desk, mind: Mind, out: i32s) -> i32:
    """The move of the best price; of equals the one with the lowest code."""
    seat: int = s.cur
    best: i32s = [0] * 2  # price and code
    best[0] = -30000
    if s.phase == TURN or s.phase == SECOND:
        consider(m, s, chart, p, desk, mind, seat)
        take_stock(m, s, chart, p, desk, mind, seat)
        n: int = list_draws(m, s, out, 0)
        price_draws(m, s, p, desk, seat, out, n)
        for i in range(n):
            compare_with(best, desk.scores[i], out[i])
        if s.phase == TURN:
            quick_turn(m, s, chart, p, desk, mind, seat, out, best)
        elif m.second_optional:
            compare_with(best, -1, STOP << DEED)
    if best[0] == -30000:  # another decision, or nothing that one would do of one's own will
        return choose_move(m, s, chart, p, desk, mind, out)
    return best[1]


def compare_with(best: i32s, price: i32, code: i32) -> None:
    """Keep the better one."""
    if price > best[0] or (price == best[0] and code < best[1]):
        best[0] = price
        best[1] = code


def quick_turn(
    m: Map, s: State, chart: Chart, p: Params, desk: Desk, mind: Mind, seat: int, out: i32s, best: i32s
) -> None:
    """All that can be done with a turn but to draw cards."""
    can: u64s = [0] * 3
    if s.deck_n:
        compare_with(best, worth_of_tickets(m, s, chart, p, mind, seat), TAKE << DEED)
    payable(m, s, seat, can)
    if can[0] | can[1] | can[2]:
        if s.turns_left >= 0 and own_turns(s, seat) == 1:
            last_claims(m, s, p, desk, mind, seat, can, out, best)
        else:
            plan_claims(m, s, p, desk, mind, seat, can, out, best)
            other_claims(m, s, chart, p, desk, mind, seat, can, out, best)
    if mind.stations[seat]:
        quick_stations(m, s, p, desk, mind, seat, out, best)
    if s.harbours[seat]:
        quick_harbours(m, s, p, desk, mind, seat, out, best)
    if m.pieces_chosen:
        for given in range(2):
            n: int = mind.pieces[seat][1 - given] - s.supply[seat][1 - given]
            code: i32 = (SWAP << DEED) | (given << PLACE) | n
            if n > 0 and n <= min(s.supply[seat][given], s.box[seat][1 - given]):
                compare_with(best, worth_of_swap(m, s, p, mind, seat, code), code)


# ---------------------------------------------------------------- claims
def plan_claims(
    m: Map, s: State, p: Params, desk: Desk, mind: Mind, seat: int, can: u64s, out: i32s, best: i32s
) -> None:
    """Tracks of the plan; what remains in ``can`` are the others."""
    for word in range(m.n_words):
        tracks: u64 = can[word] & (mind.tracks[seat][word] | mind.filler[seat][word])
        can[word] ^= tracks
        try_tracks(m, s, p, desk, mind, seat, word, tracks, out, best)


def other_claims(
    m: Map, s: State, chart: Chart, p: Params, desk: Desk, mind: Mind, seat: int, can: u64s, out: i32s, best: i32s
) -> None:
    """Tracks outside the plan: of most lengths none is worth it, whatever it cuts."""
    left: u64 = 0
    for word in range(m.n_words):
        tracks: u64 = 0
        for n in range(1, MAX_LENGTH + 1):
            if chart.of_length[n][word] and worth_outside(m, s, p, mind, seat, n) + p.deny >= best[0]:
                tracks |= chart.of_length[n][word]
        can[word] &= tracks
        left |= can[word]
    if left == 0:
        return
    if p.deny:
        find_cuts(m, s, desk, seat, can)
    for word in range(m.n_words):
        try_tracks(m, s, p, desk, mind, seat, word, can[word], out, best)


def try_tracks(
    m: Map, s: State, p: Params, desk: Desk, mind: Mind, seat: int, word: int, tracks: u64, out: i32s, best: i32s
) -> None:
    """Claims of the tracks of a word, by what each is worth now."""
    while tracks:
        track: int = word * WORD + lowest(tracks)
        tracks &= tracks - 1
        worth: int = worth_of_claim(m, s, p, desk, mind, seat, track)
        try_payments(m, s, p, desk, mind, seat, track, worth, p.turn, out, best)


def last_claims(
    m: Map, s: State, p: Params, desk: Desk, mind: Mind, seat: int, can: u64s, out: i32s, best: i32s
) -> None:
    """The last turn: by what each adds to the final score."""
    up: u8s = [0] * 64
    next_to: u64s = [0] * 64
    total: i32s = [0] * 64  # length of the tracks of each part
    lacking: int = 0  # length that the longest trail lacks for the bonus
    trail: int = 0
    join_cities(m, s.owned[seat], up, next_to)
    if m.longest_bonus:
        trail = rivals_trail(m, s, seat)
        lacking = trail - longest_trail(m, s.owned[seat], up)
        for word in range(m.n_words):
            own: u64 = s.owned[seat][word]
            while own:
                track: int = word * WORD + lowest(own)
                own &= own - 1
                total[up[m.end_a[track]]] += m.length[track]
    for word in range(m.n_words):
        tracks: u64 = can[word]
        while tracks:
            track = word * WORD + lowest(tracks)
            tracks &= tracks - 1
            worth: int = 1000 + last_gain(m, s, seat, track, up)
            if lacking > 0 and worth + m.longest_bonus * 100 >= best[0]:
                a: int = up[m.end_a[track]]
                b: int = up[m.end_b[track]]
                most: int = m.length[track]  # that it could add to a trail
                if a == b or (total[a] and total[b]):
                    most += total[a] + total[b] - trail + lacking
                if most >= lacking:
                    worth += trail_gain(m, s, seat, track, trail)
            try_payments(m, s, p, desk, mind, seat, track, worth, 0, out, best)


def try_payments(
    m: Map,
    s: State,
    p: Params,
    desk: Desk,
    mind: Mind,
    seat: int,
    track: int,
    worth: int,
    turn: int,
    out: i32s,
    best: i32s,
) -> None:
    """A claim with its best payment, if it can be the best move."""
    if worth < best[0]:
        return
    for i in range(list_claim(m, s, out, 0, track)):
        price: int = worth - price_claim(m, s, p, desk, mind, seat, out[i])
        if m.tunnel[track]:
            price -= risk_of_tunnel(m, s, p, seat, out[i], worth + turn)
        compare_with(best, price, out[i])


# ---------------------------------------------------------------- buildings
def quick_stations(m: Map, s: State, p: Params, desk: Desk, mind: Mind, seat: int, out: i32s, best: i32s) -> None:
    """Stations of the plan."""
    free: u64 = m.cities & mind.stations[seat]
    for q in range(s.n_seats):
        free &= ~s.station_cities[q]
    if s.stations[seat] == 0:
        return
    while free:
        city: int = lowest(free)
        free &= free - 1
        worth: int = worth_of_station(m, s, p, mind, seat, city)
        if worth > 0 and s.turns_left >= 0 and own_turns(s, seat) == 1:
            worth = 1000 + last_station(m, s, seat, city)
        if worth < best[0]:
            continue
        base: i32 = (STATION << DEED) | (city << PLACE)
        n: int = list_payments(m, s.hand[seat], out, 0, base, 0, NONE, m.stations - s.stations[seat] + 1, 0)
        for i in range(n):
            compare_with(best, worth - price_payment(m, s, p, desk, seat, out[i], 0, NONE, 0), out[i])


def quick_harbours(m: Map, s: State, p: Params, desk: Desk, mind: Mind, seat: int, out: i32s, best: i32s) -> None:
    """Harbours, if one is worth it in any port."""
    worth: int = -100000
    ports: u64 = open_ports(m, s, seat)
    while ports:
        worth = max(worth, worth_of_harbour(m, s, p, mind, seat, lowest(ports)))
        ports &= ports - 1
    if worth < best[0]:
        return
    for i in range(list_harbours(m, s, out, 0)):
        worth = worth_of_harbour(m, s, p, mind, seat, (out[i] >> PLACE) & 255)
        compare_with(best, worth - price_harbour(m, s, p, desk, out[i]), out[i])
