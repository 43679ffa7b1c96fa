"""Bots that somebody else has written in Python: ``python:my_module:MyBot``."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from random import Random

from branchline.bots.bot import Bot
from branchline.errors import BotError, quoted


def load(random: Random, bot: str) -> Bot:
    """A bot of a class that is named by module and name; modules of the current folder are found too."""
    module, _, name = bot.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        made = getattr(import_module(module), name)(random)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BotError("bots.bad_class", {"value": quoted(bot), "why": quoted(why)}) from error
    if not isinstance(made, Bot):
        raise BotError("bots.bad_class", {"value": quoted(bot), "why": quoted(type(made).__name__)})
    return made
