"""Guests: coming in, who one is, what one is called, tokens for programs."""

from __future__ import annotations

from branchline.server import wire
from branchline.server.api.layer import Call, delete, get, post
from branchline.server.limits import address
from branchline.server.people import Person, clean
from branchline.server.problems import refuse
from branchline.server.store import people as queries
from branchline.words import language


def me(person: Person, account: bool = False) -> wire.Me:
    """What a person is told about itself; it may have become an account just now."""
    return wire.Me(person.id, person.name, person.colour, person.language, account or person.account)


async def new_guest(call: Call, body: wire.NewGuest) -> wire.Me:
    """Come in as a guest: the cookie of the answer is who you are from now on."""
    call.site.limits.take("guest", address(call.request))
    accounts = call.site.accounts
    person, secret = await accounts.come_in(call.request, body.name, body.colour, language(body.language))
    call.give(secret)
    return me(person)


async def who_am_i(call: Call) -> wire.Me:
    """Who you are."""
    return me(await call.person())


async def change_profile(call: Call, body: wire.Profile) -> wire.Me:
    """Change your name, colour or language; tables at which you sit already keep the name they know."""
    person = (await call.session()).person
    values = {
        "name": person.name if body.name is None else clean(body.name),
        "colour": person.colour if body.colour is None else body.colour,
        "language": person.language if body.language is None else language(body.language),
    }
    await call.site.store.write(queries.change, person.id, values)
    await call.site.accounts.changed(person.id)
    return wire.Me(person.id, account=person.account, **values)


async def new_token(call: Call, body: wire.NewToken) -> wire.Token:
    """A token with which a program plays in your name."""
    caller = await call.session()
    return wire.Token(await call.site.accounts.new_token(caller.person.id, body.name))


async def end_token(call: Call) -> wire.Gone:
    """Revoke a token: its program is out at once."""
    caller = await call.session()
    if not await call.site.accounts.end("token", caller.person.id, call.path["token"]):
        raise refuse("no_such_token", value=call.path["token"])
    return wire.Gone()


ROUTES = (
    post("/api/guests", new_guest, 201),
    get("/api/me", who_am_i),
    post("/api/me/profile", change_profile),
    post("/api/me/tokens", new_token, 201),
    delete("/api/me/tokens/{token}", end_token),
)
