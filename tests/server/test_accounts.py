"""Accounts: signing up, in and out, by password and by passkey; sessions, tokens, the profile; leaving for good."""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
import pytest
from argon2 import PasswordHasher
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from server_client import Client, Server, ask, news, ok, opened, run, two_at_a_table

from branchline.server.people import COOKIE, COOKIE_SECONDS, clean
from branchline.server.problems import RefusedError

PASSWORD = "seven brave trams"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost of a password is not what these tests are about."""
    monkeypatch.setattr(PasswordHasher.__init__, "__defaults__", (1, 8, 1, 32, 16, "utf-8", PasswordHasher().type))


async def signed_up(server: Server, name: str = "Ada", login: str = "ada") -> Client:
    client = await server.guest(name)
    await ok(client.post("/api/me/password", {"login": login, "password": PASSWORD}))
    return client


async def sign_in(client: Client, login: str = "ada", password: str = PASSWORD, bring: bool = True) -> Any:
    return await client.post("/api/sessions", {"login": login, "password": password, "bring": bring})


async def refused(answer: Any, problem: str, status: int) -> None:
    found = await answer
    assert (found.status, found.data["id"]) == (status, f"server.{problem}"), found.text


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """A security key in software: one passkey, made and used as WebAuthn says."""

    def __init__(self, origin: str = "https://test") -> None:
        self.origin, self.count = origin, 0
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = hashlib.sha256(str(id(self)).encode()).digest()

    def data(self, rp_id: str, flags: int, rest: bytes = b"") -> bytes:
        self.count += 1
        return hashlib.sha256(rp_id.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big") + rest

    def client_data(self, kind: str, challenge: str) -> bytes:
        said = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def credential(self, response: dict[str, str]) -> dict[str, Any]:
        return {"id": b64(self.id), "rawId": b64(self.id), "type": "public-key", "response": response}

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        rest = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        made = {"fmt": "none", "attStmt": {}, "authData": self.data(options["rp"]["id"], 0x45, rest)}
        said = self.client_data("create", options["challenge"])
        return self.credential({"clientDataJSON": b64(said), "attestationObject": b64(cbor2.dumps(made))})

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        data = self.data(options["rpId"], 0x05)
        said = self.client_data("get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return self.credential(
            {"clientDataJSON": b64(said), "authenticatorData": b64(data), "signature": b64(signature)}
        )


async def make_passkey(client: Client, key: Authenticator) -> Any:
    options = (await ok(client.post("/api/me/passkeys/options")))["options"]
    return await client.post("/api/me/passkeys", {"credential": key.make(options), "name": "my key"})


async def use_passkey(client: Client, key: Authenticator) -> Any:
    options = (await ok(client.post("/api/sessions/options")))["options"]
    return await client.post("/api/sessions/passkey", {"credential": key.sign(options)})


# ---------------------------------------------------------------- passwords
def test_a_guest_becomes_an_account_and_keeps_its_games() -> None:
    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        before = await ok(ada.get("/api/me"))
        assert not before["account"]
        me = await ok(ada.post("/api/me/password", {"login": "Ada L", "password": PASSWORD}))
        assert me == {**before, "account": True} == await ok(ada.get("/api/me"))
        elsewhere = server.client()
        assert await ok(sign_in(elsewhere, "  aDA  l ")) == me
        assert (await news(elsewhere, table, 0))["seat"] == 0
        account = await ok(elsewhere.get("/api/me/account"))
        assert account["login"] == "Ada L"
        assert [one["here"] for one in account["sessions"]].count(True) == 1

    run(test)


@pytest.mark.usefixtures("each_database")
def test_a_guest_who_signs_in_brings_its_games_along() -> None:
    async def test(server: Server) -> None:
        home = await signed_up(server)
        me = await ok(home.get("/api/me"))
        guest, _, table = await two_at_a_table(server)
        old = dict(guest.cookies)
        assert await ok(sign_in(guest)) == me
        seen = await news(guest, table, 0)
        assert (seen["view"]["chairs"][0]["person"], seen["view"]["host"]) == (me["id"], me["id"])
        assert table in {card["id"] for card in (await ok(home.get("/api/me/tables")))["tables"]}
        # The guest is no more, and neither is its cookie.
        stale = server.client()
        stale.cookies = old
        assert (await stale.get("/api/me")).status == 401

    run(test)


def test_a_guest_may_leave_its_games_behind() -> None:
    async def test(server: Server) -> None:
        await signed_up(server)
        guest, _, table = await two_at_a_table(server)
        await ok(sign_in(guest, bring=False))
        assert (await guest.get(f"/api/tables/{table}?seat=0")).data["id"] == "server.not_your_seat"

    run(test)


def test_from_one_account_into_another_nothing_moves() -> None:
    async def test(server: Server) -> None:
        await signed_up(server)
        ben = await signed_up(server, "Ben", "ben")
        table = await opened(ben)
        await ok(sign_in(ben))
        assert (await ok(ben.get("/api/me")))["name"] == "Ada"
        assert (await news(ben, table))["view"]["chairs"][0]["name"] == "Ben"
        assert (await ok(ben.get("/api/me/tables")))["tables"] == []

    run(test)


@pytest.mark.parametrize(
    ("password", "problem"),
    [
        ("short 1", "password_short"),
        ("x" * 201, "password_long"),
        ("aaaaaaaaaa", "password_simple"),
        ("abcabcabc", "password_simple"),
        ("12345678", "password_simple"),
        ("23456789", "password_simple"),
        ("Password1!", "password_simple"),
        ("lovelace99", "password_simple"),
        ("ｐａｓｓｗｏｒｄ１", "password_simple"),
    ],
)
def test_passwords_that_are_guessed_at_once(password: str, problem: str) -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        await refused(ada.post("/api/me/password", {"login": "Lovelace", "password": password}), problem, 422)
        assert not (await ok(ada.get("/api/me")))["account"]

    run(test)


def test_a_name_to_sign_in_by_belongs_to_one() -> None:
    async def test(server: Server) -> None:
        await signed_up(server)
        ben = await server.guest("Ben")
        await refused(ben.post("/api/me/password", {"login": "ＡＤＡ", "password": PASSWORD}), "login_taken", 409)
        assert not (await ok(ben.get("/api/me")))["account"]

    run(test)


def test_wrong_names_and_wrong_passwords_are_told_apart_by_nothing() -> None:
    async def test(server: Server) -> None:
        await signed_up(server)
        calls: list[str] = []
        fits = server.site.accounts.passwords._fits
        server.site.accounts.passwords._fits = lambda word, hash: (calls.append(hash), fits(word, hash))[1]  # type: ignore[method-assign,func-returns-value]
        stranger = server.client()
        wrong, unknown = await sign_in(stranger, password="wrong wrong"), await sign_in(stranger, "nobody")
        assert (wrong.status, wrong.text) == (unknown.status, unknown.text)
        assert wrong.data["id"] == "server.wrong_password"
        assert wrong.headers.keys() == unknown.headers.keys()
        assert len(calls) == 2, "both cost one comparison"
        # Even the word that nobody's hash is made of opens nothing.
        await refused(sign_in(stranger, "nobody", "nobody's"), "wrong_password", 401)

    run(test)


def test_changing_the_password_ends_all_other_sessions() -> None:
    async def test(server: Server) -> None:
        ada, elsewhere = await signed_up(server), server.client()
        await ok(sign_in(elsewhere))
        await ok(ada.post("/api/me/password", {"login": "ada", "password": "eight calm ferries"}))
        assert (await elsewhere.get("/api/me")).status == 401
        await refused(sign_in(elsewhere), "wrong_password", 401)
        await ok(sign_in(elsewhere, password="eight calm ferries"))

    run(test)


def test_an_old_cost_is_raised_when_somebody_signs_in() -> None:
    async def test(server: Server) -> None:
        ada = await signed_up(server)
        accounts = server.site.accounts
        accounts.passwords.hasher = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1)
        from branchline.server.store import people as queries

        before = (await server.site.store.read(queries.by_login, "ada") or {})["hash"]
        await ok(sign_in(ada))
        after = (await server.site.store.read(queries.by_login, "ada") or {})["hash"]
        assert before != after
        await ok(sign_in(ada))

    run(test)


# ---------------------------------------------------------------- sessions and tokens
def test_signing_in_makes_the_session_anew() -> None:
    """Session fixation: whoever planted or saw the cookie from before has nothing."""

    async def test(server: Server) -> None:
        ada = await server.guest("Ada")
        planted = server.client()
        for step in ("password", "sign in"):
            planted.cookies = dict(ada.cookies)
            if step == "password":
                await ok(ada.post("/api/me/password", {"login": "ada", "password": PASSWORD}))
            else:
                await ok(sign_in(ada))
            assert ada.cookies != planted.cookies
            assert (await planted.get("/api/me")).status == 401
        planted.cookies = {COOKIE: "chosen-by-an-attacker"}
        await ok(sign_in(planted))
        assert planted.cookies[COOKIE] != "chosen-by-an-attacker"

    run(test)


def test_the_cookie_is_only_for_us() -> None:
    async def test(server: Server) -> None:
        for scheme in ("http", "https"):
            client = server.client()
            client.scheme = scheme
            answer = await client.post("/api/guests", {"name": "Ada"})
            said = answer.headers["set-cookie"]
            assert "HttpOnly" in said
            assert "SameSite=Lax" in said
            assert ("Secure" in said) == (scheme == "https")
            assert f"Max-Age={COOKIE_SECONDS}" in said

    run(test)


def test_a_guest_stays_for_ever_and_whoever_never_comes_is_out() -> None:
    async def test(server: Server) -> None:
        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        assert "set-cookie" not in (await ada.get("/api/me")).headers
        for _ in range(3):
            await server.clock.advance(200 * 86400)
            answer = await ada.get("/api/me")
            assert answer.status == 200
            assert f"Max-Age={COOKIE_SECONDS}" in answer.headers["set-cookie"]
        assert (await ben.get("/api/me")).status == 401

    run(test)


def test_one_sees_and_ends_ones_sessions() -> None:
    async def test(server: Server) -> None:
        ada, phone, ben = await signed_up(server), server.client(), await server.guest("Ben")
        phone.headers["user-agent"] = "Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0"
        await ok(sign_in(phone))
        sessions = (await ok(ada.get("/api/me/account")))["sessions"]
        there = next(one for one in sessions if not one["here"])
        assert there["device"] == "Firefox · Android"
        await refused(ben.delete(f"/api/me/sessions/{there['id']}"), "no_such_session", 404)
        assert (await phone.get("/api/me")).status == 200
        await ok(ada.delete(f"/api/me/sessions/{there['id']}"))
        assert (await phone.get("/api/me")).status == 401
        await ok(sign_in(phone))
        await ok(ada.delete("/api/me/sessions"))
        assert (await phone.get("/api/me")).status == 401
        await ok(ada.delete("/api/sessions/here"))
        assert not ada.cookies
        assert (await ada.get("/api/me")).status == 401

    run(test)


def test_sockets_and_streams_end_with_their_session_or_token() -> None:
    async def test(server: Server) -> None:
        ada, _, table = await two_at_a_table(server)
        await ok(ada.post("/api/me/password", {"login": "ada", "password": PASSWORD}))
        phone, bot = server.client(), server.client()
        await ok(sign_in(phone))
        bot.headers["authorization"] = f"Bearer {(await ok(ada.post('/api/me/tokens', {'name': 'bot'})))['token']}"
        token = (await ok(ada.get("/api/me/account")))["tokens"][0]
        assert token["name"] == "bot"
        async with phone.socket() as socket, bot.stream(f"/api/tables/{table}/stream?seat=0") as lines:
            socket.say({"do": "watch", "table": table, "seat": 0})
            assert (await socket.hear())["seat"] == 0
            assert (await anext(lines))["seat"] == 0
            await ok(ada.delete("/api/me/sessions"))
            assert await socket.hear() == 4401
            await ok(ada.delete(f"/api/me/tokens/{token['id']}"))
            assert [line async for line in lines] == []
        assert (await bot.get("/api/me")).status == 401
        assert server.site.endings.open == {}

    run(test)


def test_a_token_plays_and_does_nothing_else() -> None:
    async def test(server: Server) -> None:
        ada = await signed_up(server)
        bot = server.client()
        bot.headers["authorization"] = f"Bearer {(await ok(ada.post('/api/me/tokens', {'name': 'bot'})))['token']}"
        assert (await bot.get("/api/me")).status == 200
        await opened(bot)
        password = {"login": "x", "password": PASSWORD}
        for path, body in (("/api/me/tokens", {"name": "b"}), ("/api/me/password", password), ("/api/me/profile", {})):
            await refused(bot.post(path, body), "browser_only", 403)
        for path in ("/api/me", "/api/me/sessions", "/api/sessions/here", "/api/me/tokens/x"):
            await refused(bot.delete(path), "browser_only", 403)
        for path in ("/api/me/account", "/api/me/export"):
            await refused(bot.get(path), "browser_only", 403)

    run(test)


def test_a_session_from_yesterday_cannot_change_how_one_signs_in() -> None:
    async def test(server: Server) -> None:
        ada = await signed_up(server)
        ada.scheme = "https"
        await server.clock.advance(3600)
        asked = [
            ada.post("/api/me/password", {"login": "ada", "password": "eight calm ferries"}),
            ada.post("/api/me/passkeys/options"),
            ada.delete("/api/me/passkeys/x"),
            ada.delete("/api/me"),
        ]
        for one in asked:
            await refused(one, "sign_in_again", 403)
        await ok(sign_in(ada))
        await ok(ada.post("/api/me/password", {"login": "ada", "password": "eight calm ferries"}))

    run(test)


def test_the_profile() -> None:
    async def test(server: Server) -> None:
        ada = await server.guest("Ada", "red")
        me = await ok(ada.post("/api/me/profile", {"name": "  Ada \u202e King ", "language": "ja_JP"}))
        assert (me["name"], me["colour"], me["language"]) == ("Ada King", "red", "ja")
        assert await ok(ada.get("/api/me")) == me
        await refused(ada.post("/api/me/profile", {"name": "\u200b\u2060 \u3164"[:2]}), "bad_name", 422)
        table = await opened(ada)
        assert (await news(ada, table))["view"]["chairs"][0]["name"] == "Ada King"

    run(test)


@pytest.mark.parametrize("name", ["\u200b", "\u202e\u202d", "\x00", "\u200d", "\ufeff \u2066"])
def test_names_that_nobody_sees(name: str) -> None:
    with pytest.raises(RefusedError) as found:
        clean(name)
    assert found.value.message == "server.bad_name"


# ---------------------------------------------------------------- passkeys
@pytest.mark.usefixtures("each_database")
def test_a_passkey_makes_an_account_and_opens_it() -> None:
    async def test(server: Server) -> None:
        ada, key = await server.guest("Ada"), Authenticator()
        ada.scheme = "https"
        before = dict(ada.cookies)
        me = await ok(make_passkey(ada, key))
        assert me["account"]
        assert ada.cookies != before
        stranger = server.client()
        stranger.scheme = "https"
        assert await ok(use_passkey(stranger, key)) == me
        account = await ok(stranger.get("/api/me/account"))
        assert (account["login"], [one["name"] for one in account["passkeys"]]) == (None, ["my key"])
        await refused(stranger.delete(f"/api/me/passkeys/{account['passkeys'][0]['id']}"), "last_way_in", 409)
        await ok(make_passkey(stranger, Authenticator()))
        await ok(stranger.delete(f"/api/me/passkeys/{account['passkeys'][0]['id']}"))
        await refused(use_passkey(server.client_at("https"), key), "wrong_passkey", 401)

    run(test)


def test_passkeys_that_are_not_what_they_say() -> None:
    async def test(server: Server) -> None:
        ada, key = await server.guest("Ada"), Authenticator()
        ada.scheme = "https"
        await ok(make_passkey(ada, key))
        other = server.client_at("https")

        async def options() -> Any:
            return (await ok(other.post("/api/sessions/options")))["options"]

        async def tried(credential: Any) -> None:
            answer = other.post("/api/sessions/passkey", {"credential": credential})
            await refused(answer, "wrong_passkey", 401)

        once = key.sign(await options())
        await ok(other.post("/api/sessions/passkey", {"credential": once}))
        await tried(once)  # Replayed.
        late = await options()
        await server.clock.advance(301)
        await tried(key.sign(late))
        await tried(key.sign({"rpId": "test", "challenge": b64(b"made up by the client")}))
        key.origin = "https://test.evil.example"
        await tried(key.sign(await options()))
        key.origin = "https://test"
        await tried(key.sign({**await options(), "rpId": "evil.example"}))
        thief = Authenticator()
        thief.id = key.id
        await tried(thief.sign(await options()))
        key.count = 0  # A copy of the key that was used less often.
        await tried(key.sign(await options()))
        for broken in ({}, {"id": 1}, {"response": None}, {"response": {"clientDataJSON": "e30"}}, {"response": []}):
            await tried(broken)

    run(test)


def test_a_challenge_belongs_to_whom_it_was_given() -> None:
    async def test(server: Server) -> None:
        ada, eve, key = await server.guest("Ada"), await server.guest("Eve"), Authenticator()
        ada.scheme = eve.scheme = "https"
        options = (await ok(ada.post("/api/me/passkeys/options")))["options"]
        body = {"credential": key.make(options), "name": "k"}
        await refused(eve.post("/api/me/passkeys", body), "wrong_passkey", 401)
        await ok(make_passkey(ada, key))
        await refused(make_passkey(eve, key), "passkey_known", 409)

    run(test)


@pytest.mark.parametrize(
    ("scheme", "host", "status"),
    [
        ("https", "games.example.org", 200),
        ("http", "localhost:8000", 200),
        ("http", "games.example.org", 409),
        ("http", "192.168.1.7:8000", 409),
        ("https", "192.168.1.7", 409),
        ("https", "[::1]:8000", 409),
    ],
)
def test_passkeys_only_where_browsers_have_them(scheme: str, host: str, status: int) -> None:
    async def test(server: Server) -> None:
        client = server.client_at(scheme)
        client.headers |= {"host": host, "origin": f"{scheme}://{host}"}
        answer = await client.post("/api/sessions/options")
        assert answer.status == status, answer.text
        if status != 200:
            assert answer.data["id"] == "server.no_passkeys_here"

    run(test)


# ---------------------------------------------------------------- taking along and leaving
def test_everything_can_be_taken_along() -> None:
    async def test(server: Server) -> None:
        ada = await signed_up(server)
        table = await opened(ada)
        answer = await ada.get("/api/me/export")
        assert "attachment" in answer.headers["content-disposition"]
        data = answer.data
        assert data["person"]["name"] == "Ada"
        assert data["passwords"] == [{"login": "ada", "changed": server.clock.now()}]
        assert [one["card"]["id"] for one in data["tables"]] == [table]
        assert "argon2" not in answer.text
        for secret in ada.cookies.values():
            assert hashlib.sha256(secret.encode()).hexdigest() not in answer.text

    run(test)


def test_who_leaves_is_forgotten_and_its_name_is_free() -> None:
    async def test(server: Server) -> None:
        ada = await signed_up(server)
        ben = await server.guest("Ben")
        table = await opened(ada)
        await ask(ben, table, "take_seat")
        async with ada.socket() as socket:
            await ok(ada.delete("/api/me"))
            assert await socket.hear() == 4401
        assert not ada.cookies
        await refused(sign_in(ada), "wrong_password", 401)
        assert (await news(ben, table))["view"]["chairs"][0]["name"] == ""
        await ok(ben.post("/api/me/password", {"login": "ada", "password": PASSWORD}))

    run(test)


def test_an_ending_that_was_missed_is_found_in_the_database() -> None:
    """While the bus is away, another process may end a session."""

    async def test(server: Server) -> None:
        from branchline.server.store import people as queries

        ada, ben = await server.guest("Ada"), await server.guest("Ben")
        async with ada.socket() as hers, ben.socket() as his:
            person = (await ok(ada.get("/api/me")))["id"]
            await server.site.store.write(queries.end, "session", person)
            for missed in server.site.bus.missed:
                missed()
            assert await hers.hear() == 4401
            his.say({"do": "ping"})
            assert (await his.hear())["type"] == "pong"

    run(test)
