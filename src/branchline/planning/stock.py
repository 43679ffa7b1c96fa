"""Which cards the plan lacks, which it can spare, and what one more card of each kind is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.consts import *
from branchline.planning.costs import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *
    from branchline.planning.records import *


def take_stock(m: Map, s: State, chart: Chart, p: Params, desk: Desk, mind: Mind, seat: int) -> None:
    """Share the hand out among the tracks of the plan; value cards by what is still lacking."""
    want: i32s = [0] * 16  # by piece and colour
    for kind in range(m.n_kinds):
        desk.value[kind] = 0
    count_hand(m, s, seat, desk)
    for piece in range(m.n_pieces):
        for c in range(m.n_colours):
            desk.lack[piece][c] = 0
    share_out(m, desk, mind.tracks[seat], want, p.want, p.finish)
    share_out(m, desk, mind.filler[seat], want, p.want * p.filler // 100, p.finish * p.filler // 100)
    if s.harbours[seat] and harbour_calls(m, s, mind, seat):
        want_harbour(m, s, p, desk, seat)
    value_cards(m, s, p, desk, want, seat)
    desk.fading = 100
    if mind.clock[seat] < p.fade:
        desk.fading = max(mind.clock[seat] - 100, 0) * 100 // max(p.fade, 1)


def share_out(m: Map, desk: Desk, tracks: u64s, want: i32s, worth: int, finish: int) -> None:
    """Give cards to tracks: coloured ones first, then gray ones from the fullest colour, the shortest first."""
    gray: u64s = [0] * 3
    for word in range(m.n_words):
        rest: u64 = tracks[word]
        while rest:
            track: int = word * WORD + lowest(rest)
            rest &= rest - 1
            if m.colour[track] == NONE:
                gray[word] |= bit(track % WORD)
            else:
                give_cards(m, desk, track, m.colour[track], want, worth, finish)
    while gray[0] | gray[1] | gray[2]:
        pick: int = -1
        for word in range(m.n_words):
            rest = gray[word]
            while rest:
                track = word * WORD + lowest(rest)
                rest &= rest - 1
                if pick < 0 or m.length[track] < m.length[pick]:
                    pick = track
        gray[pick // WORD] &= ~bit(pick % WORD)
        give_cards(m, desk, pick, fullest(m, desk, m.piece[pick]), want, worth, finish)


def give_cards(m: Map, desk: Desk, track: int, c: int, want: i32s, worth: int, finish: int) -> None:
    """Cards of a colour for one track; what is missing is wanted."""
    piece: int = m.piece[track]
    icons: int = m.ferry[track]
    plain: int = m.length[track] + m.pair[track] - icons
    have: int = min(plain, desk.left[piece][c])
    desk.spoken[track] = c
    desk.left[piece][c] -= have
    missing: int = plain - have
    lacking: int = icons - min(icons, desk.wilds)
    desk.wilds -= min(icons, desk.wilds)
    desk.missing[track] = missing + lacking
    if missing:
        desk.lack[piece][c] += missing
        want[piece * 8 + c] = max(want[piece * 8 + c], worth + (finish if missing == 1 else 0))


def harbour_calls(m: Map, s: State, mind: Mind, seat: int) -> int:
    """How many planned tickets name the best port in sight that a harbour could still be built in."""
    best: int = 0
    ports: u64 = open_ports(m, s, seat)
    for word in range(m.n_words):
        tracks: u64 = mind.tracks[seat][word]
        while tracks:
            track: int = word * WORD + lowest(tracks)
            tracks &= tracks - 1
            ports |= bit(m.end_a[track]) | bit(m.end_b[track])
    ports &= m.ports
    for q in range(s.n_seats):
        ports &= ~s.harbour_cities[q]
    while ports:
        best = max(best, calls_at(m, mind.planned[seat], lowest(ports)))
        ports &= ports - 1
    return best


def open_ports(m: Map, s: State, seat: int) -> u64:
    """Ports of the own network without a harbour (HARBOUR-1)."""
    ports: u64 = m.ports & s.touched[seat]
    for q in range(s.n_seats):
        ports &= ~s.harbour_cities[q]
    return ports


def calls_at(m: Map, planned: u64s, city: int) -> int:
    """How many of these tickets name a city (HARBOUR-4)."""
    n: int = 0
    for word in range(TICKET_WORDS):
        tickets: u64 = planned[word]
        while tickets:
            ticket: int = word * WORD + lowest(tickets)
            tickets &= tickets - 1
            for i in range(m.stops[ticket]):
                if m.stop[ticket][i] == city:
                    n += 1
    return n


def want_harbour(m: Map, s: State, p: Params, desk: Desk, seat: int) -> None:
    """HARBOUR-2: marked trains and single ships of the colour that has most of them."""
    best: int = -1
    for c in range(m.n_colours):
        have: int = min(s.hand[seat][m.second_kind[0][c]], 2) + min(s.hand[seat][m.first_kind[1][c]], 2)
        if have > best:
            best = have
            desk.harbour_colour = c
    c = desk.harbour_colour
    if s.hand[seat][m.second_kind[0][c]] < 2:
        desk.value[m.second_kind[0][c]] = p.want * p.harbour // 100
    if s.hand[seat][m.first_kind[1][c]] < 2:
        desk.value[m.first_kind[1][c]] = p.want * p.harbour // 100


def value_cards(m: Map, s: State, p: Params, desk: Desk, want: i32s, seat: int) -> None:
    """What one more card of each kind is worth, and how many of it can be spared."""
    for kind in range(m.n_kinds):
        colour: int = m.colour_of[kind]
        if colour == NONE:
            continue
        piece: int = 0 if m.first_kind[0][colour] == kind or m.second_kind[0][colour] == kind else 1
        covers: int = 1
        if m.second_kind[piece][colour] == kind:
            covers = m.reach[piece]
        lack: int = desk.lack[piece][colour]
        have: int = s.hand[seat][kind]
        worth: int = p.idle + min(have, 6) * p.gather
        if lack:
            worth = max(worth, want[piece * 8 + colour])
            if covers > 1 and lack > 1:
                worth += worth * 60 // 100
        desk.value[kind] = max(desk.value[kind], worth)
        desk.surplus[kind] = min(desk.left[piece][colour], have)
    desk.value[m.wild] = p.want_wild
    desk.surplus[m.wild] = 0
