"""Whose pages may ask for something: those of this server, and of no other site."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from branchline.errors import quoted
from branchline.server.config import Config, ConfigError
from branchline.server.problems import refuse

READING = frozenset({"GET", "HEAD", "OPTIONS"})


def origin_of(url: str) -> str:
    """The origin of an address as a browser writes it; nothing if it has none."""
    parts = urlsplit(url.strip().lower())
    port = f":{parts.port}" if parts.port not in (None, {"http": 80, "https": 443}.get(parts.scheme)) else ""
    host = f"[{parts.hostname}]" if parts.hostname and ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}{port}" if parts.scheme in ("http", "https") and host else ""


def configured(config: Config) -> frozenset[str]:
    """The origins that the configuration names; without any, the host of each request is ours."""
    named = [one for one in (config.url, *config.origins.split(",")) if one.strip()]
    for one in named:
        try:
            good = origin_of(one)
        except ValueError:
            good = ""
        if not good:
            parameters = {"name": "origins", "value": quoted(one), "source": "url, origins", "why": "https://…"}
            raise ConfigError("settings.bad_value", parameters)
    return frozenset(map(origin_of, named))


def own(config: Config, connection: HTTPConnection) -> frozenset[str]:
    """The origins of the pages that may ask."""
    scheme = "https" if connection.url.scheme in ("https", "wss") else "http"
    return configured(config) or frozenset({origin_of(f"{scheme}://{connection.headers.get('host', '')}")})


def check(config: Config, connection: HTTPConnection) -> None:
    """
    Refuse what a page of another site asks for.

    Every browser says on its own which site's page is asking, with each request that could change something and with
    each WebSocket. Whoever says nothing is no browser and has no cookies that it does not know of; whoever brings a
    token brings it on purpose.
    """
    if connection.scope["type"] == "http" and connection.scope["method"] in READING:
        return
    if connection.headers.get("authorization", "").lower().startswith("bearer "):
        return
    origin = connection.headers.get("origin")
    if origin is None:
        if connection.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            raise refuse("foreign_origin", value="")
    elif origin not in own(config, connection):
        raise refuse("foreign_origin", value=quoted(origin))
