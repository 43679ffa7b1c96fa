"""Taking moves back: alone while nobody has seen anything new since, else with the consent of all (``consent.py``)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from branchline.server.problems import refuse
from branchline.server.tables.log import Asked, Command, Entry, Row, SeatNumber
from branchline.server.tables.table import Table

RowNumber = Annotated[int, Meta(ge=1)]


class TakenBack(Entry, frozen=True, tag="taken_back"):
    """The moves after a row do not stand any more: those of a seat, or all (None). What was queued is dropped."""

    to: int
    seat: int | None = None
    agreed: bool = False

    def apply(self, table: Table, row: Row) -> None:
        gone = [m for m in table.moves if m.row > self.to and self.seat in (None, m.seat)]
        table.play_again([move for move in table.moves if move not in gone])
        table.proposal = None
        # Whoever decides again has to have seen this row.
        if self.seat is None:
            table.arose.clear()
        else:
            table.arose.pop(self.seat, None)


class TakeBack(Command, frozen=True, kw_only=True, tag="take_back"):
    """Take back one's last move, or all of one's moves after a row, while nobody has seen anything new since."""

    to: RowNumber | None = None
    seat: SeatNumber | None = None

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        table.must_be("playing")
        seat = table.seat_of(asked.by, self.seat)
        if not table.setup.take_back:
            raise refuse("no_take_back")
        if table.chairs[seat].stand_in:
            raise refuse("stood_in")
        rows = table.free_back(seat)
        to = rows[0] if self.to is None and rows else self.to
        if not rows or to is None or to < rows[-1] or not any(row >= to for row in rows):
            raise refuse("something_was_seen")
        return TakenBack(to, seat), ""
