"""
What a seat may hope for: how its tickets stand (completed, still possible and how many pieces away, or out of reach),
what it could do if it were up, and what it would naturally pay for a place.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise

from branchline.core import consts as c
from branchline.core.engine import Engine
from branchline.game.game import Game
from branchline.game.variants import Ticket
from branchline.game.view import Choice, make_choice

WORD = 64
"""Tracks to a word of the core's bit sets."""


@dataclass(frozen=True)
class Prospect:
    """How one ticket stands."""

    ticket: Ticket
    done: bool
    pieces: int | None
    """The fewest pieces that can still join its cities; None if nothing can. 0: a station may borrow all that lacks."""
    way: tuple[str, ...] = ()
    """Tracks of a way that takes so few, own and borrowed ones too."""

    @property
    def hopeless(self) -> bool:
        """Whether it can't be completed any more."""
        return not self.done and self.pieces is None


def open_tracks(game: Game, seat: int) -> set[str]:
    """Tracks that a seat may still claim some day: nobody has taken or shut them (CLAIM-1, DOUBLE-1, DOUBLE-3)."""
    s = game.state
    free = [word & ~barred for word, barred in zip(s.open, s.barred[seat], strict=True)]
    return {track.id for track in game.variant.tracks if free[track.index // WORD] >> track.index % WORD & 1}


def shut_tracks(game: Game, seat: int) -> set[str]:
    """Tracks without an owner that a seat can never claim."""
    owned = {track for player in game.view(None).seats for track in player.tracks}
    return {track.id for track in game.variant.tracks} - owned - open_tracks(game, seat)


class Outlook:
    """
    The network of a seat as it is and as it may become.

    A lower bound, so that nothing possible is called impossible: it asks neither for cards nor for kinds of pieces, and
    lets a station that is not built yet borrow anywhere (STATION-4).
    """

    def __init__(self, game: Game, seat: int) -> None:
        view = game.view(seat)
        me = view.own
        free = open_tracks(game, seat)
        self.variant = game.variant
        self.over = game.is_over
        self.loans = me.stations_left + len(me.stations)
        self.supply = sum(me.pieces.values())
        self.steps: dict[str, list[tuple[str, str, int, int]]] = {}
        """City to neighbours, the track there, pieces and loans that a step costs."""
        for track in game.variant.tracks:
            if track.id in me.tracks:
                cost = (0, 0)
            elif track.id in free:
                cost = (track.length, 0)
            elif any(track.id in other.tracks for other in view.seats) and (
                me.stations_left or {track.a, track.b} & set(me.stations)
            ):
                cost = (0, 1)
            else:
                continue
            for here, there in ((track.a, track.b), (track.b, track.a)):
                self.steps.setdefault(here, []).append((there, track.id, *cost))
        self.done: set[str] = set()
        for line in game.sheet(seat).lines:
            if line.kind == "tickets" and line.outcome != "failed":
                self.done.add(line.what)

    def way_between(self, a: str, b: str, most_loans: int) -> tuple[int, tuple[str, ...]] | None:
        """The fewest pieces that join two cities, within the supply, and the tracks; None if there is no way."""
        best: dict[tuple[str, int], int] = {}
        ahead: list[tuple[int, int, str, tuple[str, ...]]] = [(0, 0, a, ())]
        while ahead:
            pieces, loans, city, way = heappop(ahead)
            if city == b:
                return pieces, way
            if best.get((city, loans), 1 << 30) <= pieces:
                continue
            best[city, loans] = pieces
            for there, track, cost, loan in self.steps.get(city, []):
                if pieces + cost <= self.supply and loans + loan <= most_loans:
                    heappush(ahead, (pieces + cost, loans + loan, there, (*way, track)))
        return None

    def of(self, id: str) -> Prospect:
        """How a ticket stands, held or not."""
        ticket = self.variant.ticket(id)
        pairs = list(pairwise(ticket.cities))
        joined = [self.way_between(a, b, 0) for a, b in pairs]
        done = id in self.done or all(leg is not None and leg[0] == 0 for leg in joined)
        legs = joined if done else [self.way_between(a, b, self.loans) for a, b in pairs]
        way = tuple(dict.fromkeys(track for leg in legs if leg for track in leg[1]))
        if done:
            return Prospect(ticket, True, 0, way)
        reachable = None if None in legs or self.over else max(leg[0] for leg in legs if leg)
        return Prospect(ticket, False, reachable, () if reachable is None else way)


def choice_ahead(game: Game, seat: int) -> Choice | None:
    """What a seat could do if it were up now; None while it is, before the first turn and when the game is over."""
    if game.engine.phase in (c.START, c.OVER) or seat in game.waiting:
        return None
    s = game.state.copy()
    s.phase, s.cur, s.shown_n, s.surcharge = c.TURN, seat, 0, 0
    return make_choice(Game(game.tables, Engine.from_bytes(game.tables.board, s.pack()), None, game.names), seat)


def natural_payment(game: Game, seat: int, verb: str, place: str) -> list[str]:
    """What somebody would pay for a place, were it possible: the colour asked for, or the one most held."""
    view, cards = game.view(seat), game.variant.cards
    hand = view.own.hand or {}
    marked = [kind.id for kind in cards.kinds if kind.form in ("marked", "single") and kind.colour == cards.colours[0]]
    if verb == "harbour" and marked:
        return [f"{card}*2" for card in marked]
    number, deck, wilds = len(view.own.stations) + 1, cards.decks[0], 0
    colour: str | None = None
    if verb == "claim":
        track = game.variant.track(place)
        deck = cards.decks[list(game.variant.parameters.pieces).index(track.piece)]
        number, colour, wilds = track.length + track.pair, track.colour, track.ferry
    fitting = [kind for kind in cards.kinds if kind.deck == deck.id and kind.colour and colour in (None, kind.colour)]
    best = max(fitting, key=lambda kind: hand.get(kind.id, 0))
    return [best.id] * (number - wilds) + ["wild"] * wilds
