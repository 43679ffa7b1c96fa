"""
Players: each sees a view, and nothing else.

::

    names()                             what there is
    make("ismcts:iterations=400")       one of them; BotError says what is wrong with the text
    Driver(bot).answer(view, moves)     a move for certain: a late, crashing or senseless answer is stood in for
    register(Entry(...))                one more

docs/guides/bots.md tells how to write one.
"""

from branchline.bots.bot import Bot, Clock, Remark
from branchline.bots.driver import Answer, Driver
from branchline.bots.registry import Entry, Parameter, describe, entry, levels, make, names, register, split, trials
from branchline.bots.standin import stand_in

__all__ = [
    "Answer",
    "Bot",
    "Clock",
    "Driver",
    "Entry",
    "Parameter",
    "Remark",
    "describe",
    "entry",
    "levels",
    "make",
    "names",
    "register",
    "split",
    "stand_in",
    "trials",
]
