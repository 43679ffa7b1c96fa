"""Parameters and other facts of a variant as people read them."""

from __future__ import annotations

from typing import Any

from branchline.game.narrate import Names
from branchline.game.parameters import PARAMETERS
from branchline.game.variants import Variant

BY_DECK = ("opening_hand", "row")
BY_PIECE = ("pieces_suggested",)


def parameter_text(names: Names, name: str, value: Any) -> str:
    """The value of a parameter."""
    variant = names.variant
    assert variant is not None
    row = PARAMETERS[name]
    if name == "seats":
        return f"{value[0]}–{value[1]}"
    if name in BY_DECK and len(value) > 1:
        decks = (names.piece(deck.id, n) for deck, n in zip(variant.cards.decks, value, strict=False))
        return " + ".join(
            names.say("rulebook.of_deck", number=n, deck=deck) for n, deck in zip(value, decks, strict=False)
        )
    if name in BY_PIECE and value:
        return " + ".join(names.pieces(piece, n) for piece, n in zip(variant.parameters.pieces, value, strict=False))
    if row.kind == "counts":
        return names.listed(names.pieces(piece, n) for piece, n in value.items())
    if row.kind == "points":
        return " ".join(f"{length}:{points}" for length, points in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "–"
    return str(value)


def card_texts(names: Names) -> list[str]:
    """The cards of each deck: how many of each kind a colour, wilds, all together (PAR-3)."""
    variant = names.variant
    assert variant is not None
    colours = len(variant.cards.colours)
    lines = []
    for number, deck in enumerate(variant.cards.decks):
        kinds = [(deck.plain, "plain"), (deck.marked, "marked"), (deck.single, "single"), (deck.double, "double")]
        parts = [names.say(f"rulebook.cards_{kind}", number=n, colours=colours) for n, kind in kinds if n]
        parts += [names.say("rulebook.cards_wild", number=deck.wild)] * bool(deck.wild)
        total = variant.cards.size(number)
        lines.append(names.say("rulebook.deck_cards", deck=names.piece(deck.id), total=total, parts=" + ".join(parts)))
    return lines


def ticket_texts(names: Names) -> list[str]:
    """The tickets: ordinary, long, tours (PAR-9)."""
    variant = names.variant
    assert variant is not None
    long = sum(ticket.long for ticket in variant.tickets)
    tours = sum(ticket.is_tour for ticket in variant.tickets)
    ordinary = len(variant.tickets) - long - tours
    counts = [("ordinary", ordinary), ("long", long), ("tours", tours)]
    return [names.say(f"rulebook.tickets_{kind}", number=n) for kind, n in counts if n]


def actions(variant: Variant) -> list[str]:
    """What a turn may be used for (PAR-14), as the verbs of the notation; a draw is a ``row`` or a ``blind``."""
    p = variant.parameters
    there = {"station": p.stations, "harbour": p.harbours, "swap": p.pieces_chosen}
    return ["row", "blind", "claim", "tickets", *(verb for verb, has in there.items() if has)]


# ---------------------------------------------------------------- for people who don't know the names of parameters
ABSENT = ("stations", "station_points", "harbours", "harbour_points", "harbour_unbuilt", "start_long", "longest_bonus")
"""Parameters that say nothing in a variant that does without: their value there is 0 or none."""
LIMITS = ("turn_limit",)


def reader_text(names: Names, name: str, value: Any) -> str | None:
    """The value of a parameter in words; None if the variant does without what it is about."""
    variant = names.variant
    assert variant is not None
    if name in ABSENT and (not value or not getattr(variant.parameters, needed(name))):
        return None
    if name in ("pieces_chosen", "pieces_suggested") and not variant.parameters.pieces_chosen:
        return None
    row = PARAMETERS[name]
    if row.kind == "points":
        lines = (names.say("rulebook.by_length", length=length, points=points) for length, points in value.items())
        return names.listed(lines)
    if row.kind in ("word", "words"):
        words = [value] if row.kind == "word" else value
        return names.listed(names.say(f"rulebook.{name}={word}") for word in words) or names.say("rulebook.none")
    if name in LIMITS and not value:
        return names.say("rulebook.no_limit")
    return parameter_text(names, name, value)


def needed(name: str) -> str:
    """The parameter that another one is about."""
    kind = name.partition("_")[0]
    return {"station": "stations", "harbour": "harbours"}.get(kind, name)


def action_texts(names: Names) -> list[str]:
    """What a turn may be used for, in words (PAR-14)."""
    assert names.variant is not None
    verbs = ["draw" if verb == "row" else verb for verb in actions(names.variant) if verb != "blind"]
    return [names.say(f"rulebook.action_{verb}") for verb in verbs]
