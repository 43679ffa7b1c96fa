"""
Facts files (DATA-10): the same map under other names, as some public collections hold it.

Only names are changed here; whether the values make sense is judged afterwards, as for every other map.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.words import LANGUAGES

IGNORED = ("title", "edition", "provenance", "setup", "scoring_source", "source", "note")
"""Keys that say where facts come from, or parameters that never override the rules (DATA-10)."""

TRACK_KEYS = {
    "color": "colour",
    "kind": "piece",
    "locomotives": "ferry",
    "pair_spaces": "pair",
    "double_group": "twin",
}
TICKET_KEYS = {"points_in_order": "points", "points_any_order": "any_order"}
CITY_DRAWING = {"x": "x", "y": "y", "lat": "lat", "lon": "lon", "country": "country", "modern_en": "modern"}
TRACK_DRAWING = {"via": "via", "lane": "lane", "wraps": "wraps", "slots_west": "west", "slots_east": "east"}
COUNTED = ("spaces_west", "spaces_east")
"""The lengths of ``slots_west`` and ``slots_east``."""

CLASSIC_CARDS = {
    "colours": ["purple", "white", "blue", "yellow", "orange", "black", "red", "green"],
    "decks": [{"id": "train", "plain": 12, "wild": 14}],
    "total": 110,
}
"""The cards of a facts file that names none (PAR-3)."""

ORIGINAL = {"tracks": "routes", "tunnel": "kind", "port": "harbour", "any_order": "points_any_order"} | {
    new: old for old, new in TRACK_KEYS.items()
}
"""What a key was called in the facts file, for messages."""


def is_facts(data: Mapping[str, Any]) -> bool:
    """Whether a map is in the form of a facts file."""
    return "routes" in data and "tracks" not in data


def convert(data: Mapping[str, Any]) -> dict[str, Any]:
    """A facts file in the form of docs/guides/own-maps.md, with the drawing in a layout of its own."""
    rest = {key: value for key, value in data.items() if key not in IGNORED}
    pieces = [route.get("kind") for route in _mappings(data.get("routes"))]
    single = next((kind for kind in pieces if kind not in ("tunnel", "ferry")), "train")
    parameters = rest.get("parameters")
    scoring = rest.pop("scoring", None)
    if scoring is not None and isinstance(parameters, Mapping | None) and "track_points" not in (parameters or {}):
        from branchline.game.parameters import DEFAULTS, plain

        if "rules" in rest or scoring != plain(DEFAULTS.track_points):
            rest["parameters"] = {**(parameters or {}), "track_points": scoring}
    if "names" not in rest and "title" in data:
        rest["names"] = dict.fromkeys(LANGUAGES, data["title"])
    if "cards" in rest or "rules" not in rest:
        rest["cards"] = _cards(rest.get("cards"), single if isinstance(single, str) else "train")
    if isinstance(rest.get("districts"), Mapping):
        rest["districts"] = {key: _without(entry, ("cities", "color")) for key, entry in rest["districts"].items()}
    rest["tracks"] = _each(rest.pop("routes", None), _track)
    for table, change in (("cities", _city), ("tickets", _ticket)):
        if table in rest:
            rest[table] = _each(rest[table], change)
    if (layout := _layout(data)) and "layout" not in rest:
        rest["layout"] = layout
    rest.pop("frame", None)
    return rest


def _mappings(value: object) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list | tuple) else []


def _each(value: object, change: Any) -> Any:
    """A list with every table in it changed; anything else as it is, to be refused later."""
    if not isinstance(value, list | tuple):
        return value
    return [change(item) if isinstance(item, Mapping) else item for item in value]


def _without(entry: object, keys: tuple[str, ...]) -> Any:
    return {key: value for key, value in entry.items() if key not in keys} if isinstance(entry, Mapping) else entry


def _cards(cards: object, deck: str) -> Any:
    """The cards of a facts file; those already in the form of a map stay as they are."""
    if cards is None:
        return CLASSIC_CARDS
    if not isinstance(cards, Mapping) or "colors" not in cards:
        return cards
    train, ship = cards.get("train"), cards.get("ship")
    if isinstance(train, Mapping) and isinstance(ship, Mapping):  # DATA-6
        every, marked = train.get("per_color"), train.get("per_color_with_harbour_symbol", 0)
        plain = every - marked if isinstance(every, int) and isinstance(marked, int) else every
        totals = (train.get("total"), ship.get("total"))
        return {
            "colours": cards["colors"],
            "decks": [
                {"id": "train", "plain": plain, "marked": marked, "wild": train.get("wild")},
                {"id": "ship", "single": ship.get("single_per_color"), "double": ship.get("double_per_color")},
            ],
            "total": sum(totals) if all(isinstance(total, int) for total in totals) else None,
        }
    return {
        "colours": cards["colors"],
        "decks": [{"id": deck, "plain": cards.get("per_color"), "wild": cards.get("wild")}],
        "total": cards.get("total"),
    }


def _city(city: Mapping[str, Any]) -> dict[str, Any]:
    new: dict[str, Any] = {}
    for key, value in city.items():
        if key == "names" and isinstance(value, Mapping):
            new |= value
        elif key == "harbour":
            new["port"] = value
        elif key not in (*CITY_DRAWING, *IGNORED, "name"):
            new[key] = value
    return new


def _track(track: Mapping[str, Any]) -> dict[str, Any]:
    new: dict[str, Any] = {}
    for key, value in track.items():
        if key not in (*TRACK_DRAWING, *COUNTED, *IGNORED):
            new[TRACK_KEYS.get(key, key)] = value
    if new.get("piece") in ("tunnel", "ferry"):
        new["tunnel"] = new["piece"] == "tunnel"
        new["piece"] = "train"
    return new


def _ticket(ticket: Mapping[str, Any]) -> dict[str, Any]:
    new = {TICKET_KEYS.get(key, key): value for key, value in ticket.items() if key not in IGNORED}
    kind = new.pop("class", "standard")
    if kind == "long":
        new["long"] = True
    elif kind != "standard":
        new["class"] = kind
    return new


def _layout(data: Mapping[str, Any]) -> dict[str, Any]:
    """The drawing of a facts file, as a layout (see docs/decisions on the map format)."""
    if "frame" not in data:
        return {}
    layout: dict[str, Any] = {"frame": data["frame"], "cities": {}, "tracks": {}}
    for city in _mappings(data.get("cities")):
        entry = {new: city[old] for old, new in CITY_DRAWING.items() if old in city}
        names = city.get("names")
        if city.get("name") and isinstance(names, Mapping) and city["name"] != names.get("en"):
            entry["printed"] = city["name"]
        if isinstance(city.get("id"), str):
            layout["cities"][city["id"]] = entry
    from branchline.game.checks import joined

    routes = _mappings(data.get("routes"))
    if all(isinstance(route.get(end), str) for route in routes for end in ("a", "b")):
        ids = joined([[route["a"], route["b"]] for route in routes])
        for id, route in zip(ids, routes, strict=True):
            entry = {new: route[old] for old, new in TRACK_DRAWING.items() if route.get(old)}
            if entry:
                layout["tracks"][id] = entry
    districts = data.get("districts")
    if isinstance(districts, Mapping):
        entries = {key: entry for key, entry in districts.items() if isinstance(entry, Mapping) and "color" in entry}
        if entries:
            layout["districts"] = {key: {"colour": entry["color"]} for key, entry in entries.items()}
    return layout
