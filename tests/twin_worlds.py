"""
Pairs of games that differ only in what one viewer can't know.

Written from the rules (section 20) and the position format alone: nothing of `game/view.py` or `game/worlds.py` is
used, so that it can judge them.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

from strategies import Data, pile_counts

import branchline as bl


def spread(counts: Counter[str] | Data) -> list[str]:
    """Counts as a list of cards."""
    return [card for card, n in counts.items() for _ in range(n)]


def hidden_cards(player: Data) -> Counter[str]:
    """Cards of a hand that nobody else has seen."""
    return Counter(player["hand"]) - Counter(player["known"])


def mix_cards(position: Data, viewer: int | None, decks: dict[str, str], random: Random) -> None:
    """Swap unseen cards between the hands of others and the pile of their deck."""
    for name, deck in position["decks"].items():
        places: list[tuple[int | None, int]] = []
        cards: list[str] = []
        for seat, player in enumerate(position["players"]):
            if seat != viewer:
                mine = [card for card in spread(hidden_cards(player)) if decks[card] == name]
                places.append((seat, len(mine)))
                cards += mine
                kept = Counter(player["hand"])
                kept.subtract(mine)
                player["hand"] = dict(+kept)
        pile = spread(pile_counts(deck["pile"]))
        places.append((None, len(pile)))
        cards += pile
        random.shuffle(cards)
        for where, n in places:
            part = Counter(cards[:n])
            del cards[:n]
            if where is None:
                deck["pile"] = dict(part)
            else:
                position["players"][where]["hand"] = dict(Counter(position["players"][where]["hand"]) + part)


def mix_tickets(position: Data, viewer: int | None, out_of_game: list[str], random: Random) -> None:
    """Swap tickets between other seats, their offers, boxes, the deck, and those that are in nobody's reach."""
    over = position["decision"]["kind"] == "over"
    places: list[tuple[list[str], int]] = []
    for seat, player in enumerate(position["players"]):
        if seat == viewer:
            continue
        lists = ["boxed"] if over else ["tickets", "boxed"]
        places += [(player[key], i) for key in lists for i in range(len(player[key]))]
        seen = {int(place) for place, by in player["offer_seen"].items() if by == viewer}
        places += [(player["offer"], i) for i in range(len(player["offer"])) if i not in seen]
    seen = {int(place) for place, by in position["ticket_deck_seen"].items() if by == viewer}
    deck = position["ticket_deck"]
    places += [(deck, i) for i in range(len(deck)) if i not in seen]
    spare = list(out_of_game)
    places += [(spare, i) for i in range(len(spare))]
    tickets = [row[i] for row, i in places]
    random.shuffle(tickets)
    for (row, i), ticket in zip(places, tickets, strict=True):
        row[i] = ticket


def keeps(size: int, least: int, ordered: bool) -> list[str]:
    """Every way to keep tickets, as texts."""
    texts = []
    for mask in range(1, 1 << size):
        kept = [i + 1 for i in range(size) if mask >> i & 1]
        others = [i + 1 for i in range(size) if not mask >> i & 1]
        if len(kept) < min(least, size):
            continue
        for under in permutations(others) if ordered else [tuple(others)]:
            text = "keep " + " ".join(map(str, kept))
            texts.append(text + (" under " + " ".join(map(str, under)) if list(under) != others else ""))
    return texts


def mix_choices(game: bl.Game, position: Data, viewer: int | None, random: Random, same_counts: bool) -> None:
    """Let others have put down something else at the start."""
    p = game.tables.parameters
    for seat, player in enumerate(position["players"]):
        if seat == viewer:
            continue
        chosen = []
        for text in player["chosen"]:
            if text.startswith("keep"):
                texts = keeps(len(player["offer"]), p.start_keep, p.start_return == "deck")
                if same_counts:
                    texts = [other for other in texts if kept(other) == kept(text)]
                text = random.choice(texts)
            elif not same_counts:
                first, second = p.pieces.values()
                n = random.randint(max(0, p.pieces_chosen - second), min(first, p.pieces_chosen))
                text = f"split {n} {p.pieces_chosen - n}"
            chosen.append(text)
        player["chosen"] = chosen


def kept(text: str) -> int:
    """How many tickets a move keeps."""
    return len(text.partition(" under ")[0].split()) - 1


def twin(game: bl.Game, viewer: int | None, random: Random, same_counts: bool = False) -> tuple[bl.Game, bl.Game]:
    """
    The game from its position, and another that differs only in what the viewer can't know, chance to come included.

    With ``same_counts`` the choices put down at the start keep as many tickets and split alike, which all see later.
    """
    position = {**game.position(), "variant": game.variant}
    other: Any = {**game.position(), "variant": game.variant}
    mix_cards(other, viewer, {kind.id: kind.deck for kind in game.variant.cards.kinds}, random)
    somewhere = {name for player in other["players"] for key in ("tickets", "boxed", "offer") for name in player[key]}
    out = [t.id for t in game.variant.tickets if t.id not in somewhere and t.id not in other["ticket_deck"]]
    mix_tickets(other, viewer, out, random)
    mix_choices(game, other, viewer, random, same_counts)
    other["rng"] = [random.getrandbits(32) for _ in range(4)]
    return bl.Game.from_position(position, game.names), bl.Game.from_position(other, game.names)
