"""What the actions of ``branchline admin`` work with."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from branchline.cli.common import CommandError, Context

if TYPE_CHECKING:
    from branchline.server.accounts import Accounts
    from branchline.server.config import Config
    from branchline.server.live.tables import LiveTables
    from branchline.server.store.store import Store

SHOWN = 100
"""So many rows of a list are shown at most."""


@dataclass
class Office:
    """What an action works with."""

    context: Context
    found: Namespace
    config: Config
    store: Store
    tables: LiveTables
    accounts: Accounts

    @property
    def now(self) -> float:
        """What the clock says."""
        return self.tables.clock.now()

    def say(self, message: str, **parameters: Any) -> None:
        """A sentence."""
        self.context.write(*self.context.terminal.wrap(self.context.say(f"admin.{message}", **parameters)))

    def table(self, columns: tuple[str, ...], rows: list[list[str]]) -> None:
        """Rows under their names."""
        head = [self.context.say(f"admin.column_{column}") for column in columns]
        self.context.write(*self.context.terminal.table([head, *rows], "l" * len(columns)))

    def facts(self, facts: dict[str, object]) -> None:
        """What is known of one thing."""
        rows = [[self.context.say(f"admin.column_{name}"), str(value)] for name, value in facts.items()]
        self.context.write(*self.context.terminal.table(rows, "ll", header=False))

    def yes(self, value: object) -> str:
        """Yes or no."""
        return self.context.say("admin.yes" if value else "admin.no")

    async def person(self) -> dict[str, Any]:
        """The person that the first word names."""
        from branchline.server.store import keeping

        found = await self.store.read(keeping.person, self.found.words[0])
        if found is None:
            raise CommandError("admin.no_person", {"value": self.found.words[0]})
        return found


def when(moment: float) -> str:
    """A moment as people of this machine write it."""
    return datetime.fromtimestamp(moment).strftime("%Y-%m-%d %H:%M")


def sure(office: Office, message: str, **parameters: Any) -> bool:
    """Whether somebody wants it who knows what it means."""
    if not office.found.yes:
        office.say(message, **parameters)
        office.say("say_yes")
    return bool(office.found.yes)
