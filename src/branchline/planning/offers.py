"""Which tickets to keep, when to draw more, and how to split the pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.consts import *
from branchline.planning.plans import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *
    from branchline.planning.records import *


def with_offer(s: State, seat: int, mask: int, held: u64s) -> None:
    """The tickets of a seat together with the chosen ones of its offer."""
    for word in range(TICKET_WORDS):
        held[word] = s.tickets[seat][word]
    for i in range(s.offer_n[seat]):
        if mask >> i & 1:
            held[s.offer[seat][i] // WORD] |= bit(s.offer[seat][i] % WORD)


def price_keeps(m: Map, s: State, chart: Chart, p: Params, desk: Desk, seat: int, out: i32s, n: int) -> None:
    """Each choice of tickets by the plan that it leads to; the order of the others does not matter."""
    held: u64s = [0] * 2
    last: int = -1
    worth: int = 0
    for i in range(n):
        mask: int = (out[i] >> PLACE) & 255
        if mask != last:
            last = mask
            with_offer(s, seat, mask, held)
            plan_tickets(m, s, chart, p, desk, seat, held, 0)
            worth = desk.worth + desk.paid - desk.paid * p.choice // 100 - count(mask) * p.ticket
        desk.scores[i] = worth - (out[i] & 65535)


def worth_of_tickets(m: Map, s: State, chart: Chart, p: Params, mind: Mind, seat: int) -> int:
    """Draw tickets when the plan for the old ones is done and there is time for new ones."""
    cards: int = 0
    for word in range(WORDS):
        if mind.tracks[seat][word]:
            return -50000
    for word in range(TICKET_WORDS):
        if s.tickets[seat][word] & ~mind.planned[seat][word]:
            return -50000
    if s.turns_left >= 0:
        return -50000
    for kind in range(m.n_kinds):
        cards += s.hand[seat][kind]
    if (s.supply[seat][0] + s.supply[seat][1]) * 100 < p.draw_own * chart.pieces or cards < p.draw_hand:
        return -50000
    for q in range(s.n_seats):
        if q != seat and (s.supply[q][0] + s.supply[q][1]) * 100 < p.draw_rival * chart.pieces:
            return -50000
    return 50000


def price_splits(m: Map, s: State, chart: Chart, p: Params, desk: Desk, seat: int, out: i32s, n: int) -> None:
    """SETUP-8: the pieces of the plan, and of the others a share of each kind as the board has spaces for it."""
    held: u64s = [0] * 2
    spaces: i32s = [0] * 2
    with_offer(s, seat, (s.choice[seat] >> PLACE) & 255, held)
    plan_tickets(m, s, chart, p, desk, seat, held, 0)
    for track in range(m.n_tracks):
        spaces[m.piece[track]] += m.points[m.length[track]]
    over: int = max(m.pieces_chosen - desk.need[0] - desk.need[1], 0)
    ideal: int = desk.need[0] + over * spaces[0] // max(spaces[0] + spaces[1], 1) + p.share
    for i in range(n):
        first: int = out[i] & 255
        desk.scores[i] = -(first - ideal if first > ideal else ideal - first)
