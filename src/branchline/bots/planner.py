"""The planner as a bot: prices every legal move by its plan and takes the best."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from branchline.bots.bot import Bot, Clock, Remark
from branchline.game.moves import AnyMove
from branchline.game.view import View
from branchline.planning.reason import reason
from branchline.planning.table import Changes, Table


class PlannerBot(Bot):
    """Plans tickets and tracks over the whole board. It uses no chance: the same view, the same move."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.last: tuple[Table, int, bytes] | None = None

    def choose(self, view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        """The move of the best price. Any possible world will do: the planner looks at nothing hidden."""
        self.last = None
        if len(moves) == 1:
            return moves[0]
        table = Table(view, self.changes(view.variant))
        world = table.world(Random(0))
        code = self.pick(table, world)
        self.last = (table, code, world)
        return table.move(code)

    def changes(self, variant: str) -> Changes:
        """What it values otherwise on a board: those with a character of their own do."""
        return ()

    def pick(self, table: Table, world: bytes) -> int:
        """The code to play."""
        return table.planner.choose(world)

    def explain(self) -> Remark | None:
        """Why the last move."""
        return Remark(*reason(*self.last)) if self.last else None
