"""Why the planner chose a move, as a sentence by id: read off the plan itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from branchline.core import consts as c
from branchline.core.state import Map, State
from branchline.game.position import set_bits
from branchline.planning.records import Mind
from branchline.planning.table import Table

Said = tuple[str, dict[str, Any]]
"""The id of a sentence and its parameters."""


def reason(table: Table, code: int, world: bytes) -> Said:
    """Why this code is a good move for the seat of the table."""
    deed, place = code >> c.DEED, code >> c.PLACE & 255
    state = State.unpack(world)
    mind = Mind.unpack(table.planner.plan(world, table.seat))
    t = table.tables
    if deed == c.CLAIM:
        return claim(table, state, mind, place)
    if deed == c.ROW:
        return card(table, state, mind, place)
    if deed == c.TAKE:
        return "plans.more_tickets", {"number": sum(state.supply[table.seat])}
    if deed == c.KEEP:
        return "plans.keep", {"number": kept_tracks(table, state, code)}
    if deed == c.STATION:
        return "plans.station", {"city": t.cities[place]}
    if deed == c.HARBOUR:
        city = place
        calls = sum(city in t.map.stop[i][: t.map.stops[i]] for i in set_bits(mind.planned[table.seat]))
        return "plans.harbour", {"city": t.cities[city], "number": calls}
    return PLAIN.get(deed, "plans.nothing"), {}


PLAIN = {
    c.BLIND: "plans.blind",
    c.SPLIT: "plans.split",
    c.SWAP: "plans.swap",
    c.PAY: "plans.pay",
    c.DECLINE: "plans.decline",
}


def claim(table: Table, state: State, mind: Mind, track: int) -> Said:
    """What a track is for."""
    t, seat = table.tables, table.seat
    name = t.tracks[track]
    if track in set_bits(mind.tracks[seat]):
        served = [i for i in set_bits(mind.planned[seat]) if needs(table, state, mind, i, track)]
        if len(served) > 1:
            return "plans.for_tickets", {"track": name, "number": len(served)}
        if served:
            contested = any(
                state.touched[q] & (1 << t.map.end_a[track] | 1 << t.map.end_b[track])
                for q in range(state.n_seats)
                if q != seat
            )
            message = "plans.for_ticket_now" if contested else "plans.for_ticket"
            return message, {"track": name, "ticket": t.tickets[served[0]]}
        if t.map.n_districts:
            return "plans.for_district", {"track": name}
    if 0 <= state.turns_left <= state.n_seats:
        return "plans.last_turn", {"track": name}
    return "plans.for_points", {"track": name, "points": t.map.points[t.map.length[track]]}


def needs(table: Table, state: State, mind: Mind, ticket: int, track: int) -> bool:
    """Whether the planned way of a ticket breaks without a track."""
    m, seat = table.tables.map, table.seat
    whole = [*set_bits(state.owned[seat]), *set_bits(mind.tracks[seat])]
    return completed(m, ticket, whole) and not completed(m, ticket, (i for i in whole if i != track))


def completed(m: Map, ticket: int, tracks: Iterable[int]) -> bool:
    """Whether tracks join all cities of a ticket."""
    stops = m.stop[ticket][: m.stops[ticket]]
    group = list(range(m.n_cities))
    for track in tracks:
        a, b = group[m.end_a[track]], group[m.end_b[track]]
        if a != b:
            group = [a if it == b else it for it in group]
    return len({group[stop] for stop in stops}) == 1


def card(table: Table, state: State, mind: Mind, kind: int) -> Said:
    """What a card of the row is for."""
    t, seat = table.tables, table.seat
    m = t.map
    if kind == m.wild:
        return "plans.wild", {}
    colour = m.colour_of[kind]
    for tracks in (mind.tracks[seat], mind.filler[seat]):
        for track in set_bits(tracks):
            piece = m.piece[track]
            fits = kind in (m.first_kind[piece][colour], m.second_kind[piece][colour])
            if fits and m.colour[track] in (colour, c.NONE):
                have = state.hand[seat][m.first_kind[piece][colour]]
                if have < m.length[track]:
                    return "plans.card_for_track", {"card": t.kinds[kind], "track": t.tracks[track]}
    return "plans.card_spare", {"card": t.kinds[kind]}


def way_of(table: Table, world: bytes, seat: int) -> list[str]:
    """The tracks that a seat plans to claim for its tickets in a world."""
    return [table.tables.tracks[i] for i in set_bits(Mind.unpack(table.planner.plan(world, seat)).tracks[seat])]


def kept_tracks(table: Table, state: State, code: int) -> int:
    """How many tracks the plan for the kept tickets takes."""
    seat = table.seat
    after = state.copy()
    for i in range(state.offer_n[seat]):
        if code >> c.PLACE >> i & 1:
            ticket = state.offer[seat][i]
            after.tickets[seat][ticket // c.WORD] |= 1 << ticket % c.WORD
    mind = Mind.unpack(table.planner.plan(after.pack(), seat))
    return len(list(set_bits(mind.tracks[seat])))
