"""
Events: what happened. Frozen, named for what was seen; secret parts are None for those who may not know them.

``narrate(event, variant, lang)`` in ``narrate.py`` makes a sentence of one.
"""

from __future__ import annotations

from msgspec import Struct


class Event(Struct, frozen=True, tag_field="event"):
    """The root of all events."""

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat (None: a spectator) sees it."""
        return self


class RowTaken(Event, frozen=True, tag="row_taken"):
    """A seat took a card from the row."""

    seat: int
    card: str
    slot: int


class BlindDrawn(Event, frozen=True, tag="blind_drawn"):
    """A seat drew the top card of a pile; only that seat knows which (INFO-2)."""

    seat: int
    deck: str
    card: str | None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else BlindDrawn(self.seat, self.deck, None)


class RowFilled(Event, frozen=True, tag="row_filled"):
    """A card was turned up into the row."""

    slot: int
    card: str


class RowReset(Event, frozen=True, tag="row_reset"):
    """The whole row was discarded (ROW-4)."""

    wilds: int


class PileShuffled(Event, frozen=True, tag="pile_shuffled"):
    """A discard became a new pile (ROW-2)."""

    deck: str
    cards: int


class DrawStopped(Event, frozen=True, tag="draw_stopped"):
    """A seat ended its draw after one card (OPT-8)."""

    seat: int


class TicketsOffered(Event, frozen=True, tag="tickets_offered"):
    """A seat drew tickets to choose from."""

    seat: int
    number: int
    tickets: tuple[str, ...] | None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else TicketsOffered(self.seat, self.number, None)


class TicketsKept(Event, frozen=True, tag="tickets_kept"):
    """A seat kept some tickets; the others went under the deck, or out of the game."""

    seat: int
    number: int
    given_back: int
    boxed: bool
    kept: tuple[str, ...] | None
    others: tuple[str, ...] | None

    def seen_by(self, seat: int | None) -> Event:
        if seat == self.seat:
            return self
        return TicketsKept(self.seat, self.number, self.given_back, self.boxed, None, None)


class ChoiceMade(Event, frozen=True, tag="choice_made"):
    """A seat put down a secret choice at the start (SETUP-7, SETUP-8)."""

    seat: int
    decision: str


class TrackClaimed(Event, frozen=True, tag="track_claimed"):
    """A seat claimed a track."""

    seat: int
    track: str
    cards: tuple[str, ...]
    points: int


class TunnelEntered(Event, frozen=True, tag="tunnel_entered"):
    """A seat set out the base for a tunnel."""

    seat: int
    track: str
    base: tuple[str, ...]


class TunnelRevealed(Event, frozen=True, tag="tunnel_revealed"):
    """A card was revealed for a tunnel; ``counts`` tells whether it asks for one more."""

    seat: int
    card: str
    counts: bool


class SurchargeDue(Event, frozen=True, tag="surcharge_due"):
    """So many more cards are asked for."""

    seat: int
    number: int


class SurchargePaid(Event, frozen=True, tag="surcharge_paid"):
    """The surcharge was paid."""

    seat: int
    cards: tuple[str, ...]


class TunnelDeclined(Event, frozen=True, tag="tunnel_declined"):
    """A seat took its base back."""

    seat: int
    track: str


class StationBuilt(Event, frozen=True, tag="station_built"):
    """A seat built a station."""

    seat: int
    city: str
    cards: tuple[str, ...]


class HarbourBuilt(Event, frozen=True, tag="harbour_built"):
    """A seat built a harbour."""

    seat: int
    city: str
    cards: tuple[str, ...]


class PiecesSwapped(Event, frozen=True, tag="pieces_swapped"):
    """A seat gave pieces of one kind for as many of the other."""

    seat: int
    number: int
    given: str
    taken: str


class PiecesSplit(Event, frozen=True, tag="pieces_split"):
    """The pieces that a seat starts with, revealed when all had chosen (INFO-3)."""

    seat: int
    first: int
    second: int


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    """A seat passed."""

    seat: int


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A seat is up; ``turn`` turns have been taken so far."""

    seat: int
    turn: int


class LastTurnsBegan(Event, frozen=True, tag="last_turns_began"):
    """A seat's supply set off the last turns (END-1)."""

    seat: int
    left: int


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The game is over: ``last_turns``, ``all_passed`` or ``turn_limit``."""

    how: str


AnyEvent = (
    RowTaken
    | BlindDrawn
    | RowFilled
    | RowReset
    | PileShuffled
    | DrawStopped
    | TicketsOffered
    | TicketsKept
    | ChoiceMade
    | TrackClaimed
    | TunnelEntered
    | TunnelRevealed
    | SurchargeDue
    | SurchargePaid
    | TunnelDeclined
    | StationBuilt
    | HarbourBuilt
    | PiecesSwapped
    | PiecesSplit
    | TurnPassed
    | TurnBegan
    | LastTurnsBegan
    | GameEnded
)
"""Any event."""
