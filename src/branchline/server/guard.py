"""What stands before every request and socket: limits, the origin, and the headers of every answer."""

from __future__ import annotations

import ipaddress

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.errors import quoted
from branchline.server import origins
from branchline.server.api.layer import problem
from branchline.server.config import Config, ConfigError
from branchline.server.limits import Limits, address
from branchline.server.problems import RefusedError, refuse

HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}
"""What every answer says unless it says something else itself."""


def proxies(trusted: str) -> list[str]:
    """The addresses and networks of a setting."""
    named = [one.strip() for one in trusted.split(",") if one.strip()]
    for one in named:
        try:
            ipaddress.ip_network(one, strict=False)
        except ValueError as error:
            parameters = {"name": "trusted_proxies", "value": quoted(one), "source": "trusted_proxies"}
            raise ConfigError("settings.bad_value", {**parameters, "why": str(error)}) from None
    return named


class Guard:
    """The outermost part of the application."""

    def __init__(self, app: ASGIApp, config: Config, limits: Limits) -> None:
        self.app, self.config, self.limits = app, config, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        try:
            self.limits.take("address", address(connection))
            if "\0" in scope["path"] or b"%00" in scope["query_string"]:
                raise refuse("no_such_page", value="\\0")  # PostgreSQL has no such character.
            origins.check(self.config, connection)
            if scope["type"] == "websocket":
                self.limits.enter(address(connection))
        except RefusedError as error:
            await self.turn_away(error, scope, receive, send)
            return
        if scope["type"] == "http":
            await self.app(scope, receive, with_headers(send))
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.limits.leave(address(connection))

    async def turn_away(self, error: RefusedError, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the problem; a socket is not opened."""
        if scope["type"] == "http":
            await problem(error, Request(scope, receive))(scope, receive, with_headers(send))
        elif "websocket.http.response" in scope.get("extensions", {}):
            answer = problem(error, Request({**scope, "type": "http", "method": "GET"}, receive))
            await denial(answer, scope, receive, with_headers(send))
        else:
            await receive()  # The handshake.
            await send({"type": "websocket.close", "code": 1008})


async def denial(answer: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a handshake with an HTTP response."""
    await receive()
    await answer(scope, receive, send)


def with_headers(send: Send) -> Send:
    """The same way out, with the headers of every answer."""

    async def sending(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if "frame-ancestors 'none'" in headers["content-security-policy"]:
                headers.setdefault("x-frame-options", "DENY")
        await send(message)

    return sending
