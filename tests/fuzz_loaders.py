"""
Throws everything at the loaders of moves, positions, records and maps: nothing but our own errors may come back.

``python tests/fuzz_loaders.py --seconds 600`` goes on for longer; test_bad_input.py runs a few of each.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import sys
import time
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from strategies import NAMES, PACKAGED, fresh_game, play_one, some_game, taste, whole_game  # noqa: E402

import branchline as bl  # noqa: E402
from branchline.words import LANGUAGES  # noqa: E402

PATIENCE = 20.0
"""Seconds after which a call counts as hanging; the largest inputs of the tests take one."""
LONGEST = 120_000
"""The longest error message: a thousand problems."""

HUGE = 10**5000
"""A number of more digits than Python prints."""
LEAVES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 7, 250, 255, 256, 30000, -30000, 32768, 2**31, 2**32, 2**63, 2**64, -(2**70),
    10**30, HUGE, 0.0, 1.5, -0.0, 1e308, float("nan"), float("inf"), "", " ", "0", "1", "-1", "1.0", "\u0661", "\u00b2",
    "\uff11", "\ud800", "a\ud800b", "\0", "\n", "x" * 5000, "9" * 5000, "red", "wild", "red*2", "red*3 wild", "train",
    "ship", "usa", "europe", "mini", "turn", "over", "keep", "start", "keep 1", "pass", "paris-zurich", "[]", "{}",
    "*", "-", ".", "red*0", "red**2", "blind blind", [], {}, [[]], [None], {"": None}, {"red": 1}, {"red": -1},
    {"red": HUGE}, {"red": 1.5}, {"red": True}, ["red"], ["red"] * 3000, {1: 2}, {None: 1}, [HUGE], b"red", (), (1,),
)  # fmt: skip


def nested(depth: int) -> Any:
    """Lists in lists."""
    out: Any = []
    for _ in range(depth):
        out = [out]
    return out


def holds_huge(leaf: Any) -> bool:
    """Whether a value can't be printed, so that Hypothesis could not show it."""
    return leaf == HUGE or leaf == [HUGE] or leaf == {"red": HUGE}


junk = st.recursive(
    st.sampled_from([leaf for leaf in LEAVES if not holds_huge(leaf)])
    | st.text(max_size=8)
    | st.integers()
    | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=4),
    max_leaves=6,
)


def only_ours(call: Callable[[], Any]) -> Any:
    """What a call gives, or the error it refuses with: one of our tree, with words in every language, and soon."""
    begun = time.monotonic()
    try:
        return call()
    except bl.BranchlineError as error:
        refused = error
    finally:
        passed = time.monotonic() - begun
        assert passed < PATIENCE, f"it took {passed:.1f} s"
    sentences = [refused.say(lang) for lang in LANGUAGES]
    assert str(refused) == sentences[0]
    for sentence in sentences:
        assert sentence.encode()
        assert len(sentence) < LONGEST, sentence[:1000]
    again = pickle.loads(pickle.dumps(refused))
    assert str(again) == str(refused)
    assert type(again) is type(refused)
    return refused


# ---------------------------------------------------------------- changing what is right
def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All places inside data."""
    found = [path]
    if isinstance(data, dict):
        for key, value in data.items():
            found += places(value, (*path, key))
    elif isinstance(data, list):
        for i, value in enumerate(data[:40]):
            found += places(value, (*path, i))
    return found


def changed(data: Any, random: Random) -> Any:
    """The same data with one thing changed, anywhere."""
    data = deepcopy(data)
    spots = [path for path in places(data) if path]
    if not spots:
        return random.choice(LEAVES)
    path = random.choice(spots)
    if random.random() < 0.5:  # the lists are long, the other parts deserve their share
        path = random.choice([spot for spot in spots if len(spot) <= 2])
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    key, deed = path[-1], random.randrange(8)
    value = inner[key]
    if deed == 0:
        del inner[key]
    elif deed == 1 and isinstance(inner, list):
        inner.insert(random.randrange(len(inner) + 1), value)
    elif deed == 2 and isinstance(inner, list):
        random.shuffle(inner)
    elif deed == 3 and isinstance(inner, dict):
        inner[random.choice(["x", "", str(key) + "x", 5, "\ud800", *inner])] = value
    elif deed == 4 and isinstance(value, int) and abs(value) < 2**70:
        inner[key] = random.choice((value + 1, value - 1, -value, str(value), float(value), [value]))
    elif deed == 5:
        other: Any = data
        for step in random.choice(spots):
            other = other[step]
        inner[key] = deepcopy(other)
    else:
        inner[key] = random.choice(LEAVES)
    return data


def changed_text(text: str, random: Random) -> str:
    """The same text with something cut, doubled, moved or replaced."""
    a, b = sorted(random.randrange(len(text) + 1) for _ in range(2))
    b = min(b, a + random.choice((1, 3, 20, len(text))))
    deed = random.randrange(6)
    if deed == 0:
        return text[:a]
    if deed == 1:
        return text[:a] + text[b:]
    if deed == 2:
        return text[:b] + text[a:]
    if deed == 3:
        return text[:a] + str(random.choice([leaf for leaf in LEAVES if leaf is not HUGE][:70])) + text[b:]
    lines = text.split("\n")
    i, j = random.randrange(len(lines)), random.randrange(len(lines))
    if deed == 4:
        lines[i], lines[j] = lines[j], lines[i]
    else:
        lines.insert(j, lines[i])
    return "\n".join(lines)


# ---------------------------------------------------------------- what is fuzzed
def use(game: bl.Game, random: Random) -> None:
    """A game that was let in can be played, looked at and written down."""
    likes = taste(random)
    for _ in range(12):
        for seat in (*range(game.seats), None):
            view = game.view(seat)
            assert view.sample_game(random).view(seat) == view
        position = game.position()
        assert bl.Game.from_position(position).position() == position
        assert [game.sheet(seat).total for seat in range(game.seats)]
        if game.is_over:
            break
        assert all(game.legal(seat) for seat in game.waiting)
        play_one(game, random, likes)


def moves(text: str, seed: int) -> None:
    """Any text as a move, in any decision."""
    game = some_game(PACKAGED[seed % len(PACKAGED)], seed % 40, 60)
    before = game.key()
    only_ours(lambda: game.parse(text))
    for seat in (None, 0):
        out = only_ours(lambda seat=seat: game.copy().play(text, seat))
        assert isinstance(out, bl.MoveError | bl.Move)
        assert (text in game.legal(seat)) == isinstance(out, bl.Move)
    assert game.key() == before


def changed_moves(seed: int) -> None:
    """Moves with something changed."""
    random = Random(seed)
    game = some_game(PACKAGED[seed % len(PACKAGED)], random.randrange(40), 60)
    legal = game.legal()
    for _ in range(6 if legal else 0):
        text = changed_text(str(random.choice(legal)), random)
        moves(text if random.random() < 0.7 else changed_text(text, random), seed)


def any_position(data: Any) -> None:
    """Anything as a position."""
    out = only_ours(lambda: bl.Game.from_position(data))
    assert isinstance(out, bl.PositionError)
    out = only_ours(lambda: bl.Game.from_position({"variant": "mini", "players": [{}, {}], "row": data}))
    assert isinstance(out, bl.PositionError | bl.Game)


@cache
def base_position(number: int) -> Any:
    """A position to change."""
    return some_game(NAMES[number % len(NAMES)], number).position()


def positions(seed: int) -> None:
    """Positions with one to three things changed; what is let in must be playable."""
    random = Random(seed)
    data = base_position(random.randrange(120))
    for _ in range(random.choice((1, 1, 2, 3))):
        data = changed(data, random) if isinstance(data, dict) else data
    out = only_ours(lambda: bl.Game.from_position(data))
    if isinstance(out, bl.Game):
        use(out, random)
    else:
        assert isinstance(out, bl.PositionError)
        assert out.problems


@cache
def base_record(number: int) -> bl.Record:
    """A record to change."""
    return whole_game(PACKAGED[number % len(PACKAGED)], number).record()


def record_texts(seed: int) -> None:
    """Records as text, with one or two things changed."""
    random = Random(seed)
    record = base_record(random.randrange(6))
    text = random.choice((record.to_text, record.to_json))()
    for _ in range(random.choice((1, 1, 2))):
        text = changed_text(text, random)
    check_record(text)


def record_data(seed: int) -> None:
    """Records as data, with one or two things changed."""
    random = Random(seed)
    data = base_record(random.randrange(6)).data()
    for _ in range(random.choice((1, 1, 2))):
        data = changed(data, random) if isinstance(data, dict) else data
    check_record(data)


def check_record(form: Any) -> None:
    """A record in any form is refused, or is the record of a game that can be played."""
    out = only_ours(lambda: bl.Game.replay(form))
    if isinstance(out, bl.Game):
        from branchline.game.record import read_record

        # What is let in is the true record of some game, in its one true form but for a generator's words or the seed.
        there, here = out.record().data(), read_record(form).data()
        for key in ("moves", "result", "variant", "seats", "first_seat", "names"):
            assert there[key] == here[key], key
    else:
        assert isinstance(out, bl.RecordError), repr(out)


def any_record(data: Any) -> None:
    """Anything as a record."""
    assert isinstance(only_ours(lambda: bl.Game.replay(data)), bl.RecordError)
    for load in (bl.Record.from_data, bl.Record.from_json, bl.Record.from_text):
        assert isinstance(only_ours(lambda load=load: load(data)), bl.RecordError)
    text = only_ours(lambda: bl.Record.from_json(data if isinstance(data, str) else repr_json(data)))
    assert isinstance(text, bl.RecordError)


def repr_json(data: Any) -> str:
    """Anything as JSON, or nearly."""
    try:
        return json.dumps(data, default=repr, skipkeys=True)
    except (ValueError, RecursionError):
        return "[" * 50_000


@cache
def base_map(number: int) -> Any:
    """A map to change."""
    return fresh_game(NAMES[number % len(NAMES)], 1).variant.data()


def maps(seed: int) -> None:
    """Maps with one to three things changed; what is let in must be playable."""
    random = Random(seed)
    data = base_map(random.randrange(len(NAMES)))
    for _ in range(random.choice((1, 1, 2, 3))):
        data = changed(data, random) if isinstance(data, dict) else data
    out = only_ours(lambda: bl.load_variant(data))
    if isinstance(out, bl.Variant):
        again = bl.load_variant(json.loads(json.dumps(out.data())))
        assert again == out
        use(bl.Game.new(out, out.seats[0], seed), random)
    else:
        assert isinstance(out, bl.VariantError)
        assert out.problems


def any_map(data: Any) -> None:
    """Anything as a map."""
    if isinstance(data, str):
        data = {"id": data}
    assert isinstance(only_ours(lambda: bl.load_variant(data)), bl.VariantError)


def any_new_game(name: str, value: Any) -> None:
    """Anything as an argument of a new game."""
    given_values: dict[str, Any] = {"variant": "mini", name: value}
    out = only_ours(lambda: bl.Game.new(**given_values))
    assert isinstance(out, bl.BranchlineError | bl.Game)


ARGUMENTS = ("variant", "seats", "seed", "options", "first_seat", "names")
letters = st.text("rowblindkeepclaimstationharbourswapsplitpass 0123456789*-._,\n\t\u3000\u0661\ud800", max_size=30)
numbers = st.integers(0, 2**48)
TARGETS: dict[str, tuple[Callable[..., None], dict[str, Any]]] = {
    "moves": (moves, {"text": st.text(max_size=30) | letters, "seed": numbers}),
    "changed_moves": (changed_moves, {"seed": numbers}),
    "any_position": (any_position, {"data": junk}),
    "positions": (positions, {"seed": numbers}),
    "record_texts": (record_texts, {"seed": numbers}),
    "record_data": (record_data, {"seed": numbers}),
    "any_record": (any_record, {"data": junk}),
    "maps": (maps, {"seed": numbers}),
    "any_map": (any_map, {"data": junk}),
    "any_new_game": (any_new_game, {"name": st.sampled_from(ARGUMENTS[2:]), "value": junk}),
}
"""What is fuzzed: a check, and what is drawn for it."""


def fuzz(name: str, **how: Any) -> None:
    """Try one of TARGETS with examples of Hypothesis."""
    check, drawn = TARGETS[name]
    settings(suppress_health_check=list(HealthCheck), **how)(given(**drawn)(check))()


def main() -> int:
    """Go on until the time is over or something breaks."""
    parser = argparse.ArgumentParser(description="Bad input for all loaders.")
    parser.add_argument("--seconds", type=float, default=60, help="stop after so many seconds")
    parser.add_argument("--only", choices=TARGETS, action="append", help="only these loaders")
    parser.add_argument("--examples", type=int, default=100, help="examples of each before the next one's turn")
    chosen = parser.parse_args()
    tried: Counter[str] = Counter()
    begun = time.monotonic()
    try:
        while time.monotonic() - begun < chosen.seconds:
            for name in chosen.only or TARGETS:
                fuzz(name, max_examples=chosen.examples, derandomize=False, database=None, deadline=None)
                tried[name] += chosen.examples
                print(f"\r{sum(tried.values())} examples, {time.monotonic() - begun:.0f} s", end="", flush=True)
    except KeyboardInterrupt:
        pass
    print("\n" + ", ".join(f"{name} {number}" for name, number in tried.items()))
    return 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONIOENCODING", "utf-8:replace")
    sys.exit(main())
