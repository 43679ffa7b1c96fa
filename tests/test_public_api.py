"""
The public face is a contract: names, signatures and behaviour that code outside this repository relies on.

Positions are written here as somebody would who has read only the format page and the rules.
"""

from __future__ import annotations

import inspect
import json
import pickle
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from strategies import MAPS, some_game

import branchline as bl

ROOT = Path(__file__).parent.parent
GAMES = ("usa", "europe", "london", "world", "great_lakes")

Data = dict[str, Any]


# ---------------------------------------------------------------- names
def test_all_is_sorted_and_true() -> None:
    assert bl.__all__ == sorted(bl.__all__)
    assert len(set(bl.__all__)) == len(bl.__all__)
    assert all(hasattr(bl, name) for name in bl.__all__)
    there = {name for name, value in vars(bl).items() if not name.startswith("_") and not inspect.ismodule(value)}
    assert there | {"events", "moves"} == set(bl.__all__)


CONTRACT = """
AnyEvent AnyMove BranchlineError Choice City DeckView District Event Game IllegalMoveError LegalMoves Move MoveError
Option OptionError PositionError Problem Reason Record RecordError Result ScoreLine SeatView Sheet Ticket Track Variant
VariantError View events load_variant moves variant variants
"""


def test_no_name_is_lost() -> None:
    """Names are kept for a year after they are deprecated (CONTRIBUTING.md)."""
    assert set(CONTRACT.split()) <= set(bl.__all__)


SIGNATURES = {
    "variants": "()",
    "variant": "(id)",
    "load_variant": "(source)",
    "Game.new": "(variant, seats=2, seed=None, options=None, first_seat=0, names=())",
    "Game.legal": "(self, seat=None)",
    "Game.play": "(self, move, seat=None)",
    "Game.why_not": "(self, move, seat=None)",
    "Game.parse": "(self, text)",
    "Game.decision": "(self, seat=None)",
    "Game.view": "(self, seat=None, since=0)",
    "Game.events": "(self, seat=None, since=0)",
    "Game.copy": "(self)",
    "Game.key": "(self)",
    "Game.sheet": "(self, seat)",
    "Game.position": "(self)",
    "Game.from_position": "(data, names=())",
    "Game.script": "(self, deck, cards)",
    "Game.script_tickets": "(self, tickets)",
    "Game.reseed": "(self, seed)",
    "Game.record": "(self)",
    "Game.replay": "(record, upto=None)",
    "View.sample_game": "(self, rng)",
    "View.legal": "(self)",
    "View.resolve": "(self)",
    "View.data": "(self)",
    "Reason.words": "(self, lang='en')",
    "BranchlineError.say": "(self, lang='en')",
    "Problem.say": "(self, lang='en')",
    "Variant.city": "(self, id)",
    "Variant.track": "(self, id)",
    "Variant.ticket": "(self, id)",
    "Variant.option": "(self, id)",
    "Variant.name": "(self, lang='en')",
    "Variant.with_options": "(self, options=None)",
    "Variant.data": "(self, layout=True)",
    "Record.data": "(self)",
    "Record.to_json": "(self)",
    "Record.to_text": "(self)",
    "Record.from_data": "(data)",
    "Record.from_json": "(text)",
    "Record.from_text": "(text)",
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures(name: str) -> None:
    found: Any = bl
    for part in name.split("."):
        found = getattr(found, part)
    signature = inspect.signature(found)
    plain = signature.replace(
        parameters=[p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values()],
        return_annotation=inspect.Signature.empty,
    )
    assert str(plain) == SIGNATURES[name]
    assert all(p.annotation is not p.empty for p in signature.parameters.values() if p.name != "self")
    assert signature.return_annotation is not signature.empty


def public_things() -> list[tuple[str, Any]]:
    """Every public name, and every public method and property of the public classes."""
    things: list[tuple[str, Any]] = []
    for name in bl.__all__:
        it = getattr(bl, name)
        if name not in ("AnyMove", "AnyEvent"):
            things.append((name, it))
        if inspect.ismodule(it):
            things += [
                (f"{name}.{key}", value)
                for key, value in vars(it).items()
                if inspect.isclass(value) and value.__module__ == it.__name__
            ]
        if inspect.isclass(it):
            for key, value in vars(it).items():
                if not key.startswith("_") and (callable(value) or isinstance(value, property | classmethod)):
                    things.append((f"{name}.{key}", value))
    return things


THINGS = public_things()


@pytest.mark.parametrize(("name", "thing"), THINGS, ids=[name for name, _ in THINGS])
def test_every_public_thing_is_documented(name: str, thing: Any) -> None:
    text = (thing.__doc__ or "").strip()
    overrides = name.endswith(".seen_by")
    assert overrides or ((len(text) > 5 and text.rstrip()[-1] in ".:)`=") or ">>>" in text or "\n" in text), text
    assert not text.startswith(f"{name}("), "a docstring that nobody wrote"


def test_moves_and_events_can_be_named() -> None:
    """What one needs to build moves by hand, to tell events apart, and for types."""
    assert set(get_args(bl.AnyMove)) == set(bl.Move.__subclasses__())
    assert set(get_args(bl.AnyEvent)) == set(bl.Event.__subclasses__())
    for union, module in ((bl.AnyMove, bl.moves), (bl.AnyEvent, bl.events)):
        for cls in get_args(union):
            assert getattr(module, cls.__name__) is cls
    game = bl.Game.from_position({"variant": "usa", "players": [{"hand": "red*3"}, {}], "row": "red*2 blue*3"})
    assert game.play(bl.moves.TakeRow("red")) == bl.moves.TakeRow("red")
    assert isinstance(game.events(0)[0], bl.events.RowTaken)
    assert isinstance(game.view(0), bl.View)
    assert isinstance(game.view(0).own, bl.SeatView)
    assert isinstance(game.view(0).choice, bl.Choice)
    assert isinstance(game.view(0).decks[0], bl.DeckView)


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "src" / "branchline" / "py.typed").is_file()


def test_importing_needs_nothing_heavy() -> None:
    code = """
import sys
before = set(sys.modules)
import branchline
mine = {name.partition(".")[0] for name in set(sys.modules) - before}
print(" ".join(sorted(mine)))
assert not [name for name in sys.modules if name.startswith(("branchline.cli", "branchline.maps"))]
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert {"branchline", "msgspec"} <= loaded
    outside = loaded - set(sys.stdlib_module_names)
    assert {name for name in outside if "cython" not in name} <= {"branchline", "msgspec", "typing_extensions"}
    heavy = {"asyncio", "sqlite3", "http", "urllib", "ssl", "multiprocessing", "unittest", "xml", "tomllib"}
    assert not heavy & loaded


# ---------------------------------------------------------------- the lines of the contract, one by one
def test_variants() -> None:
    assert bl.variants() == GAMES
    variant = bl.variant("europe")
    assert (variant.id, len(variant.tickets)) == ("europe", 46)
    assert variant.city("paris").name("en") == "Paris"
    assert variant.track("zurich-paris").length == 3
    assert variant.ticket("athina-edinburgh").points == 21
    assert variant.parameters.stations == 3
    assert variant.option("europe_station_tie").default == "fewest"
    assert [city.index for city in variant.cities] == list(range(len(variant.cities)))
    with pytest.raises(bl.VariantError, match="atlantis"):
        bl.variant("atlantis")


def test_the_life_of_a_game() -> None:
    game = bl.Game.new("europe", seats=3, seed=7, options={"europe_station_tie": "most"}, first_seat=1)
    assert game.waiting == (1, 2, 0)
    assert game.to_move == 1
    assert game.options["europe_station_tie"] == "most"
    assert (game.seats, game.first_seat, game.seed, game.names) == (3, 1, 7, ())
    assert game.events() == ()
    game.play("keep 1 2", seat=2)
    assert game.waiting == (1, 0)
    assert game.events(2)[0] == bl.events.ChoiceMade(2, "start")
    for seat in game.waiting:
        game.play(game.legal(seat=seat)[0], seat=seat)
    assert game.waiting == (1,)
    assert not game.is_over
    assert game.result is None
    random = Random(1)
    while not game.is_over:
        seen = len(game.events())
        game.play(random.choice(game.legal()))
        assert game.events(0, since=seen) == game.events(0)[seen:]
    assert (game.waiting, game.to_move, len(game.legal())) == ((), None, 0)
    result = game.result
    assert result is not None
    assert result.how in ("last_turns", "all_passed", "turn_limit")
    for seat, sheet in enumerate(result.sheets):
        assert sheet.seat == seat
        assert sheet.total == result.scores[seat] == sum(line.points for line in sheet.lines)
    assert result.winners == tuple(seat for seat, rank in enumerate(result.ranks) if rank == 1)
    again = bl.Game.replay(game.record())
    assert again == game
    assert again.result == result
    half = bl.Game.replay(game.record().to_text(), upto=10)
    assert bl.Game.replay(json.loads(game.record().to_json()), upto=10) == half
    assert not half.is_over
    assert str(game.why_not("pass", seat=0)) != "None"


def test_legal_moves_are_a_lazy_sequence() -> None:
    game = bl.Game.from_position({"variant": "usa", "players": [{"hand": "red*6 wild"}, {}], "row": "red*2 blue*3"})
    legal = game.legal()
    assert isinstance(legal, Sequence)
    assert len(legal) == len(list(legal)) == len(legal[:])
    assert legal[0] == next(iter(legal))
    assert legal[-1] == list(legal)[-1]
    assert legal[1:3] == list(legal)[1:3]
    assert "row red" in legal
    assert bl.moves.TakeRow("red") in legal
    assert "row green" not in legal
    assert "nonsense" not in legal
    assert 3 not in legal
    assert legal.index(legal[4]) == 4
    with pytest.raises(IndexError):
        legal[len(legal)]
    assert len(game.legal(seat=1)) == 0
    assert Random(1).choice(legal) in legal


def test_reasons() -> None:
    game = bl.Game.from_position({"variant": "usa", "players": [{}, {}], "row": "red*5"})
    assert game.why_not("row red") is None
    reason = game.why_not("row blue")
    assert isinstance(reason, bl.Reason)
    assert re.fullmatch(r"[A-Z]+-\d+", reason.clause)
    assert len({reason.words(lang) for lang in ("en", "ja", "zh-Hant")}) == 3
    key = game.key()
    with pytest.raises(bl.IllegalMoveError) as refused:
        game.play("row blue")
    assert refused.value.reason == reason
    assert game.key() == key
    with pytest.raises(bl.MoveError):
        game.play("dance")
    other = game.why_not("row red", seat=1)
    assert other is not None
    assert other.clause == "TURN-1"


def test_errors_are_one_tree() -> None:
    for error in (bl.VariantError, bl.OptionError, bl.MoveError, bl.PositionError, bl.RecordError):
        assert issubclass(error, bl.BranchlineError)
    assert issubclass(bl.BranchlineError, ValueError)
    assert issubclass(bl.IllegalMoveError, bl.MoveError)
    with pytest.raises(bl.OptionError):
        bl.Game.new("usa", seats=6)
    with pytest.raises(bl.OptionError):
        bl.Game.new("usa", options={"europe_station_tie": "most"})
    with pytest.raises(bl.RecordError):
        bl.Game.replay("nothing")


def test_copies_and_keys() -> None:
    game = some_game("london", 5)
    copied = game.copy()
    assert copied == game
    assert copied.key() == game.key()
    assert isinstance(game.key(), bytes)
    copied.play(copied.legal()[0])
    assert copied != game
    assert pickle.loads(pickle.dumps(game)) == game
    same = bl.Game.from_position(json.loads(json.dumps(game.position())), game.names)
    assert same.key() == game.key()


def test_views_are_plain_data() -> None:
    view = bl.Game.new("world", seats=4, seed=3).view(2)
    data = json.loads(json.dumps(view.data()))
    assert msgspec.convert(data, bl.View) == view
    assert msgspec.json.decode(msgspec.json.encode(view), type=bl.View) == view
    assert view.sample_game(Random(1)).view(2) == view
    with pytest.raises(AttributeError):
        view.seat = 1  # type: ignore[misc]


# ---------------------------------------------------------------- positions
def position(variant: Any = "usa", *players: Data, **more: Any) -> Data:
    """A position with so much said, and for two seats at least."""
    return {"variant": variant, "players": list(players) or [{}, {}], **more}


@pytest.mark.parametrize("variant", GAMES)
def test_the_smallest_position(variant: str) -> None:
    game = bl.Game.from_position(position(variant))
    which = bl.variant(variant)
    assert game.waiting == (0,)
    assert game.decision() == "turn"
    view = game.view(None)
    row = sum(card is not None for card in view.row)
    assert row == sum(which.parameters.row)
    assert row + sum(deck.pile + sum(deck.discard.values()) for deck in view.decks) == which.cards.total
    assert view.ticket_deck == sum(not ticket.long for ticket in which.tickets)
    for seat in view.seats:
        assert (seat.hand_size, seat.tickets_held, seat.score) == (0, 0, 0)
        assert sum(seat.pieces.values()) == (which.parameters.pieces_chosen or sum(which.parameters.pieces.values()))
    random = Random(1)
    for _ in range(40):
        game.play(random.choice(game.legal()))


def test_the_example_of_the_format_page_is_a_position() -> None:
    page = (ROOT / "docs" / "formats" / "position.md").read_text("utf-8")
    [example] = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    data = json.loads(example)
    game = bl.Game.from_position(data)
    assert game.position()["players"][0]["hand"] == {"red": 3, "wild": 1}
    assert game.position()["row"] == data["row"]
    for text in re.findall(r"^\* `(\{\"kind\".*?\})`", page, re.MULTILINE | re.DOTALL):
        decision = json.loads(text)
        players: list[Data] = [{"offer": ["brest-marseille", "essen-kyiv"]}, {}]
        said = players if decision["kind"] in ("keep", "start") else [{"hand": "blue wild"}, {}]
        kind = bl.Game.from_position(position("europe", *said, decision=decision)).position()["decision"]["kind"]
        assert kind == decision["kind"]


def test_hands_only() -> None:
    game = bl.Game.from_position(position("usa", {"hand": "red*3 wild"}, {"hand": {"blue": 2}}, {"hand": ["red"]}))
    hands = [player["hand"] for player in game.position()["players"]]
    assert hands == [{"red": 3, "wild": 1}, {"blue": 2}, {"red": 1}]
    assert "claim el_paso-phoenix red*2 wild" in game.legal()


def test_the_same_seed_fills_the_same_row() -> None:
    rows = [bl.Game.from_position(position(seed=seed)).view().row for seed in (1, 1, 2, "word", "word")]
    assert rows[0] == rows[1] != rows[2]
    assert rows[3] == rows[4]


def test_scripted_piles() -> None:
    """The named cards come in that order; then whatever is left."""
    game = bl.Game.from_position(
        position(row="red*2 blue*3", decks={"train": {"pile": {"top": ["wild", "green", "white"]}}})
    )
    game.play("blind")
    game.play("row red")
    assert game.view(0).own.hand == {"red": 1, "wild": 1}
    assert game.view(0).row[0] == "green"
    game.play("blind")
    assert game.view(1).own.hand == {"white": 1}
    game.script("train", "black black")
    game.play("blind")
    assert game.view(1).own.hand == {"white": 1, "black": 1}
    with pytest.raises(bl.PositionError):
        game.script("train", "gold")
    with pytest.raises(bl.PositionError) as refused:
        game.script("train", ["red"] * 300)
    assert refused.value.problems


def test_a_whole_pile_in_order_then_dry() -> None:
    game = bl.Game.from_position(
        position(row="red*5", decks={"train": {"pile": ["blue", "wild"], "discard": []}}, ticket_deck=[])
    )
    game.play("blind")
    game.play("blind")
    assert game.view(0).own.hand == {"blue": 1, "wild": 1}
    assert [str(move) for move in game.legal()] == ["row red"]


def test_rows_with_gaps() -> None:
    game = bl.Game.from_position(
        position(row=["red", None, "wild", None, None], decks={"train": {"pile": [], "discard": []}})
    )
    assert game.view().row == ("red", None, "wild", None, None)
    assert bl.Game.from_position(position(row="wild red*2")).view().row == ("wild", "red", "red", None, None)
    with pytest.raises(bl.PositionError):
        bl.Game.from_position(position(row="red*6"))


def test_twins() -> None:
    """DOUBLE-1, DOUBLE-3: who may still claim the other track."""
    twins = [track for track in bl.variant("usa").tracks if track.twin and track.length == 1]
    track, twin = twins[0].id, twins[0].twin
    players: list[Data] = [{"hand": "wild"}, {"tracks": [track]}]
    few = bl.Game.from_position(position("usa", *players))
    assert f"claim {twin} wild" not in few.legal()
    many = bl.Game.from_position(position("usa", *players, {}, {}))
    assert f"claim {twin} wild" in many.legal()
    with pytest.raises(bl.PositionError):
        bl.Game.from_position(position("usa", {"tracks": [twin]}, {"tracks": [track]}))
    with pytest.raises(bl.PositionError):
        bl.Game.from_position(position("usa", {"tracks": [track, twin]}, {}, {}, {}))
    turned = "-".join(reversed(track.partition(".")[0].split("-"))) + "." + track.partition(".")[2]
    assert bl.Game.from_position(position("usa", {"tracks": [turned]}, {})).view().seats[0].tracks == (track,)


def test_stations_and_scores() -> None:
    game = bl.Game.from_position(
        position("europe", {"tracks": ["zurich-paris"], "stations": ["roma"], "hand": "red*2"}, {"stations": ["wien"]})
    )
    seat = game.view().seats[0]
    assert (seat.score, seat.pieces["train"], seat.stations_left) == (4, 42, 2)
    assert "station berlin red*2" in game.legal()
    assert "station wien red*2" not in game.legal()
    assert game.sheet(0).sums == {"tracks": 4, "stations": 8, "longest": 10}


@pytest.mark.parametrize("track", ["munchen-venezia", "venezia-munchen"])
def test_a_tunnel_in_between(track: str) -> None:
    decision = {"kind": "surcharge", "seat": 1, "track": track, "base": ["blue", "blue"], "revealed": "green blue wild"}
    game = bl.Game.from_position(position("europe", {}, {"hand": "blue*2 wild"}, decision=decision))
    assert sorted(str(move) for move in game.legal()) == ["decline", "pay blue wild", "pay blue*2"]
    tunnel = game.view(0).tunnel
    assert tunnel is not None
    assert tunnel.surcharge == 2
    game.play("decline")
    assert game.view(1).own.hand == {"blue": 4, "wild": 1}
    assert game.view(0).seats[1].known == {"blue": 2}


def test_the_last_turns() -> None:
    game = bl.Game.from_position(
        position("usa", {"hand": "red*2"}, {"pieces": {"train": 1}}, row="red*5", last_turns={"left": 1, "trigger": 1})
    )
    game.play("row red")
    game.play("row red")
    assert game.is_over
    ends = bl.Game.from_position(position("usa", {"pieces": {"train": 3}, "hand": "wild"}, {}))
    ends.play(next(move for move in ends.legal() if str(move).startswith("claim")))
    assert ends.view().last_turns == 2
    over = bl.Game.from_position(position("usa", {"tracks": ["el_paso-phoenix"]}, {}, decision={"kind": "over"}))
    assert over.result is not None
    assert over.result.scores == (14, 0)
    assert over.result.how == "last_turns"


@pytest.mark.parametrize(
    ("pieces", "whole"), [({"train": 25}, (25, 35)), ({"ship": 50}, (10, 50)), ({"train": 1}, (1, 40)), ({}, (20, 40))]
)
def test_one_kind_of_piece_named(pieces: Data, whole: tuple[int, int]) -> None:
    """SETUP-8: the other kind is what the split leaves."""
    seat = bl.Game.from_position(position("world", {"pieces": pieces}, {})).view().seats[0]
    assert tuple(seat.pieces.values()) == whole
    assert tuple(seat.box.values()) == (25 - whole[0], 50 - whole[1])


@pytest.mark.parametrize(
    ("place", "data"),
    [
        ("variant", position("atlantis")),
        ("options", position(options={"x": 1})),
        ("players", position("usa", {})),
        ("players[0].hand", position("usa", {"hand": 3}, {})),
        ("seed", position(seed=1.5)),
    ],
)
def test_a_problem_names_its_place(place: str, data: Data) -> None:
    with pytest.raises(bl.PositionError) as refused:
        bl.Game.from_position(data)
    assert place in [problem.place for problem in refused.value.problems]


def test_decisions() -> None:
    assert bl.Game.from_position(position(decision={"seat": 1})).waiting == (1,)
    second = bl.Game.from_position(position(row="red*4 wild", decision={"kind": "second", "seat": 1}))
    assert [str(move) for move in second.legal()] == ["row red", "blind"]
    keep = bl.Game.from_position(
        position("usa", {"offer": ["boston-miami", "calgary-phoenix"]}, {}, decision={"kind": "keep"})
    )
    assert "keep 1" in keep.legal()
    offers = [{"offer": [t.id for t in bl.variant("usa").tickets[i : i + 3]]} for i in (0, 3)]
    start = bl.Game.from_position(position("usa", *offers, decision={"kind": "start"}))
    assert start.waiting == (0, 1)
    offers[0]["chosen"] = ["keep 1 2"]
    start = bl.Game.from_position(position("usa", *offers, decision={"kind": "start"}))
    assert start.waiting == (1,)
    split = bl.Game.from_position(position("world", decision={"kind": "start"}))
    assert split.decision() == "split"


def test_an_impossible_position_is_refused_with_every_reason() -> None:
    with pytest.raises(bl.PositionError) as refused:
        bl.Game.from_position(
            position("usa", {"hand": "red*13", "tickets": ["nowhere-land"]}, {"tracks": ["a-b"]}, hats=3)
        )
    places = [problem.place for problem in refused.value.problems]
    assert len(places) == 4
    assert "players[0].tickets[0]" in places
    assert "players[1].tracks[0]" in places


# ---------------------------------------------------------------- own maps
def own_map() -> Data:
    data: Data = json.loads(MAPS[0].read_text("utf-8"))
    return data


def toml_of(value: Any) -> str:
    """A value as TOML: inline, so that any JSON of a map can be said."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml_of(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_of, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def test_an_own_map_in_every_form(tmp_path: Path) -> None:
    """A mapping, JSON, TOML or a folder: the same variant, in games, positions and records."""
    data = own_map()
    (tmp_path / "own.json").write_text(json.dumps(data), "utf-8")
    toml = "\n".join(f"{key} = {toml_of(value)}" for key, value in data.items())
    assert tomllib.loads(toml) == data
    (tmp_path / "own.toml").write_text(toml, "utf-8")
    sources: list[Any] = [data, tmp_path / "own.json", str(tmp_path / "own.json"), tmp_path / "own.toml"]
    loaded = [bl.load_variant(source) for source in sources]
    assert all(variant == loaded[0] for variant in loaded)
    assert len({variant.fingerprint for variant in loaded}) == 1
    folder = bl.load_variant(ROOT / "src" / "branchline" / "maps" / "mini")
    assert folder.fingerprint == bl.variant("mini").fingerprint
    for which in (data, loaded[0]):
        game = bl.Game.new(which, seats=2, seed=3)
        assert bl.Game.from_position(position(which)).variant == loaded[0]
        random = Random(1)
        while not game.is_over and len(game.moves) < 60:
            game.play(random.choice(game.legal()))
        text = json.dumps(game.position())
        assert bl.Game.from_position(json.loads(text)) == game
        assert bl.Game.replay(game.record().to_text()) == game
        view = msgspec.json.decode(msgspec.json.encode(game.view(1)), type=bl.View)
        assert view.resolve() == loaded[0]
        assert view.sample_game(random).view(1) == view


def test_a_wrong_map_says_everything_at_once(tmp_path: Path) -> None:
    data = own_map()
    data["tracks"][0]["length"] = 99
    data["cities"][0]["colour"] = "blue"
    data["tickets"][0]["cities"] = ["nowhere", data["cities"][0]["id"]]
    (tmp_path / "own.json").write_text(json.dumps(data, indent=1), "utf-8")
    with pytest.raises(bl.VariantError) as refused:
        bl.load_variant(tmp_path / "own.json")
    problems = refused.value.problems
    assert len(problems) >= 3
    assert all(problem.file == "own.json" and problem.place for problem in problems)
    with pytest.raises(bl.PositionError):
        bl.Game.from_position(position(data))
