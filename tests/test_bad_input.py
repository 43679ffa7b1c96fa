"""
Bad input: a clear error of our tree that names the value, the place and what is possible; the game unchanged.

What is thrown at the loaders by chance stands in fuzz_loaders.py.
"""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from fuzz_loaders import HUGE, TARGETS, base_record, fuzz, nested, only_ours
from scale import games
from strategies import PACKAGED, fresh_game, play_one, some_game, taste

import branchline as bl
from branchline.game import moves as mv
from branchline.words import LANGUAGES

LONG = "x" * 10**6
DEEP = nested(100_000)
NAN = float("nan")
ODD: tuple[Any, ...] = (True, -1, 7, 1.0, NAN, "1", "\u0661", b"1", [], {}, HUGE, -HUGE, DEEP, "\ud800", LONG)
"""What is no seat."""


def refused(error: type[bl.BranchlineError], call: Any, *named: str) -> Any:
    """The error that a call is refused with; in every language it names all these."""
    out = only_ours(call)
    assert type(out) is error, repr(out)
    for lang in LANGUAGES:
        for word in named:
            assert word in out.say(lang)
    return out


def kind(value: Any) -> str:
    """A name for a case."""
    return value[:20].encode("ascii", "replace").decode() if isinstance(value, str) else type(value).__name__


@cache
def usa() -> bl.Game:
    """A game whose seat 0 is up."""
    game = bl.Game.new("usa", seed=1)
    game.play("keep 1 2")
    game.play("keep 1 2")
    return game


@cache
def world() -> bl.Game:
    """A game where all choose their start tickets."""
    return bl.Game.new("world", seed=3)


# ---------------------------------------------------------------- new games
NO_VARIANTS = ["mars", "", "USA", "usa ", "../usa", "__pycache__", "usa\0"]


@pytest.mark.parametrize("value", [*NO_VARIANTS, "\ud800", "a" * 300, LONG], ids=kind)
def test_unknown_variant(value: str) -> None:
    refused(bl.VariantError, lambda: bl.variant(value), "europe", "great_lakes")
    refused(bl.VariantError, lambda: bl.Game.new(value), "europe", "great_lakes")


@pytest.mark.parametrize("value", [None, 5, HUGE, [], {}, b"usa", NAN, DEEP, {"id": DEEP}], ids=kind)
def test_no_variant_at_all(value: Any) -> None:
    refused(bl.VariantError, lambda: bl.Game.new(value))


@pytest.mark.parametrize("value", [0, 1, 6, -1, "2", 2.0, True, None, NAN, HUGE, DEEP], ids=kind)
def test_wrong_number_of_seats(value: Any) -> None:
    refused(bl.OptionError, lambda: bl.Game.new("usa", seats=value), "usa", "2", "5")


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"dry": 1}, ("dry", "dry_row")),
        ({"colour": 1}, ("colour", "dry_row", "second_draw")),
        ({"dry_row": "open"}, ("open", "takeable", "locked")),
        ({"turn_limit": -1}, ("turn_limit", "-1", "0", "1000000")),
        ({"turn_limit": 1.5}, ("turn_limit", "1.5")),
        ({"turn_limit": True}, ("turn_limit", "True")),
        ({"turn_limit": "\u0663"}, ("turn_limit", "\u0663")),
        ({5: 5}, ("5", "dry_row")),
        ({LONG: 5}, ("dry_row",)),
        ({"\ud800": 5}, ("dry_row",)),
        ({"europe_station_tie": "most"}, ("europe_station_tie", "dry_row")),
        ([], ("[]",)),
        ("dry_row", ("dry_row",)),
        ({"dry_row": HUGE}, ("dry_row", "takeable")),
        ({"turn_limit": HUGE}, ("turn_limit",)),
        ({"dry_row": DEEP}, ("dry_row", "takeable")),
        ({"dry_row": "\ud800"}, ("dry_row", "takeable")),
        ({"dry_row": LONG}, ("dry_row", "takeable")),
    ],
    ids=lambda value: kind(" ".join(value)) if isinstance(value, tuple) else "",
)
def test_unknown_options(options: Any, named: tuple[str, ...]) -> None:
    refused(bl.OptionError, lambda: bl.Game.new("usa", options=options), *named)


@pytest.mark.parametrize("value", ODD, ids=kind)
def test_wrong_seats_to_go_first_or_to_ask(value: Any) -> None:
    refused(bl.OptionError, lambda: bl.Game.new("usa", seats=3, first_seat=value), "0", "2")
    game = usa().copy()
    for ask in (game.legal, game.view, game.events, game.sheet, game.decision):
        refused(bl.OptionError, lambda ask=ask: ask(value), "0", "1")
    refused(bl.OptionError, lambda: game.play("pass", seat=value), "0", "1")
    refused(bl.OptionError, lambda: game.why_not("pass", seat=value), "0", "1")
    assert game.key() == usa().key()


@pytest.mark.parametrize("value", [1.0, NAN, True, b"1", [], {}, DEEP, HUGE, -HUGE, "\ud800"], ids=kind)
def test_wrong_seeds(value: Any) -> None:
    refused(bl.OptionError, lambda: bl.Game.new("usa", seed=value))
    refused(bl.OptionError, lambda: usa().copy().reseed(value))


@pytest.mark.parametrize("seed", [0, -1, 2**96, 2**4000, -(2**4000), "", "seed", "\u0661", LONG], ids=kind)
def test_any_other_seed_will_do(seed: Any) -> None:
    """Whatever the seed, the game can be written down."""
    game = bl.Game.new("mini", seed=seed)
    assert bl.Game.replay(game.record().to_json()).record() == game.record()
    assert bl.Game.new("mini", seed=seed).position() == game.position()


@pytest.mark.parametrize(
    "value",
    [
        *(
            0,
            5,
            True,
            None,
            NAN,
            "ab",
            b"ab",
            ["a"],
            ["a", ""],
            ["a", 5],
            ["a", "b", "c"],
            {"a": 1, "b": 2},
            iter("ab"),
        ),
        *([HUGE, "b"], ["a", "\ud800"], [DEEP, DEEP], [None, None]),
    ],
    ids=kind,
)
def test_wrong_names(value: Any) -> None:
    refused(bl.OptionError, lambda: bl.Game.new("usa", seats=2, names=value), "2")
    refused(bl.OptionError, lambda: bl.Game.from_position({"variant": "usa", "players": [{}, {}]}, value), "2")


# ---------------------------------------------------------------- moves
TEXTS = {
    "": "row",
    " , ": "row",
    "fly": "tickets",
    "\ud800": "tickets",
    LONG: "tickets",
    "row": "CARD",
    "row pink": "purple",
    "row red refill": "refill",
    "row red refill ship": "train",
    "row \ud800": "purple",
    "blind bus": "train",
    "blind train train": "blind",
    "stop now": "now",
    "keep": "keep",
    "keep x": "x",
    "keep 1 under": "under",
    "keep \u0661": "\u0661",
    "keep " + "9" * 10**6: "9",
    "keep -1": "-1",
    "keep " + "1 " * 100_000: "keep 1",
    "keep 1.0": "1.0",
    "claim": "claim",
    "claim kansas_city-omaha red": "kansas_city-omaha.2",
    "claim omaha-kansas_city.3 red": "kansas_city-omaha.1",
    "claim denver-oslo red": "denver-",
    "claim " + LONG: "atlanta-",
    "claim calgary-helena": "calgary-helena",
    "claim calgary-helena red*": "red*",
    "claim calgary-helena red*0": "red*0",
    "claim calgary-helena red*-1": "red*-1",
    "claim calgary-helena red*1000": "red*1000",
    "claim calgary-helena red*\u0664": "red*\u0664",
    "claim calgary-helena " + "red*99 " * 100_000: "red*99",
    "claim calgary-helena " + "red " * 200_000: "red",
    "claim calgary-helena " + LONG: "wild",
    "station oslo red": "oslo",
    "swap 1 train ship": "train",
    "swap x train train": "x",
    "split 1": "split",
    "pay": "pay",
}
"""Texts that can't be read, each with a word that the message says."""


@pytest.mark.parametrize("text", TEXTS, ids=kind)
def test_texts_that_cannot_be_read(text: str) -> None:
    game = usa().copy()
    refused(bl.MoveError, lambda: game.play(text), TEXTS[text][:60])
    refused(bl.MoveError, lambda: game.parse(text), TEXTS[text][:60])
    refused(bl.MoveError, lambda: game.why_not(text), TEXTS[text][:60])
    assert text not in game.legal()
    assert game.key() == usa().key()


NO_MOVES = [
    None, 5, True, HUGE, NAN, b"pass", [], ["row", "red"], DEEP, bl.Game, mv.Move(), mv.TakeRow(5), mv.TakeRow([]),
    mv.TakeRow("red", 5), mv.TakeRow(HUGE), mv.DrawBlind(5), mv.DrawBlind([]), mv.ClaimTrack("x", ("red",)),
    mv.ClaimTrack("calgary-helena", 5), mv.ClaimTrack("calgary-helena", ("red",) * 10**6),
    mv.ClaimTrack("calgary-helena", ("zzz",)), mv.ClaimTrack(DEEP, DEEP), mv.KeepTickets(5), mv.KeepTickets(()),
    mv.KeepTickets((HUGE,)), mv.KeepTickets(("a",)), mv.KeepTickets((1.5,)), mv.KeepTickets((NAN,)),
    mv.SwapPieces(HUGE, "train", "ship"), mv.SwapPieces(1, "train", []), mv.SplitPieces(HUGE, 1),
    mv.SplitPieces("a", "b"), mv.SplitPieces(-1, 2), mv.SplitPieces(True, 44), mv.PaySurcharge(()),
    mv.PaySurcharge("red"), mv.BuildStation("oslo", ("red",)), mv.BuildHarbour("seattle", ()),
]  # fmt: skip
"""What is no move of this game, made by hand."""


@pytest.mark.parametrize("value", NO_MOVES, ids=kind)
def test_what_is_no_move(value: Any) -> None:
    for start in (usa(), world()):
        game = start.copy()
        refused(bl.MoveError, lambda game=game: game.play(value))
        refused(bl.MoveError, lambda game=game: game.why_not(value))
        assert value not in game.legal()
        assert game.key() == start.key()


def test_moves_made_by_hand_are_read_like_texts() -> None:
    game = usa().copy()
    assert game.play(mv.DrawBlind("train")) == mv.DrawBlind()
    legal = next(move for move in game.legal() if isinstance(move, mv.TakeRow))
    assert game.play(mv.TakeRow(legal.card, "train")) == legal


def test_refused_moves_name_move_and_clause() -> None:
    game = usa().copy()
    refused(bl.IllegalMoveError, lambda: game.play("pass"), "pass", "PASS-2")
    refused(bl.IllegalMoveError, lambda: game.play("keep 1"), "keep 1", "TURN-3")
    refused(bl.IllegalMoveError, lambda: game.play("pass", seat=1), "TURN-1")
    refused(bl.IllegalMoveError, lambda: game.play("claim calgary-helena red*99 wild*99"), "red*99 wild*99", "CLAIM-4")
    assert game.key() == usa().key()


# ---------------------------------------------------------------- positions
def two(**player: Any) -> dict[str, Any]:
    """A position of two seats, the first with these things."""
    return {"variant": "usa", "players": [player, {}]}


def usa_with(**more: Any) -> dict[str, Any]:
    """A position of two seats with these keys."""
    return {**two(), **more}


TUNNEL = {"kind": "surcharge", "seat": 0, "track": "marseille-zurich", "base": "green*2", "revealed": "green*2 red"}
POSITIONS: list[tuple[Any, str, str]] = [
    (None, "", "None"),
    ([], "", "[]"),
    ({}, "variant", "variant"),
    ({5: 5}, "", "5"),
    ({"variant": "mars", "players": [{}, {}]}, "variant", "mars"),
    ({"variant": HUGE, "players": [{}, {}]}, "variant", "1"),
    ({"variant": "usa"}, "players", "0"),
    ({"variant": "usa", "players": [{}]}, "players", "1"),
    ({"variant": "usa", "players": [{}] * 10**6}, "players", "1000000"),
    ({"variant": "usa", "players": "ab"}, "players", "ab"),
    ({"variant": "usa", "players": [5, {}]}, "players[0]", "5"),
    (usa_with(format="branchline-position/2"), "format", "branchline-position/1"),
    (usa_with(format=DEEP), "format", "branchline-position/1"),
    (usa_with(hands=[]), "", "hands"),
    (usa_with(**{"\ud800": 1}), "", "ticket_deck"),
    (usa_with(options={"dry_row": "x"}), "options", "takeable"),
    (usa_with(options=5), "options", "5"),
    (usa_with(first_seat=2), "first_seat", "2"),
    (usa_with(first_seat=HUGE), "first_seat", "1"),
    (two(hand="pink"), "players[0].hand", "pink"),
    (two(hand="\ud800"), "players[0].hand", "red"),
    (two(hand=LONG), "players[0].hand", "red"),
    (two(hand="red*13"), "", "red"),
    (two(hand="red*99 " * 100_000), "players[0].hand", "100000"),
    (two(hand="zz " * 10**6), "players[0].hand", "1000000"),
    (two(hand=["red"] * 10**6), "players[0].hand", "1000000"),
    (two(hand=["zz"] * 10**6), "players[0].hand", "1000000"),
    (two(hand={"red": HUGE}), "players[0].hand.red", "250"),
    (two(hand={"red": NAN}), "players[0].hand.red", "nan"),
    (two(hand={"red": True}), "players[0].hand.red", "True"),
    (two(hand={"red": -1}), "players[0].hand.red", "-1"),
    (two(hand={5: 5}), "players[0].hand", "5"),
    (two(hand=DEEP), "players[0].hand[0]", "list"),
    (two(known="red"), "players[0].known", "red"),
    (two(tracks=["paris-roma"]), "players[0].tracks[0]", "paris-roma"),
    (two(tracks=["calgary-helena", "calgary-helena"]), "players[0].tracks[1]", "calgary-helena"),
    (two(tracks=["kansas_city-omaha.1", "kansas_city-omaha.2"]), "players[0].tracks", "DOUBLE-1"),
    (two(tracks=["x"] * 10**6), "players[0].tracks", "1000000"),
    (two(tracks="calgary-helena"), "players[0].tracks", "calgary-helena"),
    (two(tickets=["boston-roma"]), "players[0].tickets[0]", "boston-roma"),
    (two(tickets=["boston-miami"], offer=["boston-miami"]), "players[0].offer", "boston-miami"),
    (two(stations=["denver"]), "players[0].stations", "1"),
    (two(pieces={"ship": 1}), "players[0].pieces", "ship"),
    (two(pieces={"train": 46}), "players[0].pieces", "45"),
    (two(pieces={"train": HUGE}), "players[0].pieces.train", "255"),
    (two(box={"train": 1}), "players[0].box", "train"),
    (two(score=HUGE), "players[0].score", "30000"),
    (two(score=1.5), "players[0].score", "1.5"),
    (two(swapped=-1), "players[0].swapped", "-1"),
    (two(offer_seen={"0": 1}), "players[0].offer_seen", "0"),
    (two(chosen=["keep 1"]), "players[0].chosen", "keep 1"),
    (two(hats=1), "players[0]", "hats"),
    (usa_with(row=5), "row", "5"),
    (usa_with(row=["red"] * 6), "row", "6"),
    (usa_with(row="red " * 10**6), "row", "1000000"),
    (usa_with(row=[{}, DEEP]), "row[1]", "red"),
    (usa_with(decks={"ship": {}}), "decks", "ship"),
    (usa_with(decks={"train": {"pile": 5}}), "decks.train.pile", "5"),
    (usa_with(decks={"train": {"pile": {"top": 5}}}), "decks.train.pile.top", "5"),
    (usa_with(decks={"train": {"pile": {"top": ["red"] * 300}}}), "decks.train.pile", "300"),
    (usa_with(decks={"train": {"discard": HUGE}}), "decks.train.discard", "int"),
    (usa_with(ticket_deck={}), "ticket_deck", "{}"),
    (usa_with(ticket_deck_seen={"\u0661": 0}), "ticket_deck_seen", "\u0661"),
    (usa_with(ticket_deck_seen={"99": 0}), "ticket_deck_seen", "99"),
    (usa_with(ticket_deck_seen={"1": 2}), "ticket_deck_seen.1", "2"),
    (usa_with(decision=5), "decision", "5"),
    (usa_with(decision={"kind": "sleep"}), "decision.kind", "surcharge"),
    (usa_with(decision={"kind": {}}), "decision.kind", "surcharge"),
    (usa_with(decision={"kind": "turn", "seat": HUGE}), "decision.seat", "1"),
    (usa_with(decision={"kind": "turn", "track": "x"}), "decision", "track"),
    (usa_with(decision={"kind": "keep", "seat": 0}), "players[0].offer", "0"),
    (usa_with(decision={"kind": "start"}), "decision", "start"),
    (usa_with(decision={"kind": "over", "how": "boredom"}), "decision.how", "all_passed"),
    (usa_with(decision={"kind": "over", "how": DEEP}), "decision.how", "all_passed"),
    (usa_with(decision={"kind": "over", "how": {}}), "decision.how", "all_passed"),
    (usa_with(last_turns=5), "last_turns", "5"),
    (usa_with(last_turns={}), "last_turns.left", "None"),
    (usa_with(last_turns={"left": 3}), "last_turns.left", "3"),
    (usa_with(last_turns={"left": 0}), "last_turns.left", "0"),
    (usa_with(passes=HUGE), "passes", "250"),
    (usa_with(turns=NAN), "turns", "nan"),
    (usa_with(seed=1.5), "seed", "1.5"),
    (usa_with(seed=DEEP), "seed", "list"),
    (usa_with(rng=[1]), "rng", "1"),
    (usa_with(rng=[HUGE] * 4), "rng[3]", "4294967295"),
    ({"variant": "europe", "players": [{}, {}], "decision": {**TUNNEL, "track": "x"}}, "decision.track", "x"),
    ({"variant": "europe", "players": [{}, {}], "decision": {**TUNNEL, "base": "red"}}, "decision.base", "red"),
    ({"variant": "europe", "players": [{}, {}], "decision": {**TUNNEL, "base": 5}}, "decision.base", "5"),
    ({"variant": "europe", "players": [{}, {}], "decision": {**TUNNEL, "revealed": "red"}}, "decision.revealed", "red"),
    ({"variant": "europe", "players": [{}, {}], "decision": {**TUNNEL, "revealed": "red*9"}}, "decision.revealed", "9"),
]
"""Positions that can't be, with the place and a word of the problem."""


@pytest.mark.parametrize(("data", "place", "named"), POSITIONS, ids=lambda value: kind(value) if value else "-")
def test_positions_that_cannot_be(data: Any, place: str, named: str) -> None:
    error = refused(bl.PositionError, lambda: bl.Game.from_position(data))
    about = [problem for problem in error.problems if problem.place == place]
    assert about, str(error)
    for lang in LANGUAGES:
        assert any(named in problem.say(lang) for problem in about), str(error)


def test_a_position_is_refused_with_all_reasons() -> None:
    data = {**two(hand="pink", tracks=["x"], score=NAN), "row": 5, "turns": -1}
    places = {problem.place for problem in refused(bl.PositionError, lambda: bl.Game.from_position(data)).problems}
    assert places == {"players[0].hand", "players[0].tracks[0]", "players[0].score", "row", "turns"}


@pytest.mark.parametrize("score", [30000, -30000])
@pytest.mark.parametrize("variant", PACKAGED)
def test_the_largest_scores_can_be_played_out(variant: str, score: int) -> None:
    """No number of a state runs over: what is let in is played to the end."""
    tickets = [ticket.id for ticket in bl.variant(variant).tickets]
    data = {"variant": variant, "players": [{"score": score, "swapped": 30000, "tickets": tickets}, {"score": -score}]}
    game = bl.Game.from_position({**data, "options": {"turn_limit": 60}})
    random = Random(5)
    likes = taste(random)
    while not game.is_over:
        play_one(game, random, likes)
    result = game.result
    assert result is not None
    assert result.scores == tuple(sheet.total for sheet in result.sheets)


def test_scripts_of_what_is_not_there() -> None:
    for cards in (5, None, "pink", ["red"] * 300, "red*99", [5], "wild*15", DEEP, HUGE, "red*99 " * 100_000, "\ud800"):
        game = usa().copy()
        refused(bl.PositionError, lambda game=game, cards=cards: game.script("train", cards))
        assert game.key() == usa().key()
    for deck in ("ship", 5, None, [], DEEP):
        refused(bl.PositionError, lambda deck=deck: usa().copy().script(deck, "red"), "train")
    held = bl.Game.from_position(two(tickets=["boston-miami"]))
    for tickets in (5, None, "boston-miami", ["x"], [5], DEEP, ["boston-miami"]):
        refused(bl.PositionError, lambda tickets=tickets: held.script_tickets(tickets))


# ---------------------------------------------------------------- records
@cache
def finished(name: str) -> bl.Game:
    """A short game that is over."""
    random = Random(name)
    game = bl.Game.new(name, 2, 11, {"turn_limit": 14}, names=["Ann", "Bo"])
    likes = [1.0] * 14
    while not game.is_over:
        play_one(game, random, likes)
    return game


def move_of(error: bl.BranchlineError) -> int | None:
    """The number of the move that a record breaks at."""
    number = error.parameters.get("move")
    assert number is None or isinstance(number, int)
    return number


def accepted(form: Any, game: bl.Game) -> bool:
    """Whether a record is let in; then it is the record of a game with the same result."""
    out = only_ours(lambda: bl.Game.replay(form))
    if isinstance(out, bl.Game):
        assert out.result == game.result
        return True
    assert isinstance(out, bl.RecordError), repr(out)
    return False


@pytest.mark.parametrize("name", PACKAGED)
def test_a_record_with_a_move_dropped_or_doubled_breaks_there(name: str) -> None:
    game = finished(name)
    record = game.record().data()
    for i in range(len(record["moves"])):
        for moves in (
            [*record["moves"][:i], *record["moves"][i + 1 :]],
            [*record["moves"][: i + 1], *record["moves"][i:]],
        ):
            error = refused(bl.RecordError, lambda moves=moves: bl.Game.replay({**record, "moves": moves}))
            at = move_of(error)
            if at is None:  # all moves can be played, but they do not lead to the end
                assert error.message == "errors.record_result"
                assert i >= len(record["moves"]) - 2
            else:
                assert at >= i
                assert error.cause is not None
                assert at == len(moves) or str(at) in str(error)


@pytest.mark.parametrize("name", PACKAGED)
def test_a_record_with_lines_swapped(name: str) -> None:
    """Only choices that are made at once may change places."""
    game = finished(name)
    lines = game.record().to_text().split("\n")
    for i in range(len(lines) - 1):
        swapped = [*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]
        if not accepted("\n".join(swapped), game):
            continue
        one, other = lines[i], lines[i + 1]
        header = ": " in one and (": " in other or not other)
        start = {one[2:6], other[2:6]} <= {"keep", "spli"}
        # Two cards of one draw may also come in the other order, if nothing else depends on it.
        assert header or start or one == other or (one[:1] == other[:1] and "result" not in other), (one, other)


@pytest.mark.parametrize("name", PACKAGED)
def test_a_record_with_a_line_dropped_or_doubled(name: str) -> None:
    """Only what says nothing about the game may be missing, and nothing may stand twice."""
    game = finished(name)
    lines = game.record().to_text().split("\n")
    free = ("names: ", "seed: ", "rules: ", "first_seat: 0")
    for i, line in enumerate(lines):
        if line and not line.startswith(free):
            assert not accepted("\n".join([*lines[:i], *lines[i + 1 :]]), game), f"without {line[:60]}"
        if line:
            assert not accepted("\n".join([*lines[: i + 1], *lines[i:]]), game), f"twice {line[:60]}"


@pytest.mark.parametrize("name", PACKAGED)
def test_a_record_cut_anywhere(name: str) -> None:
    """A record that breaks off is refused, wherever it breaks off, and says at which move."""
    game = finished(name)
    random = Random(name)
    record = game.record()
    for whole in (record.to_text().rstrip("\n"), record.to_json()):
        for at in {*random.sample(range(len(whole)), games(150, 20)), 0, 1, len(whole) - 1}:
            assert not accepted(whole[:at], game), whole[:at][-60:]
    text, data = record.to_text(), record.to_json()
    for number, move in enumerate(record.moves[2:], 2):
        cut = refused(bl.RecordError, lambda move=move: bl.Game.replay(text[: text.index(f"\n{move}\n") + 1]))
        same = [n for n, other in enumerate(record.moves) if other == move]
        assert move_of(cut) in same or move_of(cut) == number
        where = data.index(json.dumps(move)) + 4
        cut = refused(bl.RecordError, lambda where=where: bl.Game.replay(data[:where]), data[where - 4 : where])
        assert move_of(cut) in same


@pytest.mark.parametrize("name", PACKAGED)
def test_a_record_with_other_cards(name: str) -> None:
    """Cards that could not come are refused; others make the record of another game, to the end or not."""
    game = finished(name)
    record = game.record().data()
    kinds = game.tables.kinds
    random = Random(name)
    for i, move in enumerate(record["moves"]):
        said, _, dealt = move.partition(" > ")
        cards = dealt.split()
        changes = [[*cards, random.choice(kinds)], ["wild"] * 300, ["teal"], [*cards, *["red"] * 100_000]]
        if cards:
            at = random.randrange(len(cards))
            changes += [cards[:at] + cards[at + 1 :]]
        for change in changes:
            line = f"{said} > {' '.join(change)}" if change else said
            moves = [*record["moves"][:i], line, *record["moves"][i + 1 :]]
            error = refused(bl.RecordError, lambda moves=moves: bl.Game.replay({**record, "moves": moves}))
            assert move_of(error) == i
        if cards:
            cards[at] = random.choice(kinds)
            moves = [*record["moves"][:i], f"{said} > {' '.join(cards)}", *record["moves"][i + 1 :]]
            out = only_ours(lambda moves=moves: bl.Game.replay({**record, "moves": moves}))
            if isinstance(out, bl.Game):
                assert out.record().moves == tuple(moves)
            elif out.message != "errors.record_result":
                assert (move_of(out) or 0) >= i


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda move: "9" + move[1:], "9"),
        (lambda move: "x" + move[1:], "x"),
        (lambda move: "\u0660" + move[1:], "0"),
        (lambda move: "0" + move, "0"),
        (lambda move: move + " ", "0"),
        (lambda move: move.replace(" ", "  ", 1), "0"),
        (lambda move: move.upper(), "0"),
        (lambda move: move + " > red", "red"),
        (lambda move: "", "0"),
        (lambda move: "0", "0"),
        (lambda move: "0 fly", "fly"),
        (lambda move: "0 pass", "pass"),
        (lambda move: "0 claim " + LONG, "claim"),
        (lambda move: "0 \ud800", "tickets"),
    ],
)
def test_a_record_with_an_edited_move(change: Any, named: str) -> None:
    record = finished("usa").record().data()
    moves = [change(record["moves"][0]), *record["moves"][1:]]
    error = refused(bl.RecordError, lambda: bl.Game.replay({**record, "moves": moves}), named)
    assert move_of(error) == 0
    assert error.cause is not None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("how", "all_passed"),
        ("how", ""),
        ("scores", [1, 2]),
        ("scores", [HUGE, 2]),
        ("scores", []),
        ("ranks", [2, 1, 3]),
        ("winners", []),
        ("winners", [0] * 10**5),
    ],
    ids=kind,
)
def test_a_record_with_an_edited_result(key: str, value: Any) -> None:
    record = finished("usa").record().data()
    edited = {**record, "result": {**record["result"], key: value}}
    error = refused(bl.RecordError, lambda: bl.Game.replay(edited))
    assert error.message == "errors.record_result"
    refused(bl.RecordError, lambda: bl.Game.replay({**record, "result": None}), "turn_limit")
    assert bl.Game.replay({**record, "result": None}, upto=3).moves == bl.Game.replay(record, upto=3).moves


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("format", "branchline-record/2", "branchline-record/1"),
        ("format", DEEP, "branchline-record/1"),
        ("rules", 2, "2"),
        ("rules", 0, "0"),
        ("rules", HUGE, "1"),
        ("rules", True, "bool"),
        ("variant", "europe", "europe"),
        ("variant", 5, "variant"),
        ("options", {"dry_row": "locked"}, "dry_row"),
        ("options", {5: 5}, "options"),
        ("seats", 3, "3"),
        ("seats", HUGE, "seats"),
        ("seats", "2", "seats"),
        ("first_seat", 1, "1"),
        ("first_seat", NAN, "first_seat"),
        ("seed", 1.5, "seed"),
        ("seed", DEEP, "seed"),
        ("names", ["Ann"], "2"),
        ("names", ["Ann", 5], "names"),
        ("names", ["Ann", "\ud800"], "2"),
        ("start", {}, "variant"),
        ("start", 5, "start"),
        ("start", DEEP, "start"),
        ("start", "\ud800", "surrogates"),
        ("moves", "0 pass", "moves"),
        ("moves", [5], "moves[0]"),
        ("map", 5, "map"),
        ("result", "won", "result"),
        ("hats", 5, "hats"),
    ],
    ids=kind,
)
def test_a_record_with_an_edited_head(key: str, value: Any, named: str) -> None:
    record = finished("usa").record().data()
    refused(bl.RecordError, lambda: bl.Game.replay({**record, key: value}), named)
    if key not in ("seed", "names", "first_seat", "options", "rules", "map", "result", "hats"):
        missing = {other: record[other] for other in record if other != key}
        refused(bl.RecordError, lambda: bl.Game.replay(missing))


NO_RECORDS: list[Any] = [
    None, 5, HUGE, NAN, b"{}", [], (), {}, "", "{", "{}", "[]", "branchline record 2", "branchline record 1",
    "branchline record 1\n" + LONG, "branchline record 1\nmoves: 5\n\n0 pass\nresult: null",
    "branchline record 1\nseed: " + "9" * 5000 + "\n\nresult: null", "branchline record 1\nstart: " + "[" * 10**5,
    '{"format": "branchline-record/1", "seed": ' + "9" * 5000 + "}", '{"moves": ["0 pass", ' + "[" * 10**5,
    '{"format": NaN}', "{" + '"a":{' * 10**5, '{"moves":[' + "0," * 10**5, LONG, "\ud800", '{"variant": "\ud800"}',
]  # fmt: skip


@pytest.mark.parametrize("value", NO_RECORDS, ids=kind)
def test_what_is_no_record(value: Any) -> None:
    refused(bl.RecordError, lambda: bl.Game.replay(value))
    for load in (bl.Record.from_data, bl.Record.from_json, bl.Record.from_text):
        refused(bl.RecordError, lambda load=load: load(value))


@pytest.mark.parametrize("value", [-1, 1.0, NAN, True, "3", [], -HUGE, DEEP], ids=kind)
def test_wrong_numbers_of_moves_to_replay(value: Any) -> None:
    record = finished("usa").record()
    refused(bl.RecordError, lambda: bl.Game.replay(record, upto=value), str(len(record.moves)))


def test_too_many_moves_to_replay_are_all_there_are() -> None:
    record = finished("usa").record()
    assert bl.Game.replay(record, upto=HUGE) == finished("usa")


# ---------------------------------------------------------------- records of games that chance did not deal
def test_a_replayed_game_goes_on_as_it_would_have() -> None:
    """Where the seed still deals the same cards, replaying leaves chance where it stood."""
    for name in PACKAGED:
        game = some_game(name, 3, 60)
        again = bl.Game.replay(game.record())
        assert again.seed == game.seed
        random, other = Random(1), Random(1)
        for _ in range(20):
            if game.is_over:
                break
            play_one(game, random, [1.0] * 14)
            play_one(again, other, [1.0] * 14)
        assert again.position() == game.position()


def test_cards_dealt_by_hand_are_in_the_record() -> None:
    """A table that deals real cards: the record replays, though no seed would deal them."""
    game = bl.Game.new("usa", seed=4)
    game.play("keep 1 2")
    game.play("keep 1 2")
    random = Random(4)
    for number in range(30):
        card = random.choice([kind for kind in game.tables.kinds if game.state.pile[game.tables.kind_index[kind]]])
        game.script("train", [card])
        if number % 3 == 0:
            game.reseed(number)
        game.play("blind")
    assert game.seed is None
    record = game.record()
    again = bl.Game.replay(record)
    assert again.key() == game.key()
    assert again.record() == record
    assert again.seed is None


def test_a_known_top_is_still_known_after_replaying() -> None:
    data = {"variant": "usa", "players": [{}, {}], "decks": {"train": {"pile": {"top": ["red", "wild", "blue"]}}}}
    game = bl.Game.from_position(data)
    game.play("blind")
    again = bl.Game.replay(game.record())
    assert again.key() == game.key()
    assert again.position()["decks"]["train"]["pile"]["top"] == ["wild", "blue"]
    moves = (game.record().moves[0].replace("red", "green"),)
    edited = {**game.record().data(), "moves": list(moves)}
    assert move_of(refused(bl.RecordError, lambda: bl.Game.replay(edited), "red", "green")) == 0


def test_a_seed_that_no_longer_deals_the_cards_is_let_go() -> None:
    """Records outlive generators: the cards stand in the record. What goes on from there comes from no seed."""
    game = bl.Game.new("usa", seed=4)
    for text in ("keep 1 2", "keep 1 2", "blind", "blind", "blind"):
        game.play(text)
    data = game.record().data()
    data["start"] = {**data["start"], "rng": [1, 2, 3, 4]}
    again = bl.Game.replay(data)
    assert again.key() == game.key()
    assert again.seed is None


def test_more_cards_than_a_known_top_holds() -> None:
    """ROW-4: with many wilds one move can reset the row a hundred times, and its record can be replayed."""
    pile = {"wild": 13, "red": 1, "blue": 1}
    data = {"variant": "usa", "players": [{}, {}], "row": ["red", "blue", "wild", "wild", "green"], "seed": 1}
    most = 0
    for seed in range(40):
        game = bl.Game.from_position(
            {**data, "decks": {"train": {"pile": {**pile, "wild": 12}, "discard": {}}}, "seed": seed}
        )
        game.play("row green")
        most = max(most, len(game.moves[0][3]))
        record = game.record().data()
        for form in (record, {**record, "start": {**record["start"], "rng": [1, 2, 3, 4]}}):
            again = bl.Game.replay(form)
            assert again.key() == game.key()
            assert again.record().moves == game.record().moves
    assert most > 250


# ---------------------------------------------------------------- by chance
@pytest.mark.parametrize("name", TARGETS)
def test_loaders_by_chance(name: str) -> None:
    slow = ("maps", "changed_moves")
    fuzz(name, max_examples=games(40, 5) if name in slow else games(100, 15))


def test_an_unfinished_record_may_stop_anywhere() -> None:
    """A record without a result is that of a game that still goes on."""
    game = fresh_game("europe", 5)
    random = Random(5)
    for _ in range(10):
        play_one(game, random, [1.0] * 14)
        assert bl.Game.replay(game.record().to_text()) == game
    assert base_record(0).result is not None
