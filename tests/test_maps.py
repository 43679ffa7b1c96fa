"""The maps of the package: the facts as printed, the parameters of section 1, the options of section 21, the words."""

from __future__ import annotations

import copy
import json
import pickle
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from branchline.errors import OptionError, VariantError
from branchline.game.parameters import DEFAULTS, PARAMETERS, Table, plain
from branchline.game.variants import Variant, check, load_variant, variant, variants
from branchline.words import LANGUAGES, catalogue

ROOT = Path(__file__).parent.parent
MAPS = ROOT / "src/branchline/maps"
FACTS = ROOT.parent / "shared/data/maps"
LISTED = ("usa", "europe", "london", "world", "great_lakes")
ALL = (*LISTED, "mini")


def test_the_games_of_the_package() -> None:
    assert variants() == LISTED
    assert sorted(folder.name for folder in MAPS.iterdir() if (folder / "variant.toml").exists()) == sorted(ALL)
    assert variant("mini").id == "mini"
    assert variant("usa") is variant("usa")


def test_a_map_of_the_package_needs_no_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from branchline.game import loading

    shutil.copytree(MAPS / "mini", tmp_path / "mini")
    (tmp_path / "mini" / "layout.json").unlink()
    monkeypatch.setattr(loading, "_maps", lambda: tmp_path)
    bare = loading.load_packaged("mini")
    assert bare is not None
    assert not bare.layout
    assert "layout" not in bare.data(layout=True)


@pytest.mark.parametrize("id", ALL)
def test_there_is_nothing_wrong_with_the_maps(id: str) -> None:
    """The layouts too, which are otherwise read only when somebody draws."""
    assert check(MAPS / id) == []
    assert load_variant(MAPS / id).layout == variant(id).layout
    assert (MAPS / id / "SOURCES.md").exists()


# Facts


class Summary(NamedTuple):
    """Sums over a map, counted from the facts when they were imported: a fact that slips changes one of them."""

    cities: int
    junctions: int
    ports: int
    tracks: int
    spaces: int
    twins: int
    tunnels: int
    ferry_icons: int
    pairs: int
    ships: int
    tickets: int
    long: int
    tours: int
    points: int
    penalties: int
    colours: dict[str, str]
    """For each colour the number of tracks of each length, as ``length:number``."""


SUMMARIES = {
    "usa": Summary(
        cities=36, junctions=0, ports=0, tracks=100, spaces=309,
        twins=44, tunnels=0, ferry_icons=0, pairs=0, ships=0,
        tickets=30, long=0, tours=0, points=349, penalties=349,
        colours={
            "black": "2:1 3:2 4:2 5:1 6:1",
            "blue": "2:1 3:2 4:2 5:1 6:1",
            "gray": "1:9 2:26 3:6 4:2 6:1",
            "green": "2:2 3:1 4:1 5:2 6:1",
            "orange": "2:1 3:2 4:2 5:1 6:1",
            "purple": "2:1 3:2 4:2 5:1 6:1",
            "red": "2:1 3:2 4:2 5:1 6:1",
            "white": "2:2 3:1 4:1 5:2 6:1",
            "yellow": "2:1 3:2 4:2 5:1 6:1",
        },
    ),
    "europe": Summary(
        cities=47, junctions=0, ports=0, tracks=101, spaces=300,
        twins=22, tunnels=18, ferry_icons=17, pairs=0, ships=0,
        tickets=46, long=6, tours=0, points=444, penalties=444,
        colours={
            "black": "1:1 2:1 3:5 4:1",
            "blue": "2:4 3:1 4:3",
            "gray": "2:15 3:4 4:15 6:2 8:1",
            "green": "2:4 3:1 4:3",
            "orange": "2:3 3:4 4:1",
            "purple": "1:1 2:2 3:3 4:2",
            "red": "1:1 2:1 3:5 4:1",
            "white": "1:1 2:2 3:3 4:2",
            "yellow": "2:3 3:4 4:1",
        },
    ),
    "london": Summary(
        cities=17, junctions=0, ports=0, tracks=44, spaces=95,
        twins=18, tunnels=0, ferry_icons=0, pairs=0, ships=0,
        tickets=20, long=0, tours=0, points=108, penalties=108,
        colours={
            "black": "1:2 2:1 4:2",
            "blue": "1:2 2:1 3:1 4:1",
            "gray": "1:5 2:5 3:3 4:1",
            "green": "1:1 2:2 3:2",
            "orange": "1:2 2:1 3:1 4:1",
            "pink": "1:1 2:2 3:2",
            "yellow": "1:2 3:3",
        },
    ),
    "world": Summary(
        cities=47, junctions=1, ports=38, tracks=130, spaces=411,
        twins=68, tunnels=0, ferry_icons=0, pairs=10, ships=59,
        tickets=65, long=0, tours=8, points=913, penalties=961,
        colours={
            "black": "1:5 2:2 3:1 4:3 6:2 7:2 8:1",
            "gray": "1:1 2:10 3:7 4:1 6:2",
            "green": "1:5 2:4 3:3 4:3 5:1 7:3",
            "purple": "1:4 2:1 3:5 4:1 5:1 7:3 8:1",
            "red": "1:6 2:4 3:4 5:2 7:3",
            "white": "1:3 2:10 3:2 4:1 5:2 6:3",
            "yellow": "1:4 2:5 3:4 4:1 6:1 7:2 8:1",
        },
    ),
    "great_lakes": Summary(
        cities=35, junctions=2, ports=25, tracks=110, spaces=355,
        twins=56, tunnels=0, ferry_icons=0, pairs=0, ships=58,
        tickets=55, long=0, tours=0, points=526, penalties=526,
        colours={
            "black": "1:1 2:2 3:2 4:4 5:2 7:1",
            "gray": "1:13 2:8 3:5 4:3 6:2 8:1 9:1",
            "green": "1:3 2:2 3:3 4:3 5:2 7:1",
            "purple": "2:2 3:3 4:2 5:2 6:2",
            "red": "1:2 2:1 3:4 4:1 5:3 6:1 7:1",
            "white": "1:1 2:5 3:1 4:5 5:1 6:1",
            "yellow": "2:3 3:5 4:2 5:2 6:1",
        },
    ),
    "mini": Summary(
        cities=5, junctions=1, ports=3, tracks=15, spaces=36,
        twins=6, tunnels=1, ferry_icons=1, pairs=1, ships=6,
        tickets=10, long=0, tours=1, points=39, penalties=40,
        colours={
            "blue": "2:2",
            "gray": "2:3 3:2 4:1",
            "green": "2:2",
            "red": "2:1 3:1",
            "yellow": "1:1 3:2",
        },
    ),
}  # fmt: skip

FINGERPRINTS = {
    "usa": "9fe26c494f4673b8",
    "europe": "39fa223a21802b0c",
    "london": "b7fb0555fef19c12",
    "world": "b171c36d7976206b",
    "great_lakes": "45c2084ecdfd6f44",
    "mini": "4b261fa9f221f87e",
}


def summary(it: Variant) -> Summary:
    """The same sums over a loaded map."""
    lengths: dict[str, Counter[int]] = {}
    for track in it.tracks:
        lengths.setdefault(track.colour or "gray", Counter())[track.length] += 1
    return Summary(
        cities=sum(not city.junction for city in it.cities),
        junctions=sum(city.junction for city in it.cities),
        ports=sum(city.port for city in it.cities),
        tracks=len(it.tracks),
        spaces=sum(track.length for track in it.tracks),
        twins=sum(track.twin is not None for track in it.tracks),
        tunnels=sum(track.tunnel for track in it.tracks),
        ferry_icons=sum(track.ferry for track in it.tracks),
        pairs=sum(track.pair for track in it.tracks),
        ships=sum(track.piece == "ship" for track in it.tracks),
        tickets=len(it.tickets),
        long=sum(ticket.long for ticket in it.tickets),
        tours=sum(ticket.is_tour for ticket in it.tickets),
        points=sum(ticket.points for ticket in it.tickets),
        penalties=sum(ticket.penalty for ticket in it.tickets),
        colours={
            colour: " ".join(f"{length}:{number}" for length, number in sorted(lengths[colour].items()))
            for colour in sorted(lengths)
        },
    )


@pytest.mark.parametrize("id", ALL)
def test_the_sums_of_the_facts(id: str) -> None:
    assert summary(variant(id)) == SUMMARIES[id]


@pytest.mark.parametrize("id", ALL)
def test_fingerprints_change_only_with_the_play(id: str) -> None:
    """A changed line here means: games of before are games on another map."""
    assert variant(id).fingerprint == FINGERPRINTS[id]
    data = variant(id).data()
    data["names"]["en"] = data["cities"][0]["ja"] = "Other"
    data["layout"]["frame"]["width"] = 5
    assert load_variant(data).fingerprint == FINGERPRINTS[id]
    data["tickets"][0]["points"] += 1
    assert load_variant(data).fingerprint != FINGERPRINTS[id]


@pytest.mark.skipif(not FACTS.is_dir(), reason="the facts are not at hand")
@pytest.mark.parametrize("id", LISTED)
class TestAgainstTheFacts:
    """Every fact, compared without the code that imported it, in the order of the facts."""

    def test_cities(self, id: str) -> None:
        facts, it = json.loads((FACTS / f"{id}.json").read_text("utf-8")), variant(id)
        assert it.layout["frame"] == facts["frame"]
        for city, fact in zip(it.cities, facts["cities"], strict=True):
            drawn = it.layout["cities"][city.id]
            assert (city.id, city.port, city.junction) == (
                fact["id"], fact.get("harbour", False), fact.get("junction", False),
            )  # fmt: skip
            assert city.names == {lang: name for lang, name in fact["names"].items() if name}
            assert city.district == (str(fact["district"]) if "district" in fact else None)
            assert drawn.get("printed", fact["names"]["en"]) == fact["name"]
            assert drawn.get("modern") == fact.get("modern_en")
            for key in ("x", "y", "lat", "lon", "country"):
                assert drawn.get(key) == fact.get(key)

    def test_tracks(self, id: str) -> None:
        facts, it = json.loads((FACTS / f"{id}.json").read_text("utf-8")), variant(id)
        groups: dict[str, list[str]] = {}
        for track, fact in zip(it.tracks, facts["routes"], strict=True):
            kind = "tunnel" if track.tunnel else "ferry" if track.ferry else track.piece
            assert (track.a, track.b, track.length, track.colour or "gray", kind, track.ferry, track.pair) == (
                fact["a"], fact["b"], fact["length"], fact["color"], fact["kind"],
                fact.get("locomotives", 0), fact.get("pair_spaces", 0),
            )  # fmt: skip
            if fact["double_group"]:
                groups.setdefault(fact["double_group"], []).append(track.id)
            drawn = it.layout["tracks"].get(track.id, {})
            assert drawn.get("wraps", False) == fact.get("wraps", False)
            assert (drawn.get("via"), drawn.get("lane")) == (fact.get("via"), fact.get("lane"))
            for side in ("west", "east"):
                assert drawn.get(side, []) == fact.get(f"slots_{side}", [])
                assert len(drawn.get(side, [])) == fact.get(f"spaces_{side}", 0)
        assert {frozenset(group) for group in groups.values()} == {
            frozenset((track.id, track.twin)) for track in it.tracks if track.twin
        }

    def test_tickets_cards_and_points(self, id: str) -> None:
        facts, it = json.loads((FACTS / f"{id}.json").read_text("utf-8")), variant(id)
        for ticket, fact in zip(it.tickets, facts["tickets"], strict=True):
            assert ticket.cities == tuple(fact["cities"])
            assert ticket.long == (fact.get("class") == "long")
            points = fact.get("points")
            assert (ticket.points, ticket.any_order, ticket.penalty) == (
                fact.get("points_in_order", points), fact.get("points_any_order", points), fact.get("penalty", points),
            )  # fmt: skip
        assert plain(it.parameters.track_points) == facts["scoring"]
        if "districts" in facts:
            assert {one.id: (one.points, sorted(one.cities)) for one in it.districts} == {
                key: (fact["points"], sorted(fact["cities"])) for key, fact in facts["districts"].items()
            }
            assert {key: entry["colour"] for key, entry in it.layout["districts"].items()} == {
                key: fact["color"] for key, fact in facts["districts"].items()
            }
        if "cards" in facts:
            assert sorted(it.cards.colours) == sorted(facts["cards"]["colors"])


# Parameters


def test_the_parameters_of_section_1() -> None:
    """PAR-1…PAR-19 and section 24, typed again from the tables of the rules."""
    rows: dict[str, tuple[Any, ...]] = {
        #                      usa         europe      london      world           great_lakes
        "seats":              ((2, 5),     (2, 5),     (2, 4),     (2, 5),         (2, 5)),
        "opening_hand":       ((4,),       (4,),       (2,),       (3, 7),         (2, 2)),
        "row":                ((5,),       (5,),       (5,),       (3, 3),         (3, 3)),
        "row_reset_wilds":    (3,          3,          3,          6,              3),
        "pieces_chosen":      (0,          0,          0,          60,             50),
        "pieces_suggested":   ((),         (),         (),         (20, 40),       (27, 23)),
        "stations":           (0,          3,          0,          0,              0),
        "harbours":           (0,          0,          0,          3,              3),
        "start_tickets":      (3,          3,          2,          5,              5),
        "start_long":         (0,          1,          0,          0,              0),
        "start_keep":         (2,          2,          1,          3,              3),
        "start_return":       ("deck",     "box",      "deck",     "deck",         "deck"),
        "draw_tickets":       (3,          3,          2,          4,              4),
        "draw_keep":          (1,          1,          1,          1,              1),
        "twins_open_from":    (4,          4,          3,          4,              4),
        "end_supply":         (2,          2,          2,          6,              6),
        "last_turns":         (1,          1,          1,          2,              2),
        "longest_bonus":      (10,         10,         0,          0,              0),
    }  # fmt: skip
    for name, values in rows.items():
        assert tuple(getattr(variant(id).parameters, name) for id in LISTED) == values, name
    assert [dict(variant(id).parameters.pieces) for id in LISTED] == [
        {"train": 45}, {"train": 45}, {"bus": 17}, {"train": 25, "ship": 50}, {"train": 33, "ship": 32},
    ]  # fmt: skip
    assert variant("world").parameters.harbour_points == (0, 20, 30, 40)
    assert variant("great_lakes").parameters.harbour_points == (0, 10, 20, 30)
    assert [variant(id).parameters.tie_breaks for id in LISTED] == [
        ("tickets", "longest"), ("tickets", "fewest_stations", "longest"), ("tickets",), (), (),
    ]  # fmt: skip
    assert (DEFAULTS.station_points, DEFAULTS.harbour_unbuilt) == (4, -4)


def test_the_cards_of_section_1() -> None:
    cards = {id: variant(id).cards for id in ALL}
    assert [len(it.colours) for it in cards.values()] == [8, 8, 6, 6, 6, 4]
    assert [it.total for it in cards.values()] == [110, 110, 44, 140, 140, 41]
    assert [cards["world"].size(0), cards["world"].size(1)] == [80, 60]
    kinds = {kind.id: kind for kind in cards["world"].kinds}
    assert list(kinds)[:1] + list(kinds)[5:8] + list(kinds)[11:14] + list(kinds)[-1:] == [
        "purple", "white", "purple.mark", "yellow.mark", "white.mark", "wild", "purple.ship", "white.double",
    ]  # fmt: skip
    five = [kinds[id] for id in ("red", "red.mark", "wild", "red.ship", "red.double")]  # DATA-6
    assert [kind.count for kind in five] == [7, 4, 14, 4, 6]
    assert [kind.deck for kind in five] == ["train", "train", "train", "ship", "ship"]
    assert [kind.id for kind in cards["london"].kinds] == [*cards["london"].colours, "wild"]
    assert cards["london"].kinds[0].deck == "bus"


def test_the_table_of_parameters() -> None:
    assert all(getattr(DEFAULTS, name) == row.default for name, row in PARAMETERS.items())
    assert all(row.clause for row in PARAMETERS.values())
    guide = (ROOT / "docs/guides/own-maps.md").read_text("utf-8")
    listed = [line.split("`")[1] for line in guide.splitlines() if line.startswith("| `") and line.count("|") == 5]
    assert listed == list(PARAMETERS)
    with pytest.raises(AttributeError):
        DEFAULTS.stations = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        DEFAULTS.pieces["train"] = 2  # type: ignore[index]
    assert hash(DEFAULTS) == hash(pickle.loads(pickle.dumps(DEFAULTS)))
    assert isinstance(pickle.loads(pickle.dumps(DEFAULTS)).pieces, Table)


# Options


def test_the_options_of_section_21() -> None:
    common = ["dry_row", "second_draw", "row_reset_cap", "turn_limit"]
    own = {id: [option.id for option in variant(id).options if not option.common] for id in LISTED}
    assert own == {
        "usa": [],
        "europe": ["europe_station_tie"],
        "london": ["london_district"],
        "world": ["world_row_reset", "world_tie", "double_ship_overpay", "pair_two_wilds", "world_tour_order"],
        "great_lakes": ["world_row_reset", "world_tie", "double_ship_overpay"],
    }
    assert all([option.id for option in variant(id).options[len(own[id]) :]] == common for id in LISTED)
    first = {option.id: next(iter(option.values)) for id in LISTED for option in variant(id).options if option.values}
    assert {option.default for option in variant("world").options} == {
        "6", "shared", "allow", "path", "takeable", "required", 100, None,
    }  # fmt: skip
    assert all(option.default == first[option.id] for option in variant("europe").options if option.values)
    clauses = {option.id: option.clause for id in LISTED for option in variant(id).options}
    assert sorted(clauses.values(), key=lambda clause: int(clause[4:])) == [f"OPT-{n}" for n in range(1, 12)]


def test_what_options_do() -> None:
    europe, world = variant("europe"), variant("world")
    assert europe.with_options().options == {
        "europe_station_tie": "fewest", "dry_row": "takeable", "second_draw": "required",
        "row_reset_cap": 100, "turn_limit": None,
    }  # fmt: skip
    most = europe.with_options({"europe_station_tie": "most", "turn_limit": 300, "dry_row": "takeable"})
    assert most.parameters.tie_breaks == ("tickets", "most_stations", "longest")
    assert most.parameters.turn_limit == 300
    assert most.changed == {"europe_station_tie": "most", "turn_limit": 300}
    assert world.with_options({"world_row_reset": 3}).parameters.row_reset_wilds == 3
    assert world.with_options({"world_tie": "tickets"}).parameters.tie_breaks == ("tickets",)
    assert world.with_options({"turn_limit": None}).parameters.turn_limit == 0
    assert world.with_options({"turn_limit": "none"}) == world.with_options({"turn_limit": 0}) == world.with_options({})
    assert world.with_options({"row_reset_cap": "0"}).parameters.row_reset_cap == 0
    assert world.with_options(None).parameters is world.parameters
    assert hash(world.with_options({"dry_row": "locked"})) != hash(world.with_options({}))


def test_editions() -> None:
    """The presets of section 21; what is chosen beside a preset wins."""
    europe, world = variant("europe"), variant("world")
    ties = {name: europe.with_options({"edition": name}).options["europe_station_tie"] for name in europe.presets}
    assert ties == {"ja": "most", "zh-2021": "fewest", "en": "fewest"}
    resets = {name: world.with_options({"edition": name}).parameters.row_reset_wilds for name in world.presets}
    assert resets == {"ja": 6, "en": 3}
    both = {"edition": "en", "world_row_reset": "6"}
    assert world.with_options(both).changed == world.with_options(dict(reversed(both.items()))).changed == {}
    assert world.with_options({"edition": "en"}).changed == {"world_row_reset": "3"}


@pytest.mark.parametrize(
    ("id", "options", "text"),
    [
        ("europe", {"edition": "fr"}, 'The option edition cannot be "fr". Possible: ja, zh-2021, en.'),
        ("usa", {"edition": "x"},
         'usa has no option "edition". Possible: dry_row, second_draw, row_reset_cap, turn_limit.'),
        ("europe", {"europe_station_ties": "most"},
         'europe has no option "europe_station_ties". Did you mean "europe_station_tie"?'),
        ("london", {5: "most"},
         'london has no option "5". Possible: london_district, dry_row, second_draw, row_reset_cap, turn_limit.'),
        ("europe", {"europe_station_tie": "least"},
         'The option europe_station_tie cannot be "least". Possible: fewest, most.'),
        ("world", {"world_row_reset": True}, 'The option world_row_reset cannot be "True". Possible: 6, 3.'),
        ("world", {"world_row_reset": None}, 'The option world_row_reset cannot be "None". Possible: 6, 3.'),
        ("usa", {"row_reset_cap": 1001},
         'The option row_reset_cap cannot be "1001". Possible: a whole number from 0 to 1000.'),
        ("usa", {"row_reset_cap": None},
         'The option row_reset_cap cannot be "None". Possible: a whole number from 0 to 1000.'),
        ("usa", {"turn_limit": 2.5},
         'The option turn_limit cannot be "2.5". Possible: a whole number from 0 to 1000000.'),
        ("usa", {"turn_limit": [1]},
         'The option turn_limit cannot be "[1]". Possible: a whole number from 0 to 1000000.'),
        ("usa", [1], "Options are a table of names and values, not [1]."),
    ],
)  # fmt: skip
def test_options_that_are_refused(id: str, options: Any, text: str) -> None:
    with pytest.raises(OptionError) as caught:
        variant(id).with_options(options)
    assert str(caught.value) == text
    assert all(caught.value.say(lang) for lang in LANGUAGES)


def test_numbers_of_players() -> None:
    assert [variant("london").check_seats(seats) for seats in (2, 3, 4)] == [2, 3, 4]
    for seats in (1, 5, True, "3", None, 2.0):
        with pytest.raises(OptionError) as caught:
            variant("london").check_seats(seats)
        assert str(caught.value) == f"london is played by 2 to 4 players, not by {seats}."


# Looking things up


def test_names_of_tracks_and_tickets() -> None:
    usa, world = variant("usa"), variant("world")
    assert usa.track("denver-omaha").length == 4
    assert usa.track("omaha-denver") is usa.track("denver-omaha")
    assert [usa.track(f"omaha-duluth.{n}").id for n in (1, 2)] == ["duluth-omaha.1", "duluth-omaha.2"]
    assert usa.track("duluth-omaha.1").twin == "duluth-omaha.2"
    assert usa.ticket("miami-boston").id == "boston-miami"
    tour = world.ticket("lagos-luanda-dar_es_salaam-djibouti")
    assert (tour.points, tour.any_order, tour.penalty, tour.is_tour) == (9, 6, 15, True)
    assert usa.city("montreal").name("ja") == "モントリオール"
    assert world.city("southern_ocean_junction").name() == "southern_ocean_junction"
    train, ship = variant("mini").track("millbrook-gullcove.1"), variant("mini").track("millbrook-gullcove.2")
    assert (train.piece, ship.piece, train.twin) == ("train", "ship", None)


@pytest.mark.parametrize("id", ALL)
def test_ids_are_unique_and_numbers_are_places(id: str) -> None:
    it = variant(id)
    for things in (it.cities, it.tracks, it.tickets):
        assert len({thing.id for thing in things}) == len(things)
        assert [thing.index for thing in things] == list(range(len(things)))
    assert all(it.track(track.twin).twin == track.id for track in it.tracks if track.twin)
    assert all(it.city(city.id) is city for city in it.cities)
    assert all(it.track(track.id) is track for track in it.tracks)
    assert all(it.ticket(ticket.id) is ticket for ticket in it.tickets)


@pytest.mark.parametrize(
    ("kind", "name", "text"),
    [
        ("city", "bostn", 'There is no city "bostn". Did you mean "boston"?'),
        ("track", "duluth-omaha",
         'Several tracks are called "duluth-omaha"; name one of them: duluth-omaha.1, duluth-omaha.2.'),
        ("track", "omaha-duluth",
         'Several tracks are called "omaha-duluth"; name one of them: duluth-omaha.1, duluth-omaha.2.'),
        ("track", "bostn-montreal.1", 'There is no track "bostn-montreal.1". Did you mean "boston-montreal.1"?'),
        ("ticket", "boston-miam", 'There is no ticket "boston-miam". Did you mean "boston-miami"?'),
    ],
)  # fmt: skip
def test_names_that_are_wrong(kind: str, name: str, text: str) -> None:
    with pytest.raises(VariantError) as caught:
        getattr(variant("usa"), kind)(name)
    assert str(caught.value) == text


def test_names_that_are_nothing_like_any() -> None:
    for kind, first in (("track", "atlanta-charleston"), ("ticket", "boston-miami")):
        with pytest.raises(VariantError) as caught:
            getattr(variant("usa"), kind)(5)
        assert str(caught.value).startswith(f'There is no {kind} "5". Possible: {first}, ')


@pytest.mark.parametrize("id", ["mars", "", None, 5, "../usa", "mini/"])
def test_unknown_variants(id: Any) -> None:
    with pytest.raises(VariantError) as caught:
        variant(id)
    assert str(caught.value) == (f'There is no variant "{id}". Possible: usa, europe, london, world, great_lakes.')


# As data


@pytest.mark.parametrize("id", ALL)
def test_data_reads_back(id: str) -> None:
    it = variant(id)
    data = json.loads(json.dumps(it.data()))
    loaded = load_variant(data)
    assert loaded == it
    assert not loaded.packaged
    assert loaded.layout == it.layout
    assert loaded.data() == it.data()
    assert hash(loaded) == hash(it)
    assert pickle.loads(pickle.dumps(loaded)) == it
    assert pickle.loads(pickle.dumps(it)) is copy.deepcopy(it) is it
    data["tracks"][0]["length"] += 1
    data["tracks"][0].pop("twin", None)
    assert load_variant(data) != it
    assert it != 5


# Words


def test_every_parameter_and_option_has_words() -> None:
    assert list(catalogue("parameters")) == list(PARAMETERS)
    words = catalogue("options")
    needed = set()
    for id in ALL:
        for option in variant(id).options:
            needed |= {option.id, f"{option.id}.about", *(f"{option.id}={value}" for value in option.values)}
        needed |= {f"edition={name}" for name in variant(id).presets}
    assert set(words) == needed | {"edition", "edition.about", "turn_limit=none"}


@pytest.mark.parametrize("domain", ["errors", "options", "parameters"])
def test_words_are_complete(domain: str) -> None:
    for name, texts in catalogue(domain).items():
        assert tuple(texts) == LANGUAGES, name
        assert all(texts.values()), name
        parts = [{part.split("}")[0].split(":")[0] for part in text.split("{")[1:]} for text in texts.values()]
        assert parts[0] == parts[1] == parts[2], name


@pytest.mark.parametrize("id", ALL)
def test_names_in_three_languages(id: str) -> None:
    it = variant(id)
    assert tuple(it.names) == LANGUAGES
    assert all(tuple(city.names) == (() if city.junction else LANGUAGES) for city in it.cities)
    assert not it.notes or tuple(it.notes) == LANGUAGES
    assert it.notes or id in ("usa", "europe", "london")


def test_the_extra_says_that_it_is_one() -> None:
    """AMB-50."""
    assert "extra" in variant("great_lakes").notes["en"]


# Costs


def test_importing_reads_no_map() -> None:
    """Starting is cheap: maps are read when somebody asks for them."""
    code = (
        "import sys, branchline.game.variants as v\n"
        "bad = [m for m in ('csv', 'branchline.game.loading', 'branchline.game.checks') if m in sys.modules]\n"
        "assert not bad, bad\n"
        "assert v._shelf.cache_info().currsize == v._packaged.cache_info().currsize == 0"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": str(ROOT / "src")})
