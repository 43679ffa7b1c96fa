"""The messages about finished games, ratings and statistics, as they go over the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from branchline.server.games.finished import GameCard
from branchline.server.tables.log import SeatNumber
from branchline.server.wire import Asking

VariantName = Annotated[str, Meta(max_length=40)]
SeatCount = Annotated[int, Meta(ge=2, le=5)]


# ---------------------------------------------------------------- one game
class RatingChange(Struct, frozen=True):
    """What a game did to the rating of a seat, as numbers that people see."""

    before: int
    after: int


class GameTold(Struct, frozen=True):
    """A finished game: its card, its record (docs/formats/record.md), and what it did to the ratings of its seats."""

    card: GameCard
    record: dict[str, Any]
    ratings: tuple[RatingChange | None, ...]
    yours: bool
    """Whether you imported it, and may remove it."""


class WhichMoments(Asking, frozen=True):
    """Whose eyes to look through (none: all cards open), and which moments; all of them by default."""

    seat: SeatNumber | None = None
    first: Annotated[int, Meta(ge=0)] = 0
    last: Annotated[int, Meta(ge=0)] | None = None


class WhichReview(Asking, frozen=True):
    """The language of the review; none: that of the request."""

    lang: Annotated[str, Meta(max_length=10)] = ""


class ReviewedSeat(Struct, frozen=True):
    """A seat of a reviewed game in sum: ``start`` + ``luck`` - ``given_away`` = ``result``, as shares of victory."""

    seat: int
    accuracy: float
    """In percent; 100: no move gave anything away."""
    given_away: float
    points_given_away: float
    luck: float
    start: float
    result: float
    verdicts: dict[str, int]


class ReviewedMove(Struct, frozen=True):
    """A decision: what it was worth, from what its seat could know."""

    moment: int
    """The moment of the game after it."""
    seat: int
    verdict: str
    """``best``, ``good``, ``inaccuracy``, ``mistake``, ``blunder``, or ``only`` where there was no choice."""
    share: float
    """Of victory with the best move."""
    luck: float
    """What the cards and the others changed since the decision before."""
    behind: float
    """Share of victory that was given away; 0 if chance explains it."""
    points_behind: float
    better: str
    """The best move in words, if the one played was worse."""
    why: str


class ReviewTold(Struct, frozen=True):
    """The review of a game, or how far it is: ``done`` of ``number`` moves are weighed."""

    state: Literal["none", "going", "done"]
    done: int
    number: int
    worlds: int = 0
    """In so many possible worlds each move was tried."""
    seats: tuple[ReviewedSeat, ...] = ()
    moves: tuple[ReviewedMove, ...] = ()


class WhichPicture(Asking, frozen=True):
    """Which moment of a game (none: its end), and how it looks; ``moving`` is for drawings alone."""

    move: Annotated[int, Meta(ge=0)] | None = None
    width: Annotated[int, Meta(ge=200, le=2000)] = 1200
    lang: Annotated[str, Meta(max_length=10)] = "en"
    theme: Literal["light", "dark"] = "light"
    moving: bool = False
    bare: bool = False


class Import(Asking, frozen=True):
    """A record from elsewhere: as data, or as text of either form."""

    record: dict[str, Any] | str


class Imported(Struct, frozen=True):
    """The game that a record became; the one it became before, if it is here already."""

    game: str


class GameRemoved(Struct, frozen=True):
    """It is gone."""

    game: str


# ---------------------------------------------------------------- many games
class Search(Asking, frozen=True):
    """
    Which of your games, the newest first.

    ``opponent`` is a part of a name; ``since`` and ``until`` are seconds since 1970; ``after`` is the ``more`` of the
    page before.
    """

    variant: VariantName = ""
    seats: SeatCount | None = None
    opponent: Annotated[str, Meta(max_length=40)] = ""
    result: Literal["", "won", "lost", "unfinished", "imported"] = ""
    since: float | None = None
    until: float | None = None
    after: Annotated[str, Meta(max_length=60)] = ""


class Games(Struct, frozen=True):
    """A page of games, and what to ask for the next one with; nothing at the end."""

    games: tuple[GameCard, ...]
    more: str


class WhichStatistics(Asking, frozen=True):
    """Which of your games to add up; all by default."""

    variant: VariantName = ""
    seats: SeatCount | None = None
    against: Literal["", "people", "bots"] = ""


# ---------------------------------------------------------------- ratings
class WhichLeaders(Asking, frozen=True):
    """Which list: ratings are by variant and number of seats."""

    variant: VariantName
    seats: SeatCount
    who: Literal["all", "people", "bots"] = "all"


class Leader(Struct, frozen=True):
    """A player on a list."""

    place: int
    name: str
    bot: bool
    own: bool
    rating: int
    games: int
    wins: int
    provisional: bool
    """Whether the rating says little yet, for want of games."""


class Leaders(Struct, frozen=True):
    """A list, and your own line wherever it stands."""

    leaders: tuple[Leader, ...]
    own: Leader | None


class Scale(Struct, frozen=True):
    """A list that there is, with the number of its players."""

    variant: str
    seats: int
    players: int


class Scales(Struct, frozen=True):
    """All lists that there are."""

    scales: tuple[Scale, ...]
