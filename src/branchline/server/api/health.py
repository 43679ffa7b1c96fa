"""Whether the server lives, and whether it can do its work."""

from __future__ import annotations

import hmac

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline import __version__
from branchline.server import wire
from branchline.server.api.layer import Call, get, problem
from branchline.server.journal import ROUTE
from branchline.server.problems import refuse
from branchline.server.site import Site


async def health(call: Call) -> wire.Health:
    """The process lives."""
    return wire.Health(__version__)


async def ready(call: Call) -> wire.Health:
    """The database answers."""
    try:
        await call.site.store.alive()
    except Exception:
        raise refuse("unavailable") from None
    return wire.Health(__version__)


def metrics(site: Site) -> Route:
    """The figures for Prometheus, for whoever bears the token of the configuration; without one there is no page."""

    async def page(request: Request) -> Response:
        token = site.config.metrics
        said = request.headers.get("authorization", "")
        if not token or not hmac.compare_digest(said.encode(), f"Bearer {token}".encode()):
            return problem(refuse("no_such_page", value=request.url.path), request)
        request.scope[ROUTE] = "/metrics"
        return Response(site.metrics.page(), media_type=CONTENT_TYPE_LATEST)

    return Route("/metrics", page)


ROUTES = (get("/api/health", health), get("/api/ready", ready))
