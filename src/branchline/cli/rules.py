"""``branchline rules``: the rules as text, with a variant's own values."""

from __future__ import annotations

from argparse import Namespace
from difflib import get_close_matches

from branchline.cli.common import Arguments, CommandError, Context, find_variant
from branchline.game.narrate import Names
from branchline.game.parameters import PARAMETERS
from branchline.game.rulebook import Clause, rules_of, sections
from branchline.game.values import actions, card_texts, parameter_text, ticket_texts
from branchline.game.variants import Variant


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``rules``."""
    arguments.add("variant", message="cli.variant_help", nargs="?", metavar="VARIANT")
    arguments.add("clause", message="cli.clause_help", nargs="?", metavar="CLAUSE|SECTION|all")


def run(found: Namespace, context: Context) -> int:
    """The sections, a section, or a clause."""
    it = find_variant(found.variant)
    context.terminal.page(rules_text(it, found.clause, context))
    return 0


def rules_text(it: Variant, wanted: str | None, context: Context) -> list[str]:
    """The lines for a section or clause; without one, what there is."""
    there = rules_of(it)
    if wanted is None:
        return contents(it, there, context)
    word = wanted.strip().upper()
    if word == "ALL":
        return [line for id in sections() for line in section_text(id, there, it, context)]
    if word in there:
        return clause_text(there[word], it, context)
    for id, titles in sections().items():
        if word == id or wanted.strip().lower() in {str(titles[lang]).lower() for lang in ("en", "ja", "zh-Hant")}:
            if lines := section_text(id, there, it, context):
                return lines
            name = titles[context.lang]
            raise CommandError("cli.section_absent", {"value": id, "name": name, "variant": it.id})
    for clause in there.values():
        if wanted.strip().lower() in {title.lower() for title in clause.titles.values()}:
            return clause_text(clause, it, context)
    raise unknown(wanted, word, there, it)


def unknown(wanted: str, word: str, there: dict[str, Clause], it: Variant) -> CommandError:
    """The error for a clause that is not there, with what may have been meant."""
    ids = [*there, *dict.fromkeys(clause.section for clause in there.values())]
    close = get_close_matches(word, ids, 3, 0.55)
    titles = {title.lower(): id for id, clause in there.items() for title in clause.titles.values()}
    close += [titles[title] for title in get_close_matches(wanted.strip().lower(), titles, 2, 0.6)]
    message = "cli.unknown_clause_close" if close else "cli.unknown_clause"
    return CommandError(message, {"value": wanted, "variant": it.id, "close": ", ".join(dict.fromkeys(close))})


def contents(it: Variant, there: dict[str, Clause], context: Context) -> list[str]:
    """The sections with their numbers of clauses."""
    t = context.terminal
    rows = []
    for id, titles in sections().items():
        ids = [clause.id for clause in there.values() if clause.section == id]
        if ids:
            rows.append([f"  {t.paint(id, 'bold')}", titles[context.lang], context.say("cli.clauses", number=len(ids))])
    return [
        t.heading(context.say("cli.rules_title", name=it.name(context.lang))),
        *t.table(rows, "llr", header=False),
        "",
        *t.wrap(context.say("cli.rules_more", variant=it.id)),
    ]


def section_text(id: str, there: dict[str, Clause], it: Variant, context: Context) -> list[str]:
    """All clauses of a section."""
    inside = [clause for clause in there.values() if clause.section == id]
    if not inside:
        return []
    lines = [context.terminal.heading(sections()[id][context.lang])]
    for clause in inside:
        lines += ["", *clause_text(clause, it, context)]
    return [*lines, ""]


def clause_text(clause: Clause, it: Variant, context: Context) -> list[str]:
    """A clause: its number and title, its text, the variant's own values."""
    t, lang = context.terminal, context.lang
    lines = [f"{t.paint(clause.id, 'bold')}  {t.paint(clause.titles[lang], 'title')}"]
    lines += t.wrap(clause.texts[lang], "  ")
    for value in values(clause, Names(it, lang)):
        lines += [t.paint(line, "good") for line in t.wrap(value, "      ", "    ")]
    return lines


def values(clause: Clause, names: Names) -> list[str]:
    """What a clause comes to in a variant: parameters, cards, tickets, actions, options."""
    it = names.variant
    assert it is not None
    if clause.id == "PAR-2":
        return [names.listed(map(names.colour, it.cards.colours))]
    if clause.id in ("PAR-3", "PAR-4"):
        return card_texts(names)
    if clause.id == "PAR-9":
        return ticket_texts(names)
    if clause.id == "PAR-14":
        return [", ".join(actions(it))]
    lines = []
    for name, row in PARAMETERS.items():
        if row.clause == clause.id:
            lines.append(f"{name} = {parameter_text(names, name, getattr(it.parameters, name))}")
    for option in it.options:
        if clause.id in (option.clause, PARAMETERS[option.parameter].clause):
            possible = ", ".join(option.values) or "…"
            default = "none" if option.default is None else option.default
            lines.append(names.say("cli.option_value", name=option.id, possible=possible, default=default))
    return lines
