"""The bot that knows nothing."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.bot import Bot, Clock
from branchline.game.moves import AnyMove
from branchline.game.view import View


class RandomBot(Bot):
    """Any legal move, each as likely as the others."""

    def choose(self, view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        return self.random.choice(moves)
