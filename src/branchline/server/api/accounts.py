"""Accounts: signing up, in and out, the ways to sign in, sessions, all that one has, and leaving for good."""

from __future__ import annotations

from starlette.responses import StreamingResponse

from branchline.server import wire
from branchline.server.api.layer import JSON, Call, delete, get, post
from branchline.server.api.people import me
from branchline.server.leaving import export
from branchline.server.limits import address
from branchline.server.passwords import folded
from branchline.server.people import Caller
from branchline.server.problems import refuse
from branchline.server.store import people as queries


def attempt(call: Call, login: str = "") -> None:
    """Somebody tries to sign in: not too often from one place, not too often as one person."""
    call.site.limits.take("sign_in", address(call.request))
    if login:
        call.site.limits.take("sign_in", f"login {folded(login)}")


def costly(call: Call, caller: Caller) -> None:
    """Something that takes work, from somebody we know."""
    call.site.limits.take("sign_in", f"person {caller.person.id}")


async def account(call: Call) -> wire.Account:
    """How you sign in, where you are signed in, and which programs play in your name."""
    caller = await call.session()
    held = await call.site.store.read(queries.held, caller.person.id)
    return wire.Account(
        me=me(caller.person),
        login=held["passwords"][0]["login"] if held["passwords"] else None,
        passkeys=tuple(wire.Passkey(**row) for row in held["passkeys"]),
        sessions=tuple(wire.Session(**row, here=row["id"] == caller.id) for row in held["sessions"]),
        tokens=tuple(wire.KnownToken(**row) for row in held["tokens"]),
    )


# ---------------------------------------------------------------- ways to sign in
async def set_password(call: Call, body: wire.NewPassword) -> wire.Me:
    """
    Sign in by a name and a password from now on: a guest becomes an account, an account changes its password.

    All your other sessions end.
    """
    caller = await call.session()
    costly(call, caller)
    accounts, person = call.site.accounts, caller.person.id
    accounts.must_be_fresh(caller)
    await accounts.set_password(person, body.login, body.password)
    await accounts.end("session", person, but=caller.id)
    call.give(await accounts.renew(call.request, caller, person))
    return me(caller.person, account=True)


async def offer_passkey(call: Call) -> wire.PasskeyOptions:
    """What your browser needs to make a passkey."""
    caller = await call.session()
    costly(call, caller)
    call.site.accounts.must_be_fresh(caller)
    return wire.PasskeyOptions(await call.site.accounts.offer_passkey(call.request, caller.person))


async def add_passkey(call: Call, body: wire.NewPasskey) -> wire.Me:
    """Sign in by a passkey from now on, too: a guest becomes an account."""
    caller = await call.session()
    costly(call, caller)
    accounts = call.site.accounts
    accounts.must_be_fresh(caller)
    await accounts.add_passkey(call.request, caller.person, body.credential, body.name)
    call.give(await accounts.renew(call.request, caller, caller.person.id))
    return me(caller.person, account=True)


async def remove_passkey(call: Call) -> wire.Gone:
    """Sign in by a passkey no longer; the last way in stays."""
    caller = await call.session()
    call.site.accounts.must_be_fresh(caller)
    done = await call.site.store.write(queries.remove_passkey, caller.person.id, call.path["passkey"])
    if done is None:
        raise refuse("no_such_passkey", value=call.path["passkey"])
    if not done:
        raise refuse("last_way_in")
    return wire.Gone()


# ---------------------------------------------------------------- signing in and out
async def sign_in(call: Call, body: wire.SignIn) -> wire.Me:
    """Sign in by name and password. What you have here as a guest comes along, if you bring it."""
    attempt(call, body.login)
    return await arrived(call, await call.site.accounts.by_password(body.login, body.password), body.bring)


async def ask_passkey(call: Call) -> wire.PasskeyOptions:
    """What your browser needs to sign in by a passkey."""
    call.site.limits.take("guest", address(call.request))
    return wire.PasskeyOptions(await call.site.accounts.ask_passkey(call.request))


async def sign_in_by_passkey(call: Call, body: wire.PasskeySignIn) -> wire.Me:
    """Sign in by a passkey. What you have here as a guest comes along, if you bring it."""
    attempt(call)
    return await arrived(call, await call.site.accounts.by_passkey(call.request, body.credential), body.bring)


async def arrived(call: Call, person: str, bring: bool) -> wire.Me:
    """Somebody has proved to be a person."""
    call.give(await call.site.accounts.arrive(call.request, await call.caller(), person, bring))
    known = await call.site.store.read(queries.person, person)
    if known is None:
        raise refuse("who_are_you")  # Gone in the meantime.
    return wire.Me(**known)


async def sign_out(call: Call) -> wire.Gone:
    """Sign out here. A guest who signs out is gone for good: nothing else knows who it was."""
    caller = await call.session()
    await call.site.accounts.end("session", caller.person.id, caller.id)
    call.give("")
    return wire.Gone()


async def end_session(call: Call) -> wire.Gone:
    """Sign out somewhere else."""
    caller = await call.session()
    if not await call.site.accounts.end("session", caller.person.id, call.path["session"]):
        raise refuse("no_such_session", value=call.path["session"])
    if call.path["session"] == caller.id:
        call.give("")
    return wire.Gone()


async def end_other_sessions(call: Call) -> wire.Gone:
    """Sign out everywhere else."""
    caller = await call.session()
    await call.site.accounts.end("session", caller.person.id, but=caller.id)
    return wire.Gone()


# ---------------------------------------------------------------- all of it
async def export_me(call: Call) -> StreamingResponse:
    """All that is kept about you, as a JSON file: who you are, what you chose, your tables as you may know them."""
    caller = await call.session()
    costly(call, caller)
    headers = {"content-disposition": 'attachment; filename="branchline.json"', **call.response_headers}
    return StreamingResponse(export(call.site.tables, caller.person.id), headers=headers, media_type=JSON)


async def forget_me(call: Call) -> wire.Gone:
    """
    Be forgotten: your seats go to bots, your name disappears from every table, everything else is removed.

    This cannot be undone.
    """
    caller = await call.session()
    costly(call, caller)
    call.site.accounts.must_be_fresh(caller)
    await call.site.accounts.forget(caller.person.id)
    call.give("")
    return wire.Gone()


ROUTES = (
    get("/api/me/account", account),
    post("/api/me/password", set_password),
    post("/api/me/passkeys/options", offer_passkey),
    post("/api/me/passkeys", add_passkey, 201),
    delete("/api/me/passkeys/{passkey}", remove_passkey),
    post("/api/sessions", sign_in, 201),
    post("/api/sessions/options", ask_passkey),
    post("/api/sessions/passkey", sign_in_by_passkey, 201),
    delete("/api/sessions/here", sign_out),
    delete("/api/me/sessions", end_other_sessions),
    delete("/api/me/sessions/{session}", end_session),
    get("/api/me/export", export_me),
    delete("/api/me", forget_me),
)
