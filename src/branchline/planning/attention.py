"""What comes to the mind of a player who does not see everything, and what tempts one who always wants more tickets."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from branchline.core import consts as c
from branchline.core.state import Map, State
from branchline.game.position import set_bits
from branchline.game.tables import Tables
from branchline.planning.reason import completed

Prices = list[tuple[int, int]]
"""Legal codes with what the planner thinks them worth."""

TEMPTING = 60_000
"""More than anything that a plan asks for."""
PLAIN = (c.BLIND, c.KEEP, c.SPLIT, c.PASS, c.PAY, c.DECLINE, c.STOP)
"""Deeds that nobody overlooks."""


def noticed(prices: Sequence[tuple[int, int]], sight: int, random: Random) -> Prices:
    """
    The moves that come to mind, so many out of a hundred of those that one could think of: people overlook tracks and
    cards of the row. What must be chosen among tickets lies before them, and a card can always be drawn blind.
    """
    if sight >= 100:
        return list(prices)
    seen: dict[int, bool] = {}
    found = []
    for code, price in prices:
        deed = code >> c.DEED
        if deed not in PLAIN and code >> c.PLACE not in seen:
            seen[code >> c.PLACE] = random.randrange(100) < sight
        if deed in PLAIN or seen[code >> c.PLACE]:
            found.append((code, price))
    return found or list(prices)


def tempted(t: Tables, seat: int, world: bytes, prices: Prices, tickets: int, until: int) -> Prices:
    """For one who draws tickets whenever fewer than so many are open, while so many percent of the pieces are left."""
    if not any(code >> c.DEED == c.TAKE for code, _ in prices):
        return prices
    state = State.unpack(world)
    pieces = sum(t.map.owned_pieces[: t.map.n_pieces])
    if sum(state.supply[seat]) * 100 < until * pieces or open_tickets(t.map, state, seat) >= tickets:
        return prices
    return [(code, TEMPTING if code >> c.DEED == c.TAKE else price) for code, price in prices]


def open_tickets(m: Map, state: State, seat: int) -> int:
    """How many tickets of a seat its own tracks do not complete yet."""
    own = list(set_bits(state.owned[seat]))
    return sum(not completed(m, ticket, own) for ticket in set_bits(state.tickets[seat]))
