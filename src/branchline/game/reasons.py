"""
Why a move is refused.

The core alone decides what is legal; this module finds the words for a move that it does not list: the most telling
clause that stands in the way. Whatever it says, the move is illegal, and a test asks it for every kind of refusal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from branchline.core import consts as c
from branchline.game import moves as mv

if TYPE_CHECKING:
    from branchline.core.state import State
    from branchline.game.codes import Codec


class Reason(Struct, frozen=True):
    """Why not: an id, the clause of the rules, parameters. ``words(lang)`` is the sentence."""

    id: str
    clause: str
    parameters: dict[str, Any]

    def words(self, lang: str = "en") -> str:
        """The sentence in a language, with ids for names; ``narrate.explain`` has the names of a variant."""
        from branchline.game.narrate import explain

        return explain(self, None, lang)

    def __str__(self) -> str:
        return f"{self.words()} ({self.clause})"


def reason(id: str, clause: str, **parameters: Any) -> Reason:
    """A reason with its parameters by name."""
    return Reason(id, clause, parameters)


class Explainer:
    """Looks for the reason against one move of one seat."""

    def __init__(self, codec: Codec, s: State, seat: int, decision: str) -> None:
        self.codec = codec
        self.t = codec.tables
        self.m = codec.map
        self.s = s
        self.seat = seat
        self.decision = decision
        self.hand = s.hand[seat]

    def explain(self, move: mv.AnyMove) -> Reason:
        """The reason; the move is known to be illegal."""
        absent = self.absent_rule(move)
        if absent:
            return absent
        wanted = DECISIONS[type(move)]
        if self.decision not in wanted:
            return reason("other_decision", "TURN-3", decision=self.decision, move=str(move))
        found: Reason | None = EXPLAIN[type(move)](self, move)
        return found or reason("not_legal", "TURN-2", move=str(move))

    def absent_rule(self, move: mv.AnyMove) -> Reason | None:
        """Deeds that this variant does not have."""
        p = self.t.parameters
        for kind, there, deed in (
            (mv.BuildStation, p.stations, "station"),
            (mv.BuildHarbour, p.harbours, "harbour"),
            (mv.SwapPieces, p.pieces_chosen, "swap"),
            (mv.SplitPieces, p.pieces_chosen, "split"),
        ):
            if isinstance(move, kind) and not there:
                return reason("no_such_action", "PAR-14", action=deed)
        return None

    # ------------------------------------------------------------ cards
    def dry(self, deck: int) -> bool:
        """Whether a deck is dry."""
        return not self.s.pile_n[deck] + self.s.discard_n[deck]

    def locked(self) -> bool:
        """Whether no card at all can be taken (DRAW-7)."""
        return bool(self.m.dry_row_locked) and all(self.dry(deck) for deck in range(self.m.n_decks))

    def row(self, move: mv.TakeRow) -> Reason | None:
        """A card of the row."""
        kind = self.t.kind_index[move.card]
        if self.locked():
            return reason("row_locked", "DRAW-7")
        if kind not in self.s.row:
            return reason("row_card_absent", "DRAW-1", card=move.card)
        if self.decision == "second" and kind == self.m.wild:
            return reason("row_wild_second", "DRAW-3")
        if move.refill is None:
            return reason("refill_needed", "ROW-1", possible=", ".join(self.t.decks))
        if len(self.t.decks) == 1 or self.dry(self.t.deck_index[move.refill]):
            return reason("refill_dry", "ROW-1", deck=move.refill)
        return None

    def blind(self, move: mv.DrawBlind) -> Reason | None:
        """The top of a pile."""
        if self.m.n_decks > 1 and move.deck is None:
            return reason("deck_needed", "DRAW-1", possible=", ".join(self.t.decks))
        deck = self.t.deck_index[move.deck] if move.deck else 0
        if self.dry(deck):
            return reason("deck_dry", "DRAW-11" if self.m.n_decks > 1 else "DRAW-10", deck=self.t.decks[deck])
        return None

    def stop(self, _: mv.StopDrawing) -> Reason | None:
        """Ending a draw early."""
        return reason("second_required", "DRAW-8")

    # ------------------------------------------------------------ tickets
    def tickets(self, _: mv.DrawTickets) -> Reason | None:
        """Drawing tickets."""
        return reason("tickets_gone", "TICKET-3")

    def keep(self, move: mv.KeepTickets) -> Reason | None:
        """Choosing among the offer."""
        n = self.s.offer_n[self.seat]
        for i in (*move.kept, *move.under):
            if not 1 <= i <= n:
                return reason("not_offered", "TICKET-1", value=i, most=n)
        at_start = self.decision == "start"
        least = min(n, self.m.start_keep if at_start else self.m.draw_keep)
        if len(set(move.kept)) < len(move.kept) or len(move.kept) < least:
            return reason("keep_more", "PAR-10" if at_start else "TICKET-2", least=least, given=len(set(move.kept)))
        if at_start and self.m.start_box:
            return reason("under_box", "PAR-11")
        return reason("under_others", "TICKET-6")

    # ------------------------------------------------------------ payments
    def lacking(self, cards: tuple[str, ...]) -> Reason | None:
        """Cards that are not in the hand (CLAIM-8)."""
        for kind, n in self.codec.counts(cards).items():
            if self.hand[kind] < n:
                return reason("cards_lacking", "CLAIM-8", card=self.t.kinds[kind], need=n, have=self.hand[kind])
        return None

    def colours(self, cards: tuple[str, ...]) -> list[str]:
        """The colours of the cards that are not wild."""
        kinds = (self.t.variant.cards.kinds[self.t.kind_index[card]] for card in cards)
        return list(dict.fromkeys(kind.colour for kind in kinds if kind.colour))

    def exactly(self, cards: tuple[str, ...], n: int, clause: str) -> Reason | None:
        """So many cards of one colour, wilds among them."""
        if len(cards) != n:
            return reason("cards_number", clause, need=n, given=len(cards))
        if len(self.colours(cards)) > 1:
            return reason("cards_mixed", clause, colours=", ".join(self.colours(cards)))
        return None

    def claim(self, move: mv.ClaimTrack) -> Reason | None:
        """Claiming a track: is it open, are there pieces, is it a payment, are the cards there."""
        track = self.t.variant.tracks[self.t.track_index[move.track]]
        word, bit = track.index // c.WORD, 1 << track.index % c.WORD
        for seat in range(self.s.n_seats):
            if self.s.owned[seat][word] & bit:
                return reason("track_taken", "CLAIM-1", track=track.id, seat=seat)
        if self.s.barred[self.seat][word] & bit:
            return reason("twin_own", "DOUBLE-1", track=track.id, twin=track.twin)
        if not self.s.open[word] & bit:
            own = self.owns(track.twin)
            return reason(
                "twin_own" if own else "twin_shut", "DOUBLE-1" if own else "DOUBLE-3", track=track.id, twin=track.twin
            )
        have = self.s.supply[self.seat][self.t.piece_index[track.piece]]
        if have < track.length:
            return reason("pieces_short", "CLAIM-3", track=track.id, piece=track.piece, need=track.length, have=have)
        return self.payment(track.index, move.cards) or self.lacking(move.cards)

    def owns(self, track: str | None) -> bool:
        """Whether the seat owns a track."""
        if track is None:
            return False
        i = self.t.track_index[track]
        return bool(self.s.owned[self.seat][i // c.WORD] >> i % c.WORD & 1)

    def payment(self, index: int, cards: tuple[str, ...]) -> Reason | None:
        """What is wrong with the cards for a track."""
        track = self.t.variant.tracks[index]
        deck = self.t.piece_index[track.piece]
        for card in cards:
            if card != "wild" and self.t.deck_of[self.t.kind_index[card]] != deck:
                return reason("card_type", "CLAIM-5", card=card, piece=track.piece)
        wilds = cards.count("wild")
        if track.pair:
            need = track.length + track.pair
            if len(cards) != need:
                return reason("pair_number", "PAIR-1", need=need, given=len(cards))
            forbidden = self.m.two_wilds_forbidden and wilds > track.pair and track.pair == track.length
            clause = "PAIR-2" if track.pair == track.length else "PAIR-3"
            return reason("pair_two_wilds", "PAIR-2") if forbidden else self.pairs(cards, clause)
        colours = self.colours(cards)
        if len(colours) > 1:
            return reason("cards_mixed", "CLAIM-4", colours=", ".join(colours))
        if track.colour and colours and colours[0] != track.colour:
            return reason("wrong_colour", "CLAIM-4", colour=track.colour, given=colours[0])
        wrong_number = self.cover(track.length, deck, cards)
        if wrong_number:
            return wrong_number
        if wilds < track.ferry:
            return reason("ferry_wilds", "FERRY-1", need=track.ferry, given=wilds)
        return None

    def pairs(self, cards: tuple[str, ...], clause: str) -> Reason | None:
        """Cards that make no pairs; None when only the hand stands in the way."""
        return reason("pairs_unmatched", clause) if not self.lacking(cards) else None

    def cover(self, length: int, deck: int, cards: tuple[str, ...]) -> Reason | None:
        """Too few or too many cards for the spaces."""
        reach = sum(2 if self.t.variant.cards.kinds[self.t.kind_index[card]].form == "double" else 1 for card in cards)
        if reach == len(cards) and not (deck and self.m.reach[deck] > 1):
            return reason("cards_number", "CLAIM-4", need=length, given=len(cards)) if len(cards) != length else None
        if len(cards) > length or reach < length or (reach > length and self.m.overpay_forbidden):
            return reason("ships_cover", "SHIP-2", need=length, given=len(cards), reach=reach)
        return None

    def pay(self, move: mv.PaySurcharge) -> Reason | None:
        """The surcharge of a tunnel."""
        need, colour = self.s.surcharge, self.s.pending >> c.COLOUR & 15
        if len(move.cards) != need:
            return reason("cards_number", "TUNNEL-6", need=need, given=len(move.cards))
        if colour == c.ALL_WILD and self.colours(move.cards):
            return reason("surcharge_wild", "TUNNEL-5")
        name = self.t.colours[colour] if colour != c.ALL_WILD else ""
        if any(given != name for given in self.colours(move.cards)):
            return reason("wrong_colour", "TUNNEL-6", colour=name, given=", ".join(self.colours(move.cards)))
        return self.lacking(move.cards) or reason("wrong_colour", "TUNNEL-6", colour=name, given=str(move))

    # ------------------------------------------------------------ buildings, pieces
    def station(self, move: mv.BuildStation) -> Reason | None:
        """Building a station."""
        left = self.s.stations[self.seat]
        if not left:
            return reason("stations_gone", "STATION-3", number=self.m.stations)
        blocked = self.city_blocked(move.city, self.s.station_cities, "station_taken", "STATION-2")
        if blocked:
            return blocked
        for card in move.cards:
            if self.t.deck_of[self.t.kind_index[card]]:
                return reason("card_type", "STATION-1", card=card, piece=self.t.pieces[0])
        return self.exactly(move.cards, self.m.stations - left + 1, "STATION-1") or self.lacking(move.cards)

    def city_blocked(self, city: str, built: list[int], taken: str, clause: str) -> Reason | None:
        """A city where nothing (more) can be built."""
        i = self.t.city_index[city]
        if not self.m.cities >> i & 1:
            return reason("junction", "DATA-9", city=city)
        for seat in range(self.s.n_seats):
            if built[seat] >> i & 1:
                return reason(taken, clause, city=city, seat=seat)
        return None

    def harbour(self, move: mv.BuildHarbour) -> Reason | None:
        """Building a harbour."""
        if not self.s.harbours[self.seat]:
            return reason("harbours_gone", "HARBOUR-3", number=self.m.harbours)
        blocked = self.city_blocked(move.city, self.s.harbour_cities, "harbour_taken", "HARBOUR-1")
        if blocked:
            return blocked
        i = self.t.city_index[move.city]
        if not self.m.ports >> i & 1:
            return reason("no_port", "HARBOUR-1", city=move.city)
        if not self.s.touched[self.seat] >> i & 1:
            return reason("harbour_no_track", "HARBOUR-1", city=move.city)
        wrong = self.exactly(move.cards, 4, "HARBOUR-2")
        if wrong:
            return wrong
        forms = [self.t.variant.cards.kinds[self.t.kind_index[card]].form for card in move.cards]
        if forms.count("marked") > 2 or forms.count("single") > 2 or {"plain", "double"} & set(forms):
            return reason("harbour_cards", "HARBOUR-2")
        return self.lacking(move.cards)

    def swap(self, move: mv.SwapPieces) -> Reason | None:
        """Swapping pieces."""
        if move.given == move.taken or move.number < 1:
            return reason("swap_form", "SWAP-1")
        given, taken = self.t.piece_index[move.given], self.t.piece_index[move.taken]
        most = min(self.s.supply[self.seat][given], self.s.box[self.seat][taken])
        return reason("swap_most", "SWAP-2", most=most, given=move.given, taken=move.taken)

    def split(self, move: mv.SplitPieces) -> Reason | None:
        """Choosing the pieces to start with."""
        first, second = self.m.owned_pieces
        return reason("split_bounds", "SETUP-8", total=self.m.pieces_chosen, first=first, second=second)

    def passing(self, _: mv.PassTurn) -> Reason | None:
        """Passing while something can be done."""
        return reason("must_act", "PASS-2")


DECISIONS: dict[type, tuple[str, ...]] = {
    mv.TakeRow: ("turn", "second"),
    mv.DrawBlind: ("turn", "second"),
    mv.StopDrawing: ("second",),
    mv.DrawTickets: ("turn",),
    mv.KeepTickets: ("start", "keep"),
    mv.ClaimTrack: ("turn",),
    mv.PaySurcharge: ("surcharge",),
    mv.DeclineTunnel: ("surcharge",),
    mv.BuildStation: ("turn",),
    mv.BuildHarbour: ("turn",),
    mv.SwapPieces: ("turn",),
    mv.SplitPieces: ("split",),
    mv.PassTurn: ("turn",),
}
EXPLAIN: dict[type, Any] = {
    mv.TakeRow: Explainer.row,
    mv.DrawBlind: Explainer.blind,
    mv.StopDrawing: Explainer.stop,
    mv.DrawTickets: Explainer.tickets,
    mv.KeepTickets: Explainer.keep,
    mv.ClaimTrack: Explainer.claim,
    mv.PaySurcharge: Explainer.pay,
    mv.BuildStation: Explainer.station,
    mv.BuildHarbour: Explainer.harbour,
    mv.SwapPieces: Explainer.swap,
    mv.SplitPieces: Explainer.split,
    mv.PassTurn: Explainer.passing,
}
