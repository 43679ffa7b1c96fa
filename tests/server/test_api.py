"""The interface itself: health, people, variants, and bad requests."""

from __future__ import annotations

from typing import Any

import pytest
from server_client import Server, ok, run

import branchline as bl


def test_health() -> None:
    async def test(server: Server) -> None:
        for path in ("/api/health", "/api/ready"):
            assert (await ok(server.client().get(path))) == {"version": bl.__version__}
        server.site.store.readers.pool.shutdown()
        assert (await server.client().get("/api/ready")).status == 503

    run(test)


def test_guests_and_tokens() -> None:
    async def test(server: Server) -> None:
        stranger = server.client()
        assert (await stranger.get("/api/me")).data["id"] == "server.who_are_you"
        ada = await server.guest("  Ada  Lovelace ", "red")
        me = await ok(ada.get("/api/me"))
        assert (me["name"], me["colour"]) == ("Ada Lovelace", "red")
        token = (await ok(ada.post("/api/me/tokens", {"name": "my bot"})))["token"]
        bot = server.client()
        bot.headers["authorization"] = f"Bearer {token}"
        assert await ok(bot.get("/api/me")) == me
        bot.headers["authorization"] = f"Bearer {token}x"
        assert (await bot.get("/api/me")).status == 401

    run(test)


def test_variants() -> None:
    async def test(server: Server) -> None:
        client = server.client()
        assert tuple(await ok(client.get("/api/variants"))) == bl.variants()
        data = await ok(client.get("/api/variants/europe"))
        assert bl.load_variant(data) == bl.variant("europe")
        assert (await client.get("/api/variants/mars")).data["id"] == "errors.unknown_variant"

    run(test)


BAD: list[tuple[str, str, bytes, int, str]] = [
    ("GET", "/api/nothing", b"", 404, "server.no_such_page"),
    ("PUT", "/api/me", b"", 405, "server.wrong_method"),
    ("POST", "/api/guests", b"{", 400, "server.bad_message"),
    ("POST", "/api/guests", b"[" * 50_000, 400, "server.bad_message"),
    ("POST", "/api/guests", b'{"name":"\xff"}', 400, "server.bad_message"),
    ("POST", "/api/guests", b'{"name":" "}', 400, "server.bad_message"),
    ("POST", "/api/guests", b'{"name":"a","admin":true}', 400, "server.bad_message"),
    ("POST", "/api/guests", b" " * 70_000, 413, "server.too_large"),
    ("GET", "/api/tables/x?since=-1", b"", 400, "server.bad_query"),
    ("GET", "/api/tables/x?hat=1", b"", 400, "server.bad_query"),
    ("GET", "/api/tables/x", b"", 404, "server.no_such_table"),
    ("POST", "/api/tables", b'{"setup":{"variant":"usa"}}', 401, "server.who_are_you"),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "problem"), BAD)
@pytest.mark.parametrize("lang", ["en", "ja", "zh-TW"])
def test_bad_requests(method: str, path: str, body: bytes, status: int, problem: str, lang: str) -> None:
    async def test(server: Server) -> None:
        client = server.client()
        client.headers["accept-language"] = lang
        answer = await client.send(method, path, body)
        assert (answer.status, answer.data["id"]) == (status, problem)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.data["sentence"].isascii() == (lang == "en")

    run(test)


def test_setups_are_checked() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        for setup, problem in (
            ({"variant": "mars"}, "errors.unknown_variant"),
            ({"variant": "usa", "seats": 6}, "server.bad_message"),
            ({"variant": "usa", "options": {"hat": "yes"}}, "errors.unknown_option"),
        ):
            answer = await ada.post("/api/tables", {"setup": setup})
            assert answer.data["id"] == problem, answer.text

    run(test)


def test_our_own_mistakes_are_not_shown(monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    async def test(server: Server) -> None:
        async def mistaken(*_: Any) -> None:
            raise ZeroDivisionError("secret of the house")

        ada = await server.guest("Ada")
        monkeypatch.setattr(server.site.tables, "get", mistaken)
        answer = await ada.get("/api/tables/x")
        assert (answer.status, answer.data["id"]) == (500, "server.broken")
        assert "house" not in answer.text

    run(test)
    assert "secret of the house" in caplog.text
