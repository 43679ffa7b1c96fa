"""Watching a server: figures, lines, ids of requests; and nothing secret among them."""

from __future__ import annotations

import io
import json
import logging
from typing import Any

import pytest
from server_client import Server, opened, run, two_at_a_table
from sqlalchemy import text

from branchline.server import journal
from branchline.server.config import Config

TOKEN = "a token of ours"


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the server writes, as JSON."""
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    root, names = logging.getLogger(), ("branchline", "uvicorn")
    before = root.handlers[:], root.level, [logging.getLogger(name).level for name in names]
    journal.begin(Config(log_form="json", log_level="info"))
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    root.handlers[:], level, levels = before
    root.setLevel(level)
    for name, old in zip(names, levels, strict=True):
        logging.getLogger(name).setLevel(old)


def test_figures() -> None:
    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        await ada.get("/api/tables/none")
        prometheus = server.client()
        assert (await prometheus.get("/metrics")).status == 404
        prometheus.headers["authorization"] = "Bearer another"
        assert (await prometheus.get("/metrics")).status == 404
        prometheus.headers["authorization"] = f"Bearer {TOKEN}"
        async with ada.socket():
            answer = await prometheus.get("/metrics")
        assert answer.status == 200
        figures = dict(line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#"))
        assert figures['branchline_requests_total{method="POST",route="/api/guests",status="201"}'] == "2.0"
        assert figures['branchline_refusals_total{id="server.no_such_table"}'] == "1.0"
        assert figures["branchline_sockets"] == "1.0"
        assert figures["branchline_tables"] == "1.0"
        assert float(figures["branchline_write_seconds_count"]) >= 4
        assert "process_cpu_seconds_total" in figures
        assert table not in answer.text

    run(test, metrics=TOKEN)


def test_there_are_no_figures_without_a_token() -> None:
    async def test(server: Server) -> None:
        client = server.client()
        for said in ("Bearer ", "Bearer", "Bearer x", ""):
            client.headers["authorization"] = said
            assert (await client.get("/metrics")).status == 404

    run(test)


def test_lines(lines: Any) -> None:
    """Each request has a line; no line has a name, a table, a token or a cookie."""

    async def test(server: Server) -> None:
        ada = await server.guest("Secret Name")
        table = await opened(ada)
        ada.headers["x-request-id"] = "given-by-the-proxy"
        answer = await ada.get(f"/api/tables/{table}?since=0")
        assert answer.headers["x-request-id"] == "given-by-the-proxy"
        ada.headers["x-request-id"] = "two\nlines"
        answer = await ada.get("/api/me")
        assert "\n" not in answer.headers["x-request-id"]
        token = (await ada.post("/api/me/tokens", {"name": "bot"})).data["token"]
        written = lines()
        looked = next(line for line in written if line.get("route") == "/api/tables/{table}")
        assert (looked["request"], looked["status"], looked["method"]) == ("given-by-the-proxy", 200, "GET")
        whole = json.dumps(written)
        for secret in ("Secret Name", table, token, *ada.cookies.values()):
            assert secret not in whole

    run(test)


def test_an_error_of_the_database_tells_no_secret(lines: Any) -> None:
    """What could not be written does not stand in the log instead."""

    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)

        def spoil(connection: Any) -> None:
            connection.execute(text("ALTER TABLE log RENAME TO gone"))

        await server.site.store.write(spoil)
        answer = await ada.post(f"/api/tables/{table}/moves", {"move": "keep 1 2", "expected": 4, "key": "k"})
        assert answer.status == 503
        failed = next(line for line in lines() if "exception" in line)
        assert failed["request"] == answer.headers["x-request-id"]
        assert "INSERT INTO log" in failed["exception"]
        assert "keep" not in failed["exception"]
        assert ada.cookies["branchline"] not in failed["exception"]

    run(test)


def test_lines_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    record = logging.LogRecord("branchline.x", logging.WARNING, "", 0, "something %s", ("odd",), None)
    token = journal.REQUEST.set("abc")
    try:
        assert journal.Lines().format(record).endswith("WARNING branchline.x: something odd [abc]")
    finally:
        journal.REQUEST.reset(token)
