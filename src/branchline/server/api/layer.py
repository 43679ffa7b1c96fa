"""
The thin typed layer between HTTP and a handler.

A handler is ``async def play(call: Call, body: Play) -> Done``: what it takes and gives is read from its annotations,
here for checking and in ``openapi.py`` for the document from which the types of the client are made. ``body`` is the
decoded JSON, ``query`` the decoded query. A handler that answers with an iterator sends a line of JSON for each item.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_type_hints

import msgspec
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route as StarletteRoute

from branchline.errors import BranchlineError, quoted
from branchline.server.journal import ROUTE
from branchline.server.people import COOKIE, STALE_SECONDS, Caller, Person, cookie
from branchline.server.problems import RefusedError, refuse, told
from branchline.server.site import Site
from branchline.server.store import people as queries
from branchline.words import language

logger = logging.getLogger("branchline.server")
JSON = "application/json"
NDJSON = "application/x-ndjson"
PROBLEM = "application/problem+json"
Handler = Callable[..., Awaitable[Any]]


@dataclass
class Call:
    """A request on its way through a handler."""

    request: Request
    site: Site
    response_headers: dict[str, str]
    hash: str | None = None
    """That of the session or token behind it, once it was asked for."""

    @property
    def path(self) -> Mapping[str, str]:
        """The parameters in the path."""
        return self.request.path_params

    async def caller(self) -> Caller | None:
        """Who asks and by what we know it, if we do. Whoever was away for a day gets its cookie anew."""
        now = self.site.clock.now()
        found = await self.site.callers.find(self.request)
        if found is not None:
            self.site.limits.take("person", found.person.id)
            self.hash = found.hash
            if now - found.used > STALE_SECONDS:
                await self.site.store.write(queries.touch, found.way, found.hash, now)
                await self.site.accounts.changed(found.person.id)
                if found.way == "session":
                    self.give(self.request.cookies[COOKIE])
        return found

    async def session(self) -> Caller:
        """Who asks from a browser; a token may play, and nothing else."""
        found = await self.caller()
        if found is None:
            raise refuse("who_are_you")
        if found.way != "session":
            raise refuse("browser_only")
        return found

    def give(self, secret: str) -> None:
        """Let the answer bring a cookie, or without a secret take it away."""
        self.response_headers["set-cookie"] = cookie(self.request, secret)

    async def who(self) -> Person | None:
        """Who asks, if anybody we know."""
        found = await self.caller()
        return found.person if found else None

    async def person(self) -> Person:
        """Who asks; refused if we don't know."""
        person = await self.who()
        if person is None:
            raise refuse("who_are_you")
        return person


@dataclass(frozen=True)
class Route:
    """A handler with its place."""

    method: str
    path: str
    handle: Handler
    status: int = 200
    packed: bool = False
    """Whether the answer is compressed. Only what is long and public: the size of a secret tells of it."""
    most: str = "body_most"
    """The setting that says how large a body may be."""

    @cached_property
    def hints(self) -> dict[str, Any]:
        """What the handler takes and gives."""
        return get_type_hints(self.handle)

    @property
    def body(self) -> Any:
        """The type of the body, None without one."""
        return self.hints.get("body")

    @property
    def query(self) -> Any:
        """The type of the query, None without one."""
        return self.hints.get("query")

    @property
    def answer(self) -> Any:
        """The type of the answer."""
        return self.hints["return"]


def get(path: str, handle: Handler, *, packed: bool = False) -> Route:
    """A route that reads."""
    return Route("GET", path, handle, packed=packed)


def post(path: str, handle: Handler, status: int = 200, most: str = "body_most") -> Route:
    """A route that changes something."""
    return Route("POST", path, handle, status, most=most)


def delete(path: str, handle: Handler) -> Route:
    """A route that removes something."""
    return Route("DELETE", path, handle)


def reader_language(request: Request) -> str:
    """The language of whoever reads the answer."""
    return language(request.headers.get("accept-language", "en").partition(",")[0].partition(";")[0].strip() or "en")


async def read_body(request: Request, kind: Any, most: int) -> Any:
    """The body as a message of a kind; refused if it is too large or none."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise refuse("too_large", most=most)
    try:
        if b"\\u0000" in body:
            raise msgspec.DecodeError("\\u0000")  # PostgreSQL has no such character.
        return msgspec.json.decode(bytes(body) or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise refuse("bad_message", why=quoted(str(error), 200)) from None


def read_query(request: Request, kind: Any) -> Any:
    """The query as a message of a kind."""
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        raise refuse("bad_query", why=quoted(str(error), 200)) from None


def problem(error: BranchlineError, request: Request) -> Response:
    """A refusal as an answer."""
    said = told(error, reader_language(request))
    headers = {"retry-after": str(said.parameters["seconds"])} if error.message == "server.too_often" else {}
    return Response(msgspec.json.encode(said), said.status, headers, media_type=PROBLEM)


async def until_ended(lines: AsyncGenerator[bytes, None], site: Site, hash: str | None) -> AsyncIterator[bytes]:
    """Lines as long as the session or token behind the request lasts."""
    with site.endings.until(hash) as ended:
        over = asyncio.ensure_future(ended.wait())
        following: asyncio.Future[bytes | None] | None = None
        try:
            while True:
                following = asyncio.ensure_future(anext(lines, None))
                await asyncio.wait({following, over}, return_when=asyncio.FIRST_COMPLETED)
                line = following.result() if following.done() else None
                if line is None:
                    return
                yield line
        finally:
            over.cancel()
            if following is not None:
                following.cancel()
                await asyncio.gather(following, return_exceptions=True)
            await lines.aclose()


def mounted(route: Route, site: Site) -> StarletteRoute:
    """A route as Starlette takes it."""

    async def endpoint(request: Request) -> Response:
        call = Call(request, site, {})
        request.scope[ROUTE] = route.path
        try:
            takes: dict[str, Any] = {}
            if route.body is not None:
                takes["body"] = await read_body(request, route.body, getattr(site.config, route.most))
            if route.query is not None:
                takes["query"] = read_query(request, route.query)
            answer = await route.handle(call, **takes)
        except BranchlineError as error:
            site.metrics.refusals.labels(error.message).inc()
            return problem(error, request)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception:
            # Our own mistake: said as little as possible, logged in full.
            logger.exception("%s %s", request.method, request.url.path)
            return problem(refuse("broken"), request)
        if isinstance(answer, Response):
            return answer
        if isinstance(answer, AsyncGenerator):
            lines = until_ended(answer, site, call.hash)
            return StreamingResponse(lines, route.status, call.response_headers, media_type=NDJSON)
        data = answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
        return Response(data, route.status, call.response_headers, media_type=JSON)

    packing = [Middleware(GZipMiddleware)] if route.packed else None
    return StarletteRoute(route.path, endpoint, methods=[route.method], middleware=packing)


__all__ = ["Call", "RefusedError", "Route", "delete", "get", "mounted", "post", "problem"]
