"""
What each rule costs where it is in play: the USA map with one feature added, random games of 2 seats.

A feature that gives more choices makes longer lists, and that is most of its cost: ns/code is per legal code listed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.harness import Bench
from benchmarks.speed import list_lengths
from branchline.core.engine import play_games
from branchline.game.tables import Tables, tables
from branchline.game.variants import load_variant, variant

Data = dict[str, Any]


def tunnels(data: Data) -> None:
    """Every fifth track a tunnel."""
    for track in data["tracks"][::5]:
        track["tunnel"] = True


def ferries(data: Data) -> None:
    """Thirteen gray tracks are ferries with one wild icon or two, as on the board of Europe."""
    gray = [track for track in data["tracks"] if track["colour"] == "gray" and track["length"] > 1]
    for number, track in enumerate(gray[:: len(gray) // 13][:13]):
        track["ferry"] = 1 + number % 3 // 2


def pairs(data: Data) -> None:
    """A pair space on three short gray tracks."""
    for track in [track for track in data["tracks"] if track["colour"] == "gray" and not track.get("twin")][:3]:
        track["pair"] = track["length"]


def stations(data: Data) -> None:
    """Three stations a seat."""
    data["parameters"]["stations"] = 3


def tours(data: Data) -> None:
    """Six tickets become tours."""
    for ticket, over in zip(
        data["tickets"][:6], ("denver", "chicago", "omaha", "helena", "el_paso", "saint_louis"), strict=False
    ):
        if over not in ticket["cities"]:
            ticket["cities"].insert(1, over)
            ticket |= {"any_order": 5, "penalty": 10}


def districts(data: Data) -> None:
    """Four districts."""
    data["districts"] = {str(i): {"points": 2} for i in range(4)}
    for i, city in enumerate(data["cities"]):
        city["district"] = str(i % 4)


def long_tickets(data: Data) -> None:
    """One long ticket for each seat."""
    data["parameters"]["start_long"] = 1
    for ticket in data["tickets"][:6]:
        ticket["long"] = True


def second_optional(data: Data) -> None:
    """The second card need not be drawn."""
    data["parameters"]["second_draw"] = "optional"


FEATURES: tuple[Callable[[Data], None], ...] = (
    tunnels, ferries, pairs, stations, tours, districts, long_tickets, second_optional,
)  # fmt: skip


def with_feature(add: Callable[[Data], None] | None) -> Tables:
    """The USA map with one feature."""
    data = variant("usa").data(layout=False)
    data["id"] = add.__name__ if add else "plain"
    if add:
        add(data)
    it = load_variant(data)
    return tables(it, it.with_options())


def run(bench: Bench) -> None:
    """Plain USA and each feature in turns."""
    games = bench.some(2000)
    boards = {add.__name__ if add else "plain": with_feature(add) for add in (None, *FEATURES)}
    works = {name: lambda t=t: play_games(t.board, 2, 1, games) for name, t in boards.items()}
    seconds = bench.in_turns(works)
    rows: list[list[object]] = [["", "games/s", "ns/decision", "of plain", "codes", "ns/code", "of plain"]]
    plain_each = plain_code = 0.0
    for name, t in boards.items():
        decisions, _ = play_games(t.board, 2, 1, games)
        mean, _ = list_lengths(t, 2, bench.some(100))
        each = seconds[name] / decisions * 1e9
        plain_each, plain_code = plain_each or each, plain_code or each / mean
        rows.append([
            name, f"{games / seconds[name]:,.0f}", f"{each:.0f}", f"{each / plain_each:.2f}", f"{mean:.1f}",
            f"{each / mean:.1f}", f"{each / mean / plain_code:.2f}",
        ])  # fmt: skip
        bench.figure(f"features {name} ns/decision of plain", each / plain_each)
    bench.table(rows)
