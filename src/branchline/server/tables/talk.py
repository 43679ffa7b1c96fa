"""How a table talks: what the host allows, and whom it has asked to be silent. The lines themselves are no entries."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from branchline.server.tables.lobby import must_host
from branchline.server.tables.log import Asked, Command, Entry, Row
from branchline.server.tables.setup import Talk
from branchline.server.tables.table import Table


class TalkSet(Entry, frozen=True, tag="talk_set"):
    """The host said how one talks here."""

    talk: Talk

    def apply(self, table: Table, row: Row) -> None:
        table.setup = replace(table.setup, talk=self.talk)


class SetTalk(Command, frozen=True, kw_only=True, tag="set_talk"):
    """Say how one talks here, at any time. Only the host."""

    talk: Talk

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        must_host(table, asked)
        return TalkSet(self.talk), ""


class Hushed(Entry, frozen=True, tag="hushed"):
    """The host silenced a person at this table, or no longer."""

    person: str
    hushed: bool

    def apply(self, table: Table, row: Row) -> None:
        table.hushed = table.hushed | {self.person} if self.hushed else table.hushed - {self.person}


class Hush(Command, frozen=True, kw_only=True, tag="hush"):
    """Silence a person at this table, also one that looks on, or let it talk again: the host, or the keepers."""

    person: Annotated[str, Meta(max_length=16)]
    hushed: bool = True

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        if asked.by is not None:
            must_host(table, asked)
        return Hushed(self.person, self.hushed), ""
