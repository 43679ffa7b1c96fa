"""
Which cards pay for what: every legal choice of cards, as canonical texts.

The answers depend on few cards each and are asked for again and again, so each question is remembered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from .facts import WILD, Cards, Facts, Rules, Track

Texts = frozenset[str]
Payment = dict[str, int]


class Payments:
    """
    All payments of one variant.
    """

    def __init__(self, facts: Facts, rules: Rules) -> None:
        self.facts = facts
        self.rules = rules
        self._first_piece = next(iter(rules.pieces))
        self._order = {card: place for place, card in enumerate(facts.kinds)}
        self._known: dict[tuple[object, ...], Texts] = {}

    # -- what one asks --

    def of_track(self, track: Track, hand: Cards) -> Texts:
        """
        What pays for a track with cards of this hand (CLAIM-4, FERRY, SHIP, PAIR).
        """
        if track.pair:
            return self._pair_texts(track, hand)
        colours = self.facts.colours if track.colour is None else (track.colour,)
        if track.piece == self._first_piece:
            return self._union(self._train_texts(colour, hand, track.length, track.ferry) for colour in colours)
        return self._union(self._ship_texts(colour, hand, track.length, track.ferry) for colour in colours)

    def of_station(self, price: int, hand: Cards) -> Texts:
        """
        STATION-1: so many cards of one colour of the first deck; wilds replace any of them.
        """
        return self._union(self._train_texts(colour, hand, price, 0) for colour in self.facts.colours)

    def of_harbour(self, hand: Cards) -> Texts:
        """
        HARBOUR-2: two marked train cards and two single ships, all of one colour; wilds replace any of them.
        """
        return self._texts(
            {colour + ".mark": trains, colour + ".ship": ships, WILD: 4 - trains - ships}
            for colour in self.facts.colours
            for trains in range(min(hand[colour + ".mark"], 2) + 1)
            for ships in range(min(hand[colour + ".ship"], 2) + 1)
            if 4 - trains - ships <= hand[WILD]
        )

    def of_surcharge(self, colour: str | None, amount: int, hand: Cards) -> Texts:
        """
        TUNNEL-5, TUNNEL-6: exactly the surcharge, in the colour of the base or wild; only wild if the base was.
        """
        if colour is not None:
            return self._train_texts(colour, hand, amount, 0)
        return self._texts([{WILD: amount}] if hand[WILD] >= amount else [])

    # -- one set of cards of one colour --

    def _train_texts(self, colour: str, hand: Cards, length: int, icons: int) -> Texts:
        plain, marked, wild = (min(hand[name], length) for name in (colour, colour + ".mark", WILD))
        key = (colour, "train", length, icons, plain, marked, wild)
        if key not in self._known:
            self._known[key] = self._texts(_train_sets(colour, plain, marked, wild, length, icons))
        return self._known[key]

    def _ship_texts(self, colour: str, hand: Cards, length: int, icons: int) -> Texts:
        single, double, wild = (min(hand[name], length) for name in (colour + ".ship", colour + ".double", WILD))
        key = (colour, "ship", length, icons, single, double, wild)
        if key not in self._known:
            self._known[key] = self._texts(self._ship_sets(colour, single, double, wild, length, icons))
        return self._known[key]

    def _ship_sets(
        self, colour: str, singles: int, doubles: int, wilds: int, length: int, icons: int
    ) -> Iterator[Payment]:
        """
        SHIP-2: n cards of capacity c with n <= length <= c; c = length where overpaying is forbidden.
        """
        for single in range(singles + 1):
            for double in range(doubles + 1):
                for wild in range(icons, wilds + 1):
                    number = single + double + wild
                    capacity = single + 2 * double + wild  # SHIP-1
                    if not number <= length <= capacity:
                        continue
                    if self.rules.double_ship_overpay == "forbid" and capacity != length:
                        continue
                    yield {colour + ".ship": single, colour + ".double": double, WILD: wild}

    # -- pairs --

    def _pair_texts(self, track: Track, hand: Cards) -> Texts:
        """
        PAIR-2, PAIR-3: two cards a pair space, and one set by CLAIM-4 for the ordinary spaces.
        """
        most = track.length + track.pair
        names = [WILD, *(colour + suffix for suffix in ("", ".mark") for colour in self.facts.colours)]
        cards = Counter({name: min(hand[name], most) for name in names})
        key = (track.colour, "pair", track.length, track.ferry, track.pair, *cards.values())
        if key in self._known:
            return self._known[key]
        found: set[frozenset[tuple[str, int]]] = set()
        for ordinary in self._ordinary_part(track, cards):
            rest = Counter(cards)
            rest.subtract(ordinary)
            for pairs in self._pair_sets(track.pair, rest):
                for card, number in ordinary.items():
                    if number:
                        pairs[card] = pairs.get(card, 0) + number
                found.add(frozenset(pairs.items()))
        self._known[key] = self._texts(map(dict, found))
        return self._known[key]

    def _ordinary_part(self, track: Track, cards: Cards) -> list[Payment]:
        length = track.length - track.pair
        if length == 0:
            return [{}]
        colours = self.facts.colours if track.colour is None else (track.colour,)
        return [
            part
            for colour in colours
            for part in _train_sets(colour, cards[colour], cards[colour + ".mark"], cards[WILD], length, track.ferry)
        ]

    def _pair_sets(self, spaces: int, cards: Cards) -> Iterator[Payment]:
        """
        PAIR-2: 2 x spaces cards; every colour there an odd number of times needs a wild.
        """
        most_wilds = spaces if self.rules.pair_two_wilds == "forbid" else 2 * spaces
        for wild in range(min(cards[WILD], most_wilds) + 1):
            for payment in self._coloured(list(self.facts.colours), 2 * spaces - wild, wild, cards):
                if wild:
                    payment[WILD] = wild
                yield payment

    def _coloured(self, colours: list[str], amount: int, odd_allowed: int, cards: Cards) -> Iterator[Payment]:
        if odd_allowed < 0:
            return
        if not colours:
            if amount == 0:
                yield {}
            return
        colour, others = colours[0], colours[1:]
        for plain in range(min(cards[colour], amount) + 1):
            for marked in range(min(cards[colour + ".mark"], amount - plain) + 1):
                here = plain + marked
                for payment in self._coloured(others, amount - here, odd_allowed - here % 2, cards):
                    if plain:
                        payment[colour] = plain
                    if marked:
                        payment[colour + ".mark"] = marked
                    yield payment

    def _texts(self, payments: Iterable[Payment]) -> Texts:
        return frozenset(self._text(payment) for payment in payments)

    def _text(self, payment: Payment) -> str:
        """
        The canonical text: the cards in the order of the card list.
        """
        cards = sorted([card for card, number in payment.items() if number], key=self._order.__getitem__)
        return " ".join([card if payment[card] == 1 else f"{card}*{payment[card]}" for card in cards])

    def _union(self, parts: Iterable[Texts]) -> Texts:
        return frozenset[str]().union(*parts)


def _train_sets(colour: str, plain: int, marked: int, wilds: int, length: int, icons: int) -> Iterator[Payment]:
    """
    CLAIM-4: exactly length cards of one colour, wilds for any of them; FERRY-1: at least the icons in wilds.

    CLAIM-6: marked cards are ordinary cards of their colour.
    """
    for wild in range(icons, min(wilds, length) + 1):
        for mark in range(min(marked, length - wild) + 1):
            rest = length - wild - mark
            if rest <= plain:
                yield {colour: rest, colour + ".mark": mark, WILD: wild}
