"""Playing: the start of the game and its moves. The rules are the engine's; here they are only asked."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from branchline import Game
from branchline.game.record import move_line
from branchline.server.problems import refuse
from branchline.server.tables.absence import fresh_clocks
from branchline.server.tables.lobby import must_host
from branchline.server.tables.log import Asked, Command, Entry, Row, SeatNumber
from branchline.server.tables.table import Queued, Table

MoveText = Annotated[str, Meta(max_length=400)]


def deal(table: Table, row: int) -> Game:
    """The game as a row deals it."""
    seed, setup = table.seed(row), table.setup
    game = Game.new(
        setup.variant,
        setup.seats,
        seed=seed,
        options=dict(setup.options),
        first_seat=int(seed, 16) % setup.seats if table.first is None else table.first,
        names=[chair.name for chair in table.chairs],
    )
    game.reseed(seed)
    return game


class Started(Entry, frozen=True, tag="started"):
    """The game was dealt. Sealed: its record without moves, so that the deal outlives every generator."""

    def apply(self, table: Table, row: Row) -> None:
        table.deal, table.dealt, table.game = row.sealed, row.seq, Game.replay(row.sealed)
        table.stage, table.clocks = "playing", fresh_clocks(table)


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Deal, when all seats are taken."""

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        table.must_be("lobby")
        must_host(table, asked)
        empty = [chair for chair in table.chairs if chair.free or chair.reserved]
        if empty:
            raise refuse("empty_seats", seats=len(empty))
        return Started(), deal(table, table.seq + 1).record().to_json()


class Moved(Entry, frozen=True, tag="moved"):
    """
    A seat moved. Sealed: the line of the record, with what chance dealt.

    On a second line may stand the move that the seat wants to play next.
    """

    seat: int

    def apply(self, table: Table, row: Row) -> None:
        line, _, queued = row.sealed.partition("\n")
        table.play(row.seq, self.seat, line)
        if queued:
            table.queued = Queued(row.seq, self.seat, queued)
        if table.proposal is not None and not table.proposal.matter.lasts:
            table.proposal = None


class Play(Command, frozen=True, kw_only=True, tag="play"):
    """
    Play a move.

    ``expected`` is the row up to which the player had seen the table; if the seat's decision arose later, it is stale.
    ``queue`` is the second card, drawn at once if it can be and nothing comes between; else it is dropped.
    """

    move: MoveText
    expected: int
    queue: Annotated[str, Meta(max_length=60, pattern=r"\A[^\n]*\Z")] = ""
    seat: SeatNumber | None = None

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        table.must_be("playing")
        assert table.game is not None
        seat = table.seat_of(asked.by, self.seat) if asked.by is not None else self.seat
        assert seat is not None, "the server names the seat that it plays"
        if asked.by is not None and table.chairs[seat].stand_in is not None:
            raise refuse("stood_in")
        if asked.by is None and table.chairs[seat].player is None:
            raise refuse("not_your_seat", seat=seat)  # The person came back while the bot was thinking.
        if not table.arose.get(seat, 0) <= self.expected <= table.seq:
            raise refuse("stale", expected=self.expected, seq=table.seq)
        game = table.game.copy()
        game.reseed(table.seed(table.seq + 1))
        game.play(self.move, seat)
        line = move_line(game, len(game.moves) - 1)
        second = self.queue and seat in game.waiting and game.decision(seat) == "second"
        return Moved(seat), f"{line}\n{self.queue}" if second else line


def queued_move(table: Table) -> Play | None:
    """The move that a seat has queued, if it can be played now."""
    queued = table.queued
    if queued is None or table.game is None or queued.seat not in table.waiting:
        return None
    if table.chairs[queued.seat].player is not None or table.game.decision(queued.seat) != "second":
        return None
    if queued.move not in [str(move) for move in table.game.legal(queued.seat)]:
        return None
    return Play(move=queued.move, expected=queued.row, seat=queued.seat)
