"""
Whatever the description of the interface allows, and whatever it forbids: every operation answers as it is described.

Schemathesis makes the requests up from the OpenAPI document; they go straight into the application.
"""

from __future__ import annotations

import asyncio
import warnings
from collections import defaultdict
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import requests
import scale
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from server_client import UNLIMITED, Server, opened, serving

from branchline.server.api.openapi import description
from branchline.server.app import ROUTES
from branchline.server.config import Config

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
DOCUMENT = description(ROUTES)
WITHOUT = {"/api/tables/{table}/stream"}
"""It ends when the game does."""
OPERATIONS = [
    found.ok()
    for found in schemathesis.openapi.from_dict(DOCUMENT).get_all_operations()
    if found.ok().path not in WITHOUT
]


def test_every_operation_with_made_up_requests(tmp_path: Path) -> None:
    """A few requests of each operation, good and bad, from somebody who is signed in and sits at a table."""

    async def begin() -> tuple[Any, Server]:
        house = serving(Config(database=f"sqlite:///{tmp_path / 'made_up.db'}", **UNLIMITED))  # type: ignore[arg-type]
        return house, await house.__aenter__()

    with asyncio.Runner() as runner:
        house, server = runner.run(begin())
        answered: dict[tuple[GenerationMode, int], set[str]] = defaultdict(set)
        try:
            for operation in OPERATIONS:
                for mode in modes(operation):
                    for status in try_out(runner, server, operation, mode):
                        answered[mode, status // 100].add(operation.label)
        finally:
            runner.run(house.__aexit__(None, None, None))
    assert len(answered[GenerationMode.POSITIVE, 2]) > 20
    assert len(answered[GenerationMode.NEGATIVE, 4]) > 20


def modes(operation: Any) -> list[GenerationMode]:
    """How an operation can be asked: rightly, and also wrongly if it takes something."""
    described = DOCUMENT["paths"][operation.path][operation.method]
    takes = "requestBody" in described or any(one["in"] == "query" for one in described["parameters"])
    return [GenerationMode.POSITIVE, GenerationMode.NEGATIVE][: 1 + takes]


def try_out(runner: asyncio.Runner, server: Server, operation: Any, mode: GenerationMode) -> list[int]:
    """Some requests of an operation: how they were answered."""
    cases = operation.as_strategy(generation_mode=mode)
    answered: list[int] = []

    @settings(
        max_examples=scale.games(2),
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def tried(data: Any) -> None:
        answered.append(runner.run(sent(server, data.draw(cases), data.draw(st.booleans()))))

    tried()
    return answered


async def sent(server: Server, case: Any, at_table: bool) -> int:
    """Send a request, at times of a table that there is, and compare the answer with its description."""
    ada = await server.guest("Ada")
    if at_table and "table" in case.path_parameters:
        case.path_parameters["table"] = await opened(ada)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        prepared = requests.Request(**case.as_transport_kwargs(base_url="http://test")).prepare()
    parts = urlsplit(prepared.url or "")
    body = prepared.body or b""
    answer = await ada.send(
        prepared.method or "", f"{parts.path}?{parts.query}", body.encode() if isinstance(body, str) else body
    )
    headers = {name: [value] for name, value in answer.headers.items()}
    response = Response(answer.status, headers, answer.text.encode(), prepared, 0.0, verify=True)
    case.validate_response(response, checks=CHECKS)
    return answer.status
