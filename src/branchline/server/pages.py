"""The client's files, which `make web` built into the package: a page, its scripts, its pictures."""

from __future__ import annotations

import re
from hashlib import sha256
from html import escape
from pathlib import Path

from starlette.datastructures import URL, Headers
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
EMBEDS = frozenset({"embed"})
"""The first words of the paths that other sites may show in a frame; nothing is played there."""
CLIENT = frozenset(
    {"", "account", "embed", "g", "games", "glossary", "leaders", "learn", "off", "rules", "settings", "stats", "t"}
)
"""The first words of the paths at which the client has a page (web/src/routes.ts; a test compares)."""
GAME = re.compile(r"g/([\w-]{1,64})/?")
"""The paths of finished games."""


class Pages(StaticFiles):
    """Files with the headers of a page that loads nothing from elsewhere."""

    def __init__(self, folder: Path, url: str = "") -> None:
        super().__init__(directory=folder)
        self.url = url
        self.start = (folder / "index.html").read_text("utf-8")

    async def get_response(self, path: str, scope: Scope) -> Response:
        path = "" if path == "." else path
        known = path.partition("/")[0] in CLIENT
        if known or "." not in path:
            response = self.page(path, scope, 200 if known else 404)
        else:
            response = await super().get_response(path, scope)
        framed = path.partition("/")[0] in EMBEDS
        policy = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *") if framed else POLICY
        response.headers["content-security-policy"] = policy
        response.headers["x-content-type-options"] = "nosniff"
        response.headers["referrer-policy"] = "same-origin"
        hashed = path.startswith("assets/")
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response

    def page(self, path: str, scope: Scope, status: int) -> Response:
        """
        The one page of the client, with links that fit the depth of the path, so that it works under any prefix. At a
        path of nothing it says so.
        """
        headers = Headers(scope=scope)
        html = self.start.replace('"./', '"' + ("../" * path.count("/") or "./"))
        html = html.replace("</head>", f"{self.shared(path, scope)}</head>", 1)
        etag = f'"{sha256(html.encode()).hexdigest()[:24]}"'
        response = HTMLResponse(html, status, headers={"etag": etag})
        known = status == 200 and headers.get("if-none-match") == etag
        return NotModifiedResponse(response.headers) if known else response

    def shared(self, path: str, scope: Scope) -> str:
        """What shows a picture where somebody shares the link of a game."""
        found = GAME.fullmatch(path)
        if not found:
            return ""
        base = self.url or str(URL(scope=scope).replace(path=scope.get("root_path", ""), query=""))
        picture = f"{base.rstrip('/')}/g/{found[1]}.png?width=1200"
        told = {"og:title": "Branchline", "og:type": "website", "og:image": picture, "og:image:width": "1200"}
        tags = "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in told.items())
        return f'{tags}<meta name="twitter:card" content="summary_large_image" />'


def pages(url: str = "") -> Pages | None:
    """The client's files; None where nobody has built them."""
    return Pages(FOLDER, url) if (FOLDER / "index.html").exists() else None
