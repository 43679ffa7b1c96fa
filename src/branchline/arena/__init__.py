"""
Bots against bots, so that the numbers can be believed.

::

    plan = Plan.make(("racer", "greedy"), "usa", seats=2, games=400, seed="7")
    blocks = list(play(plan, jobs=2))       # each deal with every seating
    summary = summarise(plan, blocks)       # shares with intervals, ratings, points, times, faults

A *deal* is a seed: the same start tickets, cards and generator. A *block* is one deal played once with each seating,
and the unit of every statistic here: luck of the deal is shared by all who meet in a block.
"""

from branchline.arena.blocks import Block, Plan, Played, play_block
from branchline.arena.ledger import Ledger, read_ledger
from branchline.arena.playing import play
from branchline.arena.statistics import Sprt
from branchline.arena.summary import Summary, summarise

__all__ = ["Block", "Ledger", "Plan", "Played", "Sprt", "Summary", "play", "play_block", "read_ledger", "summarise"]
