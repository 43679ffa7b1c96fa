"""
The second engine: a whole game by the letter of the rules, with names, lists and counts.

It deals nothing itself: with every move it is told which cards left the piles, and complains when they could not have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any

from .facts import WILD, Cards, Facts, Rules, Track, cards_text, count_cards
from .payments import Payments
from .scoring import final_scoring


class ImpossibleError(ReferenceError):
    """
    A move that is not legal, or cards that cannot have been dealt.
    """


@dataclass
class Seat:
    hand: Cards = field(default_factory=Counter)
    known: Cards = field(default_factory=Counter)
    """Cards of the hand that everybody has seen."""
    tracks: list[str] = field(default_factory=list)
    tickets: list[str] = field(default_factory=list)
    pieces: dict[str, int] = field(default_factory=dict)
    box: dict[str, int] = field(default_factory=dict)
    stations: list[str] = field(default_factory=list)
    harbours: list[str] = field(default_factory=list)
    score: int = 0
    swapped: int = 0
    boxed: list[str] = field(default_factory=list)
    offer: list[str] = field(default_factory=list)
    offer_seen: dict[int, int] = field(default_factory=dict)
    """Places in the offer, and the seat that put the ticket there under the deck, perhaps this one."""
    chosen: list[str] = field(default_factory=list)


@dataclass
class Pile:
    """
    A deck: cards to draw, of which perhaps the first are known, and its discard.
    """

    cards: Cards
    top: list[str]
    discard: Cards

    @property
    def dry(self) -> bool:
        return self.cards.total() + self.discard.total() == 0


@dataclass
class Surcharge:
    track: Track
    base: Cards
    revealed: list[str]


class Reference:
    """
    One game. `position` is a whole state as in ``docs/formats/position.md``.
    """

    def __init__(
        self,
        variant: Any,
        parameters: Any,
        position: Mapping[str, Any],
        payments: Payments | None = None,
    ) -> None:
        self.facts = variant if isinstance(variant, Facts) else Facts.read(variant)
        self.rules = parameters if isinstance(parameters, Rules) else Rules.read(parameters)
        self.payments = payments or Payments(self.facts, self.rules)
        self.options = dict(position.get("options") or {})
        self.first_seat = int(position.get("first_seat", 0))
        self.seats = [self._read_seat(player) for player in position["players"]]
        self.row: list[str | None] = list(position["row"])
        self.ticket_deck: list[str] = list(position["ticket_deck"])
        seen = {int(place): int(seat) for place, seat in (position.get("ticket_deck_seen") or {}).items()}
        self.seen_by: list[int | None] = [seen.get(place) for place in range(len(self.ticket_deck))]
        """For every ticket of the deck the seat that put it there."""
        self._read_decision(position.get("decision") or {"kind": "turn", "seat": self.first_seat})
        self.last_turns: dict[str, int] | None = dict(position["last_turns"]) if position.get("last_turns") else None
        self.passes = int(position.get("passes", 0))
        self.turns = int(position.get("turns", 0))
        self.piles = {deck: self._read_pile(deck, position["decks"][deck]) for deck in self.facts.deck_ids}
        self.all_cards = self._every_card()
        """The cards in play: all that are printed, or fewer in a puzzle."""
        self._coming: list[str] = []
        self._legal: dict[int, set[str]] = {}

    # -- reading a position --

    def _read_seat(self, player: Mapping[str, Any]) -> Seat:
        tracks = list(player.get("tracks") or ())
        swapped = int(player.get("swapped", 0))
        points = sum(self.rules.track_points[self.facts.tracks[track].length] for track in tracks)
        return Seat(
            hand=count_cards(player.get("hand")),
            known=count_cards(player.get("known")),
            tracks=tracks,
            tickets=list(player.get("tickets") or ()),
            pieces=dict(player["pieces"]),
            box=dict(player.get("box") or {}),
            stations=list(player.get("stations") or ()),
            harbours=list(player.get("harbours") or ()),
            score=int(player.get("score", points - swapped)),
            swapped=swapped,
            boxed=list(player.get("boxed") or ()),
            offer=list(player.get("offer") or ()),
            offer_seen={int(place): int(seat) for place, seat in (player.get("offer_seen") or {}).items()},
            chosen=list(player.get("chosen") or ()),
        )

    def _read_decision(self, decision: Mapping[str, Any]) -> None:
        self.phase = str(decision["kind"])
        self.seat = int(decision.get("seat", self.first_seat))
        self.how = str(decision.get("how", ""))
        self.surcharge: Surcharge | None = None
        if self.phase == "surcharge":
            revealed = [card for card, number in count_cards(decision["revealed"]).items() for _ in range(number)]
            self.surcharge = Surcharge(self.facts.tracks[decision["track"]], count_cards(decision["base"]), revealed)

    def _read_pile(self, deck: str, data: Mapping[str, Any]) -> Pile:
        pile, discard = data.get("pile"), count_cards(data.get("discard"))
        top: list[str] = []
        if isinstance(pile, Mapping) and ("top" in pile or "rest" in pile):
            top = list(pile.get("top") or ())
            if "rest" in pile:
                cards = count_cards(pile["rest"])
                cards.update(top)
                return Pile(cards, top, discard)
            pile = None
        if pile is not None:
            top = list(pile) if isinstance(pile, (list, tuple)) else []
            return Pile(count_cards(pile), top, discard)
        cards = Counter({card: self.facts.printed[card] for card in self._cards_of(deck)})
        for named in (*self._cards_outside_piles(), discard):
            cards.subtract({card: number for card, number in named.items() if self.facts.deck_of[card] == deck})
        return Pile(+cards, top, discard)

    def _cards_of(self, deck: str) -> list[str]:
        return [card for card in self.facts.kinds if self.facts.deck_of[card] == deck]

    def _cards_outside_piles(self) -> Iterator[Cards]:
        for seat in self.seats:
            yield seat.hand
        yield Counter(card for card in self.row if card is not None)
        if self.surcharge:
            yield self.surcharge.base
            yield Counter(self.surcharge.revealed)

    def _every_card(self) -> Cards:
        cards: Cards = Counter()
        for some in (*self._cards_outside_piles(), *(pile.cards + pile.discard for pile in self.piles.values())):
            cards.update(some)
        return +cards

    # -- whose decision --

    def waiting(self) -> tuple[int, ...]:
        """
        The seats that owe a decision.
        """
        if self.phase == "over":
            return ()
        if self.phase != "start":
            return (self.seat,)
        return tuple(seat for seat in self._seat_order() if self._owes(self.seats[seat]))

    def decision(self, seat: int) -> str:
        """
        The kind of decision this seat owes; `over` when the game is.
        """
        if self.phase == "over":
            return "over"
        if seat not in self.waiting():
            raise ImpossibleError(f"seat {seat} owes no decision")
        return self.phase if self.phase != "start" else self._owes(self.seats[seat])

    def _seat_order(self) -> list[int]:
        number = len(self.seats)
        return [(self.first_seat + step) % number for step in range(number)]

    def _owes(self, seat: Seat) -> str:
        """
        What a seat still owes at the start: its tickets, then its split (SETUP-8), or nothing.
        """
        chosen = {text.split()[0] for text in seat.chosen}
        if seat.offer and "keep" not in chosen:
            return "start"
        if self.rules.pieces_chosen and "split" not in chosen:
            return "split"
        return ""

    # -- legal moves --

    def legal(self, seat: int) -> set[str]:
        """
        The canonical texts of all moves of a seat that owes a decision.
        """
        if seat not in self._legal:
            self._legal[seat] = self._find_legal(seat)
        return self._legal[seat]

    def _find_legal(self, number: int) -> set[str]:
        kind = self.decision(number)
        seat = self.seats[number]
        if kind == "start":
            ordered = self.rules.start_return == "deck"  # PAR-11; in the box order means nothing
            return _keeps(len(seat.offer), self.rules.start_keep, ordered=ordered)
        if kind == "split":
            return self._splits()
        if kind == "second":
            found = self._draws(second=True)
            return found | {"stop"} if self.rules.second_draw == "optional" else found  # OPT-8
        if kind == "keep":
            return _keeps(len(seat.offer), self.rules.draw_keep, ordered=True)  # TICKET-2, TICKET-6
        if kind == "surcharge":
            assert self.surcharge is not None
            colour = self._colour(self.surcharge.base)
            amount = self._surcharge_amount(self.surcharge)
            payments = self.payments.of_surcharge(colour, amount, seat.hand)
            return {*(f"pay {cards}" for cards in payments), "decline"}  # TUNNEL-8
        if kind == "over":
            return set()
        return self._turn_moves(number)

    def _turn_moves(self, number: int) -> set[str]:
        seat = self.seats[number]
        moves = self._draws(second=False)
        if self.ticket_deck:  # TICKET-3
            moves.add("tickets")
        alike: dict[object, frozenset[str]] = {}
        for track in self._claimable(number):
            if track.price not in alike:
                alike[track.price] = self.payments.of_track(track, seat.hand)
            moves.update([f"claim {track.id} {cards}" for cards in alike[track.price]])
        price = len(seat.stations) + 1  # STATION-1
        if len(seat.stations) < self.rules.stations:  # STATION-3
            taken = {city for other in self.seats for city in other.stations}  # STATION-2
            free = [  # DATA-9: a junction is no city
                city.id for city in self.facts.cities.values() if city.id not in taken and not city.junction
            ]
            payments = self.payments.of_station(price, seat.hand)
            moves.update([f"station {city} {cards}" for city in free for cards in payments])
        if len(seat.harbours) < self.rules.harbours:  # HARBOUR-3
            payments = self.payments.of_harbour(seat.hand)
            moves.update([f"harbour {city} {cards}" for city in self._harbour_places(seat) for cards in payments])
        must_act = bool(moves)
        moves |= self._swaps(seat)
        if not must_act:
            moves.add("pass")  # PASS-1, PASS-2
        return moves

    def _draws(self, *, second: bool) -> set[str]:
        """
        DRAW: row cards and blind cards; a wild of the row is never the second card (DRAW-3).
        """
        wet = self._wet_decks()
        if not wet and self.rules.dry_row == "locked":
            return set()  # DRAW-7
        moves: set[str] = set()
        for card in self.row:
            if card is None or (second and card == WILD):
                continue
            if len(wet) > 1:
                moves.update(f"row {card} refill {deck}" for deck in wet)  # ROW-1
            else:
                moves.add(f"row {card}")
        for deck in wet:
            moves.add(f"blind {deck}" if len(self.piles) > 1 else "blind")
        return moves

    def _wet_decks(self) -> list[str]:
        return [deck for deck, pile in self.piles.items() if not pile.dry]

    def _claimable(self, number: int) -> Iterator[Track]:
        """
        CLAIM-1, CLAIM-3, DOUBLE-1, DOUBLE-3: the tracks for which only the payment is still to be found.
        """
        seat = self.seats[number]
        claimed = {track for other in self.seats for track in other.tracks}
        for track in self.facts.tracks.values():
            if track.id in claimed or seat.pieces[track.piece] < track.length:
                continue
            if track.twin is not None:
                shut_for_all = len(self.seats) < self.rules.twins_open_from
                if track.twin in (claimed if shut_for_all else seat.tracks):
                    continue
            yield track

    def _harbour_places(self, seat: Seat) -> list[str]:
        """
        HARBOUR-1: a port without a harbour, where the builder owns a track.
        """
        taken = {city for other in self.seats for city in other.harbours}
        touched = {city for track in seat.tracks for city in self.facts.tracks[track].ends}
        return [
            city.id
            for city in self.facts.cities.values()
            if city.port and not city.junction and city.id in touched and city.id not in taken
        ]

    def _swaps(self, seat: Seat) -> set[str]:
        """
        SWAP-1, SWAP-2: between own supply and own box.
        """
        if not self.rules.pieces_chosen:
            return set()
        return {
            f"swap {number} {out} {into}"
            for out, into in permutations(self.rules.pieces, 2)
            for number in range(1, min(seat.pieces[out], seat.box[into]) + 1)
        }

    def _splits(self) -> set[str]:
        """
        SETUP-8: so many of the first kind and the rest of the second, within what a seat owns.
        """
        first, second = self.rules.pieces.values()
        return {
            f"split {one} {self.rules.pieces_chosen - one}"
            for one in range(min(first, self.rules.pieces_chosen) + 1)
            if self.rules.pieces_chosen - one <= second
        }

    # -- playing --

    def play(self, seat: int, text: str, drawn: Sequence[str]) -> None:
        """
        Play a move; `drawn` are the cards that left the piles meanwhile, in order.
        """
        if seat not in self.waiting():
            raise ImpossibleError(f"seat {seat} owes no decision, so it cannot play {text!r}")
        if text not in self.legal(seat):
            raise ImpossibleError(f"{text!r} is not legal for seat {seat}")
        self._legal = {}
        self._coming = list(drawn)
        deed, *words = text.split()
        if self.phase == "start":
            self._choose(seat, text)
        elif deed == "row":
            self._take_from_row(words[0], words[2] if len(words) > 1 else None)
        elif deed == "blind":
            self._take_blind(words[0] if words else self.facts.deck_ids[0])
        elif deed in ("stop", "pass"):
            self._end_turn(passed=deed == "pass")
        elif deed == "tickets":
            self._draw_tickets()
        elif deed == "keep":
            self._keep(seat, text)
            self._end_turn()
        elif deed == "claim":
            self._claim(self.facts.tracks[words[0]], count_cards(words[1:]))
        elif deed == "pay":
            self._pay(count_cards(words))
        elif deed == "decline":
            self._decline()
        elif deed == "station":
            self._spend(self.seats[seat], count_cards(words[1:]))
            self.seats[seat].stations.append(words[0])
            self._end_turn()
        elif deed == "harbour":
            self._spend(self.seats[seat], count_cards(words[1:]))
            self.seats[seat].harbours.append(words[0])
            self._end_turn()
        elif deed == "swap":
            self._swap(self.seats[seat], int(words[0]), words[1], words[2])
        if self._coming:
            raise ImpossibleError(f"left over after {text!r}: {' '.join(self._coming)}")

    # -- the start (SETUP-7, SETUP-8) -------------------------------------------------------------------------------

    def _choose(self, number: int, text: str) -> None:
        """
        Note a secret choice; when all are in, they take effect together, in seat order from the start player.
        """
        self.seats[number].chosen.append(text)
        if self.waiting():
            return
        for other in self._seat_order():
            seat = self.seats[other]
            for choice in seat.chosen:
                deed, *words = choice.split()
                if deed == "keep":
                    self._keep(other, choice)
                else:
                    for piece, count in zip(self.rules.pieces, map(int, words), strict=True):
                        seat.pieces[piece] = count
                        seat.box[piece] = self.rules.pieces[piece] - count
            seat.chosen = []
        self.phase, self.seat = "turn", self.first_seat

    def _keep(self, number: int, text: str) -> None:
        seat = self.seats[number]
        kept_text, _, under_text = text.removeprefix("keep").partition("under")
        kept = [int(word) - 1 for word in kept_text.split()]
        returned = [int(word) - 1 for word in under_text.split()]
        if not returned:
            returned = [place for place in range(len(seat.offer)) if place not in kept]
        seat.tickets.extend(seat.offer[place] for place in kept)
        back = [seat.offer[place] for place in returned]
        if self.phase == "start" and self.rules.start_return == "box":
            seat.boxed.extend(back)  # SETUP-6
        else:
            self.ticket_deck.extend(back)  # TICKET-6: the last is the new bottom
            self.seen_by.extend([number] * len(back))
        seat.offer, seat.offer_seen = [], {}

    # -- drawing --

    def _take_from_row(self, card: str, deck: str | None) -> None:
        seat = self.seats[self.seat]
        slot = self.row.index(card)
        self.row[slot] = None
        seat.hand[card] += 1
        seat.known[card] += 1
        wet = self._wet_decks()
        if wet:
            self.row[slot] = self._next_card(deck or wet[0])  # ROW-1
        self._settle_row()
        if self.phase == "second" or card == WILD:  # DRAW-2
            self._end_turn()
        else:
            self._second_card()

    def _take_blind(self, deck: str) -> None:
        self.seats[self.seat].hand[self._next_card(deck)] += 1
        if self.phase == "second":
            self._end_turn()
        else:
            self._second_card()  # DRAW-4

    def _second_card(self) -> None:
        """
        DRAW-8, DRAW-9: the second card must be taken if there is a legal one; else the action is over.
        """
        if self._draws(second=True):
            self.phase = "second"
        else:
            self._end_turn()

    def _draw_tickets(self) -> None:
        number, seat = self.rules.draw_tickets, self.seats[self.seat]
        seat.offer = self.ticket_deck[:number]  # TICKET-1
        seat.offer_seen = {place: who for place, who in enumerate(self.seen_by[:number]) if who is not None}
        self.ticket_deck, self.seen_by = self.ticket_deck[number:], self.seen_by[number:]
        self.phase = "keep"

    # -- claiming, tunnels --

    def _claim(self, track: Track, cards: Cards) -> None:
        seat = self.seats[self.seat]
        if not track.tunnel:
            self._spend(seat, cards)
            self._place(seat, track)
            self._end_turn()
            return
        seat.hand.subtract(cards)
        self._forget(seat, cards)
        deck = self.facts.deck_ids[list(self.rules.pieces).index(track.piece)]
        revealed: list[str] = []
        while len(revealed) < 3 and not self.piles[deck].dry:  # TUNNEL-2, TUNNEL-3
            revealed.append(self._next_card(deck))
        self.surcharge = Surcharge(track, cards, revealed)
        if self._surcharge_amount(self.surcharge):
            self.phase = "surcharge"
        else:
            self._end_tunnel(cards, claimed=True)  # TUNNEL-7

    def _colour(self, base: Cards) -> str | None:
        """
        The colour of the base's cards that are not wild; none if all are (TUNNEL-4, TUNNEL-5).
        """
        return next((self.facts.colour_of[card] for card, number in base.items() if number and card != WILD), None)

    def _surcharge_amount(self, surcharge: Surcharge) -> int:
        colour = self._colour(surcharge.base)
        return sum(
            card == WILD or (colour is not None and self.facts.colour_of[card] == colour) for card in surcharge.revealed
        )

    def _pay(self, cards: Cards) -> None:
        assert self.surcharge is not None
        seat = self.seats[self.seat]
        seat.hand.subtract(cards)
        self._forget(seat, cards)
        self._end_tunnel(self.surcharge.base + cards, claimed=True)

    def _decline(self) -> None:
        assert self.surcharge is not None
        seat = self.seats[self.seat]
        seat.hand.update(self.surcharge.base)  # TUNNEL-8
        seat.known.update(self.surcharge.base)
        self._end_tunnel(Counter(), claimed=False)

    def _end_tunnel(self, paid: Cards, *, claimed: bool) -> None:
        """
        TUNNEL-9: the revealed cards are discarded, on a claim base and surcharge too.
        """
        assert self.surcharge is not None
        self._discard(paid)
        self._discard(Counter(self.surcharge.revealed))
        if claimed:
            self._place(self.seats[self.seat], self.surcharge.track)
        self.surcharge = None
        self._end_turn()

    def _place(self, seat: Seat, track: Track) -> None:
        seat.pieces[track.piece] -= track.length  # SHIP-3, FERRY-4: the length, whatever was paid
        seat.tracks.append(track.id)
        seat.score += self.rules.track_points[track.length]  # CLAIM-7

    def _swap(self, seat: Seat, number: int, out: str, into: str) -> None:
        seat.pieces[out] -= number
        seat.box[out] += number
        seat.pieces[into] += number
        seat.box[into] -= number
        seat.score -= number
        seat.swapped += number
        self._end_turn()

    # -- cards --

    def _spend(self, seat: Seat, cards: Cards) -> None:
        seat.hand.subtract(cards)
        self._forget(seat, cards)
        self._discard(cards)

    def _forget(self, seat: Seat, cards: Cards) -> None:
        """
        Of a card that was seen in a hand, as many fewer are known as are spent.
        """
        for card, number in cards.items():
            seat.known[card] = max(0, seat.known[card] - number)

    def _discard(self, cards: Cards) -> None:
        for card, number in cards.items():
            self.piles[self.facts.deck_of[card]].discard[card] += number  # DATA-7

    def _next_card(self, deck: str) -> str:
        """
        Take the next card of a deck, shuffling the discard in first if the pile is empty (ROW-2).
        """
        pile = self.piles[deck]
        if not pile.cards.total():
            pile.cards, pile.discard, pile.top = +pile.discard, Counter(), []
        if not pile.cards.total():
            raise ImpossibleError(f"a card is asked of the dry {deck} deck")
        card = self._deal(pile)
        if pile.top and pile.top.pop(0) != card:
            raise ImpossibleError(f"{card} is not the known top card of the {deck} pile")
        if not pile.cards[card]:
            raise ImpossibleError(f"{card} is not in the {deck} pile")
        pile.cards[card] -= 1
        return card

    def _deal(self, pile: Pile) -> str:
        """
        The card that comes next, as the caller of `play` was told. Tests that deal themselves replace this.
        """
        if not self._coming:
            raise ImpossibleError("more cards leave the piles than were dealt")
        return self._coming.pop(0)

    # -- the row (ROW) --

    def _settle_row(self) -> None:
        """
        ROW-6, the pseudocode: after every change of the row.
        """
        resets = 0
        while True:
            self._fill_gaps()
            if self.row.count(WILD) < self.rules.row_reset_wilds:
                return
            if not self._reset_possible() or resets == self.rules.row_reset_cap:
                return
            self._discard(Counter(card for card in self.row if card is not None))  # ROW-4: discard first
            self._deal_row()
            resets += 1

    def _fill_gaps(self) -> None:
        """
        ROW-3: from the lowest slot; the deck of which fewer cards show, the first on a tie, the other if that is dry.
        """
        for slot, card in enumerate(self.row):
            wet = self._wet_decks()
            if card is None and wet:
                shown = [self.facts.deck_of[other] for other in self.row if other is not None]
                deck = min(wet, key=shown.count)
                self.row[slot] = self._next_card(deck)

    def _deal_row(self) -> None:
        """
        A new row, slot by slot: the first deck its share, then the second; a short deck is topped up by the other.
        """
        self.row = [None] * len(self.row)
        dealt = Counter[str]()
        for slot in range(len(self.row)):
            wet = self._wet_decks()
            if not wet:
                return
            within = [deck for deck, share in zip(self.piles, self.rules.row, strict=True) if dealt[deck] < share]
            deck = next((deck for deck in within if deck in wet), wet[0])
            self.row[slot] = self._next_card(deck)
            dealt[deck] += 1

    def _reset_possible(self) -> bool:
        """
        ROW-6: whether any new row could show fewer wilds than force a reset.
        """
        pool = Counter(card for card in self.row if card is not None)
        for pile in self.piles.values():
            pool.update(pile.cards)
            pool.update(pile.discard)
        first, *others = self.facts.deck_ids
        size, most_wilds = sum(self.rules.row), self.rules.row_reset_wilds - 1
        coming = sum(number for card, number in pool.items() if self.facts.deck_of[card] == first)
        if not others:
            shown = min(size, coming)
        else:
            ships = pool.total() - coming
            shown = min(coming, max(self.rules.row[0], size - ships))
        return coming - pool[WILD] >= shown - most_wilds

    # -- the end of a turn (TURN-4, END, PASS) ------------------------------------------------------------------------

    def _end_turn(self, *, passed: bool = False) -> None:
        if None in self.row and self._wet_decks():
            self._settle_row()  # ROW-3: cards have reached a discard
        self.turns += 1
        self.passes = self.passes + 1 if passed else 0
        if self.last_turns is not None:
            self.last_turns["left"] -= 1  # END-4, END-5
        elif sum(self.seats[self.seat].pieces.values()) <= self.rules.end_supply:  # END-1
            self.last_turns = {"left": self.rules.last_turns * len(self.seats), "trigger": self.seat}
        self.phase = "over"
        if self.last_turns is not None and self.last_turns["left"] == 0:
            self.how = "last_turns"  # END-6
        elif self.passes >= len(self.seats):
            self.how = "all_passed"  # PASS-3
        elif self.rules.turn_limit and self.turns >= self.rules.turn_limit:
            self.how = "turn_limit"  # PASS-4
        else:
            self.phase, self.seat = "turn", (self.seat + 1) % len(self.seats)

    # -- reports --

    def summary(self) -> dict[str, Any]:
        """
        The state in the shape of a position, without chance.
        """
        return {
            "format": "branchline-position/1",
            "variant": self.facts.id,
            "options": dict(self.options),
            "first_seat": self.first_seat,
            "players": [self._seat_summary(seat) for seat in self.seats],
            "row": list(self.row),
            "decks": {
                deck: {"pile": dict(+pile.cards), "discard": dict(+pile.discard)} for deck, pile in self.piles.items()
            },
            "ticket_deck": list(self.ticket_deck),
            "ticket_deck_seen": {str(place): seat for place, seat in enumerate(self.seen_by) if seat is not None},
            "decision": self._decision_summary(),
            "last_turns": dict(self.last_turns) if self.last_turns else None,
            "passes": self.passes,
            "turns": self.turns,
        }

    def _seat_summary(self, seat: Seat) -> dict[str, Any]:
        return {
            "hand": dict(+seat.hand),
            "known": dict(+seat.known),
            "tracks": list(seat.tracks),
            "tickets": list(seat.tickets),
            "pieces": dict(seat.pieces),
            "box": dict(seat.box),
            "stations": list(seat.stations),
            "harbours": list(seat.harbours),
            "score": seat.score,
            "swapped": seat.swapped,
            "boxed": list(seat.boxed),
            "offer": list(seat.offer),
            "offer_seen": {str(place): other for place, other in seat.offer_seen.items()},
            "chosen": list(seat.chosen),
        }

    def _decision_summary(self) -> dict[str, Any]:
        if self.phase == "start":
            return {"kind": "start"}
        if self.phase == "over":
            return {"kind": "over", "how": self.how}
        if self.surcharge is None:
            return {"kind": self.phase, "seat": self.seat}
        return {
            "kind": "surcharge",
            "seat": self.seat,
            "track": self.surcharge.track.id,
            "base": cards_text(self.surcharge.base, self.facts.kinds),
            "revealed": " ".join(self.surcharge.revealed),
        }

    def result(self, loans: Sequence[Mapping[str, str | None]] | None = None) -> dict[str, Any]:
        """
        The final scoring of the state as it stands; `loans` as in `final_scoring`.
        """
        return {"how": self.how, **final_scoring(self.facts, self.rules, self.seats, loans)}

    def audit(self) -> list[str]:
        """
        What breaks DATA-8, DOUBLE or SCORE-2; nothing in a sound game.
        """
        problems = []
        if self._every_card() != self.all_cards:
            problems.append(f"cards: {dict(self._every_card())}")
        if any(number < 0 for seat in self.seats for number in seat.hand.values()):
            problems.append("less than no card in a hand")
        for number, seat in enumerate(self.seats):
            problems.extend(f"seat {number}: {problem}" for problem in self._audit_seat(seat))
        claimed = [track for seat in self.seats for track in seat.tracks]
        tickets = [ticket for seat in self.seats for ticket in (*seat.tickets, *seat.offer, *seat.boxed)]
        for what, things in (("tracks", claimed), ("tickets", [*tickets, *self.ticket_deck])):
            if len(things) != len(set(things)):
                problems.append(f"{what} twice: {things}")
        return problems

    def _audit_seat(self, seat: Seat) -> Iterator[str]:
        for piece, whole in self.rules.pieces.items():
            placed = sum(
                track.length for track in map(self.facts.tracks.__getitem__, seat.tracks) if track.piece == piece
            )
            if placed + seat.pieces[piece] + seat.box.get(piece, 0) != whole or seat.pieces[piece] < 0:
                yield f"{piece} pieces do not add up"
        points = sum(self.rules.track_points[self.facts.tracks[track].length] for track in seat.tracks)
        if seat.score != points - seat.swapped:
            yield "score is not the recount"  # SCORE-2
        if any(seat.known[card] > seat.hand[card] for card in seat.known):
            yield "more known than in hand"
        if any(self.facts.tracks[track].twin in seat.tracks for track in seat.tracks):
            yield "both tracks of a twin"  # DOUBLE-1


_KEEPS: dict[tuple[int, int, bool], frozenset[str]] = {}


def _keeps(offered: int, fewest: int, *, ordered: bool) -> set[str]:
    """
    TICKET-2: every subset that is large enough; TICKET-6: every order of the others, unless they leave the game.
    """
    key = (offered, fewest, ordered)
    if key not in _KEEPS:
        _KEEPS[key] = frozenset(_keep_texts(range(1, offered + 1), min(fewest, offered), ordered=ordered))
    return set(_KEEPS[key])


def _keep_texts(places: Iterable[int], fewest: int, *, ordered: bool) -> Iterator[str]:
    places = tuple(places)
    for number in range(fewest, len(places) + 1):
        for kept in combinations(places, number):
            text = " ".join(["keep", *map(str, kept)])
            returned = tuple(place for place in places if place not in kept)
            yield text
            for order in permutations(returned) if ordered else ():
                if order != returned:
                    yield " ".join([text, "under", *map(str, order)])
