"""A variant as data again, and the hash that tells whether two maps play alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from branchline.game.parameters import plain
from branchline.game.variants import City, Deck, Ticket, Track, Variant
from branchline.words import LANGUAGES


def write(variant: Variant, layout: bool) -> dict[str, Any]:
    """The variant in the form of docs/guides/own-maps.md."""
    own = [option for option in variant.options if not option.common]
    governed = {option.parameter for option in own}
    data: dict[str, Any] = {"id": variant.id, "names": dict(variant.names)}
    if variant.notes:
        data["notes"] = dict(variant.notes)
    data["cards"] = {
        "colours": list(variant.cards.colours),
        "decks": [_filled(deck, Deck("")) for deck in variant.cards.decks],
        "total": variant.cards.total,
    }
    data["parameters"] = {
        name: plain(value) for name, value in variant.parameters.changed().items() if name not in governed
    }
    if own:
        data["options"] = {
            option.id: {
                "parameter": option.parameter,
                "values": {word: plain(value) for word, value in option.values.items()},
                "default": option.default,
                **({"clause": option.clause} if option.clause else {}),
            }
            for option in own
        }
    if variant.presets:
        data["presets"] = {id: dict(options) for id, options in variant.presets.items()}
    if variant.districts:
        data["districts"] = {district.id: {"points": district.points} for district in variant.districts}
    data["cities"] = [_city_data(city) for city in variant.cities]
    data["tracks"] = [_track_data(track) for track in variant.tracks]
    data["tickets"] = [_ticket_data(ticket) for ticket in variant.tickets]
    if layout and variant.layout:
        data["layout"] = _copy(variant.layout)
    return data


def fingerprint(variant: Variant) -> str:
    """A short hash of everything that matters for play."""
    from hashlib import blake2b

    data = write(variant, layout=False)
    for name in ("id", "names", "notes", "presets"):
        data.pop(name, None)
    for city in data["cities"]:
        for lang in LANGUAGES:
            city.pop(lang, None)
    for option in data.get("options", {}).values():
        option.pop("clause", None)
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _copy(data: Any) -> Any:
    """A copy that nobody else shares."""
    if isinstance(data, Mapping):
        return {key: _copy(value) for key, value in data.items()}
    return [_copy(value) for value in data] if isinstance(data, list | tuple) else data


def _filled(it: Struct, empty: Struct) -> dict[str, Any]:
    """The fields of a record that differ from those of an empty one."""
    return {name: value for name in it.__struct_fields__ if (value := getattr(it, name)) != getattr(empty, name)}


def _city_data(city: City) -> dict[str, Any]:
    data: dict[str, Any] = {"id": city.id, **city.names}
    return data | _filled(city, City(city.id, city.index, city.names))


def _track_data(track: Track) -> dict[str, Any]:
    data = {"a": track.a, "b": track.b, "length": track.length, "colour": track.colour or "gray", "piece": track.piece}
    data |= _filled(track, Track(track.id, track.index, track.a, track.b, track.length, track.colour, track.piece))
    if track.twin:
        data["twin"] = min(track.id, track.twin)
    return data


def _ticket_data(ticket: Ticket) -> dict[str, Any]:
    data: dict[str, Any] = {"cities": list(ticket.cities), "points": ticket.points}
    if ticket.is_tour:
        data |= {"any_order": ticket.any_order, "penalty": ticket.penalty}
    if ticket.long:
        data["long"] = True
    return data
