"""Pictures by link: of finished games only, kept, bounded, open to other sites; shared links show them."""

from __future__ import annotations

from asyncio import gather
from asyncio import run as run_now
from pathlib import Path
from random import Random
from typing import Any

import pytest
from server_client import Client, Server, ok, opened, run
from starlette.applications import Starlette
from starlette.routing import Mount

import branchline as bl
from branchline.server import pictures as made
from branchline.server.api import pictures
from branchline.server.pages import Pages


async def imported(server: Server) -> tuple[Client, str, int]:
    """A client, a game that it imported, and how many moves that has."""
    game, random = bl.Game.new("mini", seats=2, seed=3, names=["Ada", "Ben"]), Random(3)
    while not game.is_over:
        seat = game.waiting[0]
        game.play(random.choice(game.legal(seat)), seat)
    ada = await server.guest("Ada")
    found = await ok(ada.post("/api/games", {"record": game.record().data()}))
    return ada, found["game"], len(game.moves)


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was drawn, without drawing."""
    asked: list[Any] = []

    def drawn(card: Any, record: Any, query: Any, form: str) -> bytes:
        asked.append((form, query))
        return f"<svg>{form} {query.move}</svg>".encode()

    monkeypatch.setattr(pictures, "drawn", drawn)
    return asked


def test_a_picture_is_drawn_once(drawings: list[Any]) -> None:
    async def test(server: Server) -> None:
        client, id, moves = await imported(server)
        answers = await gather(*(client.get(f"/g/{id}.svg?move=2") for _ in range(3)))
        assert {answer.text for answer in answers} == {"<svg>svg 2</svg>"}
        assert len(drawings) == 1
        headers = answers[0].headers
        assert headers["content-type"].startswith("image/svg+xml")
        assert headers["cross-origin-resource-policy"] == "cross-origin"
        assert "script-src" not in headers["content-security-policy"]
        client.headers["if-none-match"] = headers["etag"]
        assert (await client.get(f"/g/{id}.svg?move=2")).status == 304
        del client.headers["if-none-match"]
        assert (await client.get(f"/g/{id}.png?theme=dark")).headers["content-type"] == "image/png"
        assert len(drawings) == 2
        for wrong in (f"move={moves + 1}", "width=100000", "theme=pink", "move=-1", "width=x"):
            assert (await client.get(f"/g/{id}.png?{wrong}")).status in (400, 422), wrong
        assert len(drawings) == 2

    run(test)


def test_only_finished_games_have_pictures(drawings: list[Any]) -> None:
    async def test(server: Server) -> None:
        client = await server.guest("Ada")
        table = await opened(client, variant="mini")
        assert (await client.get(f"/g/{table}.svg")).status == 409
        assert (await client.get("/g/nothing.png")).status == 404
        assert drawings == []

    run(test)


def test_so_many_a_minute(drawings: list[Any]) -> None:
    async def test(server: Server) -> None:
        client, id, _ = await imported(server)
        answers = [await client.get(f"/g/{id}.svg?move={move}") for move in (0, 1, 2, 3)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429]
        assert (await client.get(f"/g/{id}.svg?move=1")).status == 200, "what is there costs nothing"

    run(test, picture_rate=3.0)


def test_old_pictures_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made, "MOST_BYTES", 10)
    kept = made.Pictures()
    for key in "abc":
        kept.keep(key, b"12345")
        kept.find("a")
    assert list(kept.kept) == ["c", "a"] or list(kept.kept) == ["a", "c"]
    assert kept.size == 10


def test_a_server_that_can_not_draw_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(*_: Any) -> bytes:
        raise made.PictureError("pictures.not_installed", {"value": "mini-racer"})

    monkeypatch.setattr(pictures, "drawn", drawn)

    async def test(server: Server) -> None:
        client, id, _ = await imported(server)
        answer = await client.get(f"/g/{id}.svg")
        assert (answer.status, answer.data["id"]) == (501, "server.no_pictures")

    run(test)


def test_a_shared_link_shows_its_picture(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html><head></head></html>", "utf-8")
    client = Client(Starlette(routes=[Mount("/", Pages(tmp_path, "https://example.org/games/"))]))
    page = run_now(client.get("/g/abc-1")).text
    assert 'content="https://example.org/games/g/abc-1.png?width=1200"' in page
    assert "og:image" not in run_now(client.get("/t/abc")).text
    assert "og:image" not in run_now(client.get('/g/a"b')).text
    framed = run_now(client.get("/embed/g/abc")).headers["content-security-policy"]
    assert "frame-ancestors *" in framed
    assert "frame-ancestors 'none'" in run_now(client.get("/g/abc")).headers["content-security-policy"]
