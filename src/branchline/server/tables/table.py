"""A table at one moment: what its log adds up to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from branchline import Game
from branchline.game import events as ev
from branchline.game.events import AnyEvent
from branchline.game.record import play_line
from branchline.server import fair
from branchline.server.problems import refuse
from branchline.server.tables.clocks import Clock, tick
from branchline.server.tables.log import Row
from branchline.server.tables.setup import Setup

if TYPE_CHECKING:
    from branchline.server.tables.consent import Proposal

Stage = Literal["lobby", "playing", "over"]

REVEALING = (
    ev.RowFilled,
    ev.RowReset,
    ev.BlindDrawn,
    ev.PileShuffled,
    ev.TicketsOffered,
    ev.TunnelRevealed,
    ev.PiecesSplit,
    ev.GameEnded,
)
"""Events after which somebody knows something that nobody, or only another, knew before."""


def reveals(event: AnyEvent, mover: int) -> bool:
    """Whether an event lets somebody see something new."""
    # When the last has chosen at the start, all learn how many tickets each one kept.
    return isinstance(event, REVEALING) or (isinstance(event, ev.TicketsKept) and event.seat != mover)


class Chair(Struct, frozen=True):
    """A seat of a table and who has it."""

    person: str | None = None
    bot: str | None = None
    name: str = ""
    colour: str = ""
    local: bool = False
    """Whether somebody without a browser plays here, at that of the person: between seats of one browser a curtain
    falls."""
    reserved: bool = False
    """Whether the seat is kept for the person, who has not come yet."""
    stand_in: str | None = None
    """The bot that plays while the person is away."""
    resigned: bool = False
    """Whether the person gave up; the stand-in plays on, and the seat comes behind those who did not."""
    offered: bool = False
    """Whether a person may take over this seat of a bot in mid-game."""

    @property
    def free(self) -> bool:
        """Whether nobody has it."""
        return self.person is None and self.bot is None

    @property
    def player(self) -> str | None:
        """The bot that plays now; None if a person does."""
        return self.bot if self.person is None else self.stand_in


@dataclass(frozen=True)
class Step:
    """A row of the log with the events of the game that it caused, secrets included."""

    row: Row
    events: tuple[AnyEvent, ...]


class Played(Struct, frozen=True):
    """A move that stands: its row, its seat, the line of the record, and whether it let somebody see something new."""

    row: int
    seat: int
    line: str
    revealing: bool


class Queued(Struct, frozen=True):
    """A move that a seat wants to play right after the one of a row, if nothing comes between."""

    row: int
    seat: int
    move: str


class Ending(Struct, frozen=True):
    """How a game ended: ``played`` to its end, ``resigned`` by all but one, or ``abandoned``; with places, if any."""

    how: Literal["played", "resigned", "abandoned"]
    ranks: tuple[int, ...] = ()


@dataclass
class Table:
    """What the log adds up to. Copied before an entry is applied, so that nobody sees what is not yet kept."""

    id: str
    setup: Setup = field(default_factory=Setup)
    seq: int = 0
    at: float = 0.0
    created: float = 0.0
    stage: Stage = "lobby"
    host: str | None = None
    secret: bytes = b""
    chairs: list[Chair] = field(default_factory=list)
    barred: frozenset[str] = frozenset()
    """Persons whom the host sent away."""
    hushed: frozenset[str] = frozenset()
    """Persons whom the host asked to be silent."""
    met: frozenset[str] = frozenset()
    """All persons who ever did something or had a seat here."""
    first: int | None = None
    """The seat that begins, if chance does not choose it."""
    after: str | None = None
    """The table whose rematch this is."""
    rematch: str | None = None
    """The table where these players play again."""
    salts: dict[int, str] = field(default_factory=dict)
    deal: str = ""
    """The record of the game without its moves."""
    dealt: int = 0
    """The row in which it was dealt."""
    game: Game | None = None
    moves: list[Played] = field(default_factory=list)
    """The moves that stand: those that were not taken back."""
    queued: Queued | None = None
    ending: Ending | None = None
    arose: dict[int, int] = field(default_factory=dict)
    """The row at which each seat that owes a decision came to owe it."""
    clocks: list[Clock] = field(default_factory=list)
    """The clocks of the seats; none at a table without."""
    proposal: Proposal | None = None
    """What one player wants and others have to agree to."""
    steps: list[Step] = field(default_factory=list)
    keys: dict[tuple[str | None, str], int] = field(default_factory=dict)
    """The row that each command with a key became."""

    def copy(self) -> Table:
        """An independent copy."""
        return replace(
            self,
            chairs=self.chairs[:],
            salts=dict(self.salts),
            game=self.game and self.game.copy(),
            moves=self.moves[:],
            arose=dict(self.arose),
            clocks=self.clocks[:],
            steps=self.steps[:],
            keys=dict(self.keys),
        )

    def apply(self, row: Row) -> None:
        """Add the next row of the log."""
        assert row.seq == self.seq + 1, (row.seq, self.seq)
        told = len(self.game.all_events()) if self.game else 0
        self.seq, self.at, self.queued = row.seq, row.at, None
        row.entry.apply(self, row)
        here = {person for person in (row.by, *(chair.person for chair in self.chairs)) if person is not None}
        if not here <= self.met:
            self.met |= here
        if row.key:
            self.keys[row.by, row.key] = row.seq
        happened = self.game.all_events()[told:] if self.game else []
        self.steps.append(Step(row, tuple(happened)))
        mover = getattr(row.entry, "seat", None) if happened else None
        if self.game and self.game.is_over and self.stage == "playing":
            self.end("played")
        self.arose = {seat: row.seq if seat == mover else self.arose.get(seat, row.seq) for seat in self.waiting}
        if self.clocks and self.setup.clock:
            owing = [seat for seat in self.waiting if self.chairs[seat].player is None]
            self.clocks = tick(self.setup.clock, self.clocks, owing, mover, row.at)

    def play(self, row: int, seat: int, line: str) -> None:
        """Add a move to those that stand."""
        assert self.game is not None
        told = len(self.game.all_events())
        self.game.reseed(self.seed(row))
        play_line(self.game, len(self.game.moves), line)
        happened = self.game.all_events()[told:]
        self.moves.append(Played(row, seat, line, any(reveals(event, seat) for event in happened)))

    def play_again(self, moves: list[Played]) -> None:
        """Let only these moves stand."""
        self.game, self.moves = Game.replay(self.deal), []
        for move in moves:
            self.play(move.row, move.seat, move.line)

    def end(self, how: Literal["played", "resigned", "abandoned"]) -> None:
        """The game is over. Who resigned comes behind those who did not."""
        assert self.game is not None
        result = self.game.result
        ranks: tuple[int, ...] = ()
        if how != "abandoned":
            places = result.ranks if result else (1,) * len(self.chairs)
            order = [(chair.resigned, place) for chair, place in zip(self.chairs, places, strict=True)]
            ranks = tuple(1 + sum(other < own for other in order) for own in order)
        self.stage, self.ending, self.proposal = "over", Ending(how, ranks), None

    # ------------------------------------------------------------ asking
    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self.game.waiting if self.game and self.stage == "playing" else ()

    @property
    def persons(self) -> list[str]:
        """Those who sit here and play: neither stood in for nor resigned."""
        chairs = (chair for chair in self.chairs if chair.person and not chair.reserved and not chair.player)
        return list(dict.fromkeys(chair.person for chair in chairs if chair.person))

    def seats_of(self, person: str | None) -> list[int]:
        """All seats of a person."""
        return [i for i, chair in enumerate(self.chairs) if person is not None and chair.person == person]

    def seat_of(self, person: str | None, seat: int | None = None) -> int:
        """A seat of a person: the one it names, or its only one; refused if it is not the person's."""
        if seat is not None:
            self.chair(seat)
        mine = self.seats_of(person)
        if seat is None and len(mine) > 1:
            owing = [i for i in mine if i in self.waiting]
            return (owing or mine)[0]
        if seat is None and mine:
            return mine[0]
        if seat is None or seat not in mine:
            raise refuse("not_your_seat", seat=seat)
        return seat

    def chair(self, seat: int) -> Chair:
        """The chair of a seat; refused if there is none."""
        if seat >= len(self.chairs):
            raise refuse("no_such_seat", value=seat, seats=len(self.chairs))
        return self.chairs[seat]

    def free_back(self, seat: int) -> list[int]:
        """The rows to which a seat may go back by itself, the nearest first: no move since let anybody see anything."""
        if self.stage != "playing" or not self.setup.take_back:
            return []
        if not any(move.revealing for move in self.moves):  # All still choose their start in secret.
            return [move.row - 1 for move in reversed(self.moves) if move.seat == seat]
        rows = []
        for move in reversed(self.moves):
            if move.seat != seat or move.revealing:
                break
            rows.append(move.row - 1)
        return rows

    def must_be(self, stage: Stage) -> None:
        """Refuse what this stage of the table does not allow."""
        if self.stage != stage:
            raise refuse("not_in_lobby" if stage == "lobby" else "not_playing", stage=self.stage)

    def seed(self, number: int) -> str:
        """The seed of what row ``number`` deals."""
        return fair.seed(self.secret, number, self.salts)
