"""Before the game: opening a table, seats, bots, salts. And seats that change hands in mid-game."""

from __future__ import annotations

import secrets
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from branchline.server import fair
from branchline.server.problems import refuse
from branchline.server.seats.registry import STAND_IN, bot_text
from branchline.server.tables.log import Asked, Command, Entry, Row, SeatNumber
from branchline.server.tables.setup import Setup
from branchline.server.tables.table import Chair, Table

COLOURS = ("blue", "red", "green", "yellow", "black", "purple")
"""The colours of seats; a table gives each to one seat."""

Salt = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[!-~]+\Z")]


def free_seat(table: Table, seat: int | None) -> int:
    """The seat that is asked for if it is free, or the first free one."""
    if seat is not None and seat >= len(table.chairs):
        raise refuse("no_such_seat", value=seat, seats=len(table.chairs))
    free = [i for i, chair in enumerate(table.chairs) if chair.free]
    if not free or (seat is not None and seat not in free):
        raise refuse("seat_taken", seat=seat)
    return free[0] if seat is None else seat


def free_colour(table: Table, wanted: str) -> str:
    """The wanted colour, or the first that nobody has."""
    taken = {chair.colour for chair in table.chairs}
    return next(colour for colour in (wanted, *COLOURS) if colour in COLOURS and colour not in taken)


def must_host(table: Table, asked: Asked) -> None:
    """Refuse those who do not host the table."""
    if asked.by is None or asked.by != table.host:
        raise refuse("not_host")


def rematch_key(table: Table) -> str:
    """The key with which the rematch of a table is opened: once, whoever asks and however often."""
    return f"rematch of {table.id}"


class Opened(Entry, frozen=True, tag="opened"):
    """A table was opened; ``promise`` is the hash of its secret. A rematch keeps the seats for those who played."""

    setup: Setup
    promise: str
    after: str | None = None
    chairs: tuple[Chair, ...] = ()
    first: int | None = None

    def apply(self, table: Table, row: Row) -> None:
        table.setup, table.host, table.created = self.setup, row.by, row.at
        table.secret = bytes.fromhex(row.sealed)
        table.chairs = list(self.chairs) or [Chair()] * self.setup.seats
        table.after, table.first = self.after, self.first


class Open(Command, frozen=True, kw_only=True, tag="open"):
    """Open a table; the rest is for the rematch of one."""

    setup: Setup
    after: str | None = None
    chairs: tuple[Chair, ...] = ()
    first: int | None = None

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        if table.seq:
            raise refuse("has_rematch", table=table.id)
        self.setup.check()
        secret = secrets.token_bytes(32)
        return Opened(self.setup, fair.promise(secret), self.after, self.chairs, self.first), secret.hex()


class SeatTaken(Entry, frozen=True, tag="seat_taken"):
    """A person took a seat."""

    seat: int
    person: str
    name: str
    colour: str
    local: bool = False

    def apply(self, table: Table, row: Row) -> None:
        table.chairs[self.seat] = Chair(person=self.person, name=self.name, colour=self.colour, local=self.local)


class TakeSeat(Command, frozen=True, kw_only=True, tag="take_seat"):
    """
    Take a free seat, the first by default; in mid-game one that the host has offered.

    With a ``name`` it is for somebody who plays at the same browser.
    """

    seat: SeatNumber | None = None
    name: Annotated[str, Meta(max_length=40)] = ""
    colour: Annotated[str, Meta(max_length=16)] = ""

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        if asked.by is None:
            raise refuse("who_are_you")
        if asked.by in table.barred:
            raise refuse("sent_away")
        name = " ".join(self.name.split())
        if table.stage == "lobby" and not name:
            for seat in table.seats_of(asked.by):
                chair = table.chairs[seat]
                if chair.reserved and self.seat in (None, seat):
                    return SeatTaken(seat, asked.by, chair.name, chair.colour, chair.local), ""
        mine = [seat for seat in table.seats_of(asked.by) if not table.chairs[seat].reserved]
        if mine and not name:
            raise refuse("already_seated")
        if table.stage == "playing":
            if self.seat is None or mine or not table.chair(self.seat).offered:
                raise refuse("not_offered")
            seat, colour = self.seat, table.chairs[self.seat].colour
        else:
            table.must_be("lobby")
            seat = free_seat(table, self.seat)
            colour = free_colour(table, self.colour or asked.colour)
        return SeatTaken(seat, asked.by, name or asked.name, colour, local=bool(name)), ""


class SeatLeft(Entry, frozen=True, tag="seat_left"):
    """A seat became free; in mid-game a bot took it over."""

    seat: int

    def apply(self, table: Table, row: Row) -> None:
        chair = table.chairs[self.seat]
        if table.stage == "playing":
            table.chairs[self.seat] = Chair(bot=STAND_IN, name=chair.name, colour=chair.colour)
            return
        table.chairs[self.seat] = Chair()
        table.salts.pop(self.seat, None)


class LeaveSeat(Command, frozen=True, kw_only=True, tag="leave_seat"):
    """Leave one's seat, in mid-game to a bot; before the game the host may free any."""

    seat: SeatNumber | None = None

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        if table.stage == "over":
            raise refuse("not_playing", stage=table.stage)
        if self.seat is not None and table.stage == "lobby" and asked.by is not None and asked.by == table.host:
            table.chair(self.seat)
            return SeatLeft(self.seat), ""
        return SeatLeft(table.seat_of(asked.by, self.seat)), ""


class SentAway(Entry, frozen=True, tag="sent_away"):
    """The host sent a person away for good."""

    person: str

    def apply(self, table: Table, row: Row) -> None:
        table.barred |= {self.person}
        for seat in table.seats_of(self.person):
            SeatLeft(seat).apply(table, row)


class SendAway(Command, frozen=True, kw_only=True, tag="send_away"):
    """Send the person of a seat away: it cannot come back to this table. Before the game, and only the host."""

    seat: SeatNumber

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        table.must_be("lobby")
        must_host(table, asked)
        person = table.chair(self.seat).person
        if person is None or person == asked.by:
            raise refuse("nobody_there", seat=self.seat)
        return SentAway(person), ""


class BotSeated(Entry, frozen=True, tag="bot_seated"):
    """A bot got a seat."""

    seat: int
    bot: str
    colour: str

    def apply(self, table: Table, row: Row) -> None:
        name = table.chairs[self.seat].name if table.stage == "playing" else self.bot
        table.chairs[self.seat] = Chair(bot=self.bot, name=name, colour=self.colour)


class SeatBot(Command, frozen=True, kw_only=True, tag="seat_bot"):
    """Give a free seat to a bot; or let another bot play where one does, in mid-game too."""

    bot: Annotated[str, Meta(max_length=80)]
    seat: SeatNumber | None = None

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        must_host(table, asked)
        bot = bot_text(self.bot)
        if self.seat is not None and table.stage != "over" and table.chair(self.seat).bot is not None:
            return BotSeated(self.seat, bot, table.chairs[self.seat].colour), ""
        table.must_be("lobby")
        seat = free_seat(table, self.seat)
        return BotSeated(seat, bot, free_colour(table, "")), ""


class SeatOffered(Entry, frozen=True, tag="seat_offered"):
    """Whoever comes may take over a seat of a bot, or no longer."""

    seat: int
    offered: bool

    def apply(self, table: Table, row: Row) -> None:
        table.chairs[self.seat] = replace(table.chairs[self.seat], offered=self.offered)


class OfferSeat(Command, frozen=True, kw_only=True, tag="offer_seat"):
    """Let a person take over a seat of a bot in mid-game, with all that it knows. Only the host."""

    seat: SeatNumber
    offered: bool = True

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        table.must_be("playing")
        must_host(table, asked)
        if table.chair(self.seat).bot is None:
            raise refuse("no_bot_there", seat=self.seat)
        return SeatOffered(self.seat, self.offered), ""


class SeatsRotated(Entry, frozen=True, tag="seats_rotated"):
    """Everybody moved one seat on, the last to the first."""

    def apply(self, table: Table, row: Row) -> None:
        table.chairs = [table.chairs[-1], *table.chairs[:-1]]
        table.salts = {(seat + 1) % len(table.chairs): salt for seat, salt in table.salts.items()}


class RotateSeats(Command, frozen=True, kw_only=True, tag="rotate_seats"):
    """Let everybody move one seat on. Before the game, and only the host."""

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        table.must_be("lobby")
        must_host(table, asked)
        return SeatsRotated(), ""


class RematchOpened(Entry, frozen=True, tag="rematch_opened"):
    """These players play again at another table."""

    table: str

    def apply(self, table: Table, row: Row) -> None:
        table.rematch = self.table


class OpenRematch(Command, frozen=True, kw_only=True, tag="open_rematch"):
    """Name the table of the rematch, once for all who want one."""

    table: str

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        if table.stage != "over":
            raise refuse("not_over")
        table.seat_of(asked.by)
        if table.rematch is not None:
            raise refuse("has_rematch", table=table.rematch)
        return RematchOpened(self.table), ""


def rematch(table: Table) -> Open:
    """The opening of a rematch: everybody one seat on, so that the next one begins."""
    assert table.game is not None
    chairs = [
        Chair(chair.person, chair.bot, chair.bot or chair.name, chair.colour, chair.local, reserved=not chair.bot)
        for chair in table.chairs
    ]
    return Open(
        setup=table.setup,
        key=rematch_key(table),
        after=table.id,
        chairs=(*chairs[1:], chairs[0]),
        first=table.game.first_seat,
    )


class Salted(Entry, frozen=True, tag="salted"):
    """A seat added its own salt to the dealing."""

    seat: int
    salt: str

    def apply(self, table: Table, row: Row) -> None:
        table.salts[self.seat] = self.salt


class AddSalt(Command, frozen=True, kw_only=True, tag="add_salt"):
    """Add one's own salt to the dealing, so that not even the server could have chosen it."""

    salt: Salt
    seat: SeatNumber | None = None

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        table.must_be("lobby")
        return Salted(table.seat_of(asked.by, self.seat), self.salt), ""
