"""Why the planner chose a move, as a sentence by id: read off the plan itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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
        return claim(table, state, mind, code)
    if deed == c.ROW:
        return card(table, state, mind, place)
    if deed == c.BLIND:
        return blind(table, state, mind, place)
    if deed == c.TAKE:
        finished = not any(mind.tracks[table.seat])
        return "plans.more_tickets" if finished else "plans.hungry", {"number": sum(state.supply[table.seat])}
    if deed == c.KEEP:
        return keep(table, state, code)
    if deed == c.STATION:
        return "plans.station", {"city": t.cities[place]}
    if deed == c.HARBOUR:
        city = place
        calls = sum(city in t.map.stop[i][: t.map.stops[i]] for i in set_bits(mind.planned[table.seat]))
        return "plans.harbour", {"city": t.cities[city], "number": calls}
    return PLAIN.get(deed, "plans.nothing"), {}


PLAIN = {
    c.SPLIT: "plans.split",
    c.SWAP: "plans.swap",
    c.PAY: "plans.pay",
    c.DECLINE: "plans.decline",
}


def claim(table: Table, state: State, mind: Mind, code: int) -> Said:
    """What a track is for."""
    t, seat, track = table.tables, table.seat, code >> c.PLACE & 255
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
    if track not in set_bits(mind.filler[seat]):
        for q in range(state.n_seats):
            if q != seat and cuts(t.map, state, track, q):
                return "plans.in_the_way", {"track": name, "seat": q}
    free = spare(table, state, mind, getattr(table.move(code), "cards", ()))
    message = "plans.for_points" if free else "plans.for_points_now"
    return message, {"track": name, "points": t.map.points[t.map.length[track]]}


def spare(table: Table, state: State, mind: Mind, cards: Sequence[str]) -> bool:
    """Whether the plan for the tickets can do without these cards."""
    m, kinds = table.tables.map, Counter(table.tables.kind_index[name] for name in cards)
    seat = table.seat
    if not any(mind.tracks[seat]):
        return True
    left = Stock(m, state.hand[seat])
    left.share_out(mind.tracks[seat])
    return all(kind != m.wild and left.of(kind) >= number for kind, number in kinds.items())


def cuts(m: Map, state: State, track: int, rival: int) -> bool:
    """Whether a track is the only one that would join two parts of a rival's network at this place."""
    a, b, twin = m.end_a[track], m.end_b[track], m.twin[track]
    if twin >= 0 and state.open[twin // c.WORD] >> twin % c.WORD & 1:
        return False
    group = groups(m, set_bits(state.owned[rival]))
    return bool(state.touched[rival] >> a & state.touched[rival] >> b & 1) and group[a] != group[b]


def needs(table: Table, state: State, mind: Mind, ticket: int, track: int) -> bool:
    """Whether the planned way of a ticket breaks without a track."""
    m, seat = table.tables.map, table.seat
    whole = [*set_bits(state.owned[seat]), *set_bits(mind.tracks[seat])]
    return completed(m, ticket, whole) and not completed(m, ticket, (i for i in whole if i != track))


def completed(m: Map, ticket: int, tracks: Iterable[int]) -> bool:
    """Whether tracks join all cities of a ticket."""
    group = groups(m, tracks)
    return len({group[stop] for stop in m.stop[ticket][: m.stops[ticket]]}) == 1


def groups(m: Map, tracks: Iterable[int]) -> list[int]:
    """For each city the number of the part of the network that it is in."""
    group = list(range(m.n_cities))
    for track in tracks:
        a, b = group[m.end_a[track]], group[m.end_b[track]]
        if a != b:
            group = [a if it == b else it for it in group]
    return group


class Stock:
    """
    A hand shared out among the tracks of a plan, as ``stock.py`` does it: coloured ones first, then gray ones from the
    colour of which most is left, the shortest first.
    """

    def __init__(self, m: Map, hand: list[int]) -> None:
        self.m = m
        self.left = {
            (piece, colour): hand[m.first_kind[piece][colour]]
            + (hand[second] * m.reach[piece] if (second := m.second_kind[piece][colour]) != c.NONE else 0)
            for piece in range(m.n_pieces)
            for colour in range(m.n_colours)
        }
        self.lacks: dict[tuple[int, int], int] = {}
        """The track that wants cards of a piece and a colour."""

    def share_out(self, words: list[int]) -> None:
        """Give cards to tracks."""
        m = self.m
        tracks = list(set_bits(words))
        for track in sorted(tracks, key=lambda it: (m.colour[it] == c.NONE, m.length[it] * (m.colour[it] == c.NONE))):
            piece, colour = m.piece[track], m.colour[track]
            if colour == c.NONE:
                colour = max(range(m.n_colours), key=lambda it: self.left[piece, it])
            plain = m.length[track] + m.pair[track] - m.ferry[track]
            have = min(plain, self.left[piece, colour])
            self.left[piece, colour] -= have
            if have < plain:
                self.lacks.setdefault((piece, colour), track)

    def place(self, kind: int) -> tuple[int, int]:
        """The piece and the colour of a kind of cards."""
        colour = self.m.colour_of[kind]
        return int(kind not in (self.m.first_kind[0][colour], self.m.second_kind[0][colour])), colour

    def of(self, kind: int) -> int:
        """Spaces of a kind that no track has been given."""
        return self.left[self.place(kind)]

    def wanted_for(self, kind: int) -> int | None:
        """The track that lacks a card of a kind."""
        return self.lacks.get(self.place(kind))


def stock_of(table: Table, state: State, mind: Mind) -> Stock:
    """The hand shared out among the whole plan."""
    found = Stock(table.tables.map, state.hand[table.seat])
    found.share_out(mind.tracks[table.seat])
    found.share_out(mind.filler[table.seat])
    return found


def card(table: Table, state: State, mind: Mind, kind: int) -> Said:
    """What a card of the row is for."""
    t, seat = table.tables, table.seat
    if kind == t.map.wild:
        return "plans.wild", {}
    track = stock_of(table, state, mind).wanted_for(kind)
    if track is not None:
        return "plans.card_for_track", {"card": t.kinds[kind], "track": t.tracks[track]}
    have = sum(state.hand[seat][it] for it in range(t.map.n_kinds) if t.map.colour_of[it] == t.map.colour_of[kind])
    return "plans.card_spare" if have else "plans.card_new", {"card": t.kinds[kind]}


def blind(table: Table, state: State, mind: Mind, deck: int) -> Said:
    """What an unknown card promises."""
    m, unseen = table.tables.map, table.worlds.unseen
    stock = stock_of(table, state, mind)
    row = [kind for kind in state.row[: m.row_size] if kind != c.NONE]
    if not stock.lacks:
        return "plans.blind_any", {}
    if any(kind != m.wild and stock.wanted_for(kind) is not None for kind in row):
        return "plans.blind", {}
    if m.wild in row and state.phase == c.TURN:
        return "plans.blind_two", {}
    kinds = range(m.deck_first[deck], m.deck_end[deck])
    good = sum(unseen[kind] for kind in kinds if kind == m.wild or stock.wanted_for(kind) is not None)
    return "plans.blind_fits", {"share": round(100 * good / max(sum(unseen[kind] for kind in kinds), 1))}


def keep(table: Table, state: State, code: int) -> Said:
    """What the kept tickets make together with those in hand."""
    seat = table.seat
    kept = [state.offer[seat][i] for i in range(state.offer_n[seat]) if code >> c.PLACE >> i & 1]
    after = state.copy()
    for ticket in kept:
        after.tickets[seat][ticket // c.WORD] |= 1 << ticket % c.WORD
    mind = Mind.unpack(table.planner.plan(after.pack(), seat))
    if not set(kept) <= set(set_bits(mind.planned[seat])):
        return "plans.keep_hope", {}
    number = len(list(set_bits(mind.tracks[seat])))
    return "plans.keep" if number else "plans.keep_done", {"number": number}


def way_of(table: Table, world: bytes, seat: int) -> list[str]:
    """The tracks that a seat plans to claim for its tickets in a world."""
    return [table.tables.tracks[i] for i in set_bits(Mind.unpack(table.planner.plan(world, seat)).tracks[seat])]
