"""
What each part of the search player is worth: it plays against itself without the part, or with more or less of it.

Every deal is played with both seatings, and half won would be no difference. What was played is kept in
build/ablations, so that an interrupted run goes on where it stopped; a run of another commit needs an empty folder
(--fresh).

    python tools/ablations.py --games 200
    python tools/ablations.py --parts doubt rollouts --seconds 600
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random

from msgspec.structs import replace

from branchline import bots
from branchline.arena import Ledger, Plan, play, summarise
from branchline.arena.report import interval, percent
from branchline.bots.bot import Clock
from branchline.bots.search import SearchBot
from branchline.core.engine import Engine
from branchline.game.moves import AnyMove
from branchline.game.view import View
from branchline.planning.search import Search
from branchline.planning.table import Table

KEPT = Path(__file__).parent.parent / "build" / "ablations"
PLAYOUTS = 200
"""For a decision, where nothing else is said."""
PARTS = {
    "search": ("{search}", "planner"),
    "more": ("search:playouts=1000", "search:playouts=300"),
    "fewer": ("search:playouts=300", "search:playouts=100"),
    "no_doubt": ("{search}", "{search},doubt=0"),
    "more_doubt": ("{search}", "{search},doubt=2"),
    "rollouts": ("{search}", "without_plans"),
    "known": ("{search}", "without_memory"),
    "tickets": ("{search}", "without_tickets"),
    "endgame": ("{search}", "without_end"),
    "halving": ("{search}", "without_halving"),
}
"""Each part: who has it, and who does without."""


class RandomSearch(Search):
    """Plays out at random instead of by the planner."""

    def play(self, portions: int, worlds: int) -> None:
        """As many games on from the same worlds, each seat taking any legal move."""
        codes = [self.codes[i] for i in self.alive]
        board = self.table.tables.board
        seat = self.table.seat
        for _ in range(portions * worlds):
            world = self.table.planner.deal_again(self.bases[0], seat, self.random.getrandbits(60))
            row = []
            for code in codes:
                engine = Engine.from_bytes(board, world)
                engine.step(code)
                if not engine.over:
                    engine.play_out(self.random.getrandbits(60))
                lead = engine.scores[seat] - max(it for i, it in enumerate(engine.scores) if i != seat)
                won = engine.ranks[seat] == 1
                row.append((1000 // engine.ranks.count(1) if won else 0) + 10 * lead)
            for i, value in zip(self.alive, row, strict=True):
                self.gains[i].append(value - row[0])
        self.playouts += portions * worlds * len(codes)


class FlatSearch(Search):
    """Gives every candidate the same number of play-outs."""

    @property
    def rounds(self) -> int:
        """All in one."""
        return 1

    def halve(self) -> None:
        """Nobody leaves."""


class WithoutPlans(SearchBot):
    """Plays out at random."""

    kind: type[Search] = RandomSearch

    def choose(self, view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        """The best candidate."""
        if len(moves) == 1:
            return moves[0]
        search = self.kind(Table(view), self.random, self.doubt)
        if len(search.codes) > 1:
            self.try_out(search, clock)
        return search.table.move(search.codes[search.best()])


class WithoutHalving(WithoutPlans):
    """Spends as much on every candidate."""

    kind = FlatSearch


class WithoutMemory(SearchBot):
    """Does not remember who took which cards of the row."""

    def choose(self, view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        """As if all cards of the others had been drawn blind."""
        seats = tuple(it if it.seat == view.seat else replace(it, known={}) for it in view.seats)
        return super().choose(replace(view, seats=seats), moves, clock)


class ByPlan(SearchBot):
    """Leaves some decisions to the planner."""

    def plans(self, view: View) -> bool:
        """Whether this one."""
        raise NotImplementedError

    def choose(self, view: View, moves: Sequence[AnyMove], clock: Clock) -> AnyMove:
        """The planner's choice or the search's."""
        if self.plans(view) and len(moves) > 1:
            table = Table(view)
            return table.move(table.planner.choose(table.world(Random(0))))
        return super().choose(view, moves, clock)


class WithoutTickets(ByPlan):
    """Keeps the tickets that the planner would keep."""

    def plans(self, view: View) -> bool:
        return view.decision in ("start", "keep")


class WithoutEnd(ByPlan):
    """Plays the last turns as the planner does."""

    def plans(self, view: View) -> bool:
        return view.last_turns is not None


def enter(playouts: int) -> None:
    """Register the players that do without."""
    kinds = (WithoutPlans, WithoutHalving, WithoutMemory, WithoutTickets, WithoutEnd)
    names = ("without_plans", "without_halving", "without_memory", "without_tickets", "without_end")
    for name, kind in zip(names, kinds, strict=True):
        bots.register(bots.Entry(name, kind, preset={"playouts": playouts}, message="plans.about_search"))


def main() -> int:
    """Play the matches, and print what came of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--parts", nargs="*", choices=sorted(PARTS), default=list(PARTS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    parser.add_argument("--variant", default="usa")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long; run again to go on")
    parser.add_argument("--fresh", action="store_true", help="forget what was played before")
    given = parser.parse_args()
    if given.fresh:
        shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    enter(given.playouts)
    end = time.monotonic() + given.seconds
    rows = [("part", "with", "without", "games", "won with", "95 %", "points ahead")]
    with ExitStack() as stack:
        matches = []
        for part in given.parts:
            names = [name.format(search=f"search:playouts={given.playouts}") for name in PARTS[part]]
            plan = Plan.make(names, given.variant, given.seats, given.games, "ablations")
            file = KEPT / f"{given.variant}-{given.seats}-{given.playouts}-{part}.jsonl"
            ledger = stack.enter_context(Ledger(file, plan))
            matches.append((part, ledger, list(ledger.blocks), play(plan, 1, ledger.done)))
        going = list(matches)
        while going and time.monotonic() < end:  # in turns, so that all have as many games when time is over
            for match in list(going):
                _, ledger, blocks, coming = match
                if (block := next(coming, None)) is None:
                    going.remove(match)
                else:
                    ledger.add(block)
                    blocks.append(block)
    for part, ledger, blocks, _ in matches:
        if len(blocks) > 1:
            found = summarise(ledger.plan, blocks)
            wins, ahead = found.lines[0].wins, found.lines[0].points.mean - found.lines[1].points.mean
            told = (str(found.games), percent(wins.mean), interval(wins), f"{ahead:+.1f}")
            rows.append((part, *ledger.plan.bots, *told))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
