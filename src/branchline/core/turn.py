"""
The course of a game: setup, whose decision it is, what is legal, what a code does, when it ends.

SETUP-1 … SETUP-10, TURN-1 … TURN-4, END-1 … END-6, PASS-1 … PASS-4. ``legal`` is the one author of legality; ``step``
trusts it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.buildings import *
from branchline.core.cards import *
from branchline.core.claims import *
from branchline.core.consts import *
from branchline.core.scoring import *
from branchline.core.tape import *
from branchline.core.tickets import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *


# ---------------------------------------------------------------- setup
def clear(m: Map, s: State, n_seats: int, first: int) -> None:
    """A zeroed record becomes an empty table: all cards in the piles, all pieces in the supplies, nothing dealt."""
    s.n_seats = n_seats
    s.first = first
    s.cur = first
    s.turns_left = -1
    s.trigger = NONE
    for track in range(m.n_tracks):
        s.open[track // WORD] |= bit(track % WORD)
    for kind in range(m.n_kinds):
        s.pile[kind] = m.copies[kind]
        s.pile_n[m.deck_of[kind]] += m.copies[kind]
    for slot in range(ROW_SLOTS):
        s.row[slot] = NONE
    for p in range(n_seats):
        s.stations[p] = m.stations
        s.harbours[p] = m.harbours
        for piece in range(m.n_pieces):
            s.supply[p][piece] = m.owned_pieces[piece]  # SETUP-1


def deal(m: Map, s: State, tape: Tape) -> None:
    """SETUP-2 … SETUP-6 on a cleared table."""
    for deck in range(m.n_decks):
        for p in range(s.n_seats):
            for _ in range(m.opening_hand[deck]):
                s.hand[p][draw_card(m, s, tape, deck)] += 1
    settle_row(m, s, tape, 1)  # SETUP-4
    shuffle_tickets(m, s, 1)
    for p in range(s.n_seats):
        for _ in range(m.start_long):
            s.deck_n -= 1
            offer_ticket(s, p, s.deck[s.deck_n], 0)
    while s.deck_n > 0:  # SETUP-6: the other long tickets go to the box unseen
        s.deck_n -= 1
        s.deck[s.deck_n] = 0
    shuffle_tickets(m, s, 0)
    for p in range(s.n_seats):
        draw_tickets(m, s, tape, p, m.start_tickets)
    s.phase = START


def shuffle_tickets(m: Map, s: State, long: int) -> None:
    """Fill the empty ticket deck with the long or the ordinary tickets in random order."""
    n = 0
    for ticket in range(m.n_tickets):
        if m.long[ticket] == long:
            s.deck[n] = ticket
            n += 1
    for i in range(n - 1, 0, -1):
        j = below(s.rng, i + 1)
        ticket = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = ticket
    s.deck_head = 0
    s.deck_n = n


def choose_at_start(m: Map, s: State, tape: Tape, code: i32) -> None:
    """SETUP-7, SETUP-8: a choice is put down secretly; when all are in they take effect together."""
    p = s.cur
    if code >> DEED == KEEP:
        s.choice[p] = code
        s.stage[p] = OWES_SPLIT if m.pieces_chosen else READY
    else:
        s.split[p] = code & 255
        s.stage[p] = READY
    emit(tape, EV_CHOSEN, p, code >> DEED, 0, 0)
    for i in range(s.n_seats):
        q = (s.first + i) % s.n_seats
        if s.stage[q] != READY:
            s.cur = q
            return
    for i in range(s.n_seats):
        q = (s.first + i) % s.n_seats
        keep_tickets(m, s, tape, q, s.choice[q], m.start_box)
        s.choice[q] = 0
        s.stage[q] = 0
    if m.pieces_chosen:
        for i in range(s.n_seats):
            q = (s.first + i) % s.n_seats
            emit(tape, EV_SPLIT, q, s.split[q], m.pieces_chosen - s.split[q], 0)
            take_split(m, s, q, s.split[q])
            s.split[q] = 0
    s.cur = s.first
    s.phase = TURN


def take_split(m: Map, s: State, p: int, n: int) -> None:
    """SETUP-8: the pieces chosen are the supply, the others the box."""
    s.supply[p][0] = n
    s.supply[p][1] = m.pieces_chosen - n
    s.box[p][0] = m.owned_pieces[0] - n
    s.box[p][1] = m.owned_pieces[1] - (m.pieces_chosen - n)


# ---------------------------------------------------------------- what is legal
def legal(m: Map, s: State, out: i32s) -> int:
    """List every legal code of the seat ``cur`` (PAR-14), in rising order; returns how many there are."""
    k: int = 0
    if s.phase == TURN:
        k = list_draws(m, s, out, k)
        if s.deck_n:  # TICKET-3
            out[k] = TAKE << DEED
            k += 1
        k = list_claims(m, s, out, k)
        if m.stations:
            k = list_stations(m, s, out, k)
        if m.harbours:
            k = list_harbours(m, s, out, k)
        forced = k
        if m.pieces_chosen:
            k = list_swaps(m, s, out, k)
        if forced == 0:  # TURN-2, PASS-2: a swap is never compulsory
            out[k] = PASS << DEED
            k += 1
    elif s.phase == SECOND:
        k = list_draws(m, s, out, k)
        if m.second_optional:
            out[k] = STOP << DEED
            k += 1
    elif s.phase == KEEPING:
        k = list_keeps(s, s.cur, out, k, m.draw_keep, 1)
    elif s.phase == SURCHARGE:
        k = list_surcharges(m, s, out, k)
    elif s.phase == START:
        if s.stage[s.cur] == OWES_TICKETS:
            k = list_keeps(s, s.cur, out, k, m.start_keep, not m.start_box)
        else:
            for n in range(max(0, m.pieces_chosen - m.owned_pieces[1]), min(m.owned_pieces[0], m.pieces_chosen) + 1):
                out[k] = (SPLIT << DEED) | n
                k += 1
    return k


# ---------------------------------------------------------------- what a code does
def step(m: Map, s: State, tape: Tape, code: i32) -> None:
    """Carry out a legal code of the seat ``cur``."""
    deed: int = code >> DEED
    over = 1
    s.decisions += 1
    if s.phase == START:
        choose_at_start(m, s, tape, code)
        return
    if deed == PASS:
        s.passes += 1
        emit(tape, EV_PASS, s.cur, 0, 0, 0)
    else:
        s.passes = 0
        if deed <= BLIND:
            over = take_card(m, s, tape, code)
        elif deed == CLAIM:
            over = claim(m, s, tape, code)
        elif deed == TAKE:
            draw_tickets(m, s, tape, s.cur, m.draw_tickets)
            s.phase = KEEPING
            over = 0
        elif deed == KEEP:
            keep_tickets(m, s, tape, s.cur, code, 0)
        elif deed == STOP:
            emit(tape, EV_STOP, s.cur, 0, 0, 0)
        elif deed == STATION:
            build_station(m, s, tape, code)
        elif deed == HARBOUR:
            build_harbour(m, s, tape, code)
        elif deed == SWAP:
            swap_pieces(m, s, tape, code)
        else:
            answer_tunnel(m, s, tape, code)
    if over:
        end_turn(m, s, tape)


def end_turn(m: Map, s: State, tape: Tape) -> None:
    """TURN-4: the row is filled, the end is tested, the next seat is up."""
    p = s.cur
    if s.row_n < m.row_size:  # ROW-3
        settle_row(m, s, tape, 0)
    s.turns += 1
    if s.turns_left > 0:  # END-5
        s.turns_left -= 1
    elif s.supply[p][0] + s.supply[p][1] <= m.end_supply:  # END-1, END-4
        s.turns_left = m.last_turns * s.n_seats
        s.trigger = p
        emit(tape, EV_LAST_TURNS, p, s.turns_left, 0, 0)
    s.phase = TURN
    s.cur = (p + 1) % s.n_seats
    emit(tape, EV_TURN, s.cur, s.turns, 0, 0)
    if s.turns_left == 0:
        finish(m, s, tape, LAST_TURNS)
    elif s.passes >= s.n_seats:  # PASS-3
        finish(m, s, tape, ALL_PASSED)
    elif m.turn_limit and s.turns >= m.turn_limit:  # PASS-4
        finish(m, s, tape, TURN_LIMIT)


def play_out(m: Map, s: State, tape: Tape, dice: u32s, out: i32s) -> None:
    """Play uniformly random codes from the full legal list to the end."""
    while s.phase != OVER:
        n = legal(m, s, out)
        step(m, s, tape, out[below(dice, n)])
