"""The planner's choice: price every legal move, take the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.claims import *
from branchline.core.consts import *
from branchline.core.network import *
from branchline.core.scoring import *
from branchline.core.turn import *
from branchline.planning.offers import *
from branchline.planning.plans import *
from branchline.planning.prices import *
from branchline.planning.stock import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *
    from branchline.planning.records import *


def price_moves(m: Map, s: State, chart: Chart, p: Params, desk: Desk, mind: Mind, out: i32s) -> int:
    """List the legal codes of the seat ``cur`` and price them on the desk; how many there are."""
    seat: int = s.cur
    n: int = legal(m, s, out)
    if n == 1:
        desk.scores[0] = 0
        return n
    if s.phase == START:
        if s.stage[seat] == OWES_TICKETS:
            price_keeps(m, s, chart, p, desk, seat, out, n)
        else:
            price_splits(m, s, chart, p, desk, seat, out, n)
    elif s.phase == KEEPING:
        price_keeps(m, s, chart, p, desk, seat, out, n)
    else:
        consider(m, s, chart, p, desk, mind, seat)
        take_stock(m, s, chart, p, desk, mind, seat)
        if s.phase == SURCHARGE:
            price_surcharges(m, s, p, desk, mind, seat, out, n)
        else:
            price_turn(m, s, chart, p, desk, mind, seat, out, n)
    return n


def price_surcharges(m: Map, s: State, p: Params, desk: Desk, mind: Mind, seat: int, out: i32s, n: int) -> None:
    """TUNNEL-6, TUNNEL-8: pay or give up the turn."""
    track: int = (s.pending >> PLACE) & 255
    worth: int = worth_of_claim(m, s, p, desk, mind, seat, track) + p.tunnel
    for i in range(n):
        if out[i] >> DEED == DECLINE:
            desk.scores[i] = 0
        else:
            desk.scores[i] = worth - price_payment(m, s, p, desk, seat, out[i], m.piece[track], NONE, 0)


def price_turn(m: Map, s: State, chart: Chart, p: Params, desk: Desk, mind: Mind, seat: int, out: i32s, n: int) -> None:
    """Draws, claims, tickets and buildings side by side."""
    up: u8s = [0] * 64
    next_to: u64s = [0] * 64
    can: u64s = [0] * 3
    trail: int = 0
    lacking: int = 0  # whether the bonus for the longest trail is to be had
    last: int = s.turns_left >= 0 and own_turns(s, seat) == 1
    track: int = -1
    worth: int = 0
    price_draws(m, s, p, desk, seat, out, n)
    if last:
        join_cities(m, s.owned[seat], up, next_to)
        trail = rivals_trail(m, s, seat)
        lacking = trail > trail_of(m, s, seat)
    elif p.deny:
        payable(m, s, seat, can)
        find_cuts(m, s, desk, seat, can)
    for i in range(n):
        code: i32 = out[i]
        deed: int = code >> DEED
        place: int = (code >> PLACE) & 255
        if deed == CLAIM:
            if place != track:
                track = place
                if last:
                    worth = 1000 + last_gain(m, s, seat, track, up)
                    if lacking:
                        worth += trail_gain(m, s, seat, track, trail)
                else:
                    worth = worth_of_claim(m, s, p, desk, mind, seat, track)
            desk.scores[i] = worth - price_claim(m, s, p, desk, mind, seat, code)
            if m.tunnel[place]:
                desk.scores[i] -= risk_of_tunnel(m, s, p, seat, code, worth + (0 if last else p.turn))
        elif deed == TAKE:
            desk.scores[i] = worth_of_tickets(m, s, chart, p, mind, seat)
        elif deed == STATION:
            worth = worth_of_station(m, s, p, mind, seat, place)
            if last and worth > 0:
                worth = 1000 + last_station(m, s, seat, place)
            desk.scores[i] = worth - price_payment(m, s, p, desk, seat, code, 0, NONE, 0)
            track = -1
        elif deed == HARBOUR:
            worth = worth_of_harbour(m, s, p, mind, seat, place)
            desk.scores[i] = worth - price_harbour(m, s, p, desk, code)
            track = -1
        elif deed == SWAP:
            desk.scores[i] = worth_of_swap(m, s, p, mind, seat, code)
        elif deed == STOP:
            desk.scores[i] = -1
        elif deed == PASS:
            desk.scores[i] = -60000


def last_station(m: Map, s: State, seat: int, city: int) -> int:
    """What a station adds at the very end: the tickets that it completes, less its own points."""
    up: u8s = [0] * 64
    next_to: u64s = [0] * 64
    fate: u8s = [0] * 128
    loans: i16s = [0] * 3
    at: i16s = [0] * 3
    join_cities(m, s.owned[seat], up, next_to)
    before: int = best_loans(m, s, seat, up, next_to, fate, loans, at) >> 8
    join_cities(m, s.owned[seat], up, next_to)
    s.station_cities[seat] |= bit(city)
    after: int = best_loans(m, s, seat, up, next_to, fate, loans, at) >> 8
    s.station_cities[seat] &= ~bit(city)
    return (after - before - m.station_points) * 100


def choose_move(m: Map, s: State, chart: Chart, p: Params, desk: Desk, mind: Mind, out: i32s) -> i32:
    """The move of the best price; the first of equals."""
    n: int = price_moves(m, s, chart, p, desk, mind, out)
    best: int = 0
    for i in range(1, n):
        if desk.scores[i] > desk.scores[best]:
            best = i
    return out[best]
