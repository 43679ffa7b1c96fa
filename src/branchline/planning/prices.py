"""What each legal move is worth to the plan, in hundredths of points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.consts import *
from branchline.core.network import *
from branchline.core.payments import *
from branchline.core.scoring import *
from branchline.core.trails import *
from branchline.planning.costs import *
from branchline.planning.stock import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *
    from branchline.planning.records import *


# ---------------------------------------------------------------- paying
def price_card(m: Map, s: State, p: Params, desk: Desk, kind: int, n: int, spoken: int) -> int:
    """What it costs to pay n cards of a kind; as many as are spoken for cost nothing."""
    beyond: int = max(n - spoken, 0)
    spare: int = min(beyond, desk.surplus[kind])
    return (spare * p.spare + (beyond - spare) * p.pay) * desk.fading // 100


def price_payment(
    m: Map, s: State, p: Params, desk: Desk, seat: int, code: i32, piece: int, spoken: int, icons: int
) -> int:
    """What an ordinary payment costs; ``spoken`` is the colour meant for this, whose cards are free."""
    colour: int = (code >> COLOUR) & 15
    wilds: int = max((code & 15) - icons, 0)
    cost: int = wilds * p.pay_wild * desk.fading // 100
    if colour != ALL_WILD:
        free: int = 15 if colour == spoken else 0
        first: int = (code >> FIRST) & 15
        second: int = (code >> SECOND_KIND) & 15
        cost += first + second  # of equals the one with fewer cards
        if first:
            cost += price_card(m, s, p, desk, m.first_kind[piece][colour], first, free)
        if second:
            cost += price_card(m, s, p, desk, m.second_kind[piece][colour], second, free)
            if piece == 1 or s.harbours[seat]:  # a double ship is two cards' worth; to waste it costs
                cost += second * p.spare
    return cost


def price_pairs(m: Map, s: State, p: Params, desk: Desk, code: i32, track: int, spoken: int) -> int:
    """What the cards of a pair track cost."""
    cards: u8s = [0] * 32
    cost: int = 0
    pair_cards(m, track, code & 65535, cards)
    for kind in range(m.deck_end[0]):
        if cards[kind]:
            if kind == m.wild:
                cost += cards[kind] * p.pay_wild * desk.fading // 100
            else:
                cost += price_card(m, s, p, desk, kind, cards[kind], 15 if m.colour_of[kind] == spoken else 0)
    return cost


def price_harbour(m: Map, s: State, p: Params, desk: Desk, code: i32) -> int:
    """What the cards of a harbour cost: they are worth little for anything else."""
    return (code & 15) * p.pay_wild + (((code >> FIRST) & 15) + ((code >> SECOND_KIND) & 15)) * p.spare


def price_claim(m: Map, s: State, p: Params, desk: Desk, mind: Mind, seat: int, code: i32) -> int:
    """What the payment of a claim costs."""
    track: int = (code >> PLACE) & 255
    spoken: int = NONE
    icons: int = 0
    if in_plan(mind, seat, track):
        spoken = desk.spoken[track]
        icons = m.ferry[track]
    if m.pair[track]:
        return price_pairs(m, s, p, desk, code, track, spoken)
    return price_payment(m, s, p, desk, seat, code, m.piece[track], spoken, icons)


# ---------------------------------------------------------------- tunnels
def risk_of_tunnel(m: Map, s: State, p: Params, seat: int, code: i32, lost: int) -> int:
    """What is lost, on average, because the cards left can't pay the surcharge (TUNNEL-8)."""
    piece: int = m.piece[(code >> PLACE) & 255]
    colour: int = (code >> COLOUR) & 15
    spare: int = s.hand[seat][m.wild] - (code & 15)
    if colour != ALL_WILD:
        spare += s.hand[seat][m.first_kind[piece][colour]] - ((code >> FIRST) & 15)
        if m.second_kind[piece][colour] != NONE:
            spare += s.hand[seat][m.second_kind[piece][colour]] - ((code >> SECOND_KIND) & 15)
    if spare >= 3:
        return 0
    matching: int = 0
    cards: int = 0
    for kind in range(m.deck_first[piece], m.deck_end[piece]):
        n: int = unseen(m, s, seat, kind)
        if s.pile_n[piece] < 3:  # the discards are shuffled in
            n += s.discard[kind]
        cards += n
        if kind == m.wild or (colour != ALL_WILD and m.colour_of[kind] == colour):
            matching += n
    if cards == 0:
        return 0
    match: int = matching * 1000 // cards
    other: int = 1000 - match
    fails: int = match * match * match
    if spare < 2:
        fails += 3 * match * match * other
    if spare < 1:
        fails += 3 * match * other * other
    return fails // 1000000 * max(lost, 0) // 1000 * p.risk // 100


# ---------------------------------------------------------------- claiming
def in_plan(mind: Mind, seat: int, track: int) -> int:
    """Whether the plan wants a track."""
    return (mind.tracks[seat][track // WORD] | mind.filler[seat][track // WORD]) & bit(track % WORD) != 0


def worth_of_claim(m: Map, s: State, p: Params, desk: Desk, mind: Mind, seat: int, track: int) -> int:
    """What claiming a track is worth, payment aside."""
    n: int = m.length[track]
    worth: int
    wanted: int = (mind.tracks[seat][track // WORD] & bit(track % WORD)) != 0
    filling: int = (mind.filler[seat][track // WORD] & bit(track % WORD)) != 0
    if wanted or filling:
        worth = p.claim + m.points[n] * p.order
        if wanted:
            worth += urgency(m, s, p, seat, track)
    else:
        worth = worth_outside(m, s, p, mind, seat, n)
        if desk.theirs[track // WORD] & bit(track % WORD):
            worth += p.deny
    if m.tunnel[track]:
        worth -= p.tunnel
    return worth


def worth_outside(m: Map, s: State, p: Params, mind: Mind, seat: int, n: int) -> int:
    """What a track of a length is worth that the plan does not want."""
    worth: int = m.points[n] * 100 + p.off - n * p.piece
    thin: int = mind.pieces[seat][0] + mind.pieces[seat][1] + n
    thin -= s.supply[seat][0] + s.supply[seat][1]
    return worth - thin * p.thin if thin > 0 else worth


def urgency(m: Map, s: State, p: Params, seat: int, track: int) -> int:
    """How likely it is that the track is gone soon."""
    worth: int = 0
    twin: int = m.twin[track]
    if twin < 0 or not s.open[twin // WORD] & bit(twin % WORD):
        worth += p.single
        ends: u64 = bit(m.end_a[track]) | bit(m.end_b[track])
        for q in range(s.n_seats):
            if q != seat and s.touched[q] & ends:
                worth += p.near
    return worth


def find_cuts(m: Map, s: State, desk: Desk, seat: int, among: u64s) -> None:
    """Which of these are single tracks between two parts of a rival's network: claiming one may cut the rival off."""
    up: u8s = [0] * 64
    next_to: u64s = [0] * 64
    for word in range(WORDS):
        desk.theirs[word] = 0
    for q in range(s.n_seats):
        if q == seat:
            continue
        joined: int = 0
        for word in range(m.n_words):
            tracks: u64 = among[word] & ~s.barred[q][word]
            while tracks:
                track: int = word * WORD + lowest(tracks)
                tracks &= tracks - 1
                if (bit(m.end_a[track]) | bit(m.end_b[track])) & ~s.touched[q]:
                    continue
                twin: int = m.twin[track]
                if twin >= 0 and s.open[twin // WORD] & bit(twin % WORD):
                    continue
                if not joined:
                    join_cities(m, s.owned[q], up, next_to)
                    joined = 1
                if up[m.end_a[track]] != up[m.end_b[track]]:
                    desk.theirs[word] |= bit(track % WORD)


# ---------------------------------------------------------------- drawing
def unseen(m: Map, s: State, seat: int, kind: int) -> int:
    """How many cards of a kind the seat can't place: in the pile, or in a hand nobody saw them go to."""
    n: int = m.copies[kind] - s.hand[seat][kind] - s.discard[kind]
    for q in range(s.n_seats):
        if q != seat:
            n -= s.known[q][kind]
    for slot in range(m.row_size):
        if s.row[slot] == kind:
            n -= 1
    return max(n, 0)


def expected_card(m: Map, s: State, desk: Desk, seat: int, deck: int) -> int:
    """The mean value of an unseen card of a deck, from what the seat can see."""
    cards: int = 0
    worth: int = 0
    shown: u8s = [0] * 32
    for slot in range(m.row_size):
        if s.row[slot] != NONE:
            shown[s.row[slot]] += 1
    for kind in range(m.deck_first[deck], m.deck_end[deck]):
        n: int = m.copies[kind] - s.hand[seat][kind] - s.discard[kind] - shown[kind]
        for q in range(s.n_seats):
            if q != seat:
                n -= s.known[q][kind]
        if n > 0:
            cards += n
            worth += n * desk.value[kind]
    if cards == 0:
        return desk.value[m.deck_first[deck]]
    return worth // cards


def price_draws(m: Map, s: State, p: Params, desk: Desk, seat: int, out: i32s, n: int) -> None:
    """The worth of taking each card, with the best second one after it."""
    blind: i32s = [0] * 2
    top: int = 0
    after: int = 0
    best_blind: int = 0
    for deck in range(m.n_decks):
        if s.pile_n[deck] + s.discard_n[deck]:
            blind[deck] = max(expected_card(m, s, desk, seat, deck) + p.blind, 0)
            best_blind = max(best_blind, blind[deck])
    for slot in range(m.row_size):
        kind: int = s.row[slot]
        if kind != NONE and kind != m.wild:
            worth: int = desk.value[kind]
            if worth > top:
                after = top
                top = worth
            elif worth > after:
                after = worth
    for i in range(n):
        code: i32 = out[i]
        if code >> DEED > BLIND:
            return
        kind = (code >> PLACE) & 255
        if code >> DEED == BLIND:
            worth = blind[kind]
            if s.phase == TURN:
                worth += max(top, best_blind)
        else:
            worth = desk.value[kind]
            if code & 65535:  # the pile that is more useful refills the slot
                worth += blind[(code & 65535) - 1] // 50
            if s.phase == TURN and kind != m.wild:
                worth += max(after if desk.value[kind] == top else top, best_blind)
        desk.scores[i] = worth * desk.fading // 100


# ---------------------------------------------------------------- buildings
def worth_of_station(m: Map, s: State, p: Params, mind: Mind, seat: int, city: int) -> int:
    """A station of the plan comes when nothing else of the plan is left, or the clock runs out."""
    if not mind.stations[seat] & bit(city):
        return -100000
    waiting: int = (mind.tracks[seat][0] | mind.tracks[seat][1] | mind.tracks[seat][2]) != 0
    if waiting and mind.clock[seat] > 300 + 100 * count(mind.stations[seat]):
        return -100000
    return p.claim + p.want


def worth_of_harbour(m: Map, s: State, p: Params, mind: Mind, seat: int, city: int) -> int:
    """The points of a harbour in this city as planned."""
    calls: int = min(calls_at(m, mind.planned[seat], city), 3)
    return (m.harbour_points[calls] - m.harbour_unbuilt) * 100 + p.build


def worth_of_swap(m: Map, s: State, p: Params, mind: Mind, seat: int, code: i32) -> int:
    """A swap is worth a claim if it brings exactly the pieces that the plan lacks."""
    given: int = (code >> PLACE) & 255
    n: int = code & 65535
    if mind.pieces[seat][1 - given] - s.supply[seat][1 - given] == n:
        return p.claim - n * 100
    return -100000


# ---------------------------------------------------------------- the last turn
def last_gain(m: Map, s: State, seat: int, track: int, up: u8s) -> int:
    """What a track adds to the final score, in hundredths of points, when nothing can follow; the trail aside."""
    worth: int = m.points[m.length[track]] * 100
    a: int = up[m.end_a[track]]
    b: int = up[m.end_b[track]]
    if a != b:
        for word in range(TICKET_WORDS):
            tickets: u64 = s.tickets[seat][word]
            while tickets:
                ticket: int = word * WORD + lowest(tickets)
                tickets &= tickets - 1
                if joins_then(m, ticket, up, a, b) and not joins_already(m, ticket, up):
                    worth += (m.any_order[ticket] + m.penalty[ticket]) * 100
    for district in range(m.n_districts):
        if m.district[district] & (bit(m.end_a[track]) | bit(m.end_b[track])):
            worth += m.district_points[district] * 5
    return worth


def rivals_trail(m: Map, s: State, seat: int) -> int:
    """The longest trail of the others, where there is a bonus for it."""
    best: int = 0
    for q in range(s.n_seats):
        if q != seat and m.longest_bonus:
            best = max(best, trail_of(m, s, q))
    return best


def trail_gain(m: Map, s: State, seat: int, track: int, rivals: int) -> int:
    """The bonus for the longest trail, if the seat has it with this track (LONGEST-2)."""
    own: u64s = [0] * 3
    up: u8s = [0] * 64
    next_to: u64s = [0] * 64
    for word in range(WORDS):
        own[word] = s.owned[seat][word]
    own[track // WORD] |= bit(track % WORD)
    join_cities(m, own, up, next_to)
    return m.longest_bonus * 100 if longest_trail(m, own, up) >= rivals else 0


def joins_then(m: Map, ticket: int, up: u8s, a: int, b: int) -> int:
    """Whether the parts a and b of a network together join all cities of a ticket."""
    for i in range(m.stops[ticket]):
        root: int = up[m.stop[ticket][i]]
        if root != a and root != b:
            return 0
    return 1
