"""Branchline: the open home of the train-route board games. The public face of the engine."""

from branchline.errors import (
    BotError,
    BranchlineError,
    IllegalMoveError,
    MoveError,
    OptionError,
    PositionError,
    Problem,
    RecordError,
    VariantError,
)
from branchline.game import events, moves
from branchline.game.events import AnyEvent, Event
from branchline.game.game import Game, LegalMoves
from branchline.game.moves import AnyMove, Move
from branchline.game.reasons import Reason
from branchline.game.record import Record
from branchline.game.sheet import Result, ScoreLine, Sheet
from branchline.game.variants import City, District, Option, Ticket, Track, Variant, load_variant, variant, variants
from branchline.game.view import Choice, DeckView, SeatView, View

__version__ = "2026.11.0"

__all__ = [
    "AnyEvent",
    "AnyMove",
    "BotError",
    "BranchlineError",
    "Choice",
    "City",
    "DeckView",
    "District",
    "Event",
    "Game",
    "IllegalMoveError",
    "LegalMoves",
    "Move",
    "MoveError",
    "Option",
    "OptionError",
    "PositionError",
    "Problem",
    "Reason",
    "Record",
    "RecordError",
    "Result",
    "ScoreLine",
    "SeatView",
    "Sheet",
    "Ticket",
    "Track",
    "Variant",
    "VariantError",
    "View",
    "events",
    "load_variant",
    "moves",
    "variant",
    "variants",
]
