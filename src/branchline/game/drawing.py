"""
The layout of a map: where things are drawn. The rules never read it.

``frame``: width, height. ``cities``: x, y, lat, lon, country, and the printed and the modern name where they differ.
``tracks``: ``via``, the points that a bent track passes through from a to b; ``lane``, its side in a double route;
``wraps``, ``west``, ``east``, a track over the edge and the middles of its spaces on either side.
``districts``: colour. ``ground``: what lies under the tracks: land, lakes and rivers as points of the board, or with
``geo`` as longitudes and latitudes, which are bent to fit the cities; a river may have a ``width``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.game.parameters import Table
from branchline.game.shapes import Findings, Path
from branchline.game.variants import Variant

PARTS = ("cities", "tracks", "districts")
CITY_KEYS = ("x", "y", "lat", "lon", "country", "printed", "modern")
TRACK_KEYS = ("via", "lane", "wraps", "west", "east")
GROUND_KEYS = ("kind", "points", "geo", "width")
GROUND_KINDS = ("land", "lake", "river")
FAR = 100_000


def read(findings: Findings, data: Mapping[str, Any], variant: Variant | None) -> Mapping[str, Any] | None:
    """
    The layout of a map, or None if it has none or something is wrong with it.

    Its names are compared with those of the map only if there is nothing wrong with the map itself.
    """
    if data.get("layout") is None:
        return None
    layout = findings.table(data["layout"], ("layout",)) or {}
    if not findings.keys(layout, ("layout",), ("frame", *PARTS, "ground"), ("frame", "cities")):
        return None
    frame = findings.table(layout["frame"], ("layout", "frame")) or {}
    if findings.keys(frame, ("layout", "frame"), ("width", "height"), ("width", "height")):
        for side in ("width", "height"):
            _coordinate(findings, frame[side], ("layout", "frame", side), 1)
    ids = [city.id for city in variant.cities] if variant else None
    cities = _entries(findings, layout, "cities", ids, CITY_KEYS)
    for id in ids or ():
        if id not in cities:
            findings.add("missing", ("layout", "cities", id), id)
    for id, city in cities.items():
        for key in ("x", "y"):
            if key not in city:
                findings.add("missing", ("layout", "cities", id, key), key)
        for key in ("x", "y", "lat", "lon"):
            if key in city:
                _coordinate(findings, city[key], ("layout", "cities", id, key), -FAR)
        for key in ("country", "printed", "modern"):
            if key in city:
                findings.text(city[key], ("layout", "cities", id, key), 100)
    ids = [track.id for track in variant.tracks] if variant else None
    for id, track in _entries(findings, layout, "tracks", ids, TRACK_KEYS).items():
        for key in ("via", "west", "east"):
            if key in track:
                _points(findings, track[key], ("layout", "tracks", id, key))
        if "lane" in track:
            findings.word(track["lane"], ("layout", "tracks", id, "lane"), ("left", "right"))
        if "wraps" in track:
            findings.flag(track["wraps"], ("layout", "tracks", id, "wraps"))
    ids = [district.id for district in variant.districts] if variant else None
    for id, district in _entries(findings, layout, "districts", ids, ("colour",)).items():
        if "colour" in district:
            findings.text(district["colour"], ("layout", "districts", id, "colour"), 40)
    for place, item in enumerate(findings.items(layout.get("ground", []), ("layout", "ground"), 0, 100) or []):
        where: Path = ("layout", "ground", place)
        ground = findings.table(item, where) or {}
        if findings.keys(ground, where, GROUND_KEYS, ("kind", "points")):
            findings.word(ground["kind"], (*where, "kind"), GROUND_KINDS)
            _points(findings, ground["points"], (*where, "points"), 500)
            if "geo" in ground:
                findings.flag(ground["geo"], (*where, "geo"))
            if "width" in ground:
                _coordinate(findings, ground["width"], (*where, "width"), 0)
    return complete(layout)


def complete(layout: Mapping[str, Any]) -> Mapping[str, Any]:
    """A layout with all its parts, empty ones too."""
    parts = {part: layout.get(part) or {} for part in PARTS}
    return Table({"frame": layout["frame"]} | parts | {"ground": layout.get("ground") or []})


def _entries(
    findings: Findings, layout: Mapping[str, Any], part: str, ids: list[str] | None, keys: tuple[str, ...]
) -> dict[str, dict[str, Any]]:
    """The entries of one part of the layout that name something on the map."""
    entries = {}
    for id, item in (findings.table(layout.get(part, {}), ("layout", part)) or {}).items():
        path: Path = ("layout", part, id)
        entry = findings.table(item, path)
        if ids is not None and id not in ids:
            findings.unknown("unknown_key", path, id, ids)
        elif entry is not None:
            findings.keys(entry, path, keys)
            entries[id] = entry
    return entries


def _coordinate(findings: Findings, value: object, path: Path, low: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        findings.add("not_a_number", path, value, low=low, high=FAR)
    elif not low <= value <= FAR:  # also refuses NaN
        findings.add("out_of_range", path, value, low=low, high=FAR)


def _points(findings: Findings, value: object, path: Path, most: int = 50) -> None:
    for point in findings.items(value, path, 0, most) or []:
        for number in findings.items(point, path, 2, 2) or []:
            _coordinate(findings, number, path, -FAR)
