"""
Clocks: how long a seat may take. Pure: time is an argument.

A flag never loses a game. It says that a seat is late; what follows, the others choose (``absence.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from branchline.server.problems import refuse
from branchline.server.tables.log import Asked, Command, Entry, Row, SeatNumber

if TYPE_CHECKING:
    from branchline.server.tables.table import Table

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
LATE = {True: 5 * MINUTE, False: 3 * DAY}
"""How long a decision may take at a table without a clock (live or not) until the others may call it absence."""

SLACK = 30.0
"""A flag that is so much too late fell while nobody could see it: the server was away, or its clock jumped."""


# ---------------------------------------------------------------- what the host chooses
class PerMove(Struct, frozen=True, tag_field="kind", tag="per_move", forbid_unknown_fields=True):
    """So many seconds for each decision."""

    seconds: Annotated[int, Meta(ge=5, le=86_400)]

    @property
    def first(self) -> float:
        """What a seat begins with."""
        return float(self.seconds)

    def after(self, left: float, done: bool = True) -> float:
        """What a seat has when it has decided; ``done`` if it owes nothing more now."""
        return self.first


class Bank(Struct, frozen=True, tag_field="kind", tag="bank", forbid_unknown_fields=True):
    """So many seconds for the whole game, and some more with each turn."""

    seconds: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0

    @property
    def first(self) -> float:
        """What a seat begins with."""
        return float(self.seconds)

    def after(self, left: float, done: bool = True) -> float:
        """What a seat has when it has decided; ``done`` if it owes nothing more now."""
        return max(0.0, left) + (self.increment if done else 0)


class Days(Struct, frozen=True, tag_field="kind", tag="days", forbid_unknown_fields=True):
    """So many days for each decision; nights and vacations do not count."""

    days: Annotated[float, Meta(ge=0.25, le=30)]
    vacation: Annotated[int, Meta(ge=0, le=60)] = 14
    """How many days of vacation a seat may take in a game."""

    @property
    def first(self) -> float:
        """What a seat begins with."""
        return self.days * DAY

    def after(self, left: float, done: bool = True) -> float:
        """What a seat has when it has decided; ``done`` if it owes nothing more now."""
        return self.first


Rate = PerMove | Bank | Days


# ---------------------------------------------------------------- the clock of a seat
class Night(Struct, frozen=True, forbid_unknown_fields=True):
    """Hours in which a clock of days stands: minutes of the day, and by how many minutes the player is ahead of UTC."""

    begin: Annotated[int, Meta(ge=0, lt=1440)]
    end: Annotated[int, Meta(ge=0, lt=1440)]
    ahead: Annotated[int, Meta(ge=-720, le=840)] = 0

    @property
    def length(self) -> float:
        """Seconds."""
        return (self.end - self.begin) % 1440 * MINUTE

    def near(self, moment: float) -> tuple[float, float]:
        """The night that is, or else the next: its begin and end."""
        begin = moment - (moment + (self.ahead - self.begin) * MINUTE) % DAY
        return (
            (begin, begin + self.length) if moment < begin + self.length else (begin + DAY, begin + DAY + self.length)
        )


class Clock(Struct, frozen=True):
    """The clock of a seat."""

    left: float
    """Seconds that the seat has; while the clock runs, those it had when it began to run."""
    since: float | None = None
    """When it began to run; None while it stands."""
    flagged: bool = False
    """Whether its flag has fallen for the decision that the seat owes."""
    night: Night | None = None
    vacations: tuple[tuple[float, float], ...] = ()

    def counting(self, begin: float) -> Iterator[tuple[float, float]]:
        """The stretches of time from a moment on in which the clock counts."""
        while True:
            rests = [(a, b) for a, b in self.vacations if b > begin]
            if self.night is not None:
                rests.append(self.night.near(begin))
            rest = min(rests, default=(float("inf"), float("inf")))
            if rest[0] > begin:
                yield begin, rest[0]
            if rest[1] == float("inf"):
                return
            begin = max(begin, rest[1])

    def spent(self, now: float) -> float:
        """The seconds that it has counted since it began to run."""
        total = 0.0
        if self.since is not None:
            for begin, end in self.counting(self.since):
                if begin >= now:
                    break
                total += min(end, now) - begin
        return total

    def runs_out(self) -> float | None:
        """When its flag falls; None while it stands."""
        if self.since is None:
            return None
        left = max(0.0, self.left)
        for begin, end in self.counting(self.since):
            if end - begin >= left:
                return begin + left
            left -= end - begin
        raise AssertionError("a clock always goes on counting")


def tick(rate: Rate, clocks: Sequence[Clock], owing: Iterable[int], mover: int | None, now: float) -> list[Clock]:
    """The clocks after a row: of those who owe nothing (any more) they stand, of the others they run."""
    found = []
    owing = set(owing)
    for seat, clock in enumerate(clocks):
        if clock.since is not None and (seat == mover or seat not in owing):
            left = clock.left - clock.spent(now)
            clock = replace(
                clock, left=rate.after(left, seat not in owing) if seat == mover else left, since=None, flagged=False
            )
        if clock.since is None and seat in owing:
            clock = replace(clock, since=now)
        found.append(clock)
    return found


def due(table: Table) -> float | None:
    """When the next flag falls."""
    times = [clock.runs_out() for clock in table.clocks if not clock.flagged]
    return min((time for time in times if time is not None), default=None)


def late(table: Table, seat: int, now: float) -> bool:
    """Whether a seat lets the others wait too long."""
    if seat not in table.waiting:
        return False
    if table.clocks:
        clock = table.clocks[seat]
        out = clock.runs_out()
        return clock.flagged or (out is not None and out <= now)
    return now >= table.steps[table.arose[seat] - 1].row.at + LATE[table.setup.live]


# ---------------------------------------------------------------- entries and commands
class FlagFell(Entry, frozen=True, tag="flag_fell"):
    """The time of a seat is up."""

    seat: int

    def apply(self, table: Table, row: Row) -> None:
        table.clocks[self.seat] = replace(table.clocks[self.seat], flagged=True)


class ClocksHeld(Entry, frozen=True, tag="clocks_held"):
    """The server was away, or its clock jumped: what was running runs anew with what it had."""

    def apply(self, table: Table, row: Row) -> None:
        table.clocks = [
            clock if clock.since is None else replace(clock, since=row.at, left=max(clock.left, MINUTE))
            for clock in table.clocks
        ]


class LookAtClocks(Command, frozen=True, kw_only=True, tag="look_at_clocks"):
    """The server looks whether a flag has fallen."""

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        time = due(table)
        if time is None or time > asked.now or table.stage != "playing":
            raise refuse("not_late")
        if asked.now - time > SLACK:
            return ClocksHeld(), ""
        return FlagFell(next(i for i, clock in enumerate(table.clocks) if clock.runs_out() == time)), ""


class NightSet(Entry, frozen=True, tag="night_set"):
    """A player said when it is night where it lives."""

    seat: int
    night: Night | None

    def apply(self, table: Table, row: Row) -> None:
        clock = table.clocks[self.seat]
        # What has been counted so far was counted by the old night.
        left, since = clock.left - clock.spent(row.at), clock.since
        table.clocks[self.seat] = replace(clock, night=self.night, left=left, since=None if since is None else row.at)


class SetNight(Command, frozen=True, kw_only=True, tag="set_night"):
    """Say when it is night where one lives; half a day at most."""

    night: Night | None
    seat: SeatNumber | None = None

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        seat = table.seat_of(asked.by, self.seat)
        must_have_days(table)
        if self.night is not None and not 0 < self.night.length <= DAY / 2:
            raise refuse("bad_night")
        return NightSet(seat, self.night), ""


class VacationTaken(Entry, frozen=True, tag="vacation_taken"):
    """A player is away for some days."""

    seat: int
    begin: float
    end: float

    def apply(self, table: Table, row: Row) -> None:
        clock = table.clocks[self.seat]
        table.clocks[self.seat] = replace(clock, vacations=(*clock.vacations, (self.begin, self.end)), flagged=False)


class TakeVacation(Command, frozen=True, kw_only=True, tag="take_vacation"):
    """Let one's clock stand for some days, from now on."""

    days: Annotated[int, Meta(ge=1, le=60)]
    seat: SeatNumber | None = None

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        seat = table.seat_of(asked.by, self.seat)
        rate = must_have_days(table)
        clock = table.clocks[seat]
        taken = sum(end - begin for begin, end in clock.vacations) / DAY
        if taken + self.days > rate.vacation:
            raise refuse("no_vacation", value=self.days, left=int(rate.vacation - taken))
        now = max(asked.now, table.at)
        out = clock.runs_out()
        if out is not None and out <= now:
            raise refuse("too_late")
        begin = max([now, *(end for _, end in clock.vacations)])
        return VacationTaken(seat, begin, begin + self.days * DAY), ""


def must_have_days(table: Table) -> Days:
    """The clock of days of a running game; refused if it has none."""
    table.must_be("playing")
    if not isinstance(table.setup.clock, Days):
        raise refuse("no_days")
    return table.setup.clock
