"""
Sampled worlds: a game that agrees with a view, each with the probability that the model in `game/worlds.py` gives it.

The chances are compared with exact counts on cases small enough to list, written here from the rules of dealing. All
seeds are fixed. If the sampler is right, a fresh seed would fail a comparison about once in a million times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scale import games
from strategies import NAMES, Data, card_counts, fresh_game, moments, play_one, some_game, taste, ticket_list

import branchline as bl
from branchline.game.view import View

encode = msgspec.json.encode


# ---------------------------------------------------------------- a world agrees with the view
def check_world(game: bl.Game, viewer: int | None, random: Random) -> bl.Game:
    """A world of this view, with everything that must hold of it."""
    view = game.view(viewer)
    world = view.sample_game(random)
    assert encode(world.view(viewer)) == encode(view)
    assert world.view(viewer) == view
    assert world.events(viewer) == game.events(viewer)
    assert (world.waiting, world.seats, world.names) == (game.waiting, game.seats, game.names)
    if viewer is not None:
        assert list(world.legal(viewer)) == list(game.legal(viewer)) == view.legal()
    true, position = game.position(), world.position()
    for other in range(game.seats):
        # Others know as much there as they do here, be it something else.
        mine, theirs = game.view(other), world.view(other)
        assert set(mine.ticket_deck_known) == set(theirs.ticket_deck_known)
        assert mine.own.hand_decks == theirs.own.hand_decks
        assert len(mine.own.tickets or ()) == len(theirs.own.tickets or ())
    printed = {kind.id: kind.count for kind in game.variant.cards.kinds}
    cards = card_counts(position)
    assert all(n <= printed[card] for card, n in cards.items())
    assert cards.total() == card_counts(true).total()
    if cards.total() == sum(printed.values()):
        assert cards == card_counts(true)
    tickets = ticket_list(position)
    assert len(set(tickets)) == len(tickets) == len(ticket_list(true))
    # The way over a position finds nothing wrong with it either.
    assert bl.Game.from_position({**position, "variant": game.variant}, world.names) == world
    return world


@pytest.mark.parametrize("name", NAMES)
def test_a_world_has_that_very_view(name: str) -> None:
    for seed in range(games(5, 2)):
        game = some_game(name, seed)
        for viewer in (None, *range(game.seats)):
            check_world(game, viewer, Random(seed))


@given(moments, st.integers(-1, 4), st.integers(0, 2**32 - 1))
def test_a_world_has_that_very_view_at_any_moment(game: bl.Game, number: int, seed: int) -> None:
    check_world(game, None if number < 0 else number % game.seats, Random(seed))


@pytest.mark.parametrize("name", NAMES)
def test_a_world_can_be_played_to_its_end(name: str) -> None:
    for seed in range(games(4, 1)):
        game = some_game(name, seed, most=60)
        random = Random(seed)
        viewer = random.choice((None, *range(game.seats)))
        world = check_world(game, viewer, random)
        cards, tickets = card_counts(world.position()), ticket_list(world.position())
        likes = taste(random)
        likes[11] = 0.02  # nothing comes of swaps
        for _ in range(3000):
            if world.is_over:
                break
            play_one(world, random, likes)
        assert world.is_over
        assert card_counts(world.position()) == cards
        assert ticket_list(world.position()) == tickets
        assert world.result is not None
        assert bl.Game.replay(world.record()) == world


def test_every_kind_of_decision_is_met() -> None:
    """Start, split, turn, second card, keeping, surcharge, end: for the seat that owes it, others and nobody."""
    met: Counter[tuple[str, str]] = Counter()
    for name in NAMES:
        for seed in range(games(6, 3)):
            random = Random(seed)
            game = fresh_game(name, seed)
            likes = taste(random)
            for _ in range(games(150, 60)):
                for viewer in (None, *range(game.seats)):
                    who = "nobody" if viewer is None else "owes" if viewer in game.waiting else "waits"
                    kind = game.decision(viewer) if who == "owes" else game.decision()
                    if met[kind, who] < 12:
                        met[kind, who] += 1
                        check_world(game, viewer, random)
                if game.is_over:
                    break
                play_one(game, random, likes)
    kinds = {"start", "split", "turn", "second", "keep", "surcharge", "over"}
    assert {kind for kind, _ in met} == kinds
    assert set(met) == set(product(kinds, ("owes", "waits", "nobody"))) - {("over", "owes")}


def test_the_same_random_numbers_give_the_same_world() -> None:
    view = some_game("world", 3).view(0)
    one, two, other = (view.sample_game(Random(seed)) for seed in (1, 1, 2))
    assert one.position() == two.position() != other.position()


def test_a_world_takes_the_view_as_it_comes_over_the_wire() -> None:
    for name in NAMES[:8]:
        view = some_game(name, 4).view(1)
        again = msgspec.json.decode(encode(view), type=View)
        assert again.sample_game(Random(1)).position() == view.sample_game(Random(1)).position()


# ---------------------------------------------------------------- the right chances
Outcome = Any
Z = 4.753
"""A normal variable is larger once in a million."""


def limit(freedom: int) -> float:
    """What chi-square exceeds about once in a million (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + Z * part**0.5) ** 3)


def check_chances(seen: Iterable[Outcome], chances: Mapping[Outcome, Fraction]) -> None:
    """The outcomes come as often as they should; nothing comes that can't."""
    counts = Counter(seen)
    assert sum(chances.values()) == 1
    assert set(counts) <= set(chances), "an impossible world"
    total = counts.total()
    assert min(chances.values()) * total >= 8, "too few samples for this comparison"
    statistic = sum(float((counts[key] - total * p) ** 2 / (total * p)) for key, p in chances.items())
    assert statistic < limit(len(chances) - 1)


def chances_of(worlds: Iterable[Outcome]) -> dict[Outcome, Fraction]:
    """Equally likely worlds as the chances of what is looked at."""
    counts = Counter(worlds)
    return {key: Fraction(n, counts.total()) for key, n in counts.items()}


def positions(game: bl.Game, viewer: int | None, number: int, random: Random | None = None) -> list[Data]:
    """Sampled worlds as positions."""
    from branchline.game.position import write_position
    from branchline.game.worlds import Worlds

    worlds = Worlds(game.view(viewer))
    random = random or Random(1)
    return [write_position(worlds.t, worlds.state(random)) for _ in range(number)]


def cards(hand: Mapping[str, int] | Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Cards in any form as one that can be compared."""
    return tuple(sorted((card, n) for card, n in Counter(hand).items() if n))


def hands_game(variant: str, players: list[Data], piles: dict[str, Data], **more: Any) -> bl.Game:
    """A position in which all cards that are in no hand, row or pile lie open on the discards."""
    which = bl.variant(variant)
    left = {kind.id: kind.count for kind in which.cards.kinds}
    for counts in [*(player.get("hand", {}) for player in players), *piles.values(), Counter(more.get("row", []))]:
        for card, n in counts.items():
            left[card] -= n
    decks = {
        name: {"pile": pile, "discard": {k.id: left[k.id] for k in which.cards.kinds if k.deck == name}}
        for name, pile in piles.items()
    }
    return bl.Game.from_position({"variant": variant, "players": players, "decks": decks, "row": [], **more})


ONE_DECK = hands_game(
    "usa",
    [
        {"hand": {"red": 2}},
        {"hand": {"white": 1, "red": 1, "blue": 1}, "known": {"white": 1}},
        {"hand": {"wild": 1}},
    ],
    {"train": {"red": 1, "green": 1}},
    row=["black", "black"],
)


def one_deck_deals() -> Iterable[Outcome]:
    """Every way to deal the five unseen cards: to seat 1 beside its white card, to seat 2, the others to the pile."""
    for deal in permutations(["red", "blue", "wild", "red", "green"]):
        yield cards(["white", *deal[:2]]), cards(deal[2:3]), cards(deal[3:])


def one_deck_outcome(position: Data) -> Outcome:
    return (
        cards(position["players"][1]["hand"]),
        cards(position["players"][2]["hand"]),
        cards(position["decks"]["train"]["pile"]),
    )


def test_chances_of_hands() -> None:
    seen = map(one_deck_outcome, positions(ONE_DECK, 0, 4000))
    check_chances(seen, chances_of(one_deck_deals()))


def test_chances_of_hands_for_a_spectator() -> None:
    """Nobody's hand is open; the white card of seat 1 is known to all."""

    def deals() -> Iterable[Outcome]:
        unseen = ["red"] * 4 + ["blue", "wild", "green"]
        for own in combinations(range(7), 2):
            rest = [card for i, card in enumerate(unseen) if i not in own]
            for other in combinations(range(5), 2):
                for third in set(range(5)) - set(other):
                    yield (
                        cards(unseen[i] for i in own),
                        cards(["white", *(rest[i] for i in other)]),
                        cards([rest[third]]),
                    )

    seen = [tuple(cards(player["hand"]) for player in world["players"]) for world in positions(ONE_DECK, None, 6000)]
    check_chances(seen, chances_of(deals()))


def test_chances_of_hands_from_two_decks() -> None:
    """Cards stay in the deck they come from: everybody saw how many of each a hand has."""
    game = hands_game(
        "world",
        [
            {"hand": {"red": 1}},
            {"hand": {"wild": 1, "green": 1, "red.ship": 1}},
            {"hand": {"red.double": 1, "white": 1, "black": 1}, "known": {"black": 1}},
        ],
        {"train": {"wild": 1}, "ship": {"red.ship": 1, "green.ship": 1}},
    )

    def deals() -> Iterable[Outcome]:
        for train in permutations(["wild", "green", "white", "wild"]):
            for ship in permutations(["red.ship", "red.double", "red.ship", "green.ship"]):
                yield cards([*train[:2], ship[0]]), cards(["black", train[2], ship[1]])

    seen = [tuple(cards(world["players"][seat]["hand"]) for seat in (1, 2)) for world in positions(game, 0, 6000)]
    check_chances(seen, chances_of(deals()))


def test_chances_with_a_tunnel_open() -> None:
    """What lies open for a tunnel is in nobody's hand."""
    game = tunnel_game()

    def deals() -> Iterable[Outcome]:
        for deal in permutations(["red", "wild", "red", "white"]):
            yield cards(deal[:2])

    seen = [cards(world["players"][1]["hand"]) for world in positions(game, 0, 1500)]
    check_chances(seen, chances_of(deals()))


def tunnel_game() -> bl.Game:
    left = {kind.id: kind.count for kind in bl.variant("europe").cards.kinds}
    for card, n in {"blue": 4, "red": 4, "wild": 1, "white": 1}.items():
        left[card] -= n
    return bl.Game.from_position(
        {
            "variant": "europe",
            "players": [{"hand": {"blue": 1}}, {"hand": {"red": 1, "wild": 1}}],
            "row": [],
            "decks": {"train": {"pile": {"red": 1, "white": 1}, "discard": left}},
            "decision": {
                "kind": "surcharge",
                "seat": 0,
                "track": "munchen-venezia",
                "base": "blue*2",
                "revealed": ["blue", "red", "red"],
            },
        }
    )


# ---------------------------------------------------------------- tickets
USA_TICKETS = [ticket.id for ticket in bl.variant("usa").tickets]


def test_chances_of_tickets_and_of_the_order_of_the_deck() -> None:
    """Five unseen tickets: two with seat 1, three in the deck; one more place of the deck is known."""
    own, unseen, known = USA_TICKETS[6:], USA_TICKETS[:5], USA_TICKETS[5]
    game = bl.Game.from_position(
        {
            "variant": "usa",
            "players": [{"tickets": own}, {"tickets": unseen[:2]}],
            "ticket_deck": [unseen[2], known, *unseen[3:]],
            "ticket_deck_seen": {"1": 0, "2": 1},
        }
    )

    def deals() -> Iterable[Outcome]:
        for deal in permutations(unseen):
            yield tuple(sorted(deal[:2])), (deal[2], known, *deal[3:])

    seen = [
        (tuple(sorted(world["players"][1]["tickets"])), tuple(world["ticket_deck"]))
        for world in positions(game, 0, 6000)
    ]
    check_chances(seen, chances_of(deals()))


def test_chances_of_an_offer() -> None:
    """Seat 1 looks at three tickets, one of which the viewer had put back."""
    own, unseen, known = USA_TICKETS[5:], USA_TICKETS[:4], USA_TICKETS[4]
    game = bl.Game.from_position(
        {
            "variant": "usa",
            "players": [
                {"tickets": own},
                {"tickets": unseen[:1], "offer": [unseen[1], known, unseen[2]], "offer_seen": {"1": 0}},
            ],
            "ticket_deck": unseen[3:],
            "decision": {"kind": "keep", "seat": 1},
        }
    )

    def deals() -> Iterable[Outcome]:
        for one, two, three, four in permutations(unseen):
            yield (one,), (two, known, three), (four,)

    seen = [
        (
            tuple(world["players"][1]["tickets"]),
            tuple(world["players"][1]["offer"]),
            tuple(world["ticket_deck"]),
        )
        for world in positions(game, 0, 1500)
    ]
    check_chances(seen, chances_of(deals()))


def long_map(start_return: str) -> bl.Variant:
    """Two cities, three long and five ordinary tickets; a seat gets one long and two ordinary ones."""
    parameters = {
        "seats": [2, 2],
        "pieces": {"train": 8},
        "start_tickets": 2,
        "start_long": 1,
        "start_keep": 1,
        "draw_tickets": 1,
    }
    if start_return != "deck":
        parameters["start_return"] = start_return
    return bl.load_variant(
        {
            "id": "long_and_short",
            "names": dict.fromkeys(("en", "ja", "zh-Hant"), "Long and short"),
            "parameters": parameters,
            "cards": {"colours": ["red"], "decks": [{"id": "train", "plain": 20, "wild": 4}], "total": 24},
            "cities": [{"id": city, "en": city, "ja": city, "zh-Hant": city} for city in ("north", "south")],
            "tracks": [{"a": "north", "b": "south", "length": 2, "colour": "gray", "piece": "train"}],
            "tickets": [
                *({"cities": ["north", "south"], "points": 10 + i, "long": True} for i in range(3)),
                *({"cities": ["north", "south"], "points": i} for i in range(1, 6)),
            ],
        }
    )


BOXED = long_map("box")
LONG = tuple(ticket.id for ticket in BOXED.tickets if ticket.long)
SHORT = tuple(ticket.id for ticket in BOXED.tickets if not ticket.long)


def deals_beside(offer: list[str]) -> Iterable[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What seat 1 was dealt and the deck then, each deal equally likely, if seat 0 was dealt this."""
    for long in permutations(LONG):
        for short in permutations(SHORT):
            if [long[0], *short[:2]] == offer:
                yield (long[1], *short[2:4]), short[4:]


def kept_ways(dealt: tuple[str, ...], number: int) -> Iterable[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Every way to keep so many: those kept and the others."""
    for kept in combinations(dealt, number):
        yield kept, tuple(ticket for ticket in dealt if ticket not in kept)


def names_of(*groups: Iterable[str]) -> Outcome:
    return tuple(tuple(sorted(group)) for group in groups)


def ticket_outcome(position: Data) -> Outcome:
    other = position["players"][1]
    return names_of(other["tickets"], other["boxed"], position["ticket_deck"])


@pytest.mark.parametrize("number", [1, 2, 3])
def test_chances_of_boxed_and_long_tickets(number: int) -> None:
    """SETUP-6: one long and two ordinary tickets dealt, some kept, the others out of the game."""
    game = bl.Game.new(BOXED, 2, 7)
    offer = game.position()["players"][0]["offer"]
    game.play("keep 2", 0)
    game.play("keep " + " ".join(map(str, range(1, number + 1))), 1)
    worlds = (
        names_of(kept, others, deck) for dealt, deck in deals_beside(offer) for kept, others in kept_ways(dealt, number)
    )
    check_chances(map(ticket_outcome, positions(game, 0, 1500)), chances_of(worlds))


def test_chances_of_boxed_and_long_tickets_after_a_draw() -> None:
    """The ticket drawn later is an ordinary one; which of the start tickets was kept stays uniform."""
    game = bl.Game.new(BOXED, 2, 7, first_seat=1)
    offer = game.position()["players"][0]["offer"]
    game.play("keep 2", 0)
    game.play("keep 1 2", 1)
    game.play("tickets")
    game.play("keep 1")
    worlds = (
        names_of([*kept, *deck], others, ())
        for dealt, deck in deals_beside(offer)
        for kept, others in kept_ways(dealt, 2)
    )
    check_chances(map(ticket_outcome, positions(game, 0, 1500)), chances_of(worlds))


@pytest.mark.parametrize("keep", ["keep 1", "keep 2", "keep 1 2"])
def test_chances_of_the_box_when_all_tickets_are_shown(keep: str) -> None:
    """At the end the tickets held are open: if the long one is among them, it is not in the box."""
    game = bl.Game.new(BOXED, 2, 7)
    offer = game.position()["players"][0]["offer"]
    game.play("keep 2", 0)
    game.play(keep, 1)
    position = {**game.position(), "decision": {"kind": "over"}}
    game = bl.Game.from_position(position)
    shown = tuple(sorted(position["players"][1]["tickets"]))
    worlds = (
        names_of(kept, others, deck)
        for dealt, deck in deals_beside(offer)
        for kept, others in kept_ways(dealt, len(shown))
        if tuple(sorted(kept)) == shown
    )
    check_chances(map(ticket_outcome, positions(game, 0, 1500)), chances_of(worlds))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_chances_of_a_long_ticket_where_start_tickets_go_back(number: int) -> None:
    """The long ticket of seat 1 was kept with the chance that any of its start tickets was."""
    variant = long_map("deck")
    game = bl.Game.new(variant, 2, 7)
    game.play("keep 1", 0)
    game.play("keep " + " ".join(map(str, range(1, number + 1))), 1)
    own = game.position()["players"][0]["tickets"]
    seen = []
    for world in positions(game, 0, 2000):
        held = set(LONG) & set(world["players"][1]["tickets"])
        back = set(LONG) & set(world["ticket_deck"])
        assert (len(held) + len(back), (held | back) & set(own)) == (1, set())
        seen.append((min(held | back), bool(held)))
    chance = Fraction(number, 3)
    others = [ticket for ticket in LONG if ticket not in own]
    chances = {(t, kept): p / 2 for t in others for kept, p in ((True, chance), (False, 1 - chance)) if p}
    check_chances(seen, chances)


# ---------------------------------------------------------------- the start
def test_chances_of_what_was_put_down_at_the_start() -> None:
    """SETUP-7: seat 1 was dealt anything, and chose any legal thing."""
    game = bl.Game.new(BOXED, 2, 7)
    offer = game.position()["players"][0]["offer"]
    game.play("keep 1 3", 1)
    worlds = (
        (dealt, deck, "keep " + " ".join(str(dealt.index(ticket) + 1) for ticket in kept))
        for dealt, deck in deals_beside(offer)
        for number in (1, 2, 3)
        for kept, _ in kept_ways(dealt, number)
    )
    seen = [
        (tuple(w["players"][1]["offer"]), tuple(w["ticket_deck"]), w["players"][1]["chosen"][0])
        for w in positions(game, 0, 8000)
    ]
    check_chances(seen, chances_of(worlds))


def test_nothing_is_chosen_before_it_is() -> None:
    """A seat that still owes its choice has made none in any world; the viewer's own choice stands."""
    game = bl.Game.new("mini", 3, 7)
    game.play("keep 1", 0)
    game.play("keep 2", 1)
    game.play("split 6 4", 1)
    for world in positions(game, 1, 50):
        first, own, third = (player["chosen"] for player in world["players"])
        assert own == ["keep 2", "split 6 4"]
        assert third == []
        assert len(first) == 1


def test_chances_of_a_split() -> None:
    """SETUP-8, INFO-3: any legal split."""
    game = bl.Game.new("mini", 2, 7)
    game.play("keep 1", 1)
    game.play("split 8 2", 1)
    chances = {f"split {n} {10 - n}": Fraction(1, 5) for n in range(4, 9)}
    seen = [world["players"][1]["chosen"][1] for world in positions(game, 0, 1000)]
    check_chances(seen, chances)
    ways = [str(move) for move in game.legal(0)]
    seen = [world["players"][1]["chosen"][0] for world in positions(game, 0, 1000)]
    check_chances(seen, {way: Fraction(1, len(ways)) for way in ways})


# ---------------------------------------------------------------- these tests notice
class Lazy(Random):
    """Shuffles only every third time."""

    turn = 0

    def shuffle(self, x: Any) -> None:
        self.turn += 1
        if self.turn % 3 == 0:
            super().shuffle(x)


class Favourite(Random):
    """Shuffles well, but then puts a wild first now and then."""

    def shuffle(self, x: Any) -> None:
        super().shuffle(x)
        wild = ONE_DECK.tables.map.wild
        if wild in x and self.random() < 0.15:
            x.remove(wild)
            x.insert(0, wild)


@pytest.mark.parametrize("sampler", [Lazy, Favourite])
def test_wrong_chances_are_noticed(sampler: Callable[[int], Random]) -> None:
    seen = list(map(one_deck_outcome, positions(ONE_DECK, 0, 4000, sampler(1))))
    with pytest.raises(AssertionError):
        check_chances(seen, chances_of(one_deck_deals()))
