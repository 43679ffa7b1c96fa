"""
Accounts: a guest who can also sign in, by a name and a password or by passkeys.

A session proves a person; it is made anew whenever somebody signs in or gets a new way to do so, and the one before is
void from then on.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import webauthn
from msgspec import structs
from sqlalchemy.exc import IntegrityError
from starlette.requests import HTTPConnection
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from branchline.server import origins, passwords
from branchline.server.bus import CHANGED, Note
from branchline.server.config import Config
from branchline.server.endings import Endings
from branchline.server.leaving import forget, hand_over
from branchline.server.live.tables import LiveTables
from branchline.server.passwords import Passwords
from branchline.server.people import Caller, Person, clean, hashed, new_id, new_secret
from branchline.server.problems import refuse
from branchline.server.store import people as queries
from branchline.server.store.store import Store

FRESH_SECONDS = 900.0
"""How long after a proof of who one is the ways to sign in may be changed."""
CHALLENGE_SECONDS = 300.0
MOST_HELD = 50
"""How many tokens, or passkeys, one person may have."""
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "CrOS", "Mac OS X", "Linux")


def device(connection: HTTPConnection) -> str:
    """By what somebody knows a session: the names of browser and system, and nothing else of what a browser says."""
    agent = connection.headers.get("user-agent", "")
    names = [name for key, name in BROWSERS.items() if f"{key}/" in agent][:1]
    return " · ".join([*names, *[system for system in SYSTEMS if system in agent][:1]])


def domain(origin: str) -> str:
    """The domain that passkeys belong to; refused where browsers have none."""
    parts = urlsplit(origin)
    host = parts.hostname or ""
    here = host == "localhost" or host.endswith(".localhost")
    if (parts.scheme != "https" and not here) or ":" in host or host.replace(".", "").isdigit():
        raise refuse("no_passkeys_here", value=origin)
    return host


@dataclass
class Accounts:
    """Signing up, in and out; the ways to sign in; sessions and tokens."""

    config: Config
    store: Store
    tables: LiveTables
    endings: Endings
    passwords: Passwords

    @property
    def now(self) -> float:
        """What the clock says."""
        return self.tables.clock.now()

    # ------------------------------------------------------------ sessions
    async def come_in(self, connection: HTTPConnection, name: str, colour: str, language: str) -> tuple[Person, str]:
        """A new guest, and the secret of its session."""
        person = Person(new_id(), clean(name), colour, language, self.now)
        secret, session = self.new_session(connection, signed=0.0)
        await self.store.write(queries.add_guest, structs.asdict(person), session)
        return person, secret

    def new_session(self, connection: HTTPConnection, signed: float) -> tuple[str, dict[str, Any]]:
        """The secret of a session, and the session as it is kept."""
        secret, now = new_secret(), self.now
        kept = {"id": new_id(), "created": now, "used": now, "signed": signed, "device": device(connection)}
        return secret, {"hash": hashed(secret), **kept}

    async def renew(self, connection: HTTPConnection, caller: Caller | None, person: str) -> str:
        """The secret of a new session of a person who has proved who it is; the session before is void."""
        secret, session = self.new_session(connection, signed=self.now)
        old = caller.hash if caller is not None and caller.way == "session" else None
        await self.store.write(queries.rotate, old, person, session)
        if old is not None:
            await self.endings.end([old])
        return secret

    async def end(self, way: str, person: str, id: str | None = None, but: str = "") -> list[str]:
        """End a session or token of a person, or all but one, and what hangs on it."""
        ended = await self.store.write(queries.end, way, person, id, but)
        await self.endings.end(ended)
        return ended

    def must_be_fresh(self, caller: Caller) -> None:
        """Refuse who has an account but has not proved of late that it is the one."""
        if caller.person.account and self.now - caller.signed > FRESH_SECONDS:
            raise refuse("sign_in_again")

    async def arrive(self, connection: HTTPConnection, caller: Caller | None, person: str, bring: bool) -> str:
        """Somebody has proved to be a person: the secret of its session. What it had as a guest comes along."""
        if caller is not None and bring and not caller.person.account and caller.way == "session":
            await hand_over(self.tables, caller.person.id, person)
            await self.endings.end([caller.hash])
        return await self.renew(connection, caller, person)

    async def changed(self, person: str) -> None:
        """Tell all processes that something else is known of a person now. Also for administrators."""
        await self.tables.bus.publish(Note(CHANGED, person, 0))

    async def forget(self, person: str) -> None:
        """Forget a person, and end all that hangs on it. Also for administrators."""
        hashes = await self.store.read(queries.hashes, person)
        await forget(self.tables, person)
        await self.endings.end(hashes)

    # ------------------------------------------------------------ tokens
    async def new_token(self, person: str, name: str) -> str:
        """A token for a program."""
        if len((await self.store.read(queries.held, person))["tokens"]) >= MOST_HELD:
            raise refuse("too_many_held", most=MOST_HELD)
        secret, now = new_secret(), self.now
        kept = {"hash": hashed(secret), "person": person, "name": clean(name), "created": now, "id": new_id()}
        await self.store.write(queries.add_token, {**kept, "used": now})
        return secret

    # ------------------------------------------------------------ passwords
    async def set_password(self, person: str, login: str, password: str) -> None:
        """Let a person sign in by a name and a password. Also for administrators."""
        login = clean(login)
        passwords.check(password, login)
        kept = {"person": person, "login": login, "folded": passwords.folded(login), "changed": self.now}
        try:
            await self.store.write(queries.set_password, {**kept, "hash": await self.passwords.hash(password)})
        except IntegrityError:
            raise refuse("login_taken", value=login) from None
        await self.changed(person)

    async def by_password(self, login: str, password: str) -> str:
        """The person who signs in; refused in one way for wrong names and wrong passwords."""
        found = await self.store.read(queries.by_login, passwords.folded(login))
        if not await self.passwords.fits(password, found["hash"] if found else None):
            raise refuse("wrong_password")
        assert found is not None
        if self.passwords.old(found["hash"]):
            await self.store.write(queries.rehash, found["person"], await self.passwords.hash(password))
        return str(found["person"])

    # ------------------------------------------------------------ passkeys
    def place(self, connection: HTTPConnection) -> tuple[str, str]:
        """The origin of the page that asks, and its domain."""
        own = origins.own(self.config, connection)
        said = connection.headers.get("origin", "")
        origin = said if said in own else min(own)
        return origin, domain(origin)

    async def challenge(self, person: str | None) -> bytes:
        """What an authenticator has to sign, once."""
        secret = new_secret()
        kept = {"hash": hashed(secret), "person": person, "expires": self.now + CHALLENGE_SECONDS}
        await self.store.write(queries.add_challenge, kept, self.now)
        return secret.encode()

    async def answered(self, credential: dict[str, Any], person: str | None) -> bytes:
        """The challenge that an answer says it answers; refused if we never gave it to this person."""
        try:
            data = parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"]))
            challenge = data.challenge
            hash = hashed(challenge.decode())
        except Exception:
            raise refuse("wrong_passkey") from None
        found = await self.store.write(queries.take_challenge, hash, self.now)
        if found is None or found["person"] != person:
            raise refuse("wrong_passkey")
        return challenge

    async def offer_passkey(self, connection: HTTPConnection, person: Person) -> dict[str, Any]:
        """What a browser needs to make a passkey."""
        _, here = self.place(connection)
        known = await self.store.read(queries.credentials, person.id)
        options = webauthn.generate_registration_options(
            rp_id=here,
            rp_name="Branchline",
            user_id=person.id.encode(),
            user_name=person.name,
            user_display_name=person.name,
            challenge=await self.challenge(person.id),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in known],
        )
        return dict(json.loads(webauthn.options_to_json(options)))

    async def add_passkey(
        self, connection: HTTPConnection, person: Person, credential: dict[str, Any], name: str
    ) -> None:
        """Keep a passkey that a browser has made."""
        origin, here = self.place(connection)
        challenge = await self.answered(credential, person.id)
        if len((await self.store.read(queries.held, person.id))["passkeys"]) >= MOST_HELD:
            raise refuse("too_many_held", most=MOST_HELD)
        try:
            made = webauthn.verify_registration_response(
                credential=credential, expected_challenge=challenge, expected_rp_id=here, expected_origin=origin
            )
        except Exception:  # Whatever a library says of something hostile: it is no passkey.
            raise refuse("wrong_passkey") from None
        kept = {
            "id": new_id(),
            "person": person.id,
            "credential": bytes_to_base64url(made.credential_id),
            "key": bytes_to_base64url(made.credential_public_key),
            "count": made.sign_count,
            "name": clean(name),
            "used": self.now,
            "created": self.now,
        }
        try:
            await self.store.write(queries.add_passkey, kept)
        except IntegrityError:
            raise refuse("passkey_known") from None
        await self.changed(person.id)

    async def ask_passkey(self, connection: HTTPConnection) -> dict[str, Any]:
        """What a browser needs to sign in by any passkey that it has for this place."""
        _, here = self.place(connection)
        options = webauthn.generate_authentication_options(rp_id=here, challenge=await self.challenge(None))
        return dict(json.loads(webauthn.options_to_json(options)))

    async def by_passkey(self, connection: HTTPConnection, credential: dict[str, Any]) -> str:
        """The person who signs in."""
        origin, here = self.place(connection)
        challenge = await self.answered(credential, None)
        found = await self.store.read(queries.by_credential, str(credential.get("id"))[:1400])
        if found is None:
            raise refuse("wrong_passkey")
        try:
            used = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=here,
                expected_origin=origin,
                credential_public_key=base64url_to_bytes(found["key"]),
                credential_current_sign_count=found["count"],
            )
        except Exception:  # Whatever a library says of something hostile: it is no passkey.
            raise refuse("wrong_passkey") from None
        await self.store.write(queries.passkey_used, found["id"], used.new_sign_count, self.now)
        return str(found["person"])
