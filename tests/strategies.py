"""
What the tests draw from: variants, games at some moment, moves by taste, moves that are not legal.

Everything follows from numbers that Hypothesis or a loop chooses, so a failure names all it needs to happen again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st
from reference.random_maps import playable_map

import branchline as bl
from branchline.game.game import codec
from branchline.game.space import all_codes
from branchline.game.tables import Tables

Data = dict[str, Any]

PACKAGED = (*bl.variants(), "mini")
MAPS = sorted((Path(__file__).parent / "conformance" / "maps").glob("*.json"))
RANDOM_MAPS = 12
OWN = (*(f"map:{file.stem}" for file in MAPS), *(f"random:{number}" for number in range(RANDOM_MAPS)))
NAMES = (*PACKAGED, *OWN)
"""All variants the tests play: those of the package, the maps of the conformance cases, and maps by chance."""


@cache
def variant_of(name: str) -> bl.Variant:
    """A variant by one of NAMES."""
    kind, colon, rest = name.partition(":")
    if not colon:
        return bl.variant(name)
    if kind == "map":
        return bl.load_variant(next(file for file in MAPS if file.stem == rest))
    return bl.load_variant(playable_map(Random(f"properties {rest}")))


def some_options(variant: bl.Variant, random: Random) -> Data:
    """Some options of a variant, with values by chance."""
    options: Data = {}
    for option in variant.options:
        if random.random() < 0.6:
            continue
        if option.id == "turn_limit":
            options[option.id] = random.choice((1, 30, 120))
        elif option.id == "row_reset_cap":
            options[option.id] = random.choice((0, 1, 100))
        else:
            options[option.id] = random.choice(list(option.values))
    return options


def fresh_game(name: str, seed: int) -> bl.Game:
    """A game at its start; seats, options and start player follow from the seed too."""
    random = Random(f"{name} {seed}")
    variant = variant_of(name)
    seats = random.randint(*variant.seats)
    names = [f"P{seat}" for seat in range(seats)] if random.random() < 0.5 else []
    first = random.randrange(seats)
    return bl.Game.new(variant, seats, seed, some_options(variant, random), first, names)


def thinned(game: bl.Game, random: Random) -> bl.Game:
    """The same game with fewer cards and tickets left to draw, so that decks run dry soon."""
    position = game.position()
    for piles in position["decks"].values():
        share = random.choice((0, 0.1, 0.4))
        piles["pile"] = {card: sum(random.random() < share for _ in range(n)) for card, n in piles["pile"].items()}
    position["ticket_deck"] = position["ticket_deck"][: random.choice((0, 2, 6))]
    return bl.Game.from_position(position, game.names)


# ---------------------------------------------------------------- playing
VERBS = 13
"""Kinds of moves: a code begins with one of 1 … 13 (core/consts.py)."""


def taste(random: Random) -> list[float]:
    """How much somebody likes each kind of move."""
    return [random.choice((0.05, 0.3, 1, 1, 4)) for _ in range(VERBS + 1)]


def pick(codes: list[int], random: Random, likes: list[float]) -> int:
    """A code by taste: first the kind of move, then one of them."""
    kinds: dict[int, int] = {}
    for i, code in enumerate(codes):
        kinds.setdefault(code >> 24, i)
    starts = [*kinds.values(), len(codes)]
    [at] = random.choices(range(len(kinds)), [likes[kind] for kind in kinds])
    return codes[random.randrange(starts[at], starts[at + 1])]


def play_one(game: bl.Game, random: Random, likes: list[float]) -> tuple[int, bl.Move]:
    """One decision by taste of one of the seats that owe one: the seat and the move."""
    seat = random.choice(game.waiting)
    move = game.play_code(pick(game.legal(seat).codes, random, likes))
    return seat, move


def some_game(name: str, seed: int, most: int = 200) -> bl.Game:
    """A game at a moment by chance, now and then with few cards; perhaps it is over."""
    random = Random(f"{name} {seed} moment")
    game = fresh_game(name, seed)
    if random.random() < 0.25:
        game = thinned(game, random)
    likes = taste(random)
    for _ in range(random.choice((random.randint(0, 12), random.randint(0, most)))):
        if game.is_over:
            break
        play_one(game, random, likes)
    return game


def whole_game(name: str, seed: int) -> bl.Game:
    """A game played to its end."""
    random = Random(f"{name} {seed} whole")
    game = fresh_game(name, seed)
    likes = taste(random)
    likes[11] = 0.02  # nothing comes of swaps, and there are always some
    for _ in range(5000):
        if game.is_over:
            break
        play_one(game, random, likes)
    return game


names = st.sampled_from(NAMES)
seeds = st.integers(0, 2**32 - 1)
moments = st.builds(some_game, names, seeds)
"""Games of every variant at any moment."""


# ---------------------------------------------------------------- counting
@cache
def code_space(t: Tables) -> tuple[int, ...]:
    """Every code that can ever occur."""
    return tuple(all_codes(codec(t)))


@cache
def code_set(t: Tables) -> frozenset[int]:
    """The same as a set."""
    return frozenset(code_space(t))


def pile_counts(pile: Any) -> Counter[str]:
    """A pile of a position as counts."""
    if "top" in pile or "rest" in pile:
        return Counter(pile.get("top", [])) + Counter(pile.get("rest", {}))
    return Counter(pile)


def card_counts(position: Data) -> Counter[str]:
    """All cards of a position, wherever they are (DATA-8)."""
    cards = Counter(card for card in position["row"] if card is not None)
    for player in position["players"]:
        cards.update(player["hand"])
    for piles in position["decks"].values():
        cards.update(pile_counts(piles["pile"]))
        cards.update(piles["discard"])
    decision = position["decision"]
    if decision["kind"] == "surcharge":
        cards.update(decision["revealed"])
        for word in decision["base"].split():
            card, _, number = word.partition("*")
            cards[card] += int(number or 1)
    return cards


def ticket_list(position: Data) -> list[str]:
    """All tickets of a position, wherever they are."""
    tickets: list[str] = list(position["ticket_deck"])
    for player in position["players"]:
        tickets += [*player["tickets"], *player["boxed"], *player["offer"]]
    return sorted(tickets)


def piece_sums(variant: bl.Variant, position: Data) -> list[Data]:
    """What a seat has of each kind of piece in supply, on the board and in its box, and what it has built."""
    tracks = {track.id: track for track in variant.tracks}
    sums = []
    for player in position["players"]:
        count = Counter(player["pieces"])
        count.update(player["box"])
        for track in player["tracks"]:
            count[tracks[track].piece] += tracks[track].length
        sums.append(dict(count))
    return sums


# ---------------------------------------------------------------- moves that are not legal
ALWAYS = (
    "pass",
    "decline",
    "stop",
    "tickets",
    "blind",
    "blind train",
    "blind ship",
    "keep 1",
    "keep 9",
    "keep 1 under 2",
)


def likely_texts(game: bl.Game, seat: int, random: Random, memory: list[str]) -> Iterator[str]:
    """
    Texts of moves that somebody might well try: most of them illegal, some of them unreadable.

    Legal ones with something changed, moves of other decisions, other payments, anything that can ever be said.
    """
    t = game.tables
    legal = game.legal(seat)
    yield from ALWAYS
    yield from random.sample(memory, min(len(memory), 6))
    space = code_space(t)
    for code in (random.choice(space) for _ in range(12)):
        yield str(game.codec.move_of(code, 6))
    for _ in range(12 if len(legal) else 0):
        words = str(legal[random.randrange(len(legal))]).split()
        change = random.randrange(5)
        at = random.randrange(len(words))
        if change == 0:
            del words[at]
        elif change == 1:
            words.insert(at, random.choice(words))
        elif change == 2:
            words.append(random.choice(t.kinds))
        elif change == 3:
            words[at] = random.choice((*t.kinds, *t.tracks, *t.cities, "0", "1", "2", "7", "under", "refill"))
        else:
            words[at] = words[at].replace("*2", "*3").replace("1", "2")
        yield " ".join(words)
    for track in random.sample(t.tracks, min(len(t.tracks), 3)):
        cards = random.choices(t.kinds, k=random.randint(1, 4))
        yield f"claim {track} {' '.join(cards)}"
        yield f"pay {' '.join(cards)}"
        yield f"station {random.choice(t.cities)} {' '.join(cards)}"
        yield f"harbour {random.choice(t.cities)} {' '.join(cards)}"
    yield f"swap {random.randint(0, 60)} {random.choice(t.pieces)} {random.choice(t.pieces)}"
    yield f"split {random.randint(0, 60)} {random.randint(0, 60)}"
    yield f"row {random.choice(t.kinds)}"
    yield f"row {random.choice(t.kinds)} refill {random.choice(t.decks)}"
