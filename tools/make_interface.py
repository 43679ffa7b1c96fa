"""
Write the description of the server's interface: the OpenAPI document, and the types of the client.

Both are made from the annotations of the handlers and the messages of ``server/wire.py``; ``--check`` fails when a
file is stale. In the types of what the server tells every field is there; in those of what is asked of it (``…Asked``
where the two differ) fields with a default may be left out.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from branchline.server.api.openapi import Schema, description
from branchline.server.app import ROUTES

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "formats" / "openapi.json"
TYPES = ROOT / "web" / "src" / "live" / "wire.ts"
CALLED = {"ProblemTold": "Problem", "ReasonTold": "Reason"}
"""What the client calls something otherwise."""
UNIONS = {"event": "GameEvent", "what": "Entry", "do": "Command"}
"""The names of the large unions, by the field that tells their kinds apart."""
LARGE = 10
HEAD = "// The messages of the server, made from server/wire.py by tools/make_interface.py: do not edit.\n"


class Types:
    """Schemas as TypeScript; ``asked`` if the client writes what they describe."""

    def __init__(self, components: dict[str, Schema], told: set[str], asked: set[str]) -> None:
        self.components, self.told, self.asked = components, told, asked
        self.unions: dict[str, str] = {}

    def name(self, ref: str, asked: bool) -> str:
        """The name of a component."""
        id = ref.rpartition("/")[2]
        both = asked and id in self.told and self.differs(id)
        return CALLED.get(id, id) + ("Asked" if both else "")

    def differs(self, id: str, seen: frozenset[str] = frozenset()) -> bool:
        """Whether a component has fields that may be left out, itself or below."""
        schema = self.components[id]
        optional = set(schema.get("properties", ())) - set(schema.get("required", ()))
        below = {ref.rpartition("/")[2] for ref in refs(schema)} - seen
        return bool(optional) or any(self.differs(one, seen | {id}) for one in below)

    def type(self, schema: Schema, asked: bool) -> str:
        """A schema as a type."""
        if "$ref" in schema:
            return self.name(schema["$ref"], asked)
        if "anyOf" in schema:
            return self.union(schema, asked)
        if "enum" in schema or "const" in schema:
            return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
        kind = schema.get("type")
        if kind == "array":
            return self.array(schema, asked)
        if kind == "object" and "properties" in schema:
            return self.struct(schema, asked)
        if kind == "object":
            return f"Record<string, {self.type(schema.get('additionalProperties', {}), asked)}>"
        simple = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
        return simple[kind] if kind else "unknown"

    def union(self, schema: Schema, asked: bool) -> str:
        """One of several; the large ones get names."""
        kinds = list(dict.fromkeys(self.type(kind, asked) for kind in schema["anyOf"]))
        said = " | ".join(kinds)
        field = schema.get("discriminator", {}).get("propertyName")
        if field not in UNIONS or len(kinds) < LARGE:
            return said
        self.unions[UNIONS[field]] = said
        return UNIONS[field]

    def array(self, schema: Schema, asked: bool) -> str:
        """A list, or a few things in order."""
        if "prefixItems" in schema:
            return "[" + ", ".join(self.type(item, asked) for item in schema["prefixItems"]) + "]"
        item = self.type(schema.get("items", {}), asked)
        return f"({item})[]" if " | " in item else f"{item}[]"

    def struct(self, schema: Schema, asked: bool) -> str:
        """An object with its fields."""
        required = set(schema["required"])
        lines = []
        for name, field in schema["properties"].items():
            mark = "?" if asked and name not in required else ""
            lines.append(f"  {name}{mark}: {self.type(field, asked)};")
        return "{\n" + "\n".join(lines) + "\n}" if lines else "Record<string, never>"

    def declaration(self, id: str, asked: bool) -> str:
        """A component as the client's file has it."""
        schema = self.components[id]
        about = schema.get("description", "").replace("``", "`")
        about = "\n".join(f" * {line}".rstrip() for line in about.splitlines())
        comment = f"/**{about[2:]} */" if "\n" not in about else f"/**\n{about}\n */"
        return f"{comment}\nexport type {self.name(id, asked)} = {self.type(schema, asked)};\n"


def refs(schema: Any) -> Iterator[str]:
    """All components that a schema names."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"]
        for key, value in schema.items():
            if key != "mapping":
                yield from refs(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from refs(value)


def reached(components: dict[str, Schema], *roots: Any) -> set[str]:
    """The components that are needed for some schemas."""
    found: set[str] = set()
    open_ends = [ref for root in roots for ref in refs(root)]
    while open_ends:
        id = open_ends.pop().rpartition("/")[2]
        if id not in found:
            found.add(id)
            open_ends.extend(refs(components[id]))
    return found


def types(document: Schema) -> str:
    """The client's types."""
    components = document["components"]["schemas"]
    operations = [one for path in document["paths"].values() for one in path.values()]
    asking = [*(one.get("requestBody") for one in operations), document["x-socket"]["asks"]]
    telling = [*(one["responses"] for one in operations), document["x-socket"]["tells"]]
    told, asked = reached(components, telling), reached(components, asking)
    writer = Types(components, told, asked)
    parts = []
    for id in sorted(components):
        if id in told:
            parts.append(writer.declaration(id, asked=False))
        if id in asked and (id not in told or writer.differs(id)):
            parts.append(writer.declaration(id, asked=True))
    for name in ("asks", "tells"):
        said = writer.type(document["x-socket"][name], name == "asks")
        parts.append(f"/** What the socket {name}. */\nexport type Socket{name.capitalize()} = {said};\n")
    for name, kinds in writer.unions.items():
        parts.append(f"export type {name} =\n" + "\n".join(f"  | {kind}" for kind in kinds.split(" | ")) + ";\n")
    return "\n".join([HEAD, *parts])


def main(arguments: list[str]) -> int:
    """Write the files, or check that they are fresh."""
    document = description(ROUTES)
    texts = {DOCUMENT: json.dumps(document, indent=1, ensure_ascii=False) + "\n", TYPES: types(document)}
    stale = [file for file, text in texts.items() if not file.exists() or file.read_text("utf-8") != text]
    if "--check" in arguments:
        for file in stale:
            print(f"stale: {file.relative_to(ROOT)}; run python tools/make_interface.py")
        return 1 if stale else 0
    for file in stale:
        file.write_text(texts[file], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
