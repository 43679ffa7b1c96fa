"""Finished games as pictures, for links and for other sites."""

from __future__ import annotations

from hashlib import sha256

from msgspec.structs import replace
from starlette.responses import Response

from branchline import Game
from branchline.game.record import Record
from branchline.pictures import PictureError, Scene, moving, picture, png
from branchline.server import wire_games as wire
from branchline.server.api.games import found
from branchline.server.api.layer import Call, get
from branchline.server.games.finished import GameCard
from branchline.server.limits import address
from branchline.words import language

HEADERS = {
    "cache-control": "public, max-age=3600",
    "cross-origin-resource-policy": "cross-origin",  # Pictures are there to be shown elsewhere.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *",
}


async def svg(call: Call, query: wire.WhichPicture) -> Response:
    """A finished game as a drawing, at its end or after a move; ``moving`` shows the whole game."""
    return await shown(call, query, "svg")


async def pixels(call: Call, query: wire.WhichPicture) -> Response:
    """The same as pixels; they stand still."""
    return await shown(call, query, "png")


async def shown(call: Call, query: wire.WhichPicture, form: str) -> Response:
    """The picture, made or found."""
    card, record = await found(call)
    if query.move is not None and query.move > len(record.moves):
        raise PictureError("pictures.no_such_move", {"value": query.move, "most": len(record.moves)})
    key = f"{card.id}.{form} {query}"
    etag = f'"{sha256(key.encode()).hexdigest()[:24]}"'
    headers = {**HEADERS, "etag": etag}
    if call.request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    pictures = call.site.pictures
    data = pictures.find(key)
    if data is None:
        call.site.limits.take("picture", address(call.request))
        data = await pictures.make(key, lambda: drawn(card, record, query, form))
    return Response(data, headers=headers, media_type="image/svg+xml" if form == "svg" else "image/png")


def drawn(card: GameCard, record: Record, query: wire.WhichPicture, form: str) -> bytes:
    """The picture itself; takes its time."""
    upto = len(record.moves) if query.move is None else query.move
    scene = Scene(
        Game.replay(record, upto),
        query.width,
        language(query.lang),
        query.theme,
        tuple(seat.colour for seat in card.seats),
        legend=not query.bare,
        names=tuple(seat.name for seat in card.seats),
    )
    if form == "svg" and query.moving:
        return moving(replace(record, moves=record.moves[:upto]), scene, "svg")
    text = picture(scene)
    return text.encode() if form == "svg" else png(text, scene.wide)


ROUTES = (get("/g/{game}.svg", svg), get("/g/{game}.png", pixels))
