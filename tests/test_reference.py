"""
The second engine against the worked examples of the rulebooks (section 22) and a few traps of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, pairwise, permutations
from random import Random
from typing import Any

import pytest
from reference.dealing import deal
from reference.engine import ImpossibleError, Reference
from reference.facts import Facts, Rules, Track, cards_text, count_cards
from reference.network import longest_trail
from reference.payments import Payments
from reference.scoring import rank_sheets

from branchline.game.variants import variant

Data = dict[str, Any]
READ: dict[str, Facts] = {}


def facts_of(id: str) -> Facts:
    if id not in READ:
        READ[id] = Facts.read(variant(id))
    return READ[id]


def rules_of(id: str, options: Mapping[str, object] | None = None) -> Rules:
    return Rules.read(variant(id).with_options(options).parameters)


def game(id: str, *players: Data, options: Mapping[str, object] | None = None, **parts: Any) -> Reference:
    """
    A position of which only what matters is told; two seats unless more are given.
    """
    facts, rules = facts_of(id), rules_of(id, options)
    seats = []
    for player in [*players, {}, {}][: max(2, len(players))]:
        placed = dict.fromkeys(rules.pieces, 0)
        for track in player.get("tracks", ()):
            placed[facts.tracks[track].piece] += facts.tracks[track].length
        pieces = {piece: number - placed[piece] for piece, number in rules.pieces.items()}
        seats.append({"pieces": pieces, "box": dict.fromkeys(pieces, 0), **player})
    position = {
        "players": seats,
        "row": quiet_row(facts, rules),
        "ticket_deck": [],
        **parts,
        "decks": {deck.id: parts.get("decks", {}).get(deck.id, {}) for deck in facts.decks},
    }
    return Reference(facts, rules, position)


def quiet_row(facts: Facts, rules: Rules) -> list[str]:
    """
    A full row of the last colour, which the hands of these tests leave alone.
    """
    return [
        next(card for card in reversed(facts.kinds) if facts.deck_of[card] == deck.id and card != "wild")
        for deck, number in zip(facts.decks, rules.row, strict=True)
        for _ in range(number)
    ]


def dry(id: str, row: str = "") -> Data:
    """
    Decks without any card, and a row of these few.
    """
    cards: list[str | None] = [*row.split()]
    cards += [None] * (sum(rules_of(id).row) - len(cards))
    return {"decks": {deck.id: {"pile": {}} for deck in facts_of(id).decks}, "row": cards}


def payments(of: Reference, place: str) -> set[str]:
    """
    What pays for a track, station or harbour: the legal moves that begin like this, without that beginning.
    """
    return {text.removeprefix(place + " ") for text in of.legal(of.seat) if text.startswith(place + " ")}


def some_track(id: str, **wanted: Any) -> Track:
    """
    The first track that is like this.
    """
    tracks = facts_of(id).tracks.values()
    return next(track for track in tracks if all(getattr(track, name) == value for name, value in wanted.items()))


# -- claiming --


def test_vec_1_coloured_track() -> None:
    it = game("usa", {"hand": "blue*3 wild*3 red*3"})
    assert payments(it, "claim montreal-new_york") == {"blue*3", "blue*2 wild", "blue wild*2", "wild*3"}


def test_vec_2_gray_track() -> None:
    it = game("usa", {"hand": "blue*3 red*3"})
    assert payments(it, "claim montreal-toronto") == {"blue*3", "red*3"}


def test_vec_3_yellow_track() -> None:
    track = some_track("europe", colour="yellow", length=3, ferry=0, tunnel=False)
    it = game("europe", {"hand": "yellow*3 wild*3 red*3"})
    assert payments(it, f"claim {track.id}") == {"yellow*3", "yellow*2 wild", "yellow wild*2", "wild*3"}


def test_vec_4_gray_of_two() -> None:
    track = some_track("europe", colour=None, length=2, ferry=0, tunnel=False)
    it = game("europe", {"hand": "red*2 yellow wild*2"})
    expected = {"red*2", "red wild", "yellow wild", "wild*2"}
    assert payments(it, f"claim {track.id}") == expected


def test_vec_5_no_part_payment() -> None:
    track = some_track("europe", colour="yellow", length=3, ferry=0, tunnel=False)
    it = game("europe", {"hand": "yellow*2"})
    assert payments(it, f"claim {track.id}") == set()


def test_vec_13_points() -> None:
    points = rules_of("europe").track_points
    assert [points[length] for length in (1, 2, 3, 4, 6, 8)] == [1, 2, 4, 7, 15, 21]


def test_vec_14_london() -> None:
    track = some_track("london", colour="yellow", length=3)
    it = game("london", {"hand": "yellow*3 wild*3 blue*3"})
    assert payments(it, f"claim {track.id}") == {"yellow*3", "yellow*2 wild", "yellow wild*2", "wild*3"}


def test_vec_17_train_track() -> None:
    track = some_track("world", colour="purple", length=3, piece="train")
    it = game("world", {"hand": "purple*2 purple.mark wild*2 purple.ship*3"})
    assert payments(it, f"claim {track.id}") == {
        "purple*2 purple.mark", "purple*2 wild", "purple purple.mark wild", "purple wild*2", "purple.mark wild*2",
    }  # fmt: skip


def test_vec_18_ship_track() -> None:
    track = some_track("world", colour="white", length=4, piece="ship")
    it = game("world", {"hand": "white.double*3 white.ship*4 wild*2 white*4"})
    paid = payments(it, f"claim {track.id}")
    assert {"white.double*2", "white.ship*4", "white.ship*2 white.double", "wild*2 white.double"} <= paid
    assert "white*4" not in paid  # CLAIM-5
    assert "white.double*3" in paid  # three cards cover four spaces; the third covers none beyond (SHIP-2)
    assert "white.double" not in paid


def test_vec_19_overpaying() -> None:
    track = some_track("world", length=5, piece="ship")
    colour = track.colour or "red"
    for choice, pays in (("allow", True), ("forbid", False)):
        it = game("world", {"hand": f"{colour}.double*3 {colour}.ship"}, options={"double_ship_overpay": choice})
        paid = payments(it, f"claim {track.id}")
        assert f"{colour}.ship {colour}.double*2" in paid
        assert (f"{colour}.double*3" in paid) is pays
    it = game("world", {"hand": f"{colour}.double*3"})
    it.play(0, f"claim {track.id} {colour}.double*3", [])
    assert it.seats[0].pieces["ship"] == 50 - 5  # SHIP-3


def test_pairs() -> None:
    track = next(track for track in facts_of("world").tracks.values() if track.pair == 2)
    it = game("world", {"hand": "red red.mark black yellow*3 wild*3"})
    paid = payments(it, f"claim {track.id}")
    assert {"yellow*2 red red.mark", "yellow red wild*2", "yellow wild*3", "yellow*3 wild"} <= paid
    assert "yellow*3 red" not in paid  # two odd colours, no wild (PAIR-2)
    it = game("world", {"hand": "red yellow*3 wild*3"}, options={"pair_two_wilds": "forbid"})
    paid = payments(it, f"claim {track.id}")
    assert "yellow wild*3" not in paid
    assert "yellow red wild*2" in paid


def test_twins() -> None:
    track = next(track for track in facts_of("usa").tracks.values() if track.twin)
    rich = {"hand": "wild*6"}
    for seats in (2, 3, 4):
        it = game("usa", *[rich] * (seats - 1), {"hand": "", "tracks": [track.id]})
        assert bool(payments(it, f"claim {track.twin}")) is (seats >= 4)  # DOUBLE-3
    it = game("usa", {**rich, "tracks": [track.id]}, {}, {}, {})
    assert not payments(it, f"claim {track.twin}")  # DOUBLE-1


def test_ferry() -> None:
    track = some_track("europe", ferry=2, length=4)
    it = game("europe", {"hand": "red*4 wild*4"})
    assert payments(it, f"claim {track.id}") == {"red*2 wild*2", "red wild*3", "wild*4"}


# -- tunnels --

TUNNELS = [
    ("red*2", "red blue green", {"pay red", "pay wild", "decline"}),  # VEC-6
    ("green*2", "wild blue red", {"pay green", "pay wild", "decline"}),  # VEC-7
    ("wild*2", "wild blue red", {"pay wild", "decline"}),  # VEC-8
    ("green wild", "wild green blue", {"pay green*2", "pay green wild", "pay wild*2", "decline"}),  # AMB-26
]


@pytest.mark.parametrize(("base", "revealed", "legal"), TUNNELS)
def test_tunnel(base: str, revealed: str, legal: set[str]) -> None:
    track = some_track("europe", tunnel=True, length=2, colour=None)
    hand = count_cards(base) + count_cards("red*2 green*2 wild*2")
    it = game("europe", {"hand": hand})
    it.play(0, f"claim {track.id} {base}", revealed.split())
    assert it.waiting() == (0,)
    assert it.decision(0) == "surcharge"
    assert it.legal(0) == legal
    it.play(0, "decline", [])
    assert it.seats[0].hand == hand
    assert it.seats[0].known == count_cards(base)
    assert it.piles["train"].discard == count_cards(revealed)
    assert it.waiting() == (1,)
    assert not it.audit()


def test_vec_9_and_10_short_reveal() -> None:
    track = some_track("europe", tunnel=True, length=2, colour=None)
    it = game("europe", {"hand": "red*2"}, decks=dry("europe")["decks"])
    it.play(0, f"claim {track.id} red*2", [])
    assert it.seats[0].tracks == [track.id]
    short = {"train": {"pile": {"blue": 1}, "discard": {"green": 1}}}
    it = game("europe", {"hand": "red*2"}, decks=short, row=["blue"] * 5)
    it.play(0, f"claim {track.id} red*2", ["blue", "green"])
    assert it.seats[0].score == 2
    assert it.piles["train"].discard == count_cards("red*2 blue green")


def test_wrong_deals_are_noticed() -> None:
    it = game("usa", {"hand": "red*2"}, decks={"train": {"pile": {"blue": 2}}})
    with pytest.raises(ImpossibleError, match="not in the train pile"):
        it.play(0, "blind", ["red"])
    it = game("usa", decks={"train": {"pile": {"blue": 2}}})
    with pytest.raises(ImpossibleError, match="left over"):
        it.play(0, "blind", ["blue", "blue"])
    it = game("usa", decks={"train": {"pile": {"blue": 2}}})
    with pytest.raises(ImpossibleError, match="more cards"):
        it.play(0, "blind", [])
    with pytest.raises(ReferenceError, match="not legal"):
        it.play(0, "claim boston-montreal.1 red*2", [])


# -- stations, harbours, swaps, splits --


def test_vec_12_station_prices() -> None:
    hand = {"hand": "red*2 blue wild"}
    assert payments(game("europe", hand), "station roma") == {"red", "blue", "wild"}
    assert payments(game("europe", {**hand, "stations": ["wien"]}), "station roma") == {
        "red*2",
        "red wild",
        "blue wild",
    }
    it = game("europe", {**hand, "stations": ["wien", "berlin"]}, {"stations": ["paris"]})
    assert payments(it, "station roma") == {"red*2 wild"}
    assert not payments(it, "station paris")  # STATION-2
    assert not payments(game("europe", {**hand, "stations": ["wien", "berlin", "paris"]}), "station roma")


def test_vec_22_harbour() -> None:
    track = next(track for track in facts_of("world").tracks.values() if "lima" in track.ends)
    hand = "wild yellow.ship yellow.mark*2 yellow*2 yellow.double"
    it = game("world", {"hand": hand, "tracks": [track.id]})
    assert payments(it, "harbour lima") == {"yellow.mark*2 wild yellow.ship"}
    assert not payments(game("world", {"hand": hand}), "harbour lima")  # HARBOUR-1
    it = game("world", {"hand": hand, "tracks": [track.id]}, {"harbours": ["lima"]})
    assert not payments(it, "harbour lima")


def test_vec_20_splits() -> None:
    it = game("world", decision={"kind": "start"})
    assert it.waiting() == (0, 1)
    assert it.decision(1) == "split"
    splits = it.legal(1)
    assert {"split 25 35", "split 20 40", "split 10 50"} <= splits
    assert len(splits) == 16
    it.play(1, "split 25 35", [])
    assert it.waiting() == (0,)
    assert it.summary()["players"][1]["pieces"] == {"train": 25, "ship": 50}  # secret until all are in
    it.play(0, "split 10 50", [])
    assert it.seats[1].box == {"train": 0, "ship": 15}
    assert (it.phase, it.seat) == ("turn", 0)


def test_vec_25_swap() -> None:
    seat = {"pieces": {"train": 20, "ship": 40}, "box": {"train": 5, "ship": 10}}
    it = game("world", seat, seat)
    assert {"swap 10 train ship", "swap 5 ship train"} <= it.legal(0)
    assert "swap 11 train ship" not in it.legal(0)
    it.play(0, "swap 2 train ship", [])
    assert it.seats[0].score == -2
    assert it.seats[0].pieces == {"train": 18, "ship": 42}
    assert it.waiting() == (1,)


# -- cards and the row --


def test_vec_16_reset_of_the_first_row() -> None:
    it = game("london", row=["wild", "wild", "wild", "blue", "blue"])
    second, third = ["wild", "wild", "wild", "wild", "blue"], ["green", "blue", "wild", "black", "pink"]
    it._coming = [*second, *third]
    it._settle_row()
    assert it.row == third
    assert it._coming == []


def test_vec_21_six_wilds() -> None:
    it = game("world", row=["wild"] * 5 + ["red.ship"])
    row = ["red", "green", "wild", "red.ship", "green.ship", "white.double"]
    it.play(0, "row red.ship refill train", ["wild", *row])
    assert it.row == row
    assert it.decision(0) == "second"


def test_row_wild_is_the_only_card() -> None:
    it = game("usa", row=["wild", "red", "blue", "blue", "green"])
    it.play(0, "row wild", ["wild"])
    assert it.waiting() == (1,)
    it.play(1, "row red", ["wild"])
    assert it.legal(1) == {"blind", "row blue", "row green"}  # DRAW-3
    assert it.seats[0].known == {"wild": 1}


def test_refill_in_world() -> None:
    row = ["red", "red", "red", "red.ship", "red.ship", "red.ship"]
    it = game("world", row=row)
    assert "row red" not in it.legal(0)
    assert {"row red refill train", "row red refill ship", "blind train", "blind ship"} <= it.legal(0)
    it = game("world", row=row, decks={"ship": {"pile": {}}})
    assert {"row red", "blind train"} <= it.legal(0)
    assert not {"blind ship", "row red refill train"} & it.legal(0)  # DRAW-11


def test_dry_row_and_single_cards() -> None:
    it = game("usa", **dry("usa", "red wild"))
    assert it.legal(0) == {"row red", "row wild"}
    it.play(0, "row red", [])
    assert it.waiting() == (1,)  # DRAW-8: only a wild is left
    it = game("usa", **dry("usa", "red wild"), options={"dry_row": "locked"})
    assert it.legal(0) == {"pass"}  # DRAW-7
    it = game("usa", **dry("usa"), ticket_deck=["boston-miami"])
    assert it.legal(0) == {"tickets"}  # DRAW-10


def test_second_draw_optional() -> None:
    it = game("usa", row=["red"] * 5, options={"second_draw": "optional"})
    it.play(0, "blind", ["wild"])
    assert it.legal(0) == {"row red", "blind", "stop"}
    it.play(0, "stop", [])
    assert it.waiting() == (1,)


def test_gaps_are_filled_before_the_next_player() -> None:
    it = game("usa", {"hand": "blue*3"}, **dry("usa", "red red red"))
    it.play(0, "claim montreal-new_york blue*3", ["blue", "blue"])
    assert it.row == ["red", "red", "red", "blue", "blue"]
    assert it.piles["train"].cards.total() == 1


@pytest.mark.parametrize(("others", "possible"), [("red*3 wild*5", True), ("red*2 wild*6", False)])
def test_impossible_reset(others: str, possible: bool) -> None:
    """
    ROW-6: of five cards at least three must not be wild.
    """
    it = game("usa", row=["wild", "wild", "wild", "wild", "wild"], decks={"train": {"pile": count_cards(others)}})
    assert it._reset_possible() is possible


def test_impossible_reset_in_world() -> None:
    """
    ROW-6 for two decks: the ships there are leave so many places to trains.
    """
    options = {"world_row_reset": "3"}
    decks = {"train": {"pile": {"red": 2}}, "ship": {"pile": {"red.ship": 2}}}
    it = game("world", row=["wild"] * 6, decks=decks, options=options)
    assert it._reset_possible()  # four trains, two of them wild
    decks["train"] = {"pile": {"red": 1}}
    it = game("world", row=["wild"] * 6, decks=decks, options=options)
    assert not it._reset_possible()
    it = game("world", row=["wild"] * 6, decks={"train": {"pile": {"wild": 1}}, "ship": {"pile": {}}})
    assert not it._reset_possible()
    it = game("world", row=["wild"] * 6, decks={"train": {"pile": {"wild": 1}}, "ship": {"pile": {"red.ship": 1}}})
    assert it._reset_possible()


# -- tickets --


def test_vec_15_last_ticket() -> None:
    it = game("london", ticket_deck=["waterloo-st_pauls"])
    it.play(0, "tickets", [])
    assert it.legal(0) == {"keep 1"}


def test_keeping() -> None:
    deck = ["boston-miami", "calgary-phoenix", "dallas-new_york", "denver-el_paso"]
    it = game("usa", ticket_deck=deck)
    it.play(0, "tickets", [])
    assert it.legal(0) == {
        "keep 1", "keep 1 under 3 2", "keep 2", "keep 2 under 3 1", "keep 3", "keep 3 under 2 1",
        "keep 1 2", "keep 1 3", "keep 2 3", "keep 1 2 3",
    }  # fmt: skip
    it.play(0, "keep 1 under 3 2", [])
    assert it.ticket_deck == ["denver-el_paso", "dallas-new_york", "calgary-phoenix"]


def test_start_is_secret_until_all_have_chosen() -> None:
    offers = [{"offer": list(facts_of("europe").tickets)[place : place + 4]} for place in (0, 4)]
    it = game("europe", *offers, decision={"kind": "start"}, first_seat=1)
    assert it.waiting() == (1, 0)
    assert "keep 1 2 under 4 3" not in it.legal(0)  # PAR-11: what is not kept leaves the game
    it.play(0, "keep 1 2", [])
    assert it.waiting() == (1,)
    assert it.summary()["players"][0]["chosen"] == ["keep 1 2"]
    assert it.seats[0].tickets == []
    it.play(1, "keep 1 3 4", [])
    assert it.seats[0].boxed == offers[0]["offer"][2:]
    assert (it.waiting(), it.decision(1)) == ((1,), "turn")


def test_start_tickets_go_under_the_deck_in_seat_order() -> None:
    first = {"offer": ["boston-miami", "calgary-phoenix", "dallas-new_york"]}
    second = {"offer": ["denver-el_paso", "denver-pittsburgh", "duluth-el_paso"]}
    it = game("usa", first, second, decision={"kind": "start"}, first_seat=1)
    it.play(0, "keep 1 2", [])
    it.play(1, "keep 1 3", [])
    assert it.ticket_deck == ["denver-pittsburgh", "dallas-new_york"]  # SETUP-7


# -- the end --


def test_last_turns() -> None:
    it = game("usa", {"hand": "blue*3", "pieces": {"train": 5}}, {}, {}, **dry("usa"), ticket_deck=["boston-miami"])
    it.play(0, "claim montreal-new_york blue*3", ["blue"] * 3)
    assert it.summary()["last_turns"] == {"left": 3, "trigger": 0}  # END-1, END-2
    it.play(1, "tickets", [])
    it.play(1, "keep 1", [])
    for seat in (2, 0):
        it.play(seat, "row blue", [])
        if it.waiting() == (seat,):
            it.play(seat, "row blue", [])
    assert it.waiting() == ()
    assert it.how == "last_turns"
    assert it.turns == 4


def test_all_pass() -> None:
    it = game("usa", {"pieces": {"train": 3}}, {"pieces": {"train": 3}}, **dry("usa"))
    assert it.legal(0) == {"pass"}
    it.play(0, "pass", [])
    it.play(1, "pass", [])
    assert it.how == "all_passed"


def test_who_can_only_swap_may_pass() -> None:
    seat = {"pieces": {"train": 20, "ship": 40}, "box": {"train": 1, "ship": 0}}
    it = game("world", seat, seat, **dry("world"))
    assert it.legal(0) == {"pass", "swap 1 ship train"}  # PASS-2


def test_turn_limit() -> None:
    it = game("usa", **dry("usa"), ticket_deck=["boston-miami"], options={"turn_limit": 1})
    it.play(0, "tickets", [])
    it.play(0, "keep 1", [])
    assert it.how == "turn_limit"


# -- scoring --


def between(id: str, *cities: str) -> list[str]:
    """
    Tracks along these cities, found by breadth; only to have some network.
    """
    found: list[str] = []
    for here, goal in pairwise(cities):
        ways: list[tuple[str, list[str]]] = [(here, [])]
        for city, way in ways:
            if city == goal:
                found += [track for track in way if track not in found]
                break
            used = {end for track in way for end in facts_of(id).tracks[track].ends} | {here}
            for track in facts_of(id).tracks.values():
                if city in track.ends:
                    other = track.b if city == track.a else track.a
                    if other not in used:
                        ways.append((other, [*way, track.id]))
    return found


def test_vec_26_tickets() -> None:
    facts = facts_of("usa")
    nine, six = "chicago-santa_fe", "new_york-atlanta"
    assert facts.tickets[nine].points + facts.tickets[six].points == 15
    tracks = between("usa", "chicago", "santa_fe")
    tracks += [track for track in between("usa", "new_york", "atlanta") if track not in tracks]
    it = game("usa", {"tracks": tracks, "tickets": [nine, six], "pieces": {"train": 10}})
    assert it.result()["sheets"][0]["ticket_points"] == 15
    failed = game("usa", {"tickets": [nine, six]})
    assert failed.result()["sheets"][0]["ticket_points"] == -15
    assert failed.result()["sheets"][0]["longest_bonus"] == 0  # LONGEST-3


def test_vec_24_harbours() -> None:
    tickets = [
        "buenos_aires-manila",
        "buenos_aires-sydney",
        "hamburg-dar_es_salaam",
        "lagos-luanda-dar_es_salaam-djibouti",
    ]
    every = list(facts_of("world").tracks)
    it = game("world", {
        "tracks": every, "tickets": tickets, "harbours": ["buenos_aires", "dar_es_salaam"],
        "pieces": {"train": 0, "ship": 0},
    })  # fmt: skip
    sheet = it.result()["sheets"][0]
    assert sheet["harbours"] == [("buenos_aires", 30), ("dar_es_salaam", 30)]
    assert (sheet["harbour_points"], sheet["unbuilt_points"]) == (60, -4)


def test_tour_orders() -> None:
    id = "casablanca-al_qahira-tehran"
    tour = facts_of("world").tickets[id]
    direct = [
        next(track.id for track in facts_of("world").tracks.values() if set(track.ends) == {here, there})
        for here, there in pairwise(tour.cities)
    ]
    for options in ({}, {"world_tour_order": "direct"}):
        it = game("world", {"tracks": direct, "tickets": [id]}, options=options)
        assert it.result()["sheets"][0]["tickets"] == [(id, "in_order", tour.points)]
    it = game("world", {"tickets": [id]})
    assert it.result()["sheets"][0]["tickets"] == [(id, "failed", -tour.penalty)]


def test_stations_borrow() -> None:
    ticket = "athina-angora"
    way = between("europe", "athina", "angora")
    assert len(way) > 1
    it = game("europe", {"tracks": way[:-1], "tickets": [ticket], "stations": ["angora"]}, {"tracks": way[-1:]})
    sheet = it.result()["sheets"][0]
    assert sheet["tickets"] == [(ticket, "completed", facts_of("europe").tickets[ticket].points)]
    assert sheet["stations"] == [("angora", way[-1])]
    assert sheet["station_points"] == 8
    assert sheet["longest"] == sum(facts_of("europe").tracks[track].length for track in way[:-1])  # LONGEST-4


def test_districts() -> None:
    """
    DISTRICT-1: both cities of the first district visited, by tracks that do not meet.
    """
    apart = [
        next(track.id for track in facts_of("london").tracks.values() if city in track.ends and other not in track.ends)
        for city, other in permutations(("british_museum", "covent_garden"))
    ]
    for choice, scored in (("linked", []), ("visited", ["1"])):
        it = game("london", {"tracks": apart}, options={"london_district": choice})
        cities = {city for track in apart for city in facts_of("london").tracks[track].ends}
        assert len(cities) == 4
        assert [district for district in it.result()["sheets"][0]["districts"] if district == "1"] == scored


def test_ties() -> None:
    """
    AMB-1, TIE-5, TIE-6: the tests in their order, for lower places too.
    """

    def sheet(total: int, completed: int, stations: int, *, longest: bool) -> Data:
        return {"total": total, "completed": completed, "stations": [()] * stations, "holds_longest": longest}

    sheets = [
        sheet(50, 2, 1, longest=False), sheet(50, 2, 0, longest=False), sheet(50, 1, 0, longest=True),
        sheet(40, 1, 2, longest=True), sheet(40, 1, 2, longest=False),
    ]  # fmt: skip
    assert rank_sheets(rules_of("europe"), sheets) == [2, 1, 3, 4, 5]
    assert rank_sheets(rules_of("europe", {"europe_station_tie": "most"}), sheets) == [1, 2, 3, 4, 5]
    assert rank_sheets(rules_of("usa"), sheets) == [1, 1, 3, 4, 5]
    assert rank_sheets(rules_of("world"), sheets) == [1, 1, 1, 4, 4]
    assert rank_sheets(rules_of("world", {"world_tie": "tickets"}), sheets) == [1, 1, 3, 4, 4]


# -- payments against the letter of the rules --


def pairs_up(cards: list[str], *, two_wilds: bool) -> bool:
    """
    PAIR-1: whether the cards can be laid in pairs of one colour, a wild for either card, or two where allowed.
    """
    if not cards:
        return True
    one, *others = cards
    for place, other in enumerate(others):
        wilds = (one, other).count("wild")
        fits = one.split(".")[0] == other.split(".")[0] if wilds != 1 else True
        if fits and (wilds < 2 or two_wilds) and pairs_up(others[:place] + others[place + 1 :], two_wilds=two_wilds):
            return True
    return False


def pays(track: Track, cards: list[str], rules: Rules) -> bool:
    """
    CLAIM-4, CLAIM-5, FERRY-1, SHIP-2, PAIR-3, one card after the other.
    """
    if track.pair:
        if len(cards) != track.length + track.pair or not on_land(cards):
            return False
        two_wilds = rules.pair_two_wilds == "allow"
        for ordinary in combinations(range(len(cards)), track.length - track.pair):
            one_set = [cards[place] for place in ordinary]
            rest = [card for place, card in enumerate(cards) if place not in ordinary]
            if one_colour(track, one_set) and pairs_up(rest, two_wilds=two_wilds):
                return True
        return False
    if not one_colour(track, cards) or cards.count("wild") < track.ferry:
        return False
    if track.piece == "train":
        return len(cards) == track.length and on_land(cards)
    if any(not card.endswith((".ship", ".double", "wild")) for card in cards):
        return False
    reach = sum(2 if card.endswith(".double") else 1 for card in cards)
    exact = reach == track.length or rules.double_ship_overpay == "allow"
    return len(cards) <= track.length <= reach and exact


def one_colour(track: Track, cards: list[str]) -> bool:
    colours = {card.split(".")[0] for card in cards if card != "wild"}
    return len(colours) <= 1 and (track.colour is None or colours <= {track.colour})


def on_land(cards: list[str]) -> bool:
    return not any(card.endswith((".ship", ".double")) for card in cards)


def test_payments_against_the_letter() -> None:
    random = Random(3)
    facts = facts_of("world")
    cards = ["red", "red.mark", "blue", "wild", "red.ship", "red.double", "green", "green.double"]
    cards = [card.replace("blue", "black") for card in cards]
    for _ in range(250):
        options = {"double_ship_overpay": random.choice(("allow", "forbid"))}
        rules = rules_of("world", {**options, "pair_two_wilds": random.choice(("allow", "forbid"))})
        length = random.randint(1, 4)
        piece = random.choice(("train", "ship"))
        pair = random.choice((0, random.randint(1, length))) if piece == "train" else 0
        ferry = random.choice((0, random.randint(1, length))) if not pair else 0
        colour = random.choice((None, "red", "green")) if not ferry else None
        track = Track("t", "a", "b", length, colour, piece, ferry, False, pair, None)
        hand = sorted(random.choice(cards) for _ in range(8))
        expected = {
            cards_text(count_cards(some), facts.kinds)
            for number in range(1, 9)
            for some in set(combinations(hand, number))
            if pays(track, list(some), rules)
        }
        assert Payments(facts, rules).of_track(track, count_cards(hand)) == expected, (track, hand)


# -- networks against brute force --


def brute_force_trail(tracks: list[Track]) -> int:
    best = 0
    for start in {city for track in tracks for city in track.ends}:
        stack: list[tuple[str, frozenset[int], int]] = [(start, frozenset(), 0)]
        while stack:
            city, used, length = stack.pop()
            best = max(best, length)
            for number, track in enumerate(tracks):
                if number not in used and city in track.ends:
                    other = track.b if city == track.a else track.a
                    stack.append((other, used | {number}, length + track.length))
    return best


def test_longest_trail_against_brute_force() -> None:
    random = Random(5)
    for _ in range(60):
        cities = [f"c{number}" for number in range(random.randint(2, 6))]
        tracks = []
        for number in range(random.randint(0, 8)):
            a, b = random.sample(cities, 2)
            tracks.append(Track(f"t{number}", a, b, random.randint(1, 6), None, "train", 0, False, 0, None))
        assert longest_trail(tracks) == brute_force_trail(tracks)


@pytest.mark.parametrize("id", ["usa", "europe", "london", "world", "great_lakes"])
def test_random_games_alone(id: str) -> None:
    """
    DATA-8, SCORE-2: nothing is lost in whole games, and every game ends.
    """
    random = Random(id)
    game = deal(facts_of(id), rules_of(id, {"turn_limit": 300}), 3, 1, random)
    while game.waiting():
        seat = random.choice(game.waiting())
        game.move(seat, random.choice(sorted(game.legal(seat))))
    assert not game.audit()
    assert game.all_cards == Counter(game.facts.printed)
    result = game.result()
    for holder, sheet in zip(game.seats, result["sheets"], strict=True):
        assert sheet["track_points"] - sheet["swapped"] == holder.score
    assert 0 in [rank - 1 for rank in result["ranks"]]
