"""
Cards: chance, the row, drawing.

ROW-1 … ROW-6, DRAW-1 … DRAW-12, SETUP-2, SETUP-3, SETUP-4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.consts import *
from branchline.core.tape import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *


def below(rng: u32s, n: i64) -> int:
    """Uniform integer in 0 … n-1 (sfc32: 32-bit additions and shifts only, the same everywhere)."""
    mask: i64 = 4294967295
    a: i64 = rng[0]
    b: i64 = rng[1]
    c: i64 = rng[2]
    t: i64 = (a + b + rng[3]) & mask
    rng[3] = (rng[3] + 1) & mask
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & mask
    rng[2] = (((c << 21) | (c >> 11)) + t) & mask
    return (t * n) >> 32


def seed_rng(rng: u32s, a: u32, b: u32, c: u32) -> None:
    """Start a generator from 96 bits."""
    rng[0] = a
    rng[1] = b
    rng[2] = c
    rng[3] = 1
    for _ in range(12):
        below(rng, 1)


def supplies(s: State, deck: int) -> int:
    """Whether a deck can supply a card: it is dry when pile and discard are empty."""
    return s.pile_n[deck] + s.discard_n[deck] > 0


def all_dry(m: Map, s: State) -> int:
    """Whether every deck is dry."""
    for deck in range(m.n_decks):
        if supplies(s, deck):
            return 0
    return 1


def draw_card(m: Map, s: State, tape: Tape, deck: int) -> int:
    """Take the top card of a deck that is not dry. Its kind is decided now, unless the top is known."""
    if s.pile_n[deck] == 0:  # ROW-2: reshuffle when a card is needed
        for kind in range(m.deck_first[deck], m.deck_end[deck]):
            s.pile[kind] = s.discard[kind]
            s.discard[kind] = 0
        s.pile_n[deck] = s.discard_n[deck]
        s.discard_n[deck] = 0
        emit(tape, EV_RESHUFFLE, NONE, deck, s.pile_n[deck], 0)
    card = -1
    if s.top_n[deck]:
        s.top_n[deck] -= 1
        card = s.top[deck][s.top_n[deck]]
        s.top[deck][s.top_n[deck]] = 0
        if s.pile[card] == 0:
            s.fault = 1
            card = -1
    if card < 0:
        left = below(s.rng, s.pile_n[deck])
        card = m.deck_first[deck]
        while left >= s.pile[card]:
            left -= s.pile[card]
            card += 1
    s.pile[card] -= 1
    s.pile_n[deck] -= 1
    drawn(tape, card)
    return card


# ---------------------------------------------------------------- the row
def show(m: Map, s: State, tape: Tape, slot: int, deck: int) -> None:
    """Turn up a card into an empty slot."""
    card = draw_card(m, s, tape, deck)
    s.row[slot] = card
    s.row_n += 1
    s.row_of[deck] += 1
    if card == m.wild:
        s.row_wilds += 1
    emit(tape, EV_ROW_FILLED, NONE, slot, card, 0)


def gap_deck(m: Map, s: State, dealing: int) -> int:
    """The deck that fills the next gap, or -1."""
    if m.n_decks == 1:
        return 0 if supplies(s, 0) else -1
    if dealing:  # ROW-4: each deck its share, a deck that is short is topped up from the other
        deck = 0 if s.row_of[0] < m.row_deal[0] else 1
    else:  # ROW-3: the type of which fewer show, train on a tie
        deck = 0 if s.row_of[0] <= s.row_of[1] else 1
    if not supplies(s, deck):
        deck = 1 - deck
    return deck if supplies(s, deck) else -1


def reset_possible(m: Map, s: State) -> int:
    """ROW-6: whether some new row could show fewer wilds than the threshold."""
    pool = s.pile_n[0] + s.discard_n[0] + s.row_of[0]
    wilds = s.pile[m.wild] + s.discard[m.wild] + s.row_wilds
    share = m.row_size
    if m.n_decks == 2:
        share = max(m.row_deal[0], m.row_size - (s.pile_n[1] + s.discard_n[1] + s.row_of[1]))
    dealt = min(pool, share)
    return pool - wilds >= dealt - (m.row_reset_wilds - 1)


def settle_row(m: Map, s: State, tape: Tape, dealing: int) -> None:
    """ROW-3 … ROW-6: fill the gaps and deal anew while too many wilds show."""
    resets = 0
    while True:
        if s.row_n < m.row_size:
            for slot in range(m.row_size):
                if s.row[slot] == NONE:
                    deck = gap_deck(m, s, dealing)
                    if deck < 0:
                        break
                    show(m, s, tape, slot, deck)
        if s.row_wilds < m.row_reset_wilds or resets == m.row_reset_cap or not reset_possible(m, s):
            return
        emit(tape, EV_ROW_RESET, NONE, s.row_wilds, 0, 0)
        for slot in range(m.row_size):
            if s.row[slot] != NONE:
                put_on_discard(m, s, s.row[slot], 1)
                s.row[slot] = NONE
        s.row_n = 0
        s.row_wilds = 0
        s.row_of[0] = 0
        s.row_of[1] = 0
        resets += 1
        dealing = 1


def put_on_discard(m: Map, s: State, card: int, n: int) -> None:
    """DATA-7: to the discard of the card's own deck."""
    s.discard[card] += n
    s.discard_n[m.deck_of[card]] += n


# ---------------------------------------------------------------- drawing
def list_draws(m: Map, s: State, out: i32s, k: int) -> int:
    """The cards that can be taken now, as codes."""
    dry = all_dry(m, s)
    if dry and m.dry_row_locked:  # DRAW-7
        return k
    seen: u64 = 0
    for slot in range(m.row_size):
        if s.row[slot] != NONE:
            seen |= bit(s.row[slot])
    if s.phase == SECOND:
        seen &= ~bit(m.wild)  # DRAW-3
    choice: int = m.n_decks == 2 and supplies(s, 0) and supplies(s, 1)  # ROW-1: who takes names the deck
    while seen:
        code: i32 = (ROW << DEED) | (lowest(seen) << PLACE)
        seen &= seen - 1
        if choice:
            out[k] = code | 1
            out[k + 1] = code | 2
            k += 2
        else:
            out[k] = code
            k += 1
    for deck in range(m.n_decks):
        if supplies(s, deck):
            out[k] = (BLIND << DEED) | (deck << PLACE)
            k += 1
    return k


def can_go_on(m: Map, s: State) -> int:
    """Whether a second card can be taken (DRAW-8)."""
    if all_dry(m, s):
        return s.row_n > s.row_wilds and not m.dry_row_locked
    return 1


def take_card(m: Map, s: State, tape: Tape, code: i32) -> int:
    """Carry out a draw; whether the action is over."""
    p = s.cur
    place: int = (code >> PLACE) & 255
    card = place
    if code >> DEED == BLIND:
        card = draw_card(m, s, tape, place)
        emit(tape, EV_BLIND, p, card, place, 0)
    else:
        slot = 0
        while s.row[slot] != card:
            slot += 1
        s.row[slot] = NONE
        s.row_n -= 1
        s.row_of[m.deck_of[card]] -= 1
        if card == m.wild:
            s.row_wilds -= 1
        s.known[p][card] += 1
        emit(tape, EV_ROW_TAKEN, p, card, slot, code & 65535)
        if code & 65535:
            show(m, s, tape, slot, (code & 65535) - 1)
        settle_row(m, s, tape, 0)
    s.hand[p][card] += 1
    if s.phase == SECOND or (code >> DEED == ROW and card == m.wild):  # DRAW-2
        return 1
    s.phase = SECOND
    return not can_go_on(m, s)
