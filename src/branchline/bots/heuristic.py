"""
What all heuristic bots share: the frame of a decision, and the plain reading of what the published ones did not know
(stations, harbours, swaps, the split of pieces, surcharges).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from branchline.bots.bot import Bot, Clock, Remark
from branchline.bots.sight import Needs, Sight
from branchline.game import moves as mv
from branchline.game.view import View

NEAR_THE_END = 8
"""With so few pieces a harbour is built anywhere rather than not at all."""


class Heuristic(Bot):
    """A bot that follows rules of thumb. Its kinds say what to do with tickets, with a turn and with a second card."""

    why: Remark | None = None

    def choose(self, view: View, moves: Sequence[mv.AnyMove], clock: Clock) -> mv.AnyMove:
        self.why = None
        if len(moves) == 1:
            return moves[0]
        sight = Sight(view, moves)
        first = moves[0]
        if isinstance(first, mv.KeepTickets):
            return self.keep(sight)
        if isinstance(first, mv.SplitPieces):
            return self.split(sight)
        if view.decision == "surcharge":
            return self.surcharge(sight)
        if view.decision == "second":
            return self.second(sight)
        return self.beyond(sight) or self.turn(sight)

    def explain(self) -> Remark | None:
        return self.why

    def because(self, message: str, move: mv.AnyMove, **parameters: Any) -> mv.AnyMove:
        """The move, with its reason noted."""
        self.why = Remark(message, parameters)
        return move

    # ------------------------------------------------------------ what the kinds say
    def keep(self, sight: Sight) -> mv.AnyMove:
        """Which tickets to keep."""
        raise NotImplementedError

    def turn(self, sight: Sight) -> mv.AnyMove:
        """What to use a turn for."""
        raise NotImplementedError

    def second(self, sight: Sight) -> mv.AnyMove:
        """Which card to draw second."""
        raise NotImplementedError

    # ------------------------------------------------------------ what they share
    def split(self, sight: Sight) -> mv.AnyMove:
        """The pieces that the rulebook suggests, or what comes closest."""
        parameters = sight.ground.parameters
        owned = tuple(parameters.pieces.values())
        share = parameters.pieces_chosen * owned[0] // max(sum(owned), 1)
        wanted = parameters.pieces_suggested[0] if parameters.pieces_suggested else share
        splits = [move for move in sight.moves if isinstance(move, mv.SplitPieces)]
        best = min(splits, key=lambda move: abs(move.first - wanted))
        return self.because("bots.because_split", best)

    def surcharge(self, sight: Sight) -> mv.AnyMove:
        """Pays with the fewest wilds if it can."""
        pays = [move for move in sight.moves if isinstance(move, mv.PaySurcharge)]
        if not pays:
            return sight.moves[0]
        return self.because("bots.because_surcharge", min(pays, key=lambda move: move.cards.count("wild")))

    def beyond(self, sight: Sight) -> mv.AnyMove | None:
        """A station that completes a ticket, or a harbour that is worth it; None if neither."""
        return self.station(sight) or self.harbour(sight)

    def station(self, sight: Sight) -> mv.AnyMove | None:
        """A station where it joins all that an open ticket still lacks."""
        builds = [move for move in sight.moves if type(move) is mv.BuildStation]
        if not builds:
            return None
        for ticket in sight.open_tickets:
            way = sight.net.through(ticket.cities)
            if not way.loans or way.tracks:
                continue
            track = sight.ground.tracks[way.loans[0]]
            fitting = [move for move in builds if move.city in (track.a, track.b)]
            if fitting:
                best = min(fitting, key=lambda move: move.cards.count("wild"))
                return self.because("bots.because_station", best, city=best.city, ticket=ticket.id)
        return None

    def harbour(self, sight: Sight) -> mv.AnyMove | None:
        """A harbour in a city of completed tickets; towards the end anywhere: one that is not built costs points."""
        builds = [move for move in sight.moves if type(move) is mv.BuildHarbour]
        if not builds:
            return None
        done = [ticket for ticket in sight.tickets if ticket not in sight.open_tickets]
        named = {move.city: sum(move.city in ticket.cities for ticket in done) for move in builds}
        best = min(builds, key=lambda move: (-named[move.city], move.cards.count("wild")))
        if not named[best.city] and not sight.last and sight.trains > NEAR_THE_END:
            return None
        return self.because("bots.because_harbour", best, city=best.city)

    def swap(self, sight: Sight, tracks: Iterable[str]) -> mv.AnyMove | None:
        """Pieces of the kind that tracks need and the supply lacks; None if that is not so or can't be helped."""
        swaps = [move for move in sight.moves if type(move) is mv.SwapPieces]
        if not swaps:
            return None
        needed = [0] * len(sight.supply)
        for track in tracks:
            needed[sight.ground.piece[track]] += sight.length(track)
        for piece, name in enumerate(sight.ground.pieces):
            lacking = needed[piece] - sight.supply[piece]
            spare = sight.supply[1 - piece] - needed[1 - piece]
            fitting = [move for move in swaps if move.taken == name and lacking <= move.number <= spare]
            if lacking > 0 and fitting:
                best = min(fitting, key=lambda move: move.number)
                return self.because("bots.because_swap", best)
        return None

    # ------------------------------------------------------------ common deeds
    def claim(self, sight: Sight, track: str, needs: Needs | None, message: str, **parameters: Any) -> mv.AnyMove:
        """A track, paid for naturally."""
        return self.because(message, sight.payment(sight.claims[track], needs), track=track, **parameters)

    def take(self, move: mv.TakeRow) -> mv.AnyMove:
        """A card of the row."""
        return self.because("bots.because_row", move, card=move.card)

    def draw_blind(self, sight: Sight, needs: Needs | None = None) -> mv.AnyMove | None:
        """A blind card, if there is a pile."""
        blind = sight.blind(needs)
        return None if blind is None else self.because("bots.because_blind", blind)

    def leftover(self, sight: Sight) -> mv.AnyMove:
        """When nothing that it knows applies: the longest track, any card, else what changes least."""
        if sight.claims:
            track = max(sight.claims, key=sight.length)
            return self.claim(sight, track, None, "bots.because_points")
        for kind in (mv.DrawBlind, mv.TakeRow, mv.StopDrawing, mv.PassTurn):
            if found := sight.of_kind(kind):
                return found[0]
        others = [move for move in sight.moves if type(move) is not mv.DrawTickets]
        return (others or sight.moves)[0]
