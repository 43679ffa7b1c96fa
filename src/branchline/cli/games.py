"""``branchline variants``: what one can play, and everything that a variant fixes or leaves to choose."""

from __future__ import annotations

from argparse import Namespace

from branchline.cli.common import Arguments, Context, find_variant
from branchline.game.loading import shelf
from branchline.game.narrate import Names
from branchline.game.parameters import DEFAULTS, PARAMETERS
from branchline.game.values import card_texts, parameter_text, ticket_texts
from branchline.game.variants import EDITION, Option, Variant, variant
from branchline.words import has


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``variants``."""
    arguments.add("variant", message="cli.variant_or_map_help", nargs="?", metavar="VARIANT")


def run(found: Namespace, context: Context) -> int:
    """List the variants, or show one."""
    if found.variant is None:
        show_list(context)
    else:
        show_variant(find_variant(found.variant), context)
    return 0


def show_list(context: Context) -> None:
    """A table of the games, then what one should know of some."""
    t, say = context.terminal, context.say
    head = ["id", "name", "players", "cities", "tracks", "tickets"]
    rows = [[say(f"cli.column_{column}") for column in head]]
    there = [(variant(id), listed) for id, listed in shelf()]
    for it, listed in there:
        low, high = it.seats
        cities = sum(not city.junction for city in it.cities)
        name = it.name(context.lang) + ("" if listed else " *")
        rows.append([it.id, name, f"{low}–{high}", str(cities), str(len(it.tracks)), str(len(it.tickets))])
    context.write(*t.table(rows, "llrrrr"))
    for it, listed in there:
        if note := it.notes.get(context.lang):
            mark = "" if listed else "* "
            context.write("", *t.wrap(say("cli.labelled", label=mark + it.name(context.lang), text=note)))
    context.write("", *t.wrap(say("cli.variants_more")))


def show_variant(it: Variant, context: Context) -> None:
    """One variant: what it is made of, parameters, options."""
    t, say, lang = context.terminal, context.say, context.lang
    names = Names(it, lang)
    context.write(t.heading(f"{it.name(lang)}  ({it.id})"))
    if note := it.notes.get(lang):
        context.write(*t.wrap(note))
    cities = sum(not city.junction for city in it.cities)
    context.write(
        say("cli.made_of", cities=cities, tracks=len(it.tracks), tickets=names.listed(ticket_texts(names))),
        *(line for text in card_texts(names) for line in t.wrap(text, "    ", "")),
        "",
        t.heading(say("cli.parameters")),
    )
    rows = [[say(f"cli.column_{column}") for column in ("parameter", "value", "clause", "meaning")]]
    for name, row in PARAMETERS.items():
        if row.kind == "points":
            continue
        value = getattr(it.parameters, name)
        text = parameter_text(names, name, value)
        mark = "" if value == getattr(DEFAULTS, name) else "*"
        rows.append([name + mark, text, row.clause, say(f"parameters.{name}")])
    context.write(*t.table(rows, "lllw"), t.paint(say("cli.not_default"), "hint"), "")
    points = it.parameters.track_points
    lengths = [say("parameters.track_points"), *map(str, points)]
    context.write(*t.table([lengths, ["", *map(str, points.values())]], "l" + "r" * len(points)))
    context.write("", t.heading(say("cli.choices")))
    for option in it.options:
        context.write(*option_lines(option, context))
    if it.presets:
        context.write(f"{t.paint(EDITION, 'bold')}  {say('options.edition')}")
        context.write(*t.wrap(say("options.edition.about"), "    "))
        for preset, values in it.presets.items():
            chosen = ", ".join(f"{id}={value}" for id, value in values.items())
            label = words_of(f"options.{EDITION}={preset}", context)
            context.write(f"    {EDITION}={preset}  {label}: {chosen}")


def option_lines(option: Option, context: Context) -> list[str]:
    """An option, what it is about, and its values."""
    t = context.terminal
    title = words_of(f"options.{option.id}", context)
    lines = [f"{t.paint(option.id, 'bold')}  {title}  {t.paint(option.clause, 'hint')}"]
    if about := words_of(f"options.{option.id}.about", context):
        lines += t.wrap(about, "    ")
    values = list(option.values) or [str(option.default or "none")]
    for value in values:
        default = value == str(option.default or "none")
        label = words_of(f"options.{option.id}={value}", context)
        mark = f"  ({context.say('cli.default')})" if default else ""
        lines += t.wrap(f"{option.id}={value}  {label}{mark}", "        ", "    ")
    return lines


def words_of(message: str, context: Context) -> str:
    """A text that an own map may lack."""
    return context.say(message) if has(message) else ""
