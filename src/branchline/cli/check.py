"""``branchline check``: everything that is wrong with an own map, one problem a line."""

from __future__ import annotations

from argparse import Namespace

from branchline.cli.common import Arguments, CommandError, Context
from branchline.game.narrate import Names
from branchline.game.values import ticket_texts
from branchline.game.variants import check, load_variant

PROBLEMS = 1


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``check``."""
    arguments.add("path", message="cli.path_help", nargs="?", metavar="FILE|FOLDER")


def run(found: Namespace, context: Context) -> int:
    """Tell the problems, or that there are none."""
    if found.path is None:
        raise CommandError("cli.which_map")
    problems = check(found.path)
    if problems:
        context.write(*(problem.say(context.lang) for problem in problems))
        return PROBLEMS
    it = load_variant(found.path)
    names = Names(it, context.lang)
    cities = sum(not city.junction for city in it.cities)
    made_of = context.say(
        "cli.made_of", cities=cities, tracks=len(it.tracks), tickets=names.listed(ticket_texts(names))
    )
    context.write(context.say("cli.map_good", name=it.name(context.lang), id=it.id, made_of=made_of))
    return 0
