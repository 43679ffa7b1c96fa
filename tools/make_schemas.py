"""
Write the JSON schemas of positions, records and views.

The lists of keys come from the code that reads and writes them; ``--check`` fails when a file is stale.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from branchline.game import position, position_reading, record, telling
from branchline.game.game import PHASES
from branchline.game.view import View

FOLDER = Path(__file__).parent.parent / "docs" / "formats"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
JsonSchema = dict[str, Any]


def number(low: int = 0, high: int | None = None) -> JsonSchema:
    """A whole number in bounds."""
    return {"type": "integer", "minimum": low} | ({} if high is None else {"maximum": high})


def array(items: JsonSchema, **more: Any) -> JsonSchema:
    """A list."""
    return {"type": "array", "items": items, **more}


def table(values: JsonSchema) -> JsonSchema:
    """Names to values."""
    return {"type": "object", "additionalProperties": values}


def closed(properties: JsonSchema, required: tuple[str, ...] = ()) -> JsonSchema:
    """An object with exactly these keys."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


TEXT: JsonSchema = {"type": "string"}
NAMES = array(TEXT)
CARDS: JsonSchema = {"anyOf": [TEXT, NAMES, table(number())], "description": "red*3 wild, a list, or counts"}


def position_schema() -> JsonSchema:
    """Positions (docs/formats/position.md)."""
    ring: JsonSchema = {"type": "object", "propertyNames": {"pattern": "^[0-9]+$"}, "additionalProperties": number()}
    player = {
        "hand": CARDS,
        "known": CARDS,
        "tracks": NAMES,
        "tickets": NAMES,
        "pieces": table(number()),
        "box": table(number()),
        "stations": NAMES,
        "harbours": NAMES,
        "score": {"type": "integer"},
        "swapped": number(),
        "boxed": NAMES,
        "offer": array(TEXT, maxItems=6),
        "offer_seen": ring,
        "chosen": array(TEXT, maxItems=2),
    }
    assert tuple(player) == position_reading.PLAYER_KEYS
    pile = {"anyOf": [CARDS, closed({"top": CARDS, "rest": CARDS})]}
    card_or_gap = array({"type": ["string", "null"]})
    kinds = []
    for kind, keys in position_reading.DECISION_KEYS.items():
        shapes: JsonSchema = {"kind": {"const": kind}, "seat": number(), "track": TEXT, "base": CARDS}
        shapes |= {"revealed": CARDS, "how": {"enum": list(telling.HOW_CODES)}}
        kinds.append(closed({key: shapes[key] for key in keys}, () if kind == "turn" else ("kind",)))
    whole = {
        "format": {"const": position.FORMAT},
        "variant": {"anyOf": [TEXT, {"type": "object"}], "description": "an id, or an own map as data"},
        "options": table({"type": ["string", "integer", "null"]}),
        "first_seat": number(),
        "players": array(closed(player), minItems=2, maxItems=5),
        "row": {"anyOf": [TEXT, card_or_gap]},
        "decks": table(closed({"pile": pile, "discard": CARDS})),
        "ticket_deck": NAMES,
        "ticket_deck_seen": ring,
        "decision": {"oneOf": kinds},
        "last_turns": {"anyOf": [{"type": "null"}, closed({"left": number(), "trigger": number()}, ("left",))]},
        "passes": number(),
        "turns": number(),
        "seed": {"type": ["integer", "string"]},
        "rng": array(number(0, 2**32 - 1), minItems=4, maxItems=4),
    }
    assert tuple(whole) == position_reading.TOP_KEYS
    assert set(PHASES.values()) <= set(position_reading.DECISION_KEYS)
    return closed(whole, ("variant", "players"))


def record_schema() -> JsonSchema:
    """Records (docs/formats/record.md)."""
    result = closed(
        {
            "how": {"enum": list(telling.HOW_CODES)},
            "scores": array({"type": "integer"}),
            "ranks": array(number(1)),
            "winners": array(number()),
        },
        ("how", "scores", "ranks", "winners"),
    )
    whole = {
        "format": {"const": record.FORMAT},
        "rules": number(1),
        "variant": TEXT,
        "map": {"type": "object"},
        "options": table({"type": ["string", "integer", "null"]}),
        "seats": number(2, 5),
        "names": NAMES,
        "first_seat": number(),
        "seed": {"type": ["integer", "string", "null"]},
        "start": {"$ref": "position.schema.json"},
        "moves": array({"type": "string", "pattern": "^[0-9] [a-z].*$"}),
        "result": {"anyOf": [{"type": "null"}, result]},
    }
    assert tuple(whole) == record.KEYS
    return closed(whole, ("format", "variant", "seats", "start", "moves"))


def view_schema() -> JsonSchema:
    """Views: what a client or a remote bot gets."""
    schema: JsonSchema = msgspec.json.schema(View)
    return schema


SCHEMAS = {"position": position_schema, "record": record_schema, "view": view_schema}


def main(arguments: list[str]) -> int:
    """Write the files, or check that they are fresh."""
    stale = []
    for name, make in SCHEMAS.items():
        schema = {"$schema": DIALECT, "$id": f"{name}.schema.json", "title": f"Branchline {name}", **make()}
        text = json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
        file = FOLDER / f"{name}.schema.json"
        if not file.exists() or file.read_text("utf-8") != text:
            stale.append(file.name)
            if "--check" not in arguments:
                file.write_text(text, "utf-8")
    if "--check" in arguments and stale:
        print(f"stale: {', '.join(stale)}; run python tools/make_schemas.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
