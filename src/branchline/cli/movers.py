"""Who moves for a seat at full speed: a function from a game to a legal code. Bots, which see views, are elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from branchline.game.dice import Dice
from branchline.game.game import Game

Mover = Callable[[Game, Dice], int]
"""Chooses among the legal codes of the seat whose decision the core asks for."""


def random_mover(game: Game, dice: Dice) -> int:
    """Any legal move, each as likely as the others; the same that ``Engine.play_out`` chooses."""
    codes: list[int] = game.engine.legal()
    return codes[dice.below(len(codes))]
