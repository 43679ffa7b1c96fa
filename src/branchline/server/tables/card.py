"""What stands on a list of tables: little enough to be kept beside the log, so that a list loads no table."""

from __future__ import annotations

from msgspec import Struct

from branchline.server.tables.clocks import due
from branchline.server.tables.setup import Setup
from branchline.server.tables.table import Chair, Ending, Stage, Table


class Card(Struct, frozen=True):
    """A table in a list, as everybody may see it."""

    id: str
    stage: Stage
    host: str | None
    created: float
    changed: float
    setup: Setup
    chairs: tuple[Chair, ...]
    waiting: tuple[int, ...] = ()
    due: float | None = None
    ending: Ending | None = None
    rematch: str | None = None


def card(table: Table) -> Card:
    """The card of a table."""
    return Card(
        id=table.id,
        stage=table.stage,
        host=table.host,
        created=table.created,
        changed=table.at,
        setup=table.setup,
        chairs=tuple(table.chairs),
        waiting=table.waiting,
        due=due(table),
        ending=table.ending,
        rematch=table.rematch,
    )
