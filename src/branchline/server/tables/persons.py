"""Who somebody is, told anew: a guest who got an account, and a person who wants to be forgotten."""

from __future__ import annotations

from typing import Any

from msgspec import json
from msgspec.structs import replace

from branchline.game.record import Record
from branchline.server.problems import refuse
from branchline.server.tables.log import Asked, Command, Entry, Row
from branchline.server.tables.play import Started
from branchline.server.tables.table import Table

NOBODY = "–"
"""The name in records of a person who was forgotten: the same in every language. At tables it has none."""


class HandedOver(Entry, frozen=True, tag="handed_over"):
    """What was a guest's at this table is an account's from now on."""

    person: str
    to: str

    def apply(self, table: Table, row: Row) -> None:
        def now(person: str | None) -> str | None:
            return self.to if person == self.person else person

        # Whoever now has two seats has them at one browser: a curtain falls between them.
        doubled = bool(table.seats_of(self.to))
        table.chairs = [
            replace(chair, person=self.to, local=chair.local or doubled) if chair.person == self.person else chair
            for chair in table.chairs
        ]
        table.host = now(table.host)
        table.met |= {self.to}
        if self.person in table.barred:
            table.barred |= {self.to}
        if self.person in table.hushed:
            table.hushed |= {self.to}
        if table.proposal is not None:
            agreed = dict.fromkeys(now(person) or "" for person in table.proposal.agreed)
            against = dict.fromkeys(now(person) or "" for person in table.proposal.against)
            against = {person: None for person in against if person not in agreed}
            table.proposal = replace(table.proposal, agreed=tuple(agreed), against=tuple(against))


class HandOver(Command, frozen=True, kw_only=True, tag="hand_over"):
    """Give an account what is a guest's at this table. Only the server asks for it."""

    person: str
    to: str

    def decide(self, table: Table, asked: Asked) -> tuple[Entry, str]:
        if self.person not in table.met:
            raise refuse("nobody_there", seat=None)
        return HandedOver(self.person, self.to), ""


class Forgotten(Entry, frozen=True, tag="forgotten"):
    """
    Somebody wanted to be forgotten. The rows before this one were written anew, without the name and the id.

    Who has the table in memory reads it again. If nobody hosted it, the next one who sits there does.
    """

    host: str | None

    def apply(self, table: Table, row: Row) -> None:
        table.host = self.host
        if not any(chair.person for chair in table.chairs):
            table.setup = replace(table.setup, listed=False)


def once_were(rows: list[Row], person: str) -> list[str]:
    """All ids under which a person stands in a log: its own, and those of the guests that it was before."""
    ids = [person]
    for row in reversed(rows):
        if isinstance(row.entry, HandedOver) and row.entry.to in ids and row.entry.person not in ids:
            ids.append(row.entry.person)
    return ids


def without(row: Row, table: Table, ids: dict[str, str]) -> tuple[str, str, str | None]:
    """
    A row without some persons: its entry, what is sealed, and who caused it.

    Each gets another id, for the log must add up to the same as before; their names go. ``table`` is what the rows
    before add up to.
    """
    entry = json.encode(nameless(json.decode(json.encode(row.entry)), ids)).decode()
    sealed = row.sealed
    if isinstance(row.entry, Started):
        names = tuple(chair.name or NOBODY for chair in table.chairs)
        sealed = replace(Record.from_json(sealed), names=names).to_json()
    return entry, sealed, ids.get(row.by, row.by) if row.by else None


def nameless(data: Any, ids: dict[str, str]) -> Any:
    """Plain data with other ids; wherever a person stands beside a name, the name goes."""
    if isinstance(data, list):
        return [nameless(one, ids) for one in data]
    if isinstance(data, str):
        return ids.get(data, data)
    if not isinstance(data, dict):
        return data
    changed = {key: nameless(value, ids) for key, value in data.items()}
    if "name" in data and data.get("person") in ids:
        changed["name"] = ""
    return changed
