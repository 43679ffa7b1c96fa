"""A view as integers for the planner: the one door between views and the compiled players."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from branchline.game.game import codec
from branchline.game.moves import AnyMove
from branchline.game.tables import Tables
from branchline.game.view import View
from branchline.game.worlds import Worlds
from branchline.planning.engine import Planner
from branchline.planning.weights import params, values

Changes = tuple[tuple[str, int], ...]
"""Planner parameters that somebody values otherwise: names and values."""


@lru_cache(maxsize=256)
def planner_for(tables: Tables, seats: int, changes: Changes = ()) -> Planner:
    """The planner of a board with the parameters for so many seats, changed for those who value things otherwise."""
    return Planner(tables.board.data, params(values(tables.variant.id, seats) | dict(changes)).pack())


class Table:
    """One decision of one seat, from what its view tells."""

    def __init__(self, view: View, changes: Changes = ()) -> None:
        assert view.seat is not None, "a spectator decides nothing"
        self.view = view
        self.seat = view.seat
        self.worlds = Worlds(view)
        self.tables = self.worlds.t
        self.codec = codec(self.tables)
        self.offered = len(view.own.offer or ())
        self.planner = planner_for(self.tables, len(view.seats), changes)

    def world(self, random: Random) -> bytes:
        """The state of a possible world in which this seat decides."""
        state = self.worlds.state(random)
        state.cur = self.seat
        return state.pack()

    def some_worlds(self, random: Random, number: int) -> list[bytes]:
        """Several worlds."""
        return [self.world(random) for _ in range(number)]

    def move(self, code: int) -> AnyMove:
        """A code as a move."""
        return self.codec.move_of(code, self.offered)
