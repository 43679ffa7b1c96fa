"""The small menu of ``branchline play`` without a game: which one, and how many players."""

from __future__ import annotations

from branchline.cli.common import Context, find_variant
from branchline.cli.reader import Reader, make_reader
from branchline.errors import BranchlineError
from branchline.game.variants import Variant, variant, variants


def ask_for_game(context: Context, ask_seats: bool) -> tuple[Variant, int | None] | None:
    """A variant and, if wanted, a number of players; None if the person leaves."""
    t, say = context.terminal, context.say
    context.write(t.heading(say("cli.menu_title")))
    games = [variant(id) for id in variants()]
    rows = []
    for i, it in enumerate(games, 1):
        low, high = it.seats
        rows.append([f"  {i}", t.paint(it.name(context.lang), "bold"), say("cli.menu_seats", low=low, high=high)])
        rows[-1].append(t.paint(it.id, "hint"))
    context.write(*t.table(rows, "llll", header=False))
    reader = make_reader(context, lambda typed: ())
    chosen = choose_game(games, reader, context)
    if chosen is None:
        return None
    if not ask_seats:
        return chosen, None
    low, high = chosen.seats
    while True:
        line = reader.read(say("cli.menu_how_many", low=low, high=high))
        if line is None:
            return None
        if not line:
            return chosen, low
        if line.isascii() and line.isdigit() and low <= int(line) <= high:
            return chosen, int(line)
        context.write(say("cli.number", value=line, name="--seats", low=low, high=high))


def choose_game(games: list[Variant], reader: Reader, context: Context) -> Variant | None:
    """The game, by its number in the list, its id, its name, or the path of an own map."""
    while True:
        line = reader.read(context.say("cli.menu_which"))
        if line is None or line in ("quit", "q"):
            return None
        if not line:
            return games[0]
        if line.isascii() and line.isdigit() and 1 <= int(line) <= len(games):
            return games[int(line) - 1]
        try:
            return find_variant(line)
        except BranchlineError as error:
            context.write(error.say(context.lang))
