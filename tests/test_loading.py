"""Strict loading: every kind of problem is found, all at once, with file, line, place and what would be right."""

from __future__ import annotations

import copy
import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scale import games

from branchline.errors import VariantError
from branchline.game.shapes import LIMITS
from branchline.game.variants import Variant, check, load_variant, variant, variants
from branchline.words import LANGUAGES, catalogue

HERE = Path(__file__).parent
MAPS = HERE.parent / "src/branchline/maps"
CASES: dict[str, dict[str, Any]] = tomllib.loads((HERE / "map_problems.toml").read_text("utf-8"))
ALL = (*variants(), "mini")

Data = dict[str, Any]


def lines(source: Any) -> list[str]:
    """What is wrong with a source, as lines; the same from ``check`` and from ``load_variant``."""
    problems = [problem.say() for problem in check(source)]
    if problems:
        with pytest.raises(VariantError) as caught:
            load_variant(source)
        assert [problem.say() for problem in caught.value.problems] == problems
        for lang in LANGUAGES:
            assert len(caught.value.say(lang).splitlines()) == len(problems) + 1
        assert str(caught.value).startswith('The map "')
    else:
        load_variant(source)
    return problems


def broken(change: Callable[[Data], object], id: str = "mini") -> list[str]:
    """What is wrong with a map as data after a change."""
    data = copy.deepcopy(variant(id).data())
    change(data)
    return lines(data)


# Files


@pytest.mark.parametrize("case", CASES)
def test_each_problem_has_file_line_and_what_is_right(case: str, tmp_path: Path) -> None:
    """Some edits of a good map, and exactly what follows from them."""
    folder = tmp_path / "map"
    shutil.copytree(MAPS / "mini", folder)
    for name, old, new in CASES[case]["edits"]:
        text = (folder / name).read_text("utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), "utf-8")
    assert lines(folder) == CASES[case]["problems"].splitlines()


def test_every_message_about_maps_is_shown_by_a_test() -> None:
    """A message that no test shows may be one that can never be seen."""
    files = ("test_loading.py", "test_maps.py", "test_limits.py", "map_problems.toml")
    shown = "".join((HERE / name).read_text("utf-8") for name in files)
    entries = list(catalogue("errors").items())
    names = [name for name, _ in entries]
    for name, words in entries[names.index("bad_map") : names.index("seats") + 1]:
        longest = max((part.split("}")[-1] for part in words["en"].split("{")), key=len).strip()
        # "no_reading" needs a file that can't be read, and the administrator of a test machine can read all.
        assert longest in shown or name == "no_reading", name


def test_missing_files_are_named_together(tmp_path: Path) -> None:
    shutil.copytree(MAPS / "mini", tmp_path / "map")
    (tmp_path / "map/cities.csv").unlink()
    (tmp_path / "map/variant.toml").unlink()
    (tmp_path / "map/tickets.csv").write_text("cities,points\nx-y,zero\n", "utf-8")
    needs = "is missing. A map folder holds variant.toml, cities.csv, tracks.csv and tickets.csv."
    assert lines(tmp_path / "map") == [
        f"variant.toml: The file variant.toml {needs}",
        f"cities.csv: The file cities.csv {needs}",
        'tickets.csv:2: points: "zero" is not a whole number; write digits only, or leave the cell empty for none.',
    ]


def test_a_layout_is_optional(tmp_path: Path) -> None:
    shutil.copytree(MAPS / "mini", tmp_path / "map")
    (tmp_path / "map/layout.json").unlink()
    assert load_variant(tmp_path / "map") == variant("mini")
    assert not load_variant(tmp_path / "map").layout


def test_what_is_no_text(tmp_path: Path) -> None:
    shutil.copytree(MAPS / "mini", tmp_path / "map")
    (tmp_path / "map/cities.csv").write_bytes("id,en,ja,zh-Hant\nx,X,駅,站\n".encode("shift-jis", "replace"))
    (tmp_path / "map/layout.json").write_text('{"frame": 1, "frame": 2,}', "utf-8")
    assert lines(tmp_path / "map") == [
        "cities.csv: cities.csv is not UTF-8 text (line 2); save it as UTF-8.",
        "layout.json:1: This is not JSON (column 25): Expecting property name enclosed in double quotes.",
    ]


def test_a_byte_order_mark_and_spaces_do_no_harm(tmp_path: Path) -> None:
    """What a spreadsheet program writes."""
    shutil.copytree(MAPS / "mini", tmp_path / "map")
    for file in (tmp_path / "map").glob("*.csv"):
        text = file.read_text("utf-8").replace(",", " , ").replace("\n", "\r\n")
        file.write_bytes(b"\xef\xbb\xbf" + text.encode() + b"\r\n,,\r\n\r\n")
    problems = lines(tmp_path / "map")
    assert problems == []
    assert load_variant(tmp_path / "map") == variant("mini")


def test_files_that_are_no_maps(tmp_path: Path) -> None:
    text = tmp_path / "map.txt"
    text.write_text("x")
    bad = tmp_path / "map.json"
    bad.write_text("[1, 2")
    other = tmp_path / "list.json"
    other.write_text("[1, 2]")
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000)
    long = tmp_path / "long.json"
    long.write_text('{"id": ' + "9" * 10_000 + "}")
    big = tmp_path / "big.toml"
    big.write_text("# " + "x" * 5_000_000)
    assert lines(Path("no") / "where") == ['There is no file or folder "no/where".']
    assert lines("a\0b") == ['There is no file or folder "a\0b".']
    assert lines(text) == [
        'map.txt: A map file ends in .json or .toml, not like "map.txt"; give the folder for a map of several files.'
    ]
    assert lines(bad) == ["map.json:1: This is not JSON (column 6): Expecting ',' delimiter."]
    assert lines(other) == ['list.json: "[1, 2]" is not a table of keys and values.']
    assert lines(deep) == ["deep.json: The data is nested too deeply; a map never needs more than a few levels."]
    assert lines(long)[0].startswith("long.json: This is not JSON (column 1): Exceeds the limit")
    assert lines(big) == ["big.toml: The file has 5000002 bytes; at most 4000000 are read."]
    assert lines(5) == ["A map is a folder, a .json or .toml file, or a mapping, not a int."]
    assert lines(None) == ["A map is a folder, a .json or .toml file, or a mapping, not a NoneType."]


def test_a_map_in_one_file(tmp_path: Path) -> None:
    """JSON and TOML hold the same mapping; a TOML file has lines."""
    data = variant("mini").data()
    (tmp_path / "mini.json").write_text(json.dumps(data), "utf-8")
    assert load_variant(str(tmp_path / "mini.json")) == variant("mini")
    toml = (MAPS / "mini/variant.toml").read_text("utf-8")
    for table in ("cities", "tracks", "tickets"):
        for row in data[table]:
            cells = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in row.items())
            toml += f"\n[[{table}]]\n" + "\n".join(cells) + "\n"
    (tmp_path / "mini.toml").write_text(toml, "utf-8")
    assert load_variant(tmp_path / "mini.toml") == variant("mini")
    (tmp_path / "mini.toml").write_text(toml.replace("length = 4", "length = 40"), "utf-8")
    number = toml[: toml.index("length = 4")].count("\n") + 1
    assert lines(tmp_path / "mini.toml") == [
        f"mini.toml:{number}: tracks[12].length: 40 is out of range; possible is 1 to 12."
    ]


def test_a_key_written_twice_in_json(tmp_path: Path) -> None:
    text = json.dumps(variant("mini").data())
    (tmp_path / "map.json").write_text(text.replace('"id": "mini"', '"id": "mini", "id": "mini"', 1), "utf-8")
    assert lines(tmp_path / "map.json") == ['map.json: "id" stands here twice.']


# Mappings


def test_problems_in_a_mapping_have_a_place() -> None:
    def change(data: Data) -> None:
        data["tracks"][3]["colour"] = "yelow"
        data["tickets"][0]["cities"] = ["birchwick"]
        data["parameters"]["row"] = [3, "2"]
        data["cities"][0]["port"] = "yes"
        data["cities"][1]["en"] = ""
        del data["cards"]["total"]

    assert broken(change) == [
        'cards.total: A value for "total" is missing.',
        'parameters.row: "2" is not a number from 0 to 8.',
        'cities[0].port: "yes" is not true or false.',
        'cities[1].en: The city "highpass" has no name in the language "en". Only a junction may be nameless.',
        "tickets[0].cities: There is 1 entry here; possible is 2 to 8.",
    ]


def test_missing_parts_of_a_mapping() -> None:
    assert lines({}) == [f'{key}: A value for "{key}" is missing.' for key in ("id", "names", "cards")] + [
        f'{key}: A value for "{key}" is missing.' for key in ("cities", "tracks", "tickets")
    ]


def test_keys_of_a_mapping_may_be_numbers() -> None:
    """In Python one writes ``{1: 1}``; in JSON keys are text."""
    data = variant("mini").data()
    data["parameters"]["track_points"] = {1: 1, 2: 2, 3: 4, 4: 7}
    assert load_variant(data) == variant("mini")


def test_limits_are_those_of_the_core() -> None:
    core = pytest.importorskip("branchline.core.consts")
    names = {
        "cities": "CITIES", "tracks": "TRACKS", "tickets": "TICKETS", "districts": "DISTRICTS", "colours": "COLOURS",
        "decks": "DECKS", "length": "MAX_LENGTH", "row": "ROW_SLOTS", "offer": "OFFER", "stops": "STOPS",
        "deck_cards": "DECK_CARDS", "card_kinds": "KINDS", "pair_cards": "PAIR_CARDS",
    }  # fmt: skip
    assert {name: getattr(core, constant) for name, constant in names.items()} == {name: LIMITS[name] for name in names}


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("cities", {"id": "c{n}", "en": "c{n}", "ja": "c{n}", "zh-Hant": "c{n}"}),
        ("tracks", {"a": "reef", "b": "millbrook", "length": 1, "colour": "red", "piece": "train", "twin": "t{n}"}),
        ("tickets", {"cities": ["birchwick", "highpass"], "points": 5}),
    ],
)
def test_too_many_of_a_thing(table: str, row: Data) -> None:
    def change(data: Data) -> None:
        for n in range(LIMITS[table] + 1 - len(data[table])):
            data[table].append(
                {key: value.format(n=n) if isinstance(value, str) else value for key, value in row.items()}
            )

    limit = LIMITS[table]
    assert f"{table}: There are {limit + 1} here; at most {limit} are possible." in broken(change)


def test_other_limits() -> None:
    def change(data: Data) -> None:
        data["districts"] = {str(n): {"points": 1} for n in range(17)}
        data["cards"]["colours"] = [f"c{n}" for n in range(9)]
        data["tickets"][9]["cities"] = [f"city{n}" for n in range(9)]

    assert [line for line in broken(change) if "There are" in line] == [
        "cards.colours: There are 9 entries here; possible is 1 to 8.",
        "districts: There are 17 here; at most 16 are possible.",
        "tickets[9].cities: There are 9 entries here; possible is 2 to 8.",
    ]


def test_an_option_that_breaks_the_map_is_found_at_its_choice() -> None:
    def change(data: Data) -> None:
        data["options"]["hands"] = {
            "parameter": "opening_hand",
            "values": {"few": [1, 1], "many": [2, 4]},
            "default": "few",
        }
        del data["parameters"]["opening_hand"]

    assert [line.split(" need")[0] for line in broken(change)] == ["options.hands.values.many: Opening hands and row"]


# Facts files (DATA-10)


def as_facts(one: Variant) -> Data:
    """A variant under the names of a facts file."""
    data = one.data(layout=False)
    routes = []
    for track in one.tracks:
        kind = "tunnel" if track.tunnel else "ferry" if track.ferry else track.piece
        routes.append(
            {
                "a": track.a, "b": track.b, "length": track.length, "color": track.colour or "gray", "kind": kind,
                "locomotives": track.ferry, "pair_spaces": track.pair, "wraps": False,
                "double_group": "+".join(sorted((track.id, track.twin))) if track.twin else None,
            }
        )  # fmt: skip
    tickets: list[Data] = []
    for ticket in one.tickets:
        if ticket.is_tour:
            values = {"points_in_order": ticket.points, "points_any_order": ticket.any_order, "penalty": ticket.penalty}
        else:
            values = {"points": ticket.points}
        tickets.append({"cities": list(ticket.cities), **values, "class": "long" if ticket.long else "standard"})
    cities = [
        {
            "id": city.id, "name": city.name(), "names": dict(city.names), "x": 1, "y": 2,
            "harbour": city.port, "junction": city.junction, "district": city.district,
        }
        for city in one.cities
    ]  # fmt: skip
    kept = {
        key: data[key] for key in ("cards", "parameters", "options", "presets", "districts", "notes") if key in data
    }
    scoring = kept["parameters"].pop("track_points", None)
    facts: Data = {"id": one.id, "names": data["names"], "frame": {"width": 9, "height": 9}, "setup": {"players": 77}}
    facts |= kept | {"cities": cities, "routes": routes, "tickets": tickets}
    return facts | ({"scoring": scoring} if scoring else {})


@pytest.mark.parametrize("id", ALL)
def test_the_facts_form_is_taken_as_well(id: str) -> None:
    loaded = load_variant(as_facts(variant(id)))
    assert loaded == variant(id)
    assert loaded.fingerprint == variant(id).fingerprint
    assert loaded.layout["cities"][loaded.cities[0].id] == {"x": 1, "y": 2}


def test_problems_of_a_facts_file_use_its_own_names() -> None:
    facts = as_facts(variant("europe"))
    facts["routes"][4]["color"] = "mauve"
    facts["routes"][5]["double_group"] = "x"
    facts["cities"][2]["harbour"] = 1
    facts["extra"] = 1
    assert [line.split(": ")[0] for line in lines(facts)] == [
        "extra", "cities[2].harbour", "routes[4].color", "routes[5].double_group",
    ]  # fmt: skip


def bare(id: str) -> Data:
    """The board of a game of the package, with nothing of its rules."""
    data = variant(id).data(layout=False)
    return {
        key: data[key] for key in ("id", "names", "notes", "districts", "cities", "tracks", "tickets") if key in data
    }


@pytest.mark.parametrize("id", [*variants(), "mini"])
def test_a_board_takes_over_the_rules_it_names(id: str) -> None:
    loaded = load_variant({**bare(id), "rules": id})
    assert loaded == variant(id)
    assert loaded.presets == variant(id).presets
    assert "rules" not in loaded.data()


@pytest.mark.parametrize("id", variants())
def test_facts_have_the_rules_of_the_game_they_are_of(id: str) -> None:
    """DATA-10: what a facts file says of parameters never overrides section 1."""
    facts = as_facts(variant(id))
    for key in ("parameters", "options", "presets"):
        facts.pop(key, None)
    if id in ("usa", "europe"):
        del facts["cards"]
    facts["scoring"] = {str(length): n for length, n in variant(id).parameters.track_points.items()}
    assert load_variant(facts).fingerprint == variant(id).fingerprint


def test_what_a_map_says_itself_wins_over_the_rules_it_names() -> None:
    own = {"start_long": 0, "opening_hand": [6]}
    board = bare("europe")
    board["tickets"] = [ticket for ticket in board["tickets"] if not ticket.get("long")]
    loaded = load_variant({**board, "id": "flat", "rules": "europe", "parameters": own})
    assert (loaded.parameters.start_long, loaded.parameters.opening_hand) == (0, (6,))
    assert loaded.parameters.stations == 3
    again = load_variant(loaded.data())
    assert again == loaded


@pytest.mark.parametrize("value", ["europa", "mars", 5, {}, [], "../usa", ""])
def test_rules_that_are_not_there(value: object) -> None:
    said = check({**bare("usa"), "rules": value})[0]
    assert said.place == "rules"
    assert said.message.startswith("errors.unknown_rules")


def test_a_facts_file_without_cards_has_the_classic_deck() -> None:
    facts = as_facts(variant("usa"))
    del facts["cards"], facts["names"]
    facts["title"] = "USA"
    assert load_variant(facts).cards == variant("usa").cards
    assert load_variant(facts).names == dict.fromkeys(LANGUAGES, "USA")


def test_cards_in_the_words_of_a_facts_file() -> None:
    facts = as_facts(variant("world"))
    facts["cards"] = {
        "colors": list(variant("world").cards.colours),
        "train": {"per_color": 11, "per_color_with_harbour_symbol": 4, "wild": 14, "total": 80},
        "ship": {"single_per_color": 4, "double_per_color": 6, "total": 60},
    }
    assert load_variant(facts) == variant("world")
    facts = as_facts(variant("london"))
    facts["cards"] = {"colors": list(variant("london").cards.colours), "per_color": 6, "wild": 8, "total": 45}
    assert lines(facts) == ["cards.total: The decks have 44 cards together, but the total says 45."]


# Nothing but VariantError, whatever comes in

KEYS = sorted(
    {key for id in ALL for key in variant(id).data()}
    | {"a", "b", "length", "colour", "twin", "points", "wild", "colours", "decks", "total", "seats", "row", "routes"}
)
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
    | st.sampled_from(["red", "gray", "train", "birchwick", "reef", "yes", "1", "deck", "tie_breaks"])
)  # fmt: skip
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inner),
    max_leaves=12,
)


def survives(source: Any) -> None:
    """Loading ends with a variant, or with VariantError and its problems in every language."""
    problems = check(source)
    if problems:
        assert all(problem.say(lang) for problem in problems for lang in LANGUAGES)
        with pytest.raises(VariantError):
            load_variant(source)
    else:
        loaded = load_variant(source)
        assert load_variant(loaded.data()) == loaded
        assert loaded.with_options().parameters == loaded.parameters
        assert loaded.fingerprint


@settings(max_examples=games(150, 50))
@given(JSON | st.dictionaries(st.sampled_from(KEYS), JSON))
@example({"id": "x", "routes": 5, "cards": {"colors": 3}, "scoring": 7, "frame": None})
@example({1: 2, None: 3, ("a",): {}, "cities": {}, "tracks": [None], "tickets": "abc"})
def test_random_data_never_raises_anything_else(data: Any) -> None:
    survives(data if isinstance(data, dict) else {"id": data, "cities": data, "tracks": [data], "cards": data})


def paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all values in some data."""
    found = [path] if path else []
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in items:
        found += paths(item, (*path, key))
    return found


VALID = {id: variant(id).data() for id in ("mini", "london")} | {"facts": as_facts(variant("mini"))}
PLACES = {id: paths(data) for id, data in VALID.items()}


@settings(max_examples=games(250, 83))
@given(st.data())
def test_mutations_of_good_maps_never_raise_anything_else(draw: st.DataObject) -> None:
    id = draw.draw(st.sampled_from(sorted(VALID)))
    data = copy.deepcopy(VALID[id])
    for _ in range(draw.draw(st.integers(1, 3))):
        *above, key = draw.draw(st.sampled_from(PLACES[id]))
        try:
            inner: Any = data
            for step in above:
                inner = inner[step]
            deed = draw.draw(st.sampled_from(["replace", "delete", "double", "swap"]))
            if deed == "delete":
                del inner[key]
            elif deed == "double" and isinstance(inner, list):
                inner.append(copy.deepcopy(inner[key]))
            elif deed == "swap":
                *_, other = draw.draw(st.sampled_from(PLACES[id]))
                inner[key] = inner.get(other, other) if isinstance(inner, dict) else other
            else:
                inner[key] = draw.draw(JSON)
        except (KeyError, IndexError, TypeError):
            continue  # an earlier mutation took the place away
    survives(data)


@settings(max_examples=games(150, 50))
@given(st.data())
def test_damaged_files_never_raise_anything_else(tmp_path_factory: pytest.TempPathFactory, draw: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("map")
    for file in (MAPS / "mini").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    for _ in range(draw.draw(st.integers(1, 3))):
        file = folder / draw.draw(
            st.sampled_from(["variant.toml", "cities.csv", "tracks.csv", "tickets.csv", "layout.json"])
        )
        content = file.read_bytes()
        start = draw.draw(st.integers(0, len(content)))
        length = draw.draw(st.integers(0, 8))
        new = draw.draw(
            st.binary(max_size=3) | st.sampled_from([b",", b'"', b"\n", b"=", b"[", b"{", b"\0", b"9", b"-"])
        )
        file.write_bytes(content[:start] + new + content[start + length :])
    survives(folder)
