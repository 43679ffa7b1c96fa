"""
Reading moves (docs/formats/notation.md). Printing is ``str(move)``.

The parser knows names, not rules: what it returns may be illegal. MoveError says which word can't be read and what
would be right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from branchline.errors import MoveError
from branchline.game.moves import (
    AnyMove,
    BuildHarbour,
    BuildStation,
    ClaimTrack,
    DeclineTunnel,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    PassTurn,
    PaySurcharge,
    SplitPieces,
    StopDrawing,
    SwapPieces,
    TakeRow,
)
from branchline.game.tables import Tables

VERBS = (
    "row",
    "blind",
    "stop",
    "tickets",
    "keep",
    "claim",
    "pay",
    "decline",
    "station",
    "harbour",
    "swap",
    "split",
    "pass",
)
PLAIN: dict[str, AnyMove] = {
    "stop": StopDrawing(),
    "tickets": DrawTickets(),
    "decline": DeclineTunnel(),
    "pass": PassTurn(),
}
LISTED = len(VERBS)  # no longer list of what is possible is printed whole
MOST_CARDS = 500  # more than two decks hold
MOST_WORDS = 20  # more than name all tickets of an offer
SPLIT = re.compile(r"[\s,]+")
COUNTED = re.compile(r"([^*]+)(?:\*([0-9]{1,3}))?")


def refuse(message: str, text: str, value: str, possible: Sequence[str] = ()) -> MoveError:
    """An error that names the word and the nearest right ones."""
    close = get_close_matches(value, possible, 5, 0.5) if len(possible) > LISTED else list(possible)
    listed = ", ".join(close or list(possible)[:LISTED])
    return MoveError(f"errors.{message}", {"text": plain(text[:200]), "value": plain(value[:80]), "possible": listed})


def plain(text: str) -> str:
    """A text that can be printed: halves of characters are replaced."""
    return text.encode("utf-8", "replace").decode()


def parse_move(t: Tables, text: str) -> AnyMove:
    """The move that a text says."""
    if not isinstance(text, str):
        raise refuse("move_not_text", str(text), type(text).__name__)
    words = [word for word in SPLIT.split(text.lower()) if word]
    if not words:
        raise refuse("move_empty", text, "", VERBS)
    verb, rest = words[0], words[1:]
    if verb in PLAIN:
        if rest:
            raise refuse("move_extra", text, rest[0])
        return PLAIN[verb]
    if verb in ("row", "blind", "swap", "split", "keep"):
        return parse_other(t, text, verb, rest)
    if verb == "pay":
        return PaySurcharge(parse_cards(t, rest, text))
    if verb in ("claim", "station", "harbour"):
        if not rest:
            raise refuse("move_short", text, verb)
        if verb == "claim":
            return ClaimTrack(parse_track(t, rest[0], text), parse_cards(t, rest[1:], text))
        city = parse_city(t, rest[0], text)
        cards = parse_cards(t, rest[1:], text)
        return BuildStation(city, cards) if verb == "station" else BuildHarbour(city, cards)
    raise refuse("move_verb", text, verb, VERBS)


def parse_other(t: Tables, text: str, verb: str, rest: list[str]) -> AnyMove:
    """The moves that name no place on the board."""
    if verb == "row":
        if len(rest) == 3 and rest[1] == "refill":
            return TakeRow(one_of(rest[0], t.kind_index, "card", text), one_of(rest[2], t.deck_index, "deck", text))
        if len(rest) == 1:
            return TakeRow(one_of(rest[0], t.kind_index, "card", text))
    elif verb == "blind":
        if not rest:
            return DrawBlind()
        if len(rest) == 1:
            deck = one_of(rest[0], t.deck_index, "deck", text)
            return DrawBlind(deck if len(t.decks) > 1 else None)
    elif verb == "swap":
        if len(rest) == 3:
            given, taken = (one_of(word, t.piece_index, "piece", text) for word in rest[1:])
            return SwapPieces(number(rest[0], text), given, taken)
    elif verb == "split":
        if len(rest) == 2:
            return SplitPieces(number(rest[0], text), number(rest[1], text))
    elif 0 < len(rest) < MOST_WORDS:
        at = rest.index("under") if "under" in rest else len(rest)
        kept = tuple(sorted(number(word, text) for word in rest[:at]))
        under = tuple(number(word, text) for word in rest[at + 1 :])
        if kept and (under or at == len(rest)):
            return KeepTickets(kept, () if list(under) == sorted(under) else under)
    raise refuse("move_form", text, verb, [FORMS[verb]])


FORMS = {
    "row": "row CARD, row CARD refill DECK",
    "blind": "blind, blind DECK",
    "swap": "swap NUMBER PIECE PIECE",
    "split": "split NUMBER NUMBER",
    "keep": "keep 1 2, keep 1 under 3 2",
}


def one_of(word: str, among: dict[str, int], what: str, text: str) -> str:
    """A name that must be one of the variant's."""
    if word in among:
        return word
    raise refuse(f"move_{what}", text, word, list(among))


def number(word: str, text: str) -> int:
    """A small whole number."""
    if word.isascii() and word.isdigit() and len(word) < 5:
        return int(word)
    raise refuse("move_number", text, word)


def parse_track(t: Tables, word: str, text: str) -> str:
    """The id of a track, its cities in either order."""
    if word in t.track_index:
        return word
    name, dot, n = word.partition(".")
    a, dash, b = name.partition("-")
    turned = f"{b}-{a}{dot}{n}"
    if turned in t.track_index:
        return turned
    twins = [track for track in t.tracks if track.rpartition(".")[0] in (name, f"{b}-{a}")] if dash and not dot else []
    if twins:
        raise refuse("move_which_track", text, word, twins)
    near = [track for track in t.tracks if a in track.partition(".")[0].split("-")] if a in t.city_index else []
    raise refuse("move_track", text, word, near or t.tracks)


def parse_city(t: Tables, word: str, text: str) -> str:
    """The id of a city; its English name in one word will do."""
    if word in t.city_index:
        return word
    named = [city.id for city in t.variant.cities if city.names.get("en", "").lower() == word]
    if len(named) == 1:
        return named[0]
    raise refuse("move_city", text, word, t.cities)


def parse_cards(t: Tables, words: Sequence[str], text: str) -> tuple[str, ...]:
    """Cards in any order, as names in the order of the card list."""
    counts: dict[str, int] = {}
    total = 0
    for word in words:
        match = COUNTED.fullmatch(word)
        card, times = match.groups() if match else (word, None)
        if card not in t.kind_index:
            raise refuse("move_card", text, word, t.kinds)
        n = int(times) if times else 1
        total += n
        if n < 1 or total > MOST_CARDS:
            raise refuse("move_number", text, word)
        counts[card] = counts.get(card, 0) + n
    if not counts:
        raise refuse("move_no_cards", text, text)
    return tuple(card for card in t.kinds for _ in range(counts.get(card, 0)))
