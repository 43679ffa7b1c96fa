"""What attackers try (docs/security.md): each attack, and that nothing comes of it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from server_client import Client, Server, news, ok, opened, run, some_move, two_at_a_table
from sqlalchemy import Connection, func, select

from branchline.server.api.openapi import description
from branchline.server.app import ROUTES, make_app
from branchline.server.config import Config, ConfigError
from branchline.server.people import COOKIE, LETTERS, new_id, new_secret
from branchline.server.store.schema import log, people, sessions, tables, tokens

ROOT = Path(__file__).parent.parent.parent
PASSWORD = "seven brave trams"


async def refused(answer: Any, problem: str, status: int) -> Any:
    found = await answer
    assert (found.status, found.data["id"]) == (status, f"server.{problem}"), found.text
    return found


# ---------------------------------------------------------------- seats
def test_moves_for_another_seat() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        eve, stranger = await server.guest("Eve"), server.client()
        seen = await news(ada, table, 0)
        before = (await server.site.tables.get(table)).table.seq
        body = {"move": some_move(seen["view"]), "seat": 0, "expected": seen["seq"]}
        for thief in (ben, eve):
            await refused(thief.post(f"/api/tables/{table}/moves", body), "not_your_seat", 403)
        await refused(stranger.post(f"/api/tables/{table}/moves", body), "who_are_you", 401)
        for do in ("leave_seat", "add_salt", "resign", "stand_in", "take_back", "set_night", "take_vacation"):
            for thief in (ben, eve):
                more: dict[str, Any] = {"add_salt": {"salt": "x"}, "take_back": {"to": 1}}.get(do, {})
                answer = await thief.post(f"/api/tables/{table}/commands", {"do": do, "seat": 0, **more})
                assert answer.status >= 400, (do, answer.text)
        assert (await server.site.tables.get(table)).table.seq == before

    run(test)


def test_looking_through_the_eyes_of_another_seat() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server)
        eve = await server.guest("Eve")
        secret = json.dumps((await news(ada, table, 0))["steps"][-1])
        for thief in (ben, eve, server.client()):
            for path in ("?seat=0", "/moves?seat=0", "/outlook?seat=0", "/why?seat=0&move=blind", "/stream?seat=0"):
                answer = await thief.get(f"/api/tables/{table}{path}")
                assert answer.status in (401, 403), (path, answer.text)
                assert secret not in answer.text
            async with thief.socket() as socket:
                socket.say({"do": "watch", "table": table, "seat": 0})
                assert (await socket.hear())["id"] == "server.not_your_seat"
        await refused(ben.get(f"/api/tables/{table}/dealing"), "not_over", 409)

    run(test)


def test_peeking_past_the_delay_of_spectators() -> None:
    async def test(server: Server) -> None:
        ada, ben, table = await two_at_a_table(server, delay=60)
        eve = await server.guest("Eve")
        await server.clock.advance(100)
        late = await news(eve, table)
        seen = await news(ada, table, 0)
        await ok(ada.post(f"/api/tables/{table}/moves", {"move": some_move(seen["view"]), "expected": seen["seq"]}))
        assert (await news(ben, table, 1))["seq"] == late["seq"] + 1
        for peeker in (eve, server.client()):
            for since in (0, late["seq"], late["seq"] + 1, 10**6):
                assert (await news(peeker, table, since=since))["seq"] == late["seq"]
            async with peeker.socket() as socket:
                socket.say({"do": "watch", "table": table, "since": late["seq"] + 1})
                assert (await socket.hear())["seq"] == late["seq"]
        exported = (await eve.get("/api/me/export")).data
        assert all(not one["seen"] for one in exported["tables"])

    run(test)


# ---------------------------------------------------------------- ids, sessions, tokens
def test_ids_and_secrets_cannot_be_guessed() -> None:
    ids = {new_id() for _ in range(2000)}
    assert len(ids) == 2000
    assert {len(id) for id in ids} == {12}
    assert len(LETTERS) ** 12 > 2**59
    for place in range(12):  # No place is the same for all: nothing counts up, nothing is a clock.
        assert len({id[place] for id in ids}) == len(LETTERS)
    assert len(new_secret()) == 43

    async def test(server: Server) -> None:
        ada, eve = await server.guest("Ada"), await server.guest("Eve")
        table = await opened(ada)
        assert (await ok(eve.get("/api/tables")))["tables"] == []
        for guess in (table[:-1], table.upper() + "x", "1", "%2e%2e"):
            await refused(eve.get(f"/api/tables/{guess}"), "no_such_table", 404)
        for path in ("/api/me/sessions/x", "/api/me/tokens/x", "/api/me/passkeys/x"):
            assert (await eve.delete(path)).status == 404

    run(test)


def test_others_sessions_and_tokens_cannot_be_ended() -> None:
    async def test(server: Server) -> None:
        ada, eve = await server.guest("Ada"), await server.guest("Eve")
        await ok(ada.post("/api/me/tokens", {"name": "bot"}))
        held = await ok(ada.get("/api/me/account"))
        await refused(eve.delete(f"/api/me/sessions/{held['sessions'][0]['id']}"), "no_such_session", 404)
        await refused(eve.delete(f"/api/me/tokens/{held['tokens'][0]['id']}"), "no_such_token", 404)
        assert (await ok(ada.get("/api/me/account"))) == held

    run(test)


def test_a_stolen_database_opens_nothing() -> None:
    """Sessions and tokens are kept as hashes, and a hash is no key."""

    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        token = (await ok(ada.post("/api/me/tokens", {"name": "bot"})))["token"]

        def kept(connection: Connection) -> list[str]:
            return [*connection.scalars(select(sessions.c.hash)), *connection.scalars(select(tokens.c.hash))]

        hashes = await server.site.store.read(kept)
        assert hashes == [hashlib.sha256(one.encode()).hexdigest() for one in (ada.cookies[COOKIE], token)]
        for hash in hashes:
            thief = server.client()
            thief.cookies = {COOKIE: hash}
            assert (await thief.get("/api/me")).status == 401
            thief = server.client()
            thief.headers["authorization"] = f"Bearer {hash}"
            assert (await thief.get("/api/me")).status == 401

    run(test)


def test_a_move_sent_again_is_made_once() -> None:
    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        seen = await news(ada, table, 0)
        body = {"move": some_move(seen["view"]), "expected": seen["seq"], "key": "once"}
        done = [await ok(ada.post(f"/api/tables/{table}/moves", body)) for _ in range(3)]
        assert done[0] == done[1] == done[2]
        assert (await server.site.tables.get(table)).table.seq == done[0]["seq"]

    run(test)


# ---------------------------------------------------------------- pages of other sites
FOREIGN = (
    "https://evil.example",
    "http://evil.example",
    "null",
    "",
    "https://test",
    "http://test:81",
    "http://test.evil.example",
    "http://eviltest",
    "http://test/",
    "http://test@evil.example",
    "file://",
)


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_forged_origin(origin: str) -> None:
    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        evil = Client(server.app, {"origin": origin}, dict(ada.cookies))
        before = await ok(ada.get("/api/me"))
        for path, body in (
            ("/api/me/profile", {"name": "Evil"}),
            ("/api/sessions", {"login": "evil", "password": "evil"}),
            ("/api/guests", {"name": "Evil"}),
            (f"/api/tables/{table}/commands", {"do": "resign"}),
        ):
            await refused(evil.post(path, body), "foreign_origin", 403)
        await refused(evil.delete("/api/me"), "foreign_origin", 403)
        assert await ok(ada.get("/api/me")) == before
        assert (await news(ada, table))["view"]["stage"] == "playing"

    run(test)


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_forged_origin_of_a_socket(origin: str) -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        evil = Client(server.app, {"origin": origin}, dict(ada.cookies))
        async with evil.socket() as socket:
            assert socket.closed == 1008

    run(test)


def test_an_old_browser_that_names_no_origin() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)):
            client = Client(server.app, {"sec-fetch-site": site}, dict(ada.cookies), without=("origin",))
            assert (await client.post("/api/me/profile", {"name": "Ada"})).status == status

    run(test)


def test_behind_a_proxy_the_named_origins_are_ours_and_no_other() -> None:
    async def test(server: Server) -> None:
        for origin, status in (
            ("https://games.example", 201),
            ("https://play.example:8443", 201),
            ("http://test", 403),
            ("http://games.example", 403),
            ("https://play.example", 403),
        ):
            client = server.client()
            client.headers["origin"] = origin
            assert (await client.post("/api/guests", {"name": "Ada"})).status == status, origin

    run(test, url="https://Games.example/", origins="https://play.example:8443")


def test_settings_that_would_let_others_in_are_refused() -> None:
    for settings in ({"origins": "*"}, {"origins": "games.example"}, {"url": "ftp://x"}, {"trusted_proxies": "proxy"}):
        with pytest.raises(ConfigError):
            make_app(Config(database="sqlite:///never.db", **settings))  # type: ignore[arg-type]


def test_whoever_brings_a_token_brings_it_on_purpose() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        token = (await ok(ada.post("/api/me/tokens", {"name": "bot"})))["token"]
        page = Client(server.app, {"origin": "https://evil.example", "authorization": f"Bearer {token}"})
        assert (await page.post("/api/tables", {"setup": {"variant": "mini"}})).status == 201
        # A made-up token does not bring the cookie in by the back door.
        page = Client(server.app, {"origin": "https://evil.example", "authorization": "Bearer x"}, dict(ada.cookies))
        await refused(page.post("/api/tables", {"setup": {"variant": "mini"}}), "who_are_you", 401)
        async with page.socket() as socket:
            socket.say({"do": "watch", "table": "x", "seat": 0})
            assert (await socket.hear())["id"] == "server.no_such_table"

    run(test)


def test_every_answer_tells_browsers_to_be_careful() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        paths = ["/api/me", "/api/variants", "/api/nothing", "/api/tables/x", "/nowhere", "/api/openapi.json"]
        for path in paths:
            headers = (await ada.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff", path
            assert headers["referrer-policy"] == "same-origin", path
            assert headers["cross-origin-opener-policy"] == "same-origin", path
            assert headers["cross-origin-resource-policy"] == "same-origin", path
            assert "default-src 'none'" in headers["content-security-policy"], path
            assert "unsafe" not in headers["content-security-policy"], path
            assert "frame-ancestors 'none'" in headers["content-security-policy"], path
            assert headers["x-frame-options"] == "DENY", path
            assert "access-control-allow-origin" not in headers, path
        for path in ("/api/me", "/api/me/account", "/api/me/export"):
            assert (await ada.get(path)).headers["cache-control"] == "no-store"

    run(test)


# ---------------------------------------------------------------- texts
HTML = "<img src=x onerror=alert(1)>'\"&"


def test_html_in_names_is_only_text() -> None:
    async def test(server: Server) -> None:
        eve = await server.guest(HTML)
        table = await opened(eve)
        answer = await eve.get(f"/api/tables/{table}")
        assert answer.data["view"]["chairs"][0]["name"] == HTML
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        await refused(eve.get(f"/api/tables/{HTML.replace(' ', '%20')}"), "no_such_table", 404)

    run(test)


HTML_WRITERS = r"\{@html|(?:inner|outer|insertAdjacent)HTML|document\.write|\beval\(|new Function\("


def test_the_client_writes_text_and_never_html() -> None:
    sources = [file for kind in ("*.svelte", "*.ts") for file in (ROOT / "web/src").rglob(kind)]
    assert len(sources) > 20
    for file in sources:
        found = re.findall(HTML_WRITERS, file.read_text("utf-8"))
        assert not found, (file, found)


EVIL = (
    "'; DROP TABLE people; --",
    '" UNION SELECT hash FROM sessions --',
    "%' ESCAPE '!",
    "\u0000",
    "😀" * 30,
)


def filled(schema: Any, components: Any, evil: str, depth: int = 0) -> Any:
    """A message of a schema with an evil text in every place for a text."""
    if "$ref" in schema:
        return filled(components[schema["$ref"].rpartition("/")[2]], components, evil, depth + 1)
    for kind in ("anyOf", "oneOf"):
        if kind in schema:
            kinds = [one for one in schema[kind] if one != {"type": "null"}]
            return filled(kinds[depth % len(kinds)], components, evil, depth + 1)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    match schema.get("type"):
        case "object" if "properties" in schema:
            return {name: filled(one, components, evil, depth + 1) for name, one in schema["properties"].items()}
        case "object":
            return {evil[: schema.get("propertyNames", {}).get("maxLength", 40)]: evil}
        case "array":
            return [filled(schema["items"], components, evil, depth + 1)] if schema.get("items") else []
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case _:
            return evil[: schema.get("maxLength", 200)]


@pytest.mark.parametrize("evil", EVIL)
def test_sql_in_every_field(evil: str) -> None:
    """In every text of every message, path, query, cookie and token: nothing breaks, nothing goes."""
    document = description(ROUTES)
    components = document["components"]["schemas"]

    def counted(connection: Connection) -> list[int]:
        return [connection.scalar(select(func.count()).select_from(one)) or 0 for one in (people, tables, log)]

    async def test(server: Server) -> None:
        from urllib.parse import quote

        ada, eve = await server.guest("Ada"), await server.guest("Eve")
        table = await opened(ada)
        seen, before = await news(ada, table), await server.site.store.read(counted)
        for path, methods in document["paths"].items():
            for method, one in methods.items():
                if "stream" in path or (method, path) == ("delete", "/api/me"):
                    continue
                place = re.sub(r"\{\w+\}", quote(evil, safe=""), path)
                query = "&".join(f"{it['name']}={quote(evil)}" for it in one["parameters"] if it["in"] == "query")
                body = one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
                kinds = body.get("anyOf", [body]) if body else [None]
                for kind in kinds:
                    data = json.dumps(filled(kind, components, evil)).encode() if kind else b""
                    answer = await eve.send(method.upper(), place + (f"?{query}" if query else ""), data)
                    assert answer.status < 500, (method, path, data, answer.text)
                if "set-cookie" in answer.headers or answer.status == 401:
                    eve = await server.guest("Eve")
        for headers, cookies in (({"authorization": f"Bearer {quote(evil)}"}, {}), ({}, {COOKIE: quote(evil)})):
            assert (await Client(server.app, headers, cookies).get("/api/me")).status == 401
        after = await server.site.store.read(counted)
        assert all(now >= then for now, then in zip(after, before, strict=True))
        assert await news(ada, table) == seen
        assert (await ok(ada.get("/api/me")))["name"] == "Ada"

    run(test)


def test_no_statement_is_put_together_from_texts() -> None:
    """Every value goes to the database beside the statement, never inside it."""
    for file in (ROOT / "src/branchline/server").rglob("*.py"):
        if "migrations" in file.parts:
            continue
        found = re.findall(r"(?:text|exec_driver_sql|execute)\(\s*f[\"']", file.read_text())
        allowed = {"store.py": 1, "copying.py": 1}.get(file.name, 0)  # With words and names of our own.
        assert len(found) <= allowed, (file, found)


@pytest.mark.usefixtures("each_database")
def test_characters_that_a_database_refuses() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada\u0007 King")
        assert (await ok(ada.get("/api/me")))["name"] == "Ada King"
        for path in ("/api/tables/%00", "/api/tables?x=%00"):
            answer = await ada.get(path.replace("%00", "\0") if "?" not in path else path)
            assert answer.status in (400, 404), path
        body = b'{"setup":{"variant":"mini"},"key":"\\u0000"}'
        await refused(ada.send("POST", "/api/tables", body), "bad_message", 400)

    run(test)


# ---------------------------------------------------------------- too much
@pytest.mark.parametrize(
    "body",
    [
        b"[" * 60_000,
        b'{"a":' * 12_000,
        b'{"setup":{"options":' + b'{"a":' * 10_000 + b"1" + b"}" * 10_002,
        b'{"setup":{"variant":"mini","options":{"a":' + b"[" * 20_000,
        b'{"credential":' + b"[" * 20_000 + b"]" * 20_000 + b',"name":"x"}',
    ],
)
def test_deeply_nested_json(body: bytes) -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        ada.scheme = "https"
        for path in ("/api/tables", "/api/me/passkeys", "/api/sessions/passkey", "/api/guests"):
            answer = await ada.send("POST", path, body)
            assert answer.data["id"] == "server.bad_message", answer.text
        async with ada.socket() as socket:
            socket.say(body[:16_000].decode())
            assert (await socket.hear())["id"] == "server.bad_message"

    run(test)


def test_oversize_messages() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        body = json.dumps({"name": "x" * 70_000}).encode()
        await refused(ada.send("POST", "/api/me/profile", body), "too_large", 413)
        async with ada.socket() as socket:
            socket.say("x" * 20_000)
            assert await socket.hear() == 1009

    run(test)


def test_a_flood_of_requests() -> None:
    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        ben.address = "192.0.2.9"
        answers = [await ada.get("/api/health") for _ in range(30)]
        assert [one.status for one in answers].count(200) == 18  # 20 at once; two came in.
        last = answers[-1]
        assert last.data["id"] == "server.too_often"
        assert last.data["parameters"] == {"seconds": 1}
        assert last.headers["retry-after"] == "1"
        assert last.headers["content-type"] == "application/problem+json"
        assert (await ben.get("/api/health")).status == 200
        await server.clock.advance(1)
        assert [(await ada.get("/api/health")).status for _ in range(3)] == [200, 200, 429]

    run(test, address_rate=2.0)


def test_a_flood_from_one_network_is_one_address() -> None:
    async def test(server: Server) -> None:
        statuses = []
        for number in range(30):
            client = server.client()
            client.address = f"2001:db8:1:2::{number:x}"
            statuses.append((await client.get("/api/health")).status)
        assert statuses.count(429) == 10
        client.address = "2001:db8:1:3::1"
        assert (await client.get("/api/health")).status == 200

    run(test, address_rate=2.0)


def test_a_person_floods_from_many_addresses() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        statuses = []
        for number in range(15):
            ada.address = f"192.0.2.{number}"
            statuses.append((await ada.get("/api/me")).status)
        assert statuses == [200] * 10 + [429] * 5

    run(test, person_rate=1.0)


def test_a_flood_of_guests_and_tables() -> None:
    async def test(server: Server) -> None:
        client = server.client()
        statuses = [(await client.post("/api/guests", {"name": "x"})).status for _ in range(7)]
        assert statuses == [201] * 5 + [429] * 2
        setup = {"setup": {"variant": "mini"}}
        assert [(await client.post("/api/tables", setup)).status for _ in range(7)] == [201] * 5 + [429] * 2
        await server.clock.advance(60)
        assert (await client.post("/api/guests", {"name": "x"})).status == 201

    run(test, guest_rate=1.0, table_rate=1.0)


def test_guessing_passwords() -> None:
    """From one address, or at one name from many: a few guesses, then minutes."""

    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        await ok(ada.post("/api/me/password", {"login": "ada", "password": PASSWORD}))
        eve = server.client()
        eve.address = "192.0.2.1"
        guess = {"login": "ada", "password": "wrong wrong"}
        assert [(await eve.post("/api/sessions", guess)).status for _ in range(3)] == [401, 401, 429]
        # Many addresses at one name.
        eve.address = "192.0.2.2"
        answer = await eve.post("/api/sessions", guess)
        assert (answer.status, answer.headers["retry-after"]) == (429, "60")
        # Whoever is in stays in, and the right one has its turn again soon.
        assert (await ada.get("/api/me")).status == 200
        await server.clock.advance(60)
        right = {"login": "ada", "password": PASSWORD}
        await ok(server.client().post("/api/sessions", right))

    run(test, sign_in_rate=1.0)


def test_a_flood_of_messages_and_sockets() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        async with ada.socket() as socket:
            for _ in range(12):
                socket.say({"do": "ping"})
            heard = [await socket.hear() for _ in range(11)]
            assert heard[-1] == 4429
        async with ada.socket(), ada.socket(), ada.socket() as third:
            assert third.closed == 1008
        async with ada.socket() as again:
            assert again.closed is None

    run(test, message_rate=1.0, sockets_most=2)


def test_hashing_passwords_is_bounded() -> None:
    """Each takes 64 MiB: two at a time, the others wait."""

    async def test(server: Server) -> None:
        passwords, inside, most = server.site.accounts.passwords, 0, 0

        def slow(password: bytes, hash: str) -> bool:
            nonlocal inside, most
            inside += 1
            most = max(most, inside)
            for _ in range(1000):
                hashlib.sha256(password).digest()
            inside -= 1
            return False

        passwords._fits = slow  # type: ignore[method-assign]
        await asyncio.gather(*(passwords.fits("x", "y") for _ in range(20)))
        assert 1 <= most <= 2

    run(test)


def test_a_client_cannot_say_where_it_comes_from() -> None:
    async def test(server: Server) -> None:
        statuses = []
        for number in range(15):
            client = server.client()
            client.headers |= {"x-forwarded-for": f"192.0.2.{number}", "x-forwarded-proto": "https"}
            answer = await client.post("/api/guests", {"name": "x"})
            statuses.append(answer.status)
            assert "Secure" not in answer.headers.get("set-cookie", "")
        assert statuses == [201] * 10 + [429] * 5

    run(test, address_rate=1.0)


def test_a_trusted_proxy_says_where_a_client_comes_from() -> None:
    async def test(server: Server) -> None:
        for number in range(15):
            client = server.client()
            client.headers |= {"x-forwarded-for": f"6.6.6.6, 192.0.2.{number}", "x-forwarded-proto": "https"}
            client.headers["origin"] = "https://test"
            answer = await client.post("/api/guests", {"name": "x"})
            assert answer.status == 201
            assert "Secure" in answer.headers["set-cookie"]
        client.address = "192.0.2.200"  # Not the proxy.
        client.headers["origin"] = "http://test"
        assert "Secure" not in (await client.post("/api/guests", {"name": "x"})).headers["set-cookie"]

    run(test, address_rate=1.0, trusted_proxies="127.0.0.1, 10.0.0.0/8")


def test_files_outside_the_client_are_not_served(tmp_path: Path) -> None:
    from starlette.applications import Starlette
    from starlette.routing import Mount

    from branchline.server.pages import Pages

    (tmp_path / "static").mkdir()
    (tmp_path / "static/index.html").write_text("<html></html>")
    (tmp_path / "secret.db").write_text("secret")
    client = Client(Starlette(routes=[Mount("/", Pages(tmp_path / "static"))]))
    for path in ("/../secret.db", "/%2e%2e/secret.db", "/..%2fsecret.db", "//secret.db", "/t/../../secret.db"):
        answer = asyncio.run(client.get(path))
        assert "secret" not in answer.text, path


TEST = re.compile(r"^(?:async )?def (test_\w+)", re.MULTILINE)


def test_the_page_names_tests_that_there_are() -> None:
    """Each attack in docs/security.md names a test; each test of this file is named there."""
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs/security.md").read_text("utf-8")))
    assert len(named) > 25
    files = {file: set(TEST.findall(file.read_text("utf-8"))) for file in (ROOT / "tests").rglob("test_*.py")}
    there = {name for names in files.values() for name in names}
    assert named <= there, named - there
    here = files[Path(__file__)] - {"test_the_page_names_tests_that_there_are"}
    assert here <= named, here - named
