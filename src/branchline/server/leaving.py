"""
What belongs to a person as a whole: taking all of it along in an export, giving a guest's things to an account,
forgetting a person.

What the database has beside the tables stands in ``store/holdings.py``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from msgspec import json

from branchline.server.bus import CHANGED, FORGOTTEN, Note
from branchline.server.live.live import Writing
from branchline.server.live.tables import LiveTables
from branchline.server.store import logs
from branchline.server.store.holdings import export_holdings, forget_holdings, move_holdings
from branchline.server.tables.card import card
from branchline.server.tables.persons import HandOver
from branchline.server.tables.table import Table

FORMAT = "branchline-person/1"


async def hand_over(tables: LiveTables, guest: str, account: str) -> None:
    """
    Give an account all that is a guest's: seats, hosted tables, what the holdings name. The guest is no more.

    If this breaks off, the guest is still there; handing over again does no harm.
    """
    for id in await tables.store.read(logs.visited, guest):
        await (await tables.get(id)).do(HandOver(person=guest, to=account), tables.asked(None))
    await tables.store.write(move_holdings, guest, account)
    await tables.bus.publish(Note(CHANGED, guest, 0))


async def forget(tables: LiveTables, person: str) -> None:
    """
    Forget a person: its seats go to bots, its name and id disappear from all logs, then everything else is removed.

    If this breaks off, the person is still there and can ask again.
    """
    for id in await tables.store.read(logs.visited, person):
        await (await tables.get(id)).forget(person, tables.asked(None))
    await tables.store.write(forget_holdings, person)
    await tables.bus.publish(Note(FORGOTTEN, person, 0))


async def export(tables: LiveTables, person: str) -> AsyncIterator[bytes]:
    """All that is kept about a person, as one JSON object in pieces: a table at a time is held in memory."""
    holdings = await tables.store.read(export_holdings, person)
    head = json.encode({"format": FORMAT, "exported": tables.clock.now(), **holdings})
    yield head[:-1] + b',"tables":['
    comma = b"\n"
    for id in await tables.store.read(logs.visited, person):
        yield comma + as_known(await tables.store.read(logs.load, id), person)
        comma = b",\n"
    yield b"]}\n"


def as_known(table: Table, person: str) -> bytes:
    """A table as a person may know it: through the eyes of each of its seats, or as everybody sees it."""
    writing, seats = Writing(), table.seats_of(person)
    late = not seats and table.setup.delay and table.stage != "over"
    eyes: list[int | None] = [] if late else [*seats] or [None]
    seen = b",".join(writing.news(table, seat, 0) for seat in eyes)
    return b'{"card":%b,"seen":[%b]}' % (json.encode(card(table)), seen)
