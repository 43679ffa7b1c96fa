"""
The compiled rules against the same files uncompiled: every legal list, every state, every event, byte for byte.

Without compiled rules these tests FAIL, unless BRANCHLINE_PURE says that this is wanted.
``python tests/test_compiled_agrees.py --seconds 600`` goes on for longer.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from reference.random_maps import playable_map
from scale import games

import branchline as bl
from branchline.core import plain
from branchline.core.state import State
from branchline.game.tables import tables

VARIANTS = (*bl.variants(), "wide", "own")
PURE = os.environ.get("BRANCHLINE_PURE")


def compiled() -> Any:
    """The compiled rules; a failure where they are missing or stale, for then nothing would be compared."""
    if PURE:
        pytest.skip("BRANCHLINE_PURE is set: nothing to compare")
    try:
        native = import_module("branchline.core._native")
    except ImportError as missing:
        pytest.fail(
            f"NOTHING IS COMPILED, so nothing is compared ({missing}): run `make build`, or set BRANCHLINE_PURE=1"
        )
    fresh = import_module("compile_core").source_hash()
    assert fresh == native.SOURCE_HASH, "the compiled rules are STALE: run `make build`"
    return native


# ---------------------------------------------------------------- boards
def wide_map() -> dict[str, Any]:
    """A map at the limits of the arrays: the last city, track, ticket and district, long tracks, full decks."""
    random = Random(64)
    cities = [f"c{i}" for i in range(64)]
    colours = ["red", "blue", "green", "yellow", "black", "white", "pink", "gold"]
    links = [(cities[i], cities[i + 1]) for i in range(63)] + [(cities[i], cities[i + 8]) for i in range(56)]
    links += [(cities[i], cities[(i + 27) % 64]) for i in range(64)]
    tracks: list[dict[str, Any]] = [
        {"a": a, "b": b, "length": 1 + i % 12, "colour": colours[i % 8], "piece": "train"}
        for i, (a, b) in enumerate(links)
    ]
    for track in tracks[:9]:  # the last tracks, beyond the first two words
        track["twin"] = f"{track['a']}-{track['b']}"
        tracks.append({**track, "colour": "gray"})
    for track in tracks[20:40]:
        track["tunnel"] = True
    for track in tracks[40:52]:
        track |= {"colour": "gray", "ferry": min(track["length"], 3)}
    tickets: list[dict[str, Any]] = []
    for i in range(128):
        stops = random.sample(cities, 2 + (i % 7 if i % 5 == 0 else 0))
        tour = {"any_order": 100, "penalty": 200} if len(stops) > 2 else {}
        tickets.append({"cities": stops, "points": 200 - i % 50} | tour)
    return {
        "id": "wide",
        "names": {"en": "Wide", "ja": "広", "zh-Hant": "廣"},
        "cards": {"colours": colours, "decks": [{"id": "train", "plain": 28, "wild": 26}], "total": 250},
        "districts": {str(i): {"points": 200} for i in range(16)},
        "parameters": {
            "opening_hand": [20],
            "row": [8],
            "row_reset_wilds": 4,
            "pieces": {"train": 200},
            "stations": 3,
            "start_tickets": 6,
            "draw_tickets": 6,
            "longest_bonus": 200,
            "tie_breaks": ["tickets", "most_stations", "longest"],
            "track_points": {str(length): 200 - length for length in range(1, 13)},
        },
        "cities": [
            {"id": city, "en": city, "ja": city, "zh-Hant": city, "district": str(i % 16)}
            for i, city in enumerate(cities)
        ],
        "tracks": tracks,
        "tickets": tickets,
    }


def chosen_variant(name: str, random: Random) -> Any:
    """A variant of the package, the wide map, or a map by chance."""
    if name == "wide":
        return bl.load_variant(wide_map())
    return bl.load_variant(playable_map(random)) if name == "own" else bl.variant(name)


def option_choices(variant: Any) -> Iterator[dict[str, Any]]:
    """The options left alone, and each other choice of each of them."""
    yield {}
    for option in variant.options:
        numbers = {"turn_limit": (30,), "row_reset_cap": (0, 1)}
        for value in numbers.get(option.id, tuple(option.values)):
            if value != option.default:
                yield {option.id: value}


# ---------------------------------------------------------------- comparing
def compare(native: Any, variant: Any, options: Mapping[str, Any], seats: int, seed: int, window: int = 40) -> str:
    """
    One random game, played by the compiled rules and, in windows at the start, in between and at the end, by both.

    Returns a hash of every decision: the legal codes, the one chosen, and the state after it.
    """
    data = tables(variant, variant.with_options(options)).map.pack()
    boards = native.Board(data), plain.Board(data)
    random = Random(seed)
    played = native.Engine.deal(boards[0], seats, seed % seats, seed)
    assert played.data == plain.Engine.deal(boards[1], seats, seed % seats, seed).data
    states: list[bytes] = [played.data]
    turns: list[tuple[int, int]] = []
    while not played.over and len(turns) < 3000:
        seat = random.randrange(seats)  # at the start any seat may choose next, later this changes nothing
        played.choose_seat(seat)
        code = random.choice(played.legal())
        played.step(code)
        turns.append((seat, code))
        states.append(played.data)
    last = max(0, len(turns) - window)
    starts = sorted({0, random.randrange(last + 1), last})
    digests = []
    for face, board in zip((native, plain), boards, strict=True):
        digest = blake2b(digest_size=16)
        for first in starts:
            engine = face.Engine.from_bytes(board, states[first])
            for i, (seat, code) in enumerate(turns[first : first + window], first):
                engine.choose_seat(seat)
                legal = engine.legal()
                digest.update(repr((legal, code, engine.cur, engine.phase, engine.offered, engine.scores)).encode())
                if i % 2:
                    engine.step(code)
                else:
                    events, drawn = engine.step_told(code)
                    digest.update(repr([[int(x) for x in event] for event in events]).encode() + drawn)
                assert engine.data == states[i + 1], difference(engine.data, states[i + 1], face, i)
                digest.update(engine.data)
        end = face.Engine.from_bytes(board, states[-1])
        for seat in range(seats):
            digest.update(end.sheet(seat))
        digest.update(repr((end.over, end.ended, end.turns, end.decisions, end.scores, end.ranks, end.fault)).encode())
        digests.append(digest.hexdigest())
    assert digests[0] == digests[1]
    return digests[0]


def difference(one: bytes, other: bytes, face: Any, decision: int) -> str:
    """Which fields of two states differ, for the one who has to find out why."""
    a, b = State.unpack(one), State.unpack(other)
    fields = [name for name, _, _ in State.fields() if getattr(a, name) != getattr(b, name)]
    return f"after decision {decision} {face.__name__} has other {', '.join(fields) or 'padding'} than the game"


# ---------------------------------------------------------------- tests
@pytest.mark.parametrize("name", VARIANTS)
def test_every_number_of_seats(name: str) -> None:
    native = compiled()
    for seed in range(games(2)):
        random = Random(seed)
        variant = chosen_variant(name, random)
        for seats in range(variant.seats[0], variant.seats[1] + 1):
            compare(native, variant, {}, seats, seed)


@pytest.mark.parametrize("name", [name for name in VARIANTS if name != "own"])
def test_every_choice_of_every_option(name: str) -> None:
    native = compiled()
    random = Random(1)
    variant = chosen_variant(name, random)
    for seed, options in enumerate(option_choices(variant)):
        for _ in range(games(1)):
            compare(native, variant, options, random.randint(*variant.seats), seed)


def test_maps_by_chance() -> None:
    native = compiled()
    for seed in range(games(25)):
        random = Random(seed)
        variant = chosen_variant("own", random)
        compare(native, variant, {}, random.randint(*variant.seats), seed)


@pytest.mark.parametrize("name", bl.variants())
def test_whole_games_without_stopping(name: str) -> None:
    """The loop inside the core, deal to final score, and its own dice."""
    native = compiled()
    variant = bl.variant(name)
    data = tables(variant, variant.with_options()).map.pack()
    for seats in range(variant.seats[0], variant.seats[1] + 1):
        assert native.play_games(native.Board(data), seats, seats, 1) == plain.play_games(
            plain.Board(data), seats, seats, 1
        )
    one, other = (face.Engine.deal(face.Board(data), 2, 1, 5 << 70) for face in (native, plain))
    for game in (one, other):
        game.seed(3 << 90)
        game.play_out(2**96 - 1)
    assert one.data == other.data


def test_the_wide_map_reaches_the_last_places() -> None:
    """What the wide map is for: if the limits grow, it must grow too."""
    variant = bl.load_variant(wide_map())
    m = tables(variant, variant.with_options()).map
    assert (m.n_cities, m.n_tracks, m.n_tickets, m.n_districts) == (64, 192, 128, 16)
    assert (m.row_size, m.start_tickets, max(m.length), max(m.stops), sum(m.copies)) == (8, 6, 12, 8, 250)


# ---------------------------------------------------------------- more of it
def main() -> int:
    """Compare random games for as long as asked."""
    parser = argparse.ArgumentParser(description="The compiled rules against the same files uncompiled.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--first", type=int, default=1_000_000, help="the first seed")
    chosen = parser.parse_args()
    sys.path.append(str(Path(__file__).parent.parent / "tools"))
    native = compiled()
    begun, played = time.monotonic(), 0
    whole = blake2b(digest_size=16)
    while time.monotonic() - begun < chosen.seconds:
        seed = chosen.first + played
        random = Random(seed)
        name = VARIANTS[played % len(VARIANTS)]
        variant = chosen_variant(name, random)
        options = random.choice(list(option_choices(variant)))
        seats = random.randint(*variant.seats)
        try:
            whole.update(compare(native, variant, options, seats, seed, window=100).encode())
        except AssertionError as problem:
            print(f"\n{name}, {seats} seats, options {options}, seed {seed}: {problem}")
            return 1
        played += 1
        if sys.stdout.isatty():
            print(f"\r{played} games agree, {time.monotonic() - begun:.0f} s", end="", flush=True)
    print(f"\r{played} games from seed {chosen.first} agree; hash of all decisions {whole.hexdigest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
