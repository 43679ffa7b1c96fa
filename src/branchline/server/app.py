"""The application: all routes over one site."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from msgspec import json
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from branchline.game.record import Record
from branchline.server import wire
from branchline.server.api import (
    accounts,
    aids,
    games,
    health,
    lessons,
    notices,
    people,
    pictures,
    reviews,
    rules,
    tables,
    talk,
    variants,
)
from branchline.server.api.layer import mounted, problem
from branchline.server.api.openapi import described
from branchline.server.clock import Clock, RealClock
from branchline.server.config import Config
from branchline.server.guard import Guard, proxies
from branchline.server.journal import Journal
from branchline.server.origins import configured
from branchline.server.pages import pages
from branchline.server.problems import refuse
from branchline.server.site import Site, make_site
from branchline.server.sockets import serve_socket
from branchline.server.tables.card import Card
from branchline.server.tables.dealing import Dealing

ROUTES = (
    *health.ROUTES,
    *people.ROUTES,
    *accounts.ROUTES,
    *tables.ROUTES,
    *talk.ROUTES,
    *notices.ROUTES,
    *variants.ROUTES,
    *aids.ROUTES,
    *games.ROUTES,
    *pictures.ROUTES,
    *reviews.ROUTES,
    *rules.ROUTES,
    *lessons.ROUTES,
)
"""Every route of the HTTP interface but the one that describes them."""
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


def learn_types() -> None:
    """
    Let msgspec learn all types that several threads read.

    It does so when one is first needed, and another thread that needs it meanwhile meets it half-learnt, and crashes.
    """
    asked = {kind for route in ROUTES for kind in (route.body, route.query) if kind is not None}
    for kind in (*asked, Record, Card, Dealing, wire.Heard, wire.Wanted):
        json.Decoder(kind)


def make_app(config: Config, clock: Clock | None = None) -> Starlette:
    """The application of a configuration; ``app.state.site`` has its parts."""
    configured(config)
    learn_types()
    site = make_site(config, clock or RealClock())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await site.open()
        try:
            yield
        finally:
            await site.close()

    async def socket(connection: WebSocket) -> None:
        await serve_socket(site, connection)

    routes: list[BaseRoute] = [*(mounted(route, site) for route in (*ROUTES, described(ROUTES)))]
    routes.append(WebSocketRoute("/api/socket", socket))
    routes.append(health.metrics(site))
    routes.append(Route("/api/{path:path}", nothing_there(routes), methods=METHODS))
    if client := pages(config.url):
        routes.append(Mount("/", GZipMiddleware(client)))
    outside = [Middleware(Journal, metrics=site.metrics), Middleware(Guard, config=config, limits=site.limits)]
    if config.trusted_proxies:
        # Who asks, and whether by https, is what the proxy says: only if it is one of these.
        trusted = proxies(config.trusted_proxies)
        outside.insert(0, Middleware(ProxyHeadersMiddleware, trusted_hosts=trusted))
    app = Starlette(
        routes=routes,
        exception_handlers={HTTPException: wrong_place},
        lifespan=lifespan,
        middleware=outside,
    )
    app.state.site = site
    return app


def nothing_there(routes: Sequence[BaseRoute]) -> Callable[[Request], Awaitable[Response]]:
    """Below ``/api`` nothing but the interface answers: the client's page is for people."""

    async def answer(request: Request) -> Response:
        there = any(route.matches(request.scope)[0] is Match.PARTIAL for route in routes)
        raise HTTPException(405 if there else 404)

    return answer


async def wrong_place(request: Request, error: Exception) -> Response:
    """No route, or not with this method."""
    wrong_method = isinstance(error, HTTPException) and error.status_code == 405
    return problem(refuse("wrong_method" if wrong_method else "no_such_page", value=request.url.path), request)


def site_of(app: Starlette) -> Site:
    """The parts of an application."""
    site = app.state.site
    assert isinstance(site, Site)
    return site
