"""The description of the interface is whole, and what it says is so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
from server_client import Server, ask, opened, run

from branchline.server.api.openapi import described, description
from branchline.server.app import ROUTES

ROOT = Path(__file__).parent.parent.parent


def test_it_is_served_as_it_is_kept() -> None:
    async def test(server: Server) -> None:
        kept = json.loads((ROOT / "docs/formats/openapi.json").read_text("utf-8"))
        assert (await server.client().get("/api/openapi.json")).data == kept

    run(test)


def test_every_route_is_in_it_once() -> None:
    document = description(ROUTES)
    operations = [(path, method, one) for path, methods in document["paths"].items() for method, one in methods.items()]
    assert len(operations) == len(ROUTES)
    names = [one["operationId"] for _, _, one in operations]
    assert sorted(set(names)) == sorted(names)
    for path, _, one in operations:
        assert one["summary"].endswith("."), one["summary"]
        in_path = [it["name"] for it in one["parameters"] if it["in"] == "path"]
        assert in_path == re.findall(r"\{(\w+)\}", path)
    assert described(ROUTES).path == "/api/openapi.json"


def test_answers_are_what_it_says() -> None:
    document = description(ROUTES)

    def check(path: str, data: object) -> None:
        schema = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.validate(data, {**schema, "components": document["components"]})

    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        table = await opened(ada, variant="europe", seats=3, listed=True, clock={"kind": "bank", "seconds": 600})
        check("/api/tables", (await ada.get("/api/tables")).data)
        for _ in range(2):
            await ask(ada, table, "seat_bot", bot="random")
        await ask(ada, table, "start")
        check("/api/tables/{table}", (await ada.get(f"/api/tables/{table}?seat=0")).data)
        check("/api/tables/{table}/moves", (await ada.get(f"/api/tables/{table}/moves")).data)
        for path in ("/api/me", "/api/bots", "/api/shelf", "/api/me/tables", "/api/variants"):
            check(path, (await ada.get(path)).data)

    run(test)
