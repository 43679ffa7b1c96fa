"""What a row of a table's log means to those who are not looking: whose turn it is, what was asked, what ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from branchline.server.tables.clocks import FlagFell
from branchline.server.tables.table import Table

Kind = Literal["turn", "started", "over", "late", "asked", "full", "rematch", "invited", "mention"]

MATTERS: dict[Kind, str] = {
    "turn": "game",
    "started": "game",
    "over": "game",
    "late": "game",
    "asked": "asked",
    "full": "seat",
    "rematch": "seat",
    "invited": "seat",
    "mention": "talk",
}
"""What each kind is about. Of one matter at one table a person has one notice: the newest."""


class Tiding(Struct, frozen=True):
    """Something that a person may want to know."""

    person: str
    kind: Kind
    by: str | None = None
    """The person who caused it, if that matters."""
    about: str = ""
    """What was asked."""


def owing(table: Table) -> set[str]:
    """The persons whom the table waits for."""
    chairs = (table.chairs[seat] for seat in table.waiting)
    return {chair.person for chair in chairs if chair.person and chair.player is None}


def sitting(table: Table) -> set[str]:
    """The persons who have a seat, also those who have not come yet."""
    return {chair.person for chair in table.chairs if chair.person}


def full(table: Table) -> bool:
    """Whether a game could start."""
    return table.stage == "lobby" and not any(chair.free or chair.reserved for chair in table.chairs)


def tidings(before: Table, after: Table) -> Iterator[Tiding]:
    """What the last row means to others than the one who caused it."""
    row = after.steps[-1].row
    others = sorted(sitting(after) - {row.by})
    if before.seq == 0:
        yield from (Tiding(person, "rematch", row.by) for person in others)
    elif before.stage != after.stage:
        for person in others:
            yield Tiding(person, "started" if after.stage == "playing" else "over")
    elif isinstance(row.entry, FlagFell):
        if late := after.chairs[row.entry.seat].person:
            yield Tiding(late, "late")
    else:
        yield from (Tiding(person, "turn") for person in sorted(owing(after) - owing(before) - {row.by}))
    if full(after) and not full(before) and after.host and after.host != row.by:
        yield Tiding(after.host, "full", row.by)
    asked = after.proposal
    if asked is not None and (before.proposal is None or before.proposal.row != asked.row):
        for person in asked.matter.voters(after):
            if person not in asked.agreed:
                yield Tiding(person, "asked", row.by, str(asked.matter.__struct_config__.tag))


def settled(before: Table, after: Table) -> Iterator[tuple[str, str | None]]:
    """Which persons need not be told any more of what matter (None: of any) at this table."""
    if (by := after.steps[-1].row.by) is not None:
        yield by, None
    yield from ((person, "game") for person in sorted(owing(before) - owing(after)))
    if before.proposal is not None and after.proposal is None:
        yield from ((person, "asked") for person in sorted(sitting(before)))
