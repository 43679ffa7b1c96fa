"""Games played on by the planner, and what they were worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import *
from branchline.core.consts import *
from branchline.core.turn import *
from branchline.planning.beliefs import *
from branchline.planning.quick import *

if TYPE_CHECKING:
    from branchline.core.kinds import *
    from branchline.core.state import *
    from branchline.planning.records import *


def forget(mind: Mind) -> None:
    """No seat has a plan."""
    for seat in range(SEATS):
        mind.made[seat] = 0


def play_on(m: Map, s: State, tape: Tape, chart: Chart, p: Params, desk: Desk, mind: Mind, out: i32s) -> None:
    """The planner plays all seats to the end, each from what it may know."""
    while s.phase != OVER:
        step(m, s, tape, quick_move(m, s, chart, p, desk, mind, out))


def utility(s: State, seat: int) -> int:
    """Winning in thousandths, ties shared, and a little for points: what the search player maximises."""
    first: int = 0
    best: int = -100000
    for q in range(s.n_seats):
        if s.rank[q] == 1:
            first += 1
        if q != seat:
            best = max(best, s.final[q])
    won: int = 1000 // max(first, 1) if s.rank[seat] == 1 else 0
    return won + 10 * (s.final[seat] - best)
