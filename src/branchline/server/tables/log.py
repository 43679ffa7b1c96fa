"""The log of a table: commands that are asked for, entries that have happened, rows that are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

if TYPE_CHECKING:
    from branchline.server.tables.table import Table

Key = Annotated[str, Meta(max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]


class Entry(Struct, frozen=True, tag_field="what", forbid_unknown_fields=True):
    """Something that happened at a table, as everybody may know it. Secrets stand in the row's ``sealed``."""

    def apply(self, table: Table, row: Row) -> None:
        """Change the table."""
        raise NotImplementedError


class Row(Struct, frozen=True):
    """An entry in its place: row ``seq`` of the log of a table."""

    seq: int
    at: float
    by: str | None
    """The person who caused it; None for the server itself (bots, clocks)."""
    key: str
    entry: Entry
    sealed: str = ""
    """What nobody may see before the end: the secret, the deal, the move."""


class Asked(Struct, frozen=True):
    """Who asks, and when."""

    by: str | None
    now: float
    name: str = ""
    colour: str = ""


class Command(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """
    Something that is asked of a table.

    The same ``key`` from the same person is carried out once, however often it arrives.
    """

    key: Key = ""

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        """The entry that this becomes, and what is sealed with it; raises a refusal."""
        raise NotImplementedError
