"""
Who plays the golden games: a few simple movers, the same on every machine.

``hunter`` connects its tickets by the shortest way, ``builder`` claims the longest track it can pay for, ``hoarder``
draws cards as long as there are any, ``taster`` plays by chance with a taste for some kinds of moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import blake2b
from heapq import heappop, heappush
from typing import Any, TypeVar

import branchline as bl
from branchline.game import moves as mv

T = TypeVar("T")
Moves = dict[type, list[Any]]
"""The legal moves by kind."""
Choice = Any
"""One of the legal moves, or None."""
WILD = "wild"


class Dice:
    """Chance that does not depend on a library: numbers from the hash of a name and a counter."""

    def __init__(self, *name: object) -> None:
        self.name = " ".join(map(str, name)).encode()
        self.thrown = 0

    def below(self, n: int) -> int:
        """A number in 0 … n-1."""
        self.thrown += 1
        return int.from_bytes(blake2b(b"%b %d" % (self.name, self.thrown), digest_size=6).digest(), "big") % n

    def chance(self, percent: int) -> bool:
        """Whether a thing that happens so often happens."""
        return self.below(100) < percent

    def pick(self, things: Sequence[T]) -> T:
        """One of them."""
        return things[self.below(len(things))]

    def weighted(self, weights: dict[T, int]) -> T:
        """One of them, by weight."""
        left = self.below(sum(weights.values()))
        for thing, weight in weights.items():
            left -= weight
            if left < 0:
                return thing
        raise AssertionError("weights")


class Mover:
    """One seat's way to play."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def choose(self, game: bl.Game, seat: int) -> Choice:
        """A legal move."""
        self.view = game.view(seat)
        self.mine = self.view.seats[seat]
        legal = game.legal(seat)
        by_kind: Moves = {}
        for move in legal:
            by_kind.setdefault(type(move), []).append(move)
        if len(by_kind) == 1:
            kind = next(iter(by_kind))
            if kind is mv.KeepTickets:
                return self.keep(game, seat, by_kind[kind])
            if kind is mv.SplitPieces:
                return self.split(game, by_kind[kind])
        return self.turn(game, seat, by_kind)

    def keep(self, game: bl.Game, seat: int, moves: list[Any]) -> Choice:
        """Which tickets to keep: few of them, mostly."""
        return self.dice.pick([move for move in moves if not move.under])

    def split(self, game: bl.Game, moves: list[Any]) -> Choice:
        """Which pieces to start with."""
        suggested = game.tables.parameters.pieces_suggested
        return next(move for move in moves if (move.first, move.second) == suggested)

    def turn(self, game: bl.Game, seat: int, moves: Moves) -> Choice:
        """All other decisions."""
        raise NotImplementedError

    def draw(self, moves: Moves, wanted: Sequence[str] = ()) -> Choice:
        """A wanted card from the row, else the top of a pile, else any card."""
        row, blind = moves.get(mv.TakeRow, []), moves.get(mv.DrawBlind, [])
        good = [move for move in row if move.card in wanted]
        for some in (good, blind, row):
            if some:
                return self.dice.pick(some)
        return None


class Taster(Mover):
    """A kind of move by taste, then any of that kind."""

    tastes = (1, 6, 20, 20, 80)
    kinds: tuple[type, ...] = (
        mv.TakeRow,
        mv.DrawBlind,
        mv.StopDrawing,
        mv.DrawTickets,
        mv.ClaimTrack,
        mv.PaySurcharge,
        mv.DeclineTunnel,
        mv.BuildStation,
        mv.BuildHarbour,
        mv.PassTurn,
    )

    def __init__(self, dice: Dice) -> None:
        super().__init__(dice)
        self.taste = {kind: dice.pick(self.tastes) for kind in self.kinds}
        self.taste[mv.SwapPieces] = dice.pick((1, 1, 20))

    def keep(self, game: bl.Game, seat: int, moves: list[Any]) -> Choice:
        return self.dice.pick(moves)

    def split(self, game: bl.Game, moves: list[Any]) -> Choice:
        return self.dice.pick((moves[0], moves[-1], self.dice.pick(moves)))

    def turn(self, game: bl.Game, seat: int, moves: Moves) -> Choice:
        return self.dice.pick(moves[self.dice.weighted({kind: self.taste[kind] for kind in moves})])


class Builder(Mover):
    """Claims the track that brings most, with as few wilds as possible, as soon as it can pay for a long one."""

    def __init__(self, dice: Dice) -> None:
        super().__init__(dice)
        self.least = dice.pick((1, 2, 3, 4))

    def turn(self, game: bl.Game, seat: int, moves: Moves) -> Choice:
        if mv.PaySurcharge in moves:
            return moves[mv.PaySurcharge][0]
        if mv.ClaimTrack in moves:
            length = {track.id: track.length for track in game.variant.tracks}
            best = max(moves[mv.ClaimTrack], key=lambda move: (length[move.track], -move.cards.count(WILD)))
            if length[best.track] >= self.least or mv.DrawBlind not in moves:
                return best
        if mv.BuildHarbour in moves and self.dice.chance(50):
            return self.dice.pick(moves[mv.BuildHarbour])
        return self.draw(moves) or self.dice.pick(moves[next(iter(moves))])


class Hoarder(Builder):
    """Draws cards as long as it can; only then it builds."""

    def turn(self, game: bl.Game, seat: int, moves: Moves) -> Choice:
        drawn = self.draw(moves)
        if drawn and (mv.ClaimTrack not in moves or mv.DrawBlind in moves):
            return drawn
        return super().turn(game, seat, moves)


class Hunter(Mover):
    """Keeps what lies well together, connects it by the shortest ways, then asks for more."""

    def __init__(self, dice: Dice) -> None:
        super().__init__(dice)
        self.greedy = dice.pick((0, 20, 60))

    def keep(self, game: bl.Game, seat: int, moves: list[Any]) -> Choice:
        offer = self.mine.offer
        assert offer is not None
        plain = [move for move in moves if not move.under]

        def worth(move: mv.KeepTickets) -> int:
            tickets = [game.variant.ticket(offer[i - 1] or "") for i in move.kept]
            pieces = sum(self.mine.pieces.values())
            needed = self.needed(game, tickets)
            spaces = sum(track.length for track in needed or ())
            if needed is None or spaces > pieces - 8:
                return -100 - spaces - sum(ticket.points for ticket in tickets)
            return sum(ticket.points for ticket in tickets) * 2 - spaces

        return max(plain, key=worth)

    def needed(self, game: bl.Game, tickets: Sequence[bl.Ticket]) -> list[bl.Track] | None:
        """The tracks that are missing for these tickets; None if some city can't be reached."""
        own = set(self.mine.tracks)
        taken = {track for other in self.view.seats for track in other.tracks} - own
        shut = own | taken if game.seats < game.tables.parameters.twins_open_from else own
        chosen: dict[str, bl.Track] = {}
        for ticket in sorted(tickets, key=lambda ticket: -ticket.points):
            for a, b in zip(ticket.cities, ticket.cities[1:], strict=False):
                way = shortest_way(game.variant, a, b, own | set(chosen), taken, shut)
                if way is None:
                    return None
                chosen |= {track.id: track for track in way if track.id not in own}
        return list(chosen.values())

    def open_tickets(self, game: bl.Game) -> tuple[list[bl.Ticket], list[bl.Ticket]]:
        """The tickets not yet complete, and of them those that can't be completed any more."""
        held = [game.variant.ticket(id) for id in self.mine.tickets or ()]
        missing = [(ticket, self.needed(game, [ticket])) for ticket in held]
        lost = [ticket for ticket, tracks in missing if tracks is None]
        return [ticket for ticket, tracks in missing if tracks], lost

    def turn(self, game: bl.Game, seat: int, moves: Moves) -> Choice:
        if mv.PaySurcharge in moves:
            return moves[mv.PaySurcharge][0]
        unfinished, lost = self.open_tickets(game)
        needed = {track.id: track for track in self.needed(game, unfinished) or ()}
        spaces = sum(track.length for track in needed.values())
        left = sum(self.mine.pieces.values())
        claims = [move for move in moves.get(mv.ClaimTrack, ()) if move.track in needed]
        if claims:
            return max(claims, key=lambda move: (needed[move.track].length, -move.cards.count(WILD)))
        if built := self.building(game, moves, lost):
            return built
        if not needed or spaces > left:
            if left > 14 and mv.DrawTickets in moves and self.dice.chance(self.greedy):
                return moves[mv.DrawTickets][0]
            long = [move for move in moves.get(mv.ClaimTrack, ()) if game.variant.track(move.track).length > 2]
            if long:
                return max(long, key=lambda move: (game.variant.track(move.track).length, -move.cards.count(WILD)))
        drawn = self.draw(moves, self.wanted(game, needed))
        return drawn or self.dice.pick(moves[next(iter(moves))])

    def building(self, game: bl.Game, moves: Moves, lost: list[bl.Ticket]) -> Choice:
        """A station where a ticket is blocked, a harbour where tickets end."""
        if lost and mv.BuildStation in moves and game.state.turns > 20:
            cities = {city for ticket in lost for city in ticket.cities}
            stations = [move for move in moves[mv.BuildStation] if move.city in cities and WILD not in move.cards]
            if stations:
                return self.dice.pick(stations)
        if mv.BuildHarbour in moves:
            tickets = [game.variant.ticket(id) for id in self.mine.tickets or ()]
            best = max(
                moves[mv.BuildHarbour],
                key=lambda move: (sum(move.city in ticket.cities for ticket in tickets), -move.cards.count(WILD)),
            )
            if sum(best.city in ticket.cities for ticket in tickets):
                return best
        return None

    def wanted(self, game: bl.Game, needed: dict[str, bl.Track]) -> list[str]:
        """The cards that would help."""
        colours = {track.colour for track in needed.values()}
        return [
            kind.id
            for kind in game.variant.cards.kinds
            if kind.colour in colours or (None in colours and kind.colour is not None and self.dice.chance(30))
        ]


@lru_cache
def tracks_at(variant: bl.Variant) -> dict[str, list[bl.Track]]:
    """The tracks that end in each city."""
    at: dict[str, list[bl.Track]] = {city.id: [] for city in variant.cities}
    for track in variant.tracks:
        at[track.a].append(track)
        at[track.b].append(track)
    return at


def shortest_way(
    variant: bl.Variant, start: str, end: str, own: set[str], taken: set[str], shut: set[str]
) -> list[bl.Track] | None:
    """The way with fewest spaces to fill, over own tracks for nothing; None if there is none."""
    at = tracks_at(variant)
    best = {start: 0}
    came: dict[str, bl.Track] = {}
    edge = [(0, start)]
    while edge:
        spaces, city = heappop(edge)
        if city == end:
            way = []
            while city != start:
                track = came[city]
                way.append(track)
                city = track.a if city == track.b else track.b
            return [track for track in way if track.id not in own]
        if spaces > best[city]:
            continue
        for track in at[city]:
            if track.id in taken or (track.twin in shut and track.id not in own):
                continue
            there = track.b if city == track.a else track.a
            further = spaces + (0 if track.id in own else track.length)
            if further < best.get(there, 1000):
                best[there] = further
                came[there] = track
                heappush(edge, (further, there))
    return None


MOVERS: dict[str, Callable[[Dice], Mover]] = {
    "builder": Builder,
    "hoarder": Hoarder,
    "hunter": Hunter,
    "taster": Taster,
}
