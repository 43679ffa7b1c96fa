"""The JSON schemas say what is written and read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from referencing import Registry, Resource

import branchline as bl

FORMATS = Path(__file__).parent.parent / "docs" / "formats"
SCHEMAS = {
    name: json.loads((FORMATS / f"{name}.schema.json").read_text("utf-8")) for name in ("position", "record", "view")
}
REGISTRY: Registry[Any] = Registry().with_resources(
    (f"{name}.schema.json", Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(SCHEMAS[name], registry=REGISTRY)


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("variant", [*bl.variants(), "mini"])
def test_what_is_written_is_valid(variant: str) -> None:
    game = bl.Game.new(variant, seats=2, seed=11, names=("Ann", "Bo"))
    number = 0
    while not game.is_over:
        if number % 100 == 0 or game.decision() == "surcharge":
            validator("position").validate(json.loads(json.dumps(game.position())))
            for seat in (0, 1, None):
                validator("view").validate(json.loads(msgspec.json.encode(game.view(seat))))
        legal = game.legal()
        game.play(legal[number * 7919 % len(legal)])
        number += 1
    validator("record").validate(json.loads(game.record().to_json()))
    validator("position").validate(json.loads(json.dumps(game.position())))
    validator("view").validate(json.loads(msgspec.json.encode(game.view(0))))


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"hands": []}, []),
        ({"players": [{"hand": 3}, {}]}, ["players", 0, "hand"]),
        ({"decision": {"kind": "second", "track": "a-b"}}, ["decision"]),
        ({"rng": [1, 2]}, ["rng"]),
    ],
)
def test_what_is_wrong_is_not(change: dict[str, Any], path: list[Any]) -> None:
    position = {"variant": "usa", "players": [{}, {}], **change}
    errors = list(validator("position").iter_errors(position))
    assert errors
    assert any(list(error.absolute_path) == path for error in errors)
    with pytest.raises(bl.PositionError):
        bl.Game.from_position(position)
