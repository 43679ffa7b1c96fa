"""The interface described: one OpenAPI document, made from the annotations of the handlers and from nothing else."""

from __future__ import annotations

import inspect
import re
from collections.abc import AsyncIterator, Sequence
from typing import Any, get_args, get_origin

import msgspec
from starlette.responses import Response

from branchline import __version__
from branchline.server import wire
from branchline.server.api.layer import JSON, NDJSON, PROBLEM, Call, Route, get
from branchline.server.people import COOKIE
from branchline.server.problems import ProblemTold

ADDRESS = "/api/openapi.json"
ABOUT = (
    "Tables to play train-route board games at. Everything is JSON; an answer that is no success is a problem with a "
    "stable id. The guide is docs/guides/server.md."
)
Schema = dict[str, Any]


def description(routes: Sequence[Route]) -> Schema:
    """The whole document."""
    asked = [kind for route in routes for kind in (route.body, route.query) if kind is not None]
    kinds = unique(
        [*asked, *(told_kind(route) for route in routes), wire.SocketAsking, wire.SocketTelling, ProblemTold]
    )
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schema_of = {repr(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    paths: dict[str, Schema] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route, schema_of, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Branchline", "version": __version__, "description": ABOUT},
        "paths": paths,
        "x-socket": {
            "path": "/api/socket",
            "description": socket_about(),
            "asks": schema_of[repr(wire.SocketAsking)],
            "tells": schema_of[repr(wire.SocketTelling)],
        },
        "components": {
            "schemas": components,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
        "security": [{"cookie": []}, {"token": []}, {}],
    }


def socket_about() -> str:
    """What the socket is for."""
    return "A WebSocket of a tab: it asks for news of any number of tables, and is told them as they happen."


def unique(kinds: Sequence[Any]) -> list[Any]:
    """The kinds once each; unions and lists can't be compared otherwise than by how they are written."""
    return list({repr(kind): kind for kind in kinds}.values())


def is_response(kind: Any) -> bool:
    """Whether a handler answers with something else than JSON."""
    return inspect.isclass(kind) and issubclass(kind, Response)


def told_kind(route: Route) -> Any:
    """The type of what comes back; of one line, if lines come."""
    kind = route.answer
    if get_origin(kind) is AsyncIterator:
        return get_args(kind)[0] | ProblemTold
    return Any if is_response(kind) or kind is None else kind


def operation(route: Route, schema_of: dict[str, Schema], components: Schema) -> Schema:
    """A route."""
    handle: Any = route.handle
    summary, _, more = inspect.cleandoc(handle.__doc__).partition("\n\n")
    media = NDJSON if get_origin(route.answer) is AsyncIterator else JSON
    content = {media: {"schema": schema_of[repr(told_kind(route))]}}
    found: Schema = {
        "operationId": handle.__name__,
        "tags": [handle.__module__.rpartition(".")[2]],
        "summary": " ".join(summary.split()),
        **({"description": " ".join(more.split())} if more else {}),
        "parameters": [*path_parameters(route), *query_parameters(route, schema_of, components)],
        "responses": {
            str(route.status): {
                "description": "Done.",
                **({} if is_response(route.answer) or route.answer is type(None) else {"content": content}),
            },
            "default": {
                "description": "A problem: why not.",
                "content": {PROBLEM: {"schema": schema_of[repr(ProblemTold)]}},
            },
        },
    }
    if route.body is not None:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": schema_of[repr(route.body)]}}}
    return found


def path_parameters(route: Route) -> list[Schema]:
    """The names in the path."""
    names = re.findall(r"\{(\w+)", route.path)
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def query_parameters(route: Route, schema_of: dict[str, Schema], components: Schema) -> list[Schema]:
    """The fields of the query."""
    if route.query is None:
        return []
    struct = components[schema_of[repr(route.query)]["$ref"].rpartition("/")[2]]
    required = struct["required"]
    return [
        {"name": name, "in": "query", "required": name in required, "schema": without_null(schema)}
        for name, schema in struct["properties"].items()
    ]


def without_null(schema: Schema) -> Schema:
    """A query has a value or has not; there is no null in it."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    return kinds[0] if len(kinds) == 1 else {key: value for key, value in schema.items() if key != "default" or value}


def described(routes: Sequence[Route]) -> Route:
    """The route at which the document of the others is."""
    text: list[bytes] = []

    async def interface(call: Call) -> dict[str, Any]:
        """This document."""
        if not text:
            text.append(msgspec.json.encode(description(routes)))
        return text[0]  # type: ignore[return-value]

    return get(ADDRESS, interface)
