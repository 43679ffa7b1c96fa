"""Tables without a server: commands become rows at once. For tests of what a table is."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from branchline.server.tables import kinds, lobby, play
from branchline.server.tables.log import Asked, Command, Row
from branchline.server.tables.setup import Setup
from branchline.server.tables.table import Table

NOW = 1_800_000_000.0


@dataclass
class Pure:
    """A table and its time. Persons are called p0, p1, …, by their seats."""

    table: Table = field(default_factory=lambda: Table("t"))
    now: float = NOW

    def do(self, command: Command, by: str | None = "p0") -> Row:
        """Carry out a command; raises its refusal."""
        entry, sealed = command.decide(self.table, Asked(by, self.now, f"Name {by}"))
        # What is kept is read again: an entry that does not survive that is found here.
        entry = kinds.read_entry(kinds.write(entry))
        row = Row(self.table.seq + 1, max(self.now, self.table.at), by, command.key, entry, sealed)
        after = self.table.copy()
        after.apply(row)
        self.table = after
        return row

    def play(self, move: str, seat: int | None = None, **more: Any) -> Row:
        """Play a move of a seat, of the first that owes one by default."""
        seat = self.table.waiting[0] if seat is None else seat
        return self.do(play.Play(move=move, expected=self.table.seq, seat=seat, **more), self.table.chairs[seat].person)

    def legal(self, seat: int | None = None) -> list[str]:
        """The moves that a seat has."""
        assert self.table.game is not None
        return [str(move) for move in self.table.game.legal(self.table.waiting[0] if seat is None else seat)]

    def any_move(self, random: Random) -> Row:
        """Some move of some seat that owes one."""
        seat = random.choice(self.table.waiting)
        return self.play(random.choice(self.legal(seat)), seat)

    def again(self) -> Table:
        """The table from its log alone."""
        found = Table(self.table.id)
        for step in self.table.steps:
            found.apply(step.row)
        return found


def started(variant: str = "usa", seats: int = 2, **setup: Any) -> Pure:
    """A table at which a game has begun; seat n is the person pn."""
    pure = Pure()
    pure.do(lobby.Open(setup=Setup(variant=variant, seats=seats, **setup)))
    for seat in range(seats):
        pure.do(lobby.TakeSeat(seat=seat), f"p{seat}")
    pure.do(play.Start())
    return pure


def past_start(pure: Pure) -> Pure:
    """The same after all have chosen at the start."""
    while pure.table.game is not None and pure.table.game.view(None).decision == "start":
        pure.play(pure.legal()[0])
    return pure
