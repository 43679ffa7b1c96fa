"""
What the server writes down about itself: lines of text, or of JSON for programs.

Every request has an id, which its answer carries as ``x-request-id`` and every line that was written meanwhile. A line
about a request has the form of its path, never the path itself, no address, no name and nothing of a body.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from time import perf_counter

from msgspec import json
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.server.config import Config
from branchline.server.metrics import Metrics

REQUEST: ContextVar[str] = ContextVar("request", default="")
SANE = re.compile(r"[A-Za-z0-9_-]{8,64}")
ROUTE = "branchline.route"
"""Where a handler leaves the form of its path, in the scope of the request."""

logger = logging.getLogger("branchline.requests")


class Lines(logging.Formatter):
    """Lines for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """A line, with the id of its request."""
        text, request = super().format(record), REQUEST.get()
        return f"{text} [{request}]" if request else text


class JsonLines(logging.Formatter):
    """Lines for programs: one JSON object each."""

    def format(self, record: logging.LogRecord) -> str:
        """A line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := REQUEST.get():
            line["request"] = request
        line.update(getattr(record, "fields", {}))
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.encode(line).decode()


def begin(config: Config) -> None:
    """Write from now on as the configuration says."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if config.log_form == "json" else Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in ("branchline", "uvicorn"):
        logging.getLogger(name).setLevel(config.log_level.upper())


class Journal:
    """Around the whole application: gives each request its id, measures it and writes it down."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Carry out a request, or a socket, or the life of the application."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        id = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"x-request-id"), "")
        id = id if SANE.fullmatch(id) else secrets.token_hex(8)
        before, begun = REQUEST.set(id), perf_counter()
        status = 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = id
            await send(message)

        try:
            await self.app(scope, receive, noted if scope["type"] == "http" else send)
        finally:
            if scope["type"] == "http":
                self.note(scope, status, perf_counter() - begun)
            REQUEST.reset(before)

    def note(self, scope: Scope, status: int, seconds: float) -> None:
        """Write a request down."""
        method, route = scope["method"], scope.get(ROUTE, "page")
        self.metrics.requested(method if route != "page" else "GET", route, status, seconds)
        if logger.isEnabledFor(logging.INFO):
            fields = {"method": method, "route": route, "status": status, "milliseconds": round(seconds * 1000, 3)}
            text = f"{method} {route} {status} {seconds * 1000:.1f} ms"
            logger.info(text, extra={"fields": fields})
