"""The rules as players read them: which clauses apply to a variant, and the variant's own values beside them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from branchline.game.narrate import Names
from branchline.game.parameters import PARAMETERS
from branchline.game.values import action_texts, card_texts, reader_text, ticket_texts
from branchline.game.variants import Option, Variant, variant, variants
from branchline.words import LANGUAGES, catalogue

PARTS = ("rules_play", "rules_end")
NEEDS = {
    "DATA-3": "ferry",
    "DATA-5": "district",
    "DATA-6": "ship",
    "DATA-7": "ship",
    "DATA-9": "junction",
    "SETUP-2": "no_ship",
    "SETUP-3": "ship",
    "SETUP-5": "no_box",
    "SETUP-6": "long",
    "SETUP-8": "swap",
    "SETUP-9": "swap",
    "DRAW-11": "ship",
    "CLAIM-5": "ship",
    "CLAIM-6": "ship",
    "DOUBLE-4": "ship",
    "LONGEST-4": "station",
    "LONGEST-5": "no_longest",
    "END-2": "no_several_last_turns",
    "END-3": "several_last_turns",
    "SCORE-4": "station",
    "SCORE-5": "longest",
    "SCORE-6": "district",
    "SCORE-7": "harbour",
    "INFO-3": "swap",
}
"""On maps outside the package: clauses that hang on one feature. Of other clauses the section says it."""


@dataclass(frozen=True)
class Clause:
    """One numbered rule."""

    id: str
    titles: dict[str, str]
    texts: dict[str, str]
    listed: frozenset[str]
    """The games of the package that it applies to."""

    @property
    def section(self) -> str:
        """What stands before the number."""
        return self.id.rpartition("-")[0]


@cache
def clauses() -> dict[str, Clause]:
    """All clauses, section by section in the order of the rules."""
    order = list(sections())
    found = {}
    for part in PARTS:
        entries: dict[str, Any] = dict(catalogue(part))
        for id, entry in entries.items():
            texts = {lang: entry[lang] for lang in LANGUAGES}
            found[id] = Clause(id, entry["title"], texts, frozenset(entry["variants"]))
    return {id: found[id] for id in sorted(found, key=lambda id: (order.index(found[id].section), *numbers(id)))}


def numbers(id: str) -> list[int]:
    """The number of a clause, to sort by."""
    return [int(digits) for digits in re.findall(r"\d+", id)]


@cache
def sections() -> dict[str, dict[str, Any]]:
    """The titles of the sections in their order."""
    entries = catalogue("sections")
    return {id: entries[id] for id in sorted(entries, key=lambda id: entries[id]["order"])}


# ---------------------------------------------------------------- what applies
def features(it: Variant) -> frozenset[str]:
    """What a variant has that others lack, and what it lacks that others have."""
    p = it.parameters
    has = {
        "ferry": any(track.ferry for track in it.tracks),
        "tunnel": any(track.tunnel for track in it.tracks),
        "pair": any(track.pair for track in it.tracks),
        "double": any(track.twin for track in it.tracks),
        "station": p.stations,
        "harbour": p.harbours,
        "swap": p.pieces_chosen,
        "ship": len(it.cards.decks) > 1,
        "tour": any(ticket.is_tour for ticket in it.tickets),
        "long": p.start_long,
        "box": p.start_return == "box",
        "district": it.districts,
        "longest": p.longest_bonus,
        "several_last_turns": p.last_turns > 1,
        "junction": any(city.junction for city in it.cities),
        "tie_breaks": p.tie_breaks,
    }
    return frozenset(name if there else f"no_{name}" for name, there in has.items())


@cache
def telling(listed: frozenset[str]) -> frozenset[str]:
    """The features that all listed games have and all others lack."""
    inside = [features(variant(id)) for id in variants() if id in listed]
    outside = [features(variant(id)) for id in variants() if id not in listed]
    common = frozenset.intersection(*inside) if inside else frozenset()
    return common.difference(*outside)


def applies(clause: Clause, it: Variant) -> bool:
    """
    Whether a clause is about a variant. The games of the package are listed with the clause; any other map gets what
    its features ask for.
    """
    if it.packaged and it.id in variants():
        return it.id in clause.listed
    own = features(it)
    if clause.id in NEEDS:
        return NEEDS[clause.id] in own
    if f"no_{clause.section.lower()}" in own:
        return False
    if clause.section == "VEC":  # worked examples name places of the games of the package
        return False
    if clause.section == "OPT":
        return any(option.clause == clause.id for option in it.options)
    return clause.listed >= set(variants()) or bool(telling(clause.listed) & own)


def rules_of(it: Variant) -> dict[str, Clause]:
    """The clauses that apply to a variant."""
    return {id: clause for id, clause in clauses().items() if applies(clause, it)}


# ---------------------------------------------------------------- the variant's own values
@dataclass(frozen=True)
class Fact:
    """What a clause comes to in a variant: what is meant, and its value."""

    name: str
    text: str
    points: Mapping[int, int] = field(default_factory=dict)
    """Points by length, where it is a table of them."""


@dataclass(frozen=True)
class Chapter:
    """Sections of the rules that belong together."""

    id: str
    title: str
    sections: tuple[str, ...]


def chapters(lang: str) -> list[Chapter]:
    """The chapters in their order."""
    words: dict[str, dict[str, Any]] = dict(catalogue("rulebook"))
    inside: dict[str, list[str]] = {}
    for id, section in sections().items():
        inside.setdefault(section["chapter"], []).append(id)
    ordered = sorted(inside, key=lambda id: words[f"chapter_{id}"]["order"])
    return [Chapter(id, words[f"chapter_{id}"][lang], tuple(inside[id])) for id in ordered]


def facts(clause: Clause, names: Names) -> list[Fact]:
    """What a clause comes to in a variant, for people: parameters, cards, tickets, actions."""
    it, lang = names.variant, names.lang
    assert it is not None
    own = clause.titles[lang]
    if clause.id == "PAR-2":
        return [Fact(own, names.listed(map(names.colour, it.cards.colours)))]
    if clause.id == "PAR-3":
        return [Fact(own, text) for text in card_texts(names)]
    if clause.id == "PAR-9":
        return [Fact(own, names.listed(ticket_texts(names)))]
    if clause.id == "PAR-14":
        return [Fact(own, names.listed(action_texts(names)))]
    rows = [row for row in PARAMETERS.values() if row.clause == clause.id and clause.section != "OPT"]
    found = []
    for row in rows:
        value = getattr(it.parameters, row.name)
        text = reader_text(names, row.name, value)
        if text is not None:
            found.append(Fact(names.say(f"parameters.{row.name}"), text, value if row.kind == "points" else {}))
    return found


def brief(names: Names) -> list[str]:
    """The game in a few sentences."""
    it = names.variant
    assert it is not None
    p = it.parameters
    more = {"longest": p.longest_bonus, "stations": p.stations, "districts": it.districts, "harbours": p.harbours}
    kinds = ["tracks", "tickets", *(kind for kind, has in more.items() if has)]
    return [
        names.say("rulebook.brief_goal"),
        names.say("rulebook.brief_turn", actions=names.listed(action_texts(names))),
        names.say("rulebook.brief_end", pieces=p.end_supply, turns=p.last_turns),
        names.say("rulebook.brief_score", kinds=names.listed(names.score_kind(kind).lower() for kind in kinds)),
    ]


def options_of(clause: Clause, it: Variant) -> list[Option]:
    """The options that a clause explains."""
    return [option for option in it.options if option.clause == clause.id]
