"""
Information-set Monte-Carlo tree search of the textbook kind: Cowling, Powley and Whitehouse, Information Set Monte
Carlo Tree Search (2012), with a single observer.

One tree for what the seat knows. Each iteration deals the unseen cards and tickets anew, walks down the tree along
moves that are legal in that world, adds one node, plays on at random to the end, and counts. A child's chance to be
chosen goes by how often it was there to be chosen, not by how often its parent was visited. No knowledge of the game is
in it, except that of several payments for the same thing only the one with the fewest wilds is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING, Any

from branchline.bots.bot import Bot, Clock, Remark
from branchline.game import moves as mv
from branchline.game.view import View
from branchline.game.worlds import Worlds
from branchline.planning.table import planner_for

if TYPE_CHECKING:
    from branchline.game.codes import Codec

SCALE = 60
"""Points of lead that count almost like a victory."""
SEED_BITS = 63
FRESH = 100
"""Iterations after which a world is made from the view again; in between the compiled code deals its hidden cards and
tickets anew, which is what it does for the planner too."""


class Node:
    """A move in the tree: how often it was there, how often it was taken, and what came of it for its player."""

    __slots__ = ("available", "children", "value", "visits")

    def __init__(self) -> None:
        self.children: dict[int, Node] = {}
        self.visits = 0
        self.available = 0
        self.value = 0.0


class Choices:
    """Which codes are worth trying: of several ways to pay for the same thing only the natural one."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.known: dict[int, dict[int, tuple[object, int]]] = {}

    def of(self, engine: Any) -> list[int]:
        """The codes of the seat to move, reduced."""
        codes: list[int] = engine.legal()
        if len(codes) == 1:
            return codes
        offered = engine.offered
        known = self.known.setdefault(offered, {})
        best: dict[object, tuple[int, int]] = {}
        for code in codes:
            found = known.get(code)
            if found is None:
                found = known[code] = self.sort(code, offered)
            what, price = found
            if what not in best or price < best[what][0]:
                best[what] = (price, code)
        return [code for _, code in best.values()]

    def sort(self, code: int, offered: int) -> tuple[object, int]:
        """What a code is for, and how many wilds it spends; of tickets given back in another order, one will do."""
        move = self.codec.move_of(code, offered)
        if isinstance(move, mv.KeepTickets):
            return ("keep", move.kept), len(move.under)
        if isinstance(move, mv.ClaimTrack):
            return ("claim", move.track), move.cards.count("wild")
        if isinstance(move, mv.BuildStation | mv.BuildHarbour):
            return (type(move), move.city), move.cards.count("wild")
        if isinstance(move, mv.PaySurcharge):
            return "pay", move.cards.count("wild")
        return code, 0


class Ismcts(Bot):
    """The search. It stops after so many iterations, or when its time is over."""

    def __init__(
        self, random: Random, iterations: int = 400, budget: float = 0.0, exploration: float = 0.7, reward: str = "both"
    ) -> None:
        super().__init__(random)
        self.iterations = iterations
        self.budget = budget
        self.exploration = exploration
        self.reward = reward
        self.tried = 0
        """Iterations of the last decision."""
        self.why: Remark | None = None

    def choose(self, view: View, moves: Sequence[mv.AnyMove], clock: Clock) -> mv.AnyMove:
        self.why = None
        if len(moves) == 1:
            return moves[0]
        worlds = Worlds(view)
        choices = Choices(worlds.codec)
        dealer = planner_for(worlds.t, len(view.seats))
        seat = view.seat or 0
        root = Node()
        seconds = clock.within(self.budget or clock.left)
        most = (1 << 60) if self.budget else self.iterations
        self.tried = 0
        while self.tried < most and (clock.used < seconds or not root.children):
            if self.tried % FRESH == 0:
                engine = worlds.engine(self.random)
                engine.choose_seat(seat)
                world = engine.data
            engine.load(dealer.deal_again(world, seat, self.random.getrandbits(SEED_BITS)))
            self.iterate(root, engine, choices)
            self.tried += 1
        code, node = max(root.children.items(), key=lambda child: child[1].visits)
        share = round(100 * node.value / node.visits)
        self.why = Remark("bots.because_search", {"games": self.tried, "share": share})
        return worlds.codec.move_of(code, len(view.own.offer or ()))

    def explain(self) -> Remark | None:
        return self.why

    def iterate(self, root: Node, engine: Any, choices: Choices) -> None:
        """One world: down the tree, one node more, a random game, and back up."""
        node = root
        path: list[tuple[int, Node]] = []
        grown = False
        while not engine.over and not grown:
            codes = choices.of(engine)
            children = node.children
            fresh = [code for code in codes if code not in children]
            if fresh:
                code = fresh[0] if len(fresh) == 1 else self.random.choice(fresh)
                children[code] = Node()
                grown = True
            else:
                code = self.select(codes, children)
            for each in codes:
                if each in children:
                    children[each].available += 1
            path.append((engine.cur, children[code]))
            node = children[code]
            engine.step(code)
        if not engine.over:
            engine.play_out(self.random.getrandbits(SEED_BITS))
        rewards = self.rewards(engine)
        for seat, passed in path:
            passed.visits += 1
            passed.value += rewards[seat]

    def select(self, codes: Sequence[int], children: dict[int, Node]) -> int:
        """The child with the highest upper confidence bound, by its own availability."""
        best, chosen = -1.0, codes[0]
        exploration = self.exploration
        for code in codes:
            child = children[code]
            bound = child.value / child.visits + exploration * sqrt(log(child.available + 1) / child.visits)
            if bound > best:
                best, chosen = bound, code
        return chosen

    def rewards(self, engine: Any) -> list[float]:
        """What a finished game is worth to each seat, from 0 to 1: the victory, the lead in points, or half of each."""
        scores, ranks = engine.scores, engine.ranks
        wins = [(rank == 1) / ranks.count(1) for rank in ranks]
        if self.reward == "win":
            return wins
        leads = []
        for seat, points in enumerate(scores):
            lead = points - max(other for rival, other in enumerate(scores) if rival != seat)
            leads.append(0.5 + 0.5 * lead / (SCALE + abs(lead)))
        if self.reward == "points":
            return leads
        return [(win + lead) / 2 for win, lead in zip(wins, leads, strict=True)]
