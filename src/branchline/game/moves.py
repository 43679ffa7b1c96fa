"""
Moves: what a seat means to do. Frozen, named for the deed, each with one canonical text (docs/formats/notation.md).

Cards are names in the order of the variant's card list, one entry a card.
"""

from __future__ import annotations

from itertools import groupby

from msgspec import Struct


def cards_text(cards: tuple[str, ...]) -> str:
    """``("red", "red", "wild")`` as ``red*2 wild``."""
    parts = []
    for card, group in groupby(cards):
        n = len(list(group))
        parts.append(card if n == 1 else f"{card}*{n}")
    return " ".join(parts)


class Move(Struct, frozen=True, tag_field="move"):
    """The root of all moves."""

    def __str__(self) -> str:
        raise NotImplementedError


class TakeRow(Move, frozen=True, tag="row"):
    """Take a card from the row (DRAW-1), and name the deck that fills the gap where there is a choice (ROW-1)."""

    card: str
    refill: str | None = None

    def __str__(self) -> str:
        return f"row {self.card}" + (f" refill {self.refill}" if self.refill else "")


class DrawBlind(Move, frozen=True, tag="blind"):
    """Take the top card of a pile (DRAW-4); the deck is named where there are two."""

    deck: str | None = None

    def __str__(self) -> str:
        return f"blind {self.deck}" if self.deck else "blind"


class StopDrawing(Move, frozen=True, tag="stop"):
    """End a draw after one card (OPT-8)."""

    def __str__(self) -> str:
        return "stop"


class DrawTickets(Move, frozen=True, tag="tickets"):
    """Draw tickets (TICKET-1)."""

    def __str__(self) -> str:
        return "tickets"


class KeepTickets(Move, frozen=True, tag="keep"):
    """Keep some tickets of the offer (TICKET-2), and put the others under the deck in an order (TICKET-6)."""

    kept: tuple[int, ...]
    """Places in the offer, counted from 1."""
    under: tuple[int, ...] = ()
    """The others in the order in which they go under the deck; empty: as dealt."""

    def __str__(self) -> str:
        text = "keep " + " ".join(map(str, self.kept))
        return text + (" under " + " ".join(map(str, self.under)) if self.under else "")


class ClaimTrack(Move, frozen=True, tag="claim"):
    """Claim a track with exactly these cards (CLAIM)."""

    track: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"claim {self.track} {cards_text(self.cards)}"


class PaySurcharge(Move, frozen=True, tag="pay"):
    """Pay the surcharge of a tunnel (TUNNEL-8)."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"pay {cards_text(self.cards)}"


class DeclineTunnel(Move, frozen=True, tag="decline"):
    """Take the base back and leave the tunnel open (TUNNEL-8)."""

    def __str__(self) -> str:
        return "decline"


class BuildStation(Move, frozen=True, tag="station"):
    """Build a station in a city (STATION)."""

    city: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"station {self.city} {cards_text(self.cards)}"


class BuildHarbour(Move, frozen=True, tag="harbour"):
    """Build a harbour in a city (HARBOUR)."""

    city: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"harbour {self.city} {cards_text(self.cards)}"


class SwapPieces(Move, frozen=True, tag="swap"):
    """Give pieces of one kind for as many of the other (SWAP)."""

    number: int
    given: str
    taken: str

    def __str__(self) -> str:
        return f"swap {self.number} {self.given} {self.taken}"


class SplitPieces(Move, frozen=True, tag="split"):
    """Choose the pieces to start with, of the first and of the second kind (SETUP-8)."""

    first: int
    second: int

    def __str__(self) -> str:
        return f"split {self.first} {self.second}"


class PassTurn(Move, frozen=True, tag="pass"):
    """Pass (PASS)."""

    def __str__(self) -> str:
        return "pass"


AnyMove = (
    TakeRow
    | DrawBlind
    | StopDrawing
    | DrawTickets
    | KeepTickets
    | ClaimTrack
    | PaySurcharge
    | DeclineTunnel
    | BuildStation
    | BuildHarbour
    | SwapPieces
    | SplitPieces
    | PassTurn
)
"""Any move."""
