"""
Other worlds that the same view allows: what a seat can't see is dealt again.

The first world comes from the game layer (``branchline.game.worlds``), which knows what a view tells; here its hidden
cards and tickets change places uniformly, long tickets among themselves (SETUP-6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.cards import *
from branchline.core.consts import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *


def deal_again(m: Map, s: State, seat: int, dice: u32s) -> None:
    """A fresh world for the seat."""
    deal_hidden_cards(m, s, seat, dice)
    deal_hidden_tickets(m, s, seat, dice, 0)
    deal_hidden_tickets(m, s, seat, dice, 1)
    for i in range(4):
        s.rng[i] = dice[i]
    below(s.rng, 1)
    below(dice, 1)


def deal_hidden_cards(m: Map, s: State, seat: int, dice: u32s) -> None:
    """Cards of other hands that nobody has seen, and those of the piles, deck by deck."""
    pool: i32s = [0] * 32
    hidden: i32s = [0] * 5
    for deck in range(m.n_decks):
        cards: int = 0
        for kind in range(m.deck_first[deck], m.deck_end[deck]):
            pool[kind] = s.pile[kind]
            for q in range(s.n_seats):
                if q != seat:
                    n: int = s.hand[q][kind] - s.known[q][kind]
                    hidden[q] += n
                    pool[kind] += n
                    s.hand[q][kind] -= n
            cards += pool[kind]
        for q in range(s.n_seats):
            for _ in range(hidden[q]):
                s.hand[q][pick_card(m, pool, deck, cards, dice)] += 1
                cards -= 1
            hidden[q] = 0
        for kind in range(m.deck_first[deck], m.deck_end[deck]):
            s.pile[kind] = pool[kind]


def pick_card(m: Map, pool: i32s, deck: int, cards: int, dice: u32s) -> int:
    """Take a card of a deck out of the pool."""
    left: int = below(dice, cards)
    kind: int = m.deck_first[deck]
    while left >= pool[kind]:
        left -= pool[kind]
        kind += 1
    pool[kind] -= 1
    return kind


def deal_hidden_tickets(m: Map, s: State, seat: int, dice: u32s, long: int) -> None:
    """Tickets of a class that other seats hold, boxed or are offered, and those that lie unknown in the deck."""
    pool: u8s = [0] * 128
    n: int = collect_tickets(m, s, seat, long, pool)
    for i in range(n - 1, 0, -1):
        j: int = below(dice, i + 1)
        ticket: int = pool[i]
        pool[i] = pool[j]
        pool[j] = ticket
    lay_tickets(m, s, seat, long, pool)


def collect_tickets(m: Map, s: State, seat: int, long: int, pool: u8s) -> int:
    """The hidden tickets of a class, in the order of their places; how many there are."""
    n: int = 0
    for q in range(s.n_seats):
        if q == seat:
            continue
        for word in range(TICKET_WORDS):
            for boxed in range(2):
                tickets: u64 = s.boxed[q][word] if boxed else s.tickets[q][word]
                while tickets:
                    ticket: int = word * WORD + lowest(tickets)
                    tickets &= tickets - 1
                    if m.long[ticket] == long:
                        pool[n] = ticket
                        n += 1
        for i in range(s.offer_n[q]):
            if s.offer_by[q][i] != seat + 1 and m.long[s.offer[q][i]] == long:
                pool[n] = s.offer[q][i]
                n += 1
    for i in range(s.deck_n):
        place: int = (s.deck_head + i) % TICKETS
        if s.deck_by[place] != seat + 1 and m.long[s.deck[place]] == long:
            pool[n] = s.deck[place]
            n += 1
    return n


def lay_tickets(m: Map, s: State, seat: int, long: int, pool: u8s) -> None:
    """Lay other tickets in the places that ``collect_tickets`` found, in the same order."""
    n: int = 0
    held: u64s = [0] * 2
    boxes: u64s = [0] * 2
    for q in range(s.n_seats):
        if q == seat:
            continue
        for word in range(TICKET_WORDS):
            held[word] = 0
            boxes[word] = 0
        for word in range(TICKET_WORDS):
            for boxed in range(2):
                tickets: u64 = s.boxed[q][word] if boxed else s.tickets[q][word]
                while tickets:
                    ticket: int = word * WORD + lowest(tickets)
                    tickets &= tickets - 1
                    if m.long[ticket] == long:
                        ticket = pool[n]
                        n += 1
                    if boxed:
                        boxes[ticket // WORD] |= bit(ticket % WORD)
                    else:
                        held[ticket // WORD] |= bit(ticket % WORD)
        for word in range(TICKET_WORDS):
            s.tickets[q][word] = held[word]
            s.boxed[q][word] = boxes[word]
        for i in range(s.offer_n[q]):
            if s.offer_by[q][i] != seat + 1 and m.long[s.offer[q][i]] == long:
                s.offer[q][i] = pool[n]
                n += 1
    for i in range(s.deck_n):
        place: int = (s.deck_head + i) % TICKETS
        if s.deck_by[place] != seat + 1 and m.long[s.deck[place]] == long:
            s.deck[place] = pool[n]
            n += 1
