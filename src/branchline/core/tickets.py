"""
Tickets: offers, keeping, the deck.

SETUP-5 … SETUP-7, TICKET-1 … TICKET-6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.cards import *
from branchline.core.consts import *
from branchline.core.tape import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *


def factorial(n: int) -> int:
    """1, 1, 2, 6, 24, 120, 720."""
    product = 1
    for i in range(2, n + 1):
        product *= i
    return product


def offer_ticket(s: State, p: int, ticket: int, by: int) -> None:
    """Put a ticket before a seat."""
    s.offer[p][s.offer_n[p]] = ticket
    s.offer_by[p][s.offer_n[p]] = by
    s.offer_n[p] += 1


def draw_tickets(m: Map, s: State, tape: Tape, p: int, n: int) -> None:
    """TICKET-1: the top tickets of the deck, or what there is."""
    for _ in range(min(n, s.deck_n)):
        ticket = s.deck[s.deck_head]
        offer_ticket(s, p, ticket, s.deck_by[s.deck_head])
        s.deck[s.deck_head] = 0
        s.deck_by[s.deck_head] = 0
        s.deck_head = (s.deck_head + 1) % TICKETS
        s.deck_n -= 1
        emit(tape, EV_OFFERED, p, ticket, 0, 0)


def put_under_deck(s: State, ticket: int, p: int) -> None:
    """TICKET-6: the new bottom ticket; the seat that put it there knows it."""
    i = (s.deck_head + s.deck_n) % TICKETS
    s.deck[i] = ticket
    s.deck_by[i] = p + 1
    s.deck_n += 1


def list_keeps(s: State, p: int, out: i32s, k: int, least: int, ordered: int) -> int:
    """TICKET-2: every choice of tickets to keep, with every order of the others (TICKET-6)."""
    n = s.offer_n[p]
    least = min(least, n)
    for mask in range(1, 1 << n):
        kept = count(mask)
        if kept >= least:
            for order in range(factorial(n - kept) if ordered else 1):
                out[k] = (KEEP << DEED) | (mask << PLACE) | order
                k += 1
    return k


def keep_tickets(m: Map, s: State, tape: Tape, p: int, code: i32, boxed: int) -> None:
    """Carry out a choice: the kept tickets stay, the others go under the deck or to the box (PAR-11, PAR-13)."""
    mask: int = (code >> PLACE) & 255
    order: int = code & 65535
    others: u8s = [0] * 6
    n = 0
    for i in range(s.offer_n[p]):
        ticket = s.offer[p][i]
        if mask >> i & 1:
            s.tickets[p][ticket // WORD] |= bit(ticket % WORD)
            emit(tape, EV_KEPT, p, ticket, 0, 0)
        else:
            others[n] = ticket
            n += 1
        s.offer[p][i] = 0
        s.offer_by[p][i] = 0
    s.offer_n[p] = 0
    returned = n
    while n > 0:  # the order is a number in the factorial base
        step = factorial(n - 1)
        i = order // step
        order %= step
        ticket = others[i]
        n -= 1
        for j in range(i, n):
            others[j] = others[j + 1]
        if boxed:
            s.boxed[p][ticket // WORD] |= bit(ticket % WORD)
            emit(tape, EV_BOXED, p, ticket, 0, 0)
        else:
            put_under_deck(s, ticket, p)
            emit(tape, EV_RETURNED, p, ticket, 0, 0)
    emit(tape, EV_TICKETS_DONE, p, count(mask), returned, boxed)
