"""The rules of a game as players read them, chapter by chapter, and the words of the glossary."""

from __future__ import annotations

from typing import Any

import branchline as bl
from branchline.game import rulebook
from branchline.game.narrate import Names
from branchline.game.variants import Option, Variant
from branchline.server import wire
from branchline.server.api.layer import Call, get
from branchline.server.problems import refuse
from branchline.words import LANGUAGES, catalogue, has, say


async def rules(call: Call) -> wire.Rules:
    """All clauses that apply to a game, in a language, with the game's own values beside them."""
    lang = asked_language(call)
    return told_rules(bl.variant(call.path["variant"]), lang)


def told_rules(it: Variant, lang: str) -> wire.Rules:
    """The rules of a variant as they are sent."""
    there, names = rulebook.rules_of(it), Names(it, lang)
    chapters = []
    for chapter in rulebook.chapters(lang):
        sections = []
        for id in chapter.sections:
            clauses = tuple(told(clause, names) for clause in there.values() if clause.section == id)
            if clauses:
                sections.append(wire.RulesSection(id, rulebook.sections()[id][lang], clauses))
        if sections:
            chapters.append(wire.RulesChapter(chapter.id, chapter.title, tuple(sections)))
    return wire.Rules(it.id, tuple(rulebook.brief(names)), tuple(chapters))


def told(clause: rulebook.Clause, names: Names) -> wire.RulesClause:
    """A clause as it is sent."""
    assert names.variant is not None
    facts = tuple(wire.RulesFact(fact.name, fact.text, dict(fact.points)) for fact in rulebook.facts(clause, names))
    options = tuple(told_option(option, names.lang) for option in rulebook.options_of(clause, names.variant))
    return wire.RulesClause(clause.id, clause.titles[names.lang], clause.texts[names.lang], facts, options)


def told_option(option: Option, lang: str) -> wire.RulesOption:
    """An option with what it may be, and what it is if nobody chooses."""
    values = tuple(value_text(option.id, value, lang) for value in option.values)
    default = say("rulebook.none", {}, lang) if option.default is None else value_text(option.id, option.default, lang)
    about = f"options.{option.id}.about"
    return wire.RulesOption(
        id=option.id,
        title=say(f"options.{option.id}", {}, lang) if has(f"options.{option.id}") else option.id,
        about=say(about, {}, lang) if has(about) else "",
        values=values,
        default=default,
    )


def value_text(option: str, value: object, lang: str) -> str:
    """A value of an option in words."""
    message = f"options.{option}={value}"
    return say(message, {}, lang) if has(message) else str(value)


async def glossary(call: Call) -> list[wire.Term]:
    """The words of the games in all languages, side by side."""
    entries: dict[str, Any] = dict(catalogue("glossary"))
    return [
        wire.Term(id, entry["group"], {lang: entry[lang] for lang in LANGUAGES}, entry["about"])
        for id, entry in entries.items()
    ]


def asked_language(call: Call) -> str:
    """The language in the path; refused if there is none of that name."""
    lang = call.path["lang"]
    if lang not in LANGUAGES:
        raise refuse("no_such_page", value=lang)
    return lang


ROUTES = (get("/api/rules/{variant}/{lang}", rules), get("/api/glossary", glossary))
