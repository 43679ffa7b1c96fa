"""Giving up, being away, coming back: who plays a seat while its person does not."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from branchline.server.problems import refuse
from branchline.server.seats.registry import STAND_IN, bot_text
from branchline.server.tables.clocks import Clock
from branchline.server.tables.log import Asked, Command, Entry, Row, SeatNumber
from branchline.server.tables.table import Table


class StoodIn(Entry, frozen=True, tag="stood_in"):
    """A bot plays for a person until it comes back; ``agreed`` if the others decided so."""

    seat: int
    bot: str
    agreed: bool = False

    def apply(self, table: Table, row: Row) -> None:
        table.chairs[self.seat] = replace(table.chairs[self.seat], stand_in=self.bot)
        table.proposal = None


class StandIn(Command, frozen=True, kw_only=True, tag="stand_in"):
    """Let a bot play for oneself."""

    bot: Annotated[str, Meta(max_length=80)] = STAND_IN
    seat: SeatNumber | None = None

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        table.must_be("playing")
        seat = table.seat_of(asked.by, self.seat)
        if table.chairs[seat].resigned:
            raise refuse("resigned")
        return StoodIn(seat, bot_text(self.bot)), ""


class CameBack(Entry, frozen=True, tag="came_back"):
    """A person plays its seat again."""

    seat: int

    def apply(self, table: Table, row: Row) -> None:
        table.chairs[self.seat] = replace(table.chairs[self.seat], stand_in=None)
        if table.clocks and table.setup.clock:
            clock = table.clocks[self.seat]
            table.clocks[self.seat] = replace(clock, left=max(clock.left, table.setup.clock.after(clock.left)))


class ComeBack(Command, frozen=True, kw_only=True, tag="come_back"):
    """Play one's seat again, from where the stand-in has come."""

    seat: SeatNumber | None = None

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        table.must_be("playing")
        seat = table.seat_of(asked.by, self.seat)
        if table.chairs[seat].resigned:
            raise refuse("resigned")
        if table.chairs[seat].stand_in is None:
            raise refuse("not_away")
        return CameBack(seat), ""


class Resigned(Entry, frozen=True, tag="resigned"):
    """A seat gave up. A bot plays it on for the others; when only one seat is left, or bots alone, the game is over."""

    seat: int

    def apply(self, table: Table, row: Row) -> None:
        table.chairs[self.seat] = replace(table.chairs[self.seat], resigned=True, stand_in=STAND_IN)
        table.proposal = None
        left = [chair for chair in table.chairs if not chair.resigned]
        if len(left) == 1 or not any(chair.person for chair in left):
            table.end("resigned")


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Give up."""

    seat: SeatNumber | None = None

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        table.must_be("playing")
        seat = table.seat_of(asked.by, self.seat)
        if table.chairs[seat].resigned:
            raise refuse("resigned")
        return Resigned(seat), ""


class TimeGiven(Entry, frozen=True, tag="time_given"):
    """The others wait: the seat has its time once more."""

    seat: int

    def apply(self, table: Table, row: Row) -> None:
        assert table.setup.clock is not None
        clock = table.clocks[self.seat]
        table.clocks[self.seat] = replace(clock, left=table.setup.clock.first, since=row.at, flagged=False)
        table.proposal = None


class Abandoned(Entry, frozen=True, tag="abandoned"):
    """All agreed to end the game without a result; or the others did, because a seat was late."""

    late: int | None = None

    def apply(self, table: Table, row: Row) -> None:
        table.end("abandoned")


class Close(Command, frozen=True, kw_only=True, tag="close"):
    """End a game without a result. Only the keepers of the server ask for it."""

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        table.must_be("playing")
        return Abandoned(), ""


def fresh_clocks(table: Table) -> list[Clock]:
    """The clocks of a game that begins, or changes its clock; nights and vacations stay."""
    if table.setup.clock is None:
        return []
    old = table.clocks or [Clock(0.0)] * len(table.chairs)
    return [Clock(table.setup.clock.first, night=clock.night, vacations=clock.vacations) for clock in old]
