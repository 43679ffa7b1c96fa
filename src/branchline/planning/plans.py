"""
Which tracks to claim: tickets first, then districts, then whatever pays best.

A plan grows by one goal at a time, each along the cheapest way over what is there already. A goal that costs more than
it brings, or takes more pieces or turns than there are, stays out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.consts import *
from branchline.core.network import *
from branchline.planning.costs import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *
    from branchline.planning.records import *


def clear_desk(m: Map, s: State, chart: Chart, p: Params, desk: Desk, seat: int) -> None:
    """An empty plan."""
    for word in range(WORDS):
        desk.chosen[word] = 0
        desk.loans[word] = 0
    for word in range(TICKET_WORDS):
        desk.planned[word] = 0
    desk.borrowing = 0
    desk.to_build = 0
    desk.worth = 0
    desk.paid = 0
    desk.spent = 0
    desk.clock = read_clock(m, s, p, seat)
    count_hand(m, s, seat, desk)
    count_room(m, s, seat, desk)
    price_tracks(m, s, chart, p, desk, seat)
    if m.stations:
        price_loans(m, s, p, desk, seat)


def add_way(m: Map, chart: Chart, desk: Desk, start: int, end: int, most: int) -> int:
    """Try the cheapest way between two cities; its cost. Its tracks are free from now on, and listed as added."""
    cost: int = find_way(m, chart, desk, start, end, most)
    if cost >= 1000000000:
        return cost
    city: int = end
    while city != start:
        track: int = desk.via[city]
        city = m.end_b[track] if m.end_a[track] == city else m.end_a[track]
        if desk.cost[track]:
            desk.added[desk.added_n] = track
            desk.added_cost[desk.added_n] = desk.cost[track]
            desk.added_n += 1
            desk.cost[track] = 0
    return cost


def speak_for(m: Map, chart: Chart, desk: Desk, track: int) -> None:
    """A track joins the plan: its pieces and the cards that it would take."""
    piece: int = m.piece[track]
    icons: int = m.ferry[track]
    plain: int = m.length[track] + m.pair[track] - icons
    c: int = m.colour[track]
    if c == NONE:
        c = fullest(m, desk, piece)
    desk.stale |= 1 << c
    if desk.left[piece][c] == desk.left[piece][fullest(m, desk, piece)]:
        desk.stale |= 1 << COLOURS
    if icons and desk.wilds:
        desk.stale |= 1 << (COLOURS + 1)
    desk.need[piece] += m.length[track]
    desk.chosen[track // WORD] |= bit(track % WORD)
    desk.spent += desk.time[track]
    desk.left[piece][c] -= min(plain, desk.left[piece][c])
    desk.wilds -= min(icons, desk.wilds)


def add_goal(
    m: Map, s: State, chart: Chart, p: Params, desk: Desk, seat: int, stop: u8s, stops: int, worth: int
) -> int:
    """Let the plan join these cities in this order if that is worth it; whether it does."""
    total: int = 0
    time: int = 0
    need: i32s = [0] * 2
    bad: int = 0
    lent: int = 0
    builds: int = 0
    most: int = worth * 100 // p.greed if p.greed > 0 else 1000000000  # that it may cost
    desk.added_n = 0
    for i in range(1, stops):
        cost = add_way(m, chart, desk, stop[i - 1], stop[i], most - total)
        if cost >= 1000000000:
            bad = 1
            break
        total += cost
    for i in range(desk.added_n):
        track: int = desk.added[i]
        time += desk.time[track]
        if s.open[track // WORD] & bit(track % WORD):
            need[m.piece[track]] += m.length[track]
        elif desk.added_cost[i] > 1:
            builds += 1
    if builds > s.stations[seat] - count(desk.to_build):
        bad = 1
    for piece in range(m.n_pieces):
        if desk.need[piece] + need[piece] > desk.room[piece]:
            bad = 1
    if desk.need[0] + desk.need[1] + need[0] + need[1] > desk.total or desk.spent + time > desk.clock:
        bad = 1
    if bad:
        for i in range(desk.added_n):
            desk.cost[desk.added[i]] = desk.added_cost[i]
        return 0
    for i in range(desk.added_n):
        track = desk.added[i]
        if s.open[track // WORD] & bit(track % WORD):
            speak_for(m, chart, desk, track)
        else:
            borrow(m, s, desk, seat, track)
            lent = 1
    desk.worth += worth - total
    desk.paid += total
    if desk.stale:
        price_stale(m, s, chart, p, desk, seat)
    if lent:
        price_loans(m, s, p, desk, seat)
    return 1


def borrow(m: Map, s: State, desk: Desk, seat: int, track: int) -> None:
    """A station lends a rival's track to the plan: one that stands, or one to build."""
    ends: u64 = bit(m.end_a[track]) | bit(m.end_b[track])
    desk.loans[track // WORD] |= bit(track % WORD)
    built: u64 = ends & s.station_cities[seat] & ~desk.borrowing
    if built:
        desk.borrowing |= bit(lowest(built))
        return
    free: u64 = ends & m.cities & ~desk.borrowing
    for q in range(s.n_seats):
        free &= ~s.station_cities[q]
    if free:
        desk.borrowing |= bit(lowest(free))
        desk.to_build |= bit(lowest(free))
        desk.spent += desk.time[track]


def best_value(m: Map, ticket: int) -> int:
    """What completing a ticket is worth against failing it, in hundredths of points."""
    return (m.value[ticket] + m.penalty[ticket]) * 100


def plan_tickets(
    m: Map, s: State, chart: Chart, p: Params, desk: Desk, seat: int, held: u64s, cheap_first: int
) -> None:
    """Make a plan for these tickets: the most valuable first, or the cheapest."""
    up: u8s = [0] * 64
    next_to: u64s = [0] * 64
    todo: u64s = [0] * 2
    clear_desk(m, s, chart, p, desk, seat)
    join_cities(m, s.owned[seat], up, next_to)
    for word in range(TICKET_WORDS):
        tickets: u64 = held[word]
        while tickets:
            ticket: int = word * WORD + lowest(tickets)
            tickets &= tickets - 1
            if joins_already(m, ticket, up):
                desk.planned[word] |= bit(ticket % WORD)
                desk.worth += best_value(m, ticket)
            else:
                todo[word] |= bit(ticket % WORD)
            desk.worth -= m.penalty[ticket] * 100
    while todo[0] | todo[1]:
        best: int = -1
        most: int = 0
        for word in range(TICKET_WORDS):
            tickets = todo[word]
            while tickets:
                ticket = word * WORD + lowest(tickets)
                tickets &= tickets - 1
                rank: int = best_value(m, ticket)
                if cheap_first:
                    rank = 1000000 - find_way(
                        m, chart, desk, m.stop[ticket][0], m.stop[ticket][m.stops[ticket] - 1], 1000000000
                    )
                if best < 0 or rank > most:
                    best = ticket
                    most = rank
        todo[best // WORD] &= ~bit(best % WORD)
        if add_goal(m, s, chart, p, desk, seat, m.stop[best], m.stops[best], best_value(m, best)):
            desk.planned[best // WORD] |= bit(best % WORD)
    for district in range(m.n_districts):
        add_district(m, s, chart, p, desk, seat, district)


def add_district(m: Map, s: State, chart: Chart, p: Params, desk: Desk, seat: int, district: int) -> None:
    """DISTRICT-1: all its cities are a goal like a ticket that costs nothing to fail."""
    stop: u8s = [0] * 64
    n: int = 0
    cities: u64 = m.district[district]
    while cities:
        stop[n] = lowest(cities)
        cities &= cities - 1
        n += 1
    add_goal(m, s, chart, p, desk, seat, stop, n, m.district_points[district] * 100)


def add_fillers(m: Map, s: State, chart: Chart, p: Params, desk: Desk, mind: Mind, seat: int) -> None:
    """The tracks outside the plan that bring most points a turn, while there are pieces and turns."""
    touched: u64 = s.touched[seat]
    for word in range(WORDS):
        mind.filler[seat][word] = 0
        tracks: u64 = desk.chosen[word]
        while tracks:
            track: int = word * WORD + lowest(tracks)
            tracks &= tracks - 1
            touched |= bit(m.end_a[track]) | bit(m.end_b[track])
    for filler in range(p.fillers):
        if filler:
            price_stale(m, s, chart, p, desk, seat)
        pick: int = -1
        best: int = 0
        for word in range(m.n_words):
            tracks = s.open[word] & ~s.barred[seat][word] & ~desk.chosen[word]
            while tracks:
                track = word * WORD + lowest(tracks)
                tracks &= tracks - 1
                if desk.cost[track] >= 1000000000:
                    continue
                n: int = m.length[track]
                time: int = desk.time[track]
                gain: int = m.points[n] * 100 - n * p.piece
                if touched >> m.end_a[track] & 1 or touched >> m.end_b[track] & 1:
                    gain += p.longest
                if gain * 100 < (best + 1) * time or desk.spent + time > desk.clock:
                    continue
                if desk.need[m.piece[track]] + n > desk.room[m.piece[track]]:
                    continue
                if desk.need[0] + desk.need[1] + n <= desk.total:
                    best = gain * 100 // time
                    pick = track
        if pick < 0:
            return
        speak_for(m, chart, desk, pick)
        mind.filler[seat][pick // WORD] |= bit(pick % WORD)
        touched |= bit(m.end_a[pick]) | bit(m.end_b[pick])


def write_plan(m: Map, s: State, desk: Desk, mind: Mind, seat: int) -> None:
    """Keep what is on the desk as the seat's plan."""
    for word in range(WORDS):
        mind.tracks[seat][word] = desk.chosen[word]
    for word in range(TICKET_WORDS):
        mind.planned[seat][word] = desk.planned[word]
        mind.tickets[seat][word] = s.tickets[seat][word]
    mind.stations[seat] = desk.to_build
    mind.worth[seat] = desk.worth
    mind.time[seat] = desk.spent
    mind.made[seat] = 1
    mind.age[seat] = 0


def make_plan(m: Map, s: State, chart: Chart, p: Params, desk: Desk, mind: Mind, seat: int) -> None:
    """Plan anew; outside of play-outs in two orders, the better one counts."""
    worth: int = -1000000000
    if not desk.quick:
        plan_tickets(m, s, chart, p, desk, seat, s.tickets[seat], 1)
        worth = desk.worth
    plan_tickets(m, s, chart, p, desk, seat, s.tickets[seat], 0)
    if desk.worth < worth:
        plan_tickets(m, s, chart, p, desk, seat, s.tickets[seat], 1)
    write_plan(m, s, desk, mind, seat)
    add_fillers(m, s, chart, p, desk, mind, seat)
    for piece in range(m.n_pieces):
        mind.pieces[seat][piece] = desk.need[piece]


def plan_holds(m: Map, s: State, p: Params, mind: Mind, seat: int) -> int:
    """Whether the seat can go on with its plan; its own new tracks leave it."""
    if not mind.made[seat] or mind.age[seat] >= p.refresh:
        return 0
    for word in range(TICKET_WORDS):
        if mind.tickets[seat][word] != s.tickets[seat][word]:
            return 0
    filling: u64 = 0
    for word in range(m.n_words):
        mind.tracks[seat][word] &= ~s.owned[seat][word]
        mind.filler[seat][word] &= ~s.owned[seat][word]
        can: u64 = s.open[word] & ~s.barred[seat][word]
        if (mind.tracks[seat][word] | mind.filler[seat][word]) & ~can:
            return 0
        filling |= mind.filler[seat][word] | mind.tracks[seat][word]
    return filling != 0


def consider(m: Map, s: State, chart: Chart, p: Params, desk: Desk, mind: Mind, seat: int) -> None:
    """Have a plan that holds."""
    if desk.quick and s.phase == SECOND and mind.made[seat]:
        return
    mind.age[seat] += 1
    if not desk.quick or not plan_holds(m, s, p, mind, seat):
        make_plan(m, s, chart, p, desk, mind, seat)
    mind.clock[seat] = read_clock(m, s, p, seat)
