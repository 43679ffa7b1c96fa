"""
A dealer of its own, so that the second engine can play alone: the start of a game, and cards by chance.
"""

from __future__ import annotations

from random import Random
from typing import Any

from .engine import Pile, Reference
from .facts import Facts, Rules


class Solitary(Reference):
    """
    A reference that draws its cards by chance and keeps them in `dealt`.
    """

    def __init__(self, facts: Facts, rules: Rules, position: dict[str, Any], random: Random) -> None:
        super().__init__(facts, rules, position)
        self.random = random
        self.dealt: list[str] = []

    def _deal(self, pile: Pile) -> str:
        if pile.top:
            card = pile.top[0]
        else:
            cards = [card for card, number in pile.cards.items() if number > 0]
            card = self.random.choices(cards, [pile.cards[card] for card in cards])[0]
        self.dealt.append(card)
        return card

    def move(self, seat: int, text: str) -> list[str]:
        """
        Play a move and say which cards left the piles.
        """
        self.dealt = []
        self.play(seat, text, ())
        return self.dealt


def deal(facts: Facts, rules: Rules, seats: int, first_seat: int, random: Random) -> Solitary:
    """
    SETUP: a game before its first decision.
    """
    tickets = [ticket.id for ticket in facts.tickets.values() if not ticket.long]
    long_tickets = [ticket.id for ticket in facts.tickets.values() if ticket.long]
    random.shuffle(tickets)
    random.shuffle(long_tickets)
    players = []
    for _ in range(seats):
        offer = long_tickets[: rules.start_long] + tickets[: rules.start_tickets]
        del long_tickets[: rules.start_long], tickets[: rules.start_tickets]
        pieces = dict(rules.pieces)
        box: dict[str, int] = {}
        if rules.pieces_chosen:  # until the split is known the pieces stand for nothing
            box = dict.fromkeys(pieces, 0)
        players.append({"offer": offer, "pieces": pieces, "box": box})
    position = {
        "first_seat": first_seat,
        "players": players,
        "row": [None] * sum(rules.row),
        "decks": {deck.id: {} for deck in facts.decks},
        "ticket_deck": tickets,
        "decision": {"kind": "start"},
    }
    game = Solitary(facts, rules, position, random)
    for deck, number in zip(game.piles, rules.opening_hand, strict=True):
        for seat in game.seats:
            for _ in range(number):
                seat.hand[game._next_card(deck)] += 1
    game._deal_row()
    game._settle_row()  # SETUP-4
    return game
