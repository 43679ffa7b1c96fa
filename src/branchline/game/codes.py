"""
Codes and moves: the integers of the core and their readable form. The layout of a code is drawn in ``core/consts.py``.

``move_of`` and ``code_of`` are inverse for every code that can occur.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from branchline.core import consts as c
from branchline.core.payments import pair_cards
from branchline.game.moves import (
    AnyMove,
    BuildHarbour,
    BuildStation,
    ClaimTrack,
    DeclineTunnel,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    PassTurn,
    PaySurcharge,
    SplitPieces,
    StopDrawing,
    SwapPieces,
    TakeRow,
)
from branchline.game.tables import Tables

SIMPLE: dict[int, AnyMove] = {
    c.STOP << c.DEED: StopDrawing(),
    c.TAKE << c.DEED: DrawTickets(),
    c.DECLINE << c.DEED: DeclineTunnel(),
    c.PASS << c.DEED: PassTurn(),
}
SIMPLE_CODES: dict[type, int] = {type(move): code for code, move in SIMPLE.items()}


class Codec:
    """The two directions for one variant."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.map = tables.map
        self.known: dict[int, AnyMove] = dict(SIMPLE)
        self.payments: dict[tuple[int, int], tuple[str, ...]] = {}

    def move_of(self, code: int, offered: int = 0) -> AnyMove:
        """The move of a code; ``offered`` is the size of the offer that a ``keep`` chooses from."""
        if code >> c.DEED == c.KEEP:
            return self.keep_of(code, offered)
        move = self.known.get(code)
        if move is None:
            move = self.known[code] = self.decode(code)
        return move

    def decode(self, code: int) -> AnyMove:
        """The move of a code that needs no more than the variant."""
        t = self.tables
        deed, place, rest = code >> c.DEED, code >> c.PLACE & 255, code & 65535
        if deed == c.ROW:
            return TakeRow(t.kinds[place], t.decks[rest - 1] if rest else None)
        if deed == c.BLIND:
            return DrawBlind(t.decks[place] if len(t.decks) > 1 else None)
        if deed == c.CLAIM:
            if self.map.pair[place]:
                return ClaimTrack(t.tracks[place], self.pair_payment(place, rest))
            return ClaimTrack(t.tracks[place], self.payment(self.map.piece[place], rest))
        if deed == c.PAY:
            # Tunnels are tracks of the first piece kind: only those are laid under ground.
            return PaySurcharge(self.payment(0, rest))
        if deed == c.STATION:
            return BuildStation(t.cities[place], self.payment(0, rest))
        if deed == c.HARBOUR:
            return BuildHarbour(t.cities[place], self.harbour_payment(rest))
        if deed == c.SWAP:
            return SwapPieces(rest, t.pieces[place], t.pieces[1 - place])
        return SplitPieces(rest, self.map.pieces_chosen - rest)

    def keep_of(self, code: int, offered: int) -> KeepTickets:
        """The tickets kept, and the others unless they go under the deck as dealt."""
        mask, order = code >> c.PLACE & 255, code & 65535
        kept = tuple(i + 1 for i in range(offered) if mask >> i & 1)
        others = [i + 1 for i in range(offered) if not mask >> i & 1]
        under = []
        if order:
            while others:
                i, order = divmod(order, factorial(len(others) - 1))
                under.append(others.pop(i))
        return KeepTickets(kept, tuple(under))

    def payment(self, piece: int, rest: int) -> tuple[str, ...]:
        """The cards of an ordinary payment."""
        key = (piece, rest)
        cards = self.payments.get(key)
        if cards is None:
            colour, first, second, wilds = rest >> 12, rest >> 8 & 15, rest >> 4 & 15, rest & 15
            counts = [(self.map.wild, wilds)]
            if colour != c.ALL_WILD:
                counts += [(self.map.first_kind[piece][colour], first), (self.map.second_kind[piece][colour], second)]
            cards = self.payments[key] = self.in_order(counts)
        return cards

    def harbour_payment(self, rest: int) -> tuple[str, ...]:
        """The cards of a harbour."""
        colour, trains, ships, wilds = rest >> 12, rest >> 8 & 15, rest >> 4 & 15, rest & 15
        counts = [(self.map.wild, wilds)]
        if colour != c.ALL_WILD:
            counts += [(self.map.second_kind[0][colour], trains), (self.map.first_kind[1][colour], ships)]
        return self.in_order(counts)

    def pair_payment(self, track: int, number: int) -> tuple[str, ...]:
        """The cards of a numbered multiset."""
        cards = [0] * c.KINDS
        pair_cards(self.map, track, number, cards)
        return self.in_order(list(enumerate(cards)))

    def in_order(self, counts: list[tuple[int, int]]) -> tuple[str, ...]:
        """Cards by name in the order of the card list."""
        return tuple(self.tables.kinds[kind] for kind, n in sorted(counts) for _ in range(n))

    # ------------------------------------------------------------ the way back
    def code_of(self, move: AnyMove, offered: int = 0) -> int | None:
        """The code of a move; None if no code can say it (such a move is never legal)."""
        t = self.tables
        if type(move) in SIMPLE_CODES:
            return SIMPLE_CODES[type(move)]
        if isinstance(move, TakeRow):
            refill = 0 if move.refill is None else t.deck_index[move.refill] + 1
            return c.ROW << c.DEED | t.kind_index[move.card] << c.PLACE | refill
        if isinstance(move, DrawBlind):
            if move.deck is None:
                return None if len(t.decks) > 1 else c.BLIND << c.DEED
            return c.BLIND << c.DEED | t.deck_index[move.deck] << c.PLACE
        if isinstance(move, KeepTickets):
            return self.code_of_keep(move, offered)
        if isinstance(move, ClaimTrack):
            track = t.track_index[move.track]
            return self.placed(c.CLAIM, track, self.track_payment(track, move.cards))
        if isinstance(move, PaySurcharge):
            return self.placed(c.PAY, 0, self.payment_number(0, move.cards))
        if isinstance(move, BuildStation):
            return self.placed(c.STATION, t.city_index[move.city], self.payment_number(0, move.cards))
        if isinstance(move, BuildHarbour):
            return self.placed(c.HARBOUR, t.city_index[move.city], self.harbour_number(move.cards))
        if isinstance(move, SwapPieces):
            if move.given == move.taken or not 0 < move.number < 65536 or len(t.pieces) < 2:
                return None
            return c.SWAP << c.DEED | t.piece_index[move.given] << c.PLACE | move.number
        if isinstance(move, SplitPieces):
            if move.first + move.second != self.map.pieces_chosen or not 0 <= move.first < 256:
                return None
            return c.SPLIT << c.DEED | move.first
        return None

    def placed(self, deed: int, place: int, payment: int | None) -> int | None:
        """A code with a payment."""
        return None if payment is None else deed << c.DEED | place << c.PLACE | payment

    def code_of_keep(self, move: KeepTickets, offered: int) -> int | None:
        """The mask of the tickets kept and the number of the order of the others."""
        if any(not 1 <= i <= offered for i in (*move.kept, *move.under)) or len(set(move.kept)) < len(move.kept):
            return None
        mask = sum(1 << i - 1 for i in move.kept)
        others = [i for i in range(1, offered + 1) if i not in move.kept]
        order = 0
        if move.under:
            if sorted(move.under) != others:
                return None
            for i in move.under:
                order += others.index(i) * factorial(len(others) - 1)
                others.remove(i)
        return c.KEEP << c.DEED | mask << c.PLACE | order

    def counts(self, cards: Sequence[str]) -> dict[int, int]:
        """Cards by name as counts by kind number."""
        out: dict[int, int] = {}
        for card in cards:
            kind = self.tables.kind_index[card]
            out[kind] = out.get(kind, 0) + 1
        return out

    def track_payment(self, track: int, cards: Sequence[str]) -> int | None:
        """The 16 bits of a payment for a track."""
        if self.map.pair[track]:
            return self.pair_number(track, cards)
        return self.payment_number(self.map.piece[track], cards)

    def payment_number(self, piece: int, cards: Sequence[str]) -> int | None:
        """The 16 bits of an ordinary payment; None if the cards can't be one."""
        counts = self.counts(cards)
        wilds = counts.pop(self.map.wild, 0)
        if wilds > 15 or not cards:
            return None
        if not counts:
            return c.ALL_WILD << c.COLOUR | wilds
        colours = {self.map.colour_of[kind] for kind in counts}
        if len(colours) > 1:
            return None
        colour = colours.pop()
        first = counts.pop(self.map.first_kind[piece][colour], 0)
        second = counts.pop(self.map.second_kind[piece][colour], 0)
        if counts or max(first, second) > 15:
            return None
        return colour << c.COLOUR | first << c.FIRST | second << c.SECOND_KIND | wilds

    def harbour_number(self, cards: Sequence[str]) -> int | None:
        """The 16 bits of a harbour's payment."""
        counts = self.counts(cards)
        wilds = counts.pop(self.map.wild, 0)
        if not counts:
            return c.ALL_WILD << c.COLOUR | min(wilds, 15)
        colour = self.map.colour_of[next(iter(counts))]
        trains = counts.pop(self.map.second_kind[0][colour], 0)
        ships = counts.pop(self.map.first_kind[1][colour], 0)
        if counts or max(trains, ships, wilds) > 15:
            return None
        return colour << c.COLOUR | trains << c.FIRST | ships << c.SECOND_KIND | wilds

    def pair_number(self, track: int, cards: Sequence[str]) -> int | None:
        """The number of a multiset of cards; None if there are too few, too many or ship cards."""
        counts = self.counts(cards)
        left = self.map.length[track] + self.map.pair[track]
        if len(cards) != left or any(kind >= self.map.deck_end[0] for kind in counts):
            return None
        number = 0
        for at in range(self.map.pair_kinds - 1):
            after = self.map.pair_kinds - at - 1
            for _ in range(counts.get(self.map.pair_order[at], 0)):
                number += self.map.choose[after][left]
                left -= 1
        return number
