"""What you are told, how you want it, and inviting others."""

from __future__ import annotations

from hashlib import sha256
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import json

from branchline.errors import quoted
from branchline.server import wire
from branchline.server.api.layer import Call, get, post
from branchline.server.letters.letter import Item, Told
from branchline.server.letters.postman import code_hash, new_code
from branchline.server.problems import refuse
from branchline.server.store import notices as queries
from branchline.server.store import talk
from branchline.server.tables.tidings import Tiding
from branchline.words import language

CODE_LASTS, CODE_PAUSE, CODE_TRIES = 3600.0, 60.0, 10
MOST_BROWSERS = 10


async def notices(call: Call, query: wire.Since) -> wire.NoticeNews:
    """Your notices, those after a number."""
    board = await call.site.notices.board((await call.person()).id)
    return board.news(None, query.since)  # type: ignore[return-value]


async def see(call: Call, body: wire.See) -> wire.Nothing:
    """You have seen them."""
    person = (await call.person()).id
    seq = await call.site.store.write(queries.see, person, body.table, body.upto)
    await call.site.notices.told((person, seq))
    return wire.Nothing()


# ---------------------------------------------------------------- wishes
async def wishes(call: Call) -> wire.Wishes:
    """How you are told when you are away."""
    site, person = call.site, (await call.person()).id
    if not (found := await site.store.read(queries.wishes_of, person))["secret"]:
        await site.store.write(queries.wish, person, {"wanted": "{}"})
        found = await site.store.read(queries.wishes_of, person)
    return wire.Wishes(
        wanted=json.decode(found["wanted"], type=wire.Wanted),
        mail=found["mail"],
        mail_waiting=await site.store.read(queries.waiting_mail, person, site.clock.now() - CODE_LASTS),
        mail_possible="mail" in site.postman.carriers,
        hook=found["hook"],
        hook_secret=found["secret"],
        push_key=await site.postman.push_key_shown(),
        pushes=len(await site.store.read(queries.pushes_of, person)),
        silent=tuple(sorted(await site.store.read(queries.silent, person))),
    )


async def wish(call: Call, body: wire.Wanted) -> wire.Wishes:
    """Say how you want to be told."""
    person = (await call.person()).id
    try:
        ZoneInfo(body.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise refuse("no_such_zone", value=quoted(body.zone)) from None
    await call.site.store.write(queries.wish, person, {"wanted": json.encode(body).decode()})
    return await wishes(call)


async def silence(call: Call, body: wire.Silence) -> wire.Wishes:
    """Hear nothing of a table, or do."""
    person = (await call.person()).id
    table = (await call.site.tables.get(body.table)).table.id
    await call.site.store.write(queries.silence, person, table, body.silent)
    return await wishes(call)


async def mail(call: Call, body: wire.MailTo) -> wire.Wishes:
    """Give an address: a code goes there. Or take it away."""
    site, person = call.site, (await call.person()).id
    if body.address is None:
        await site.store.write(queries.wish, person, {"mail": None})
        return await wishes(call)
    if "mail" not in site.postman.carriers:
        raise refuse("no_mail")
    if not body.address.isprintable() or not body.address.isascii():
        raise refuse("bad_address", value=quoted(body.address))
    code = new_code()
    hash = code_hash(person, code)
    if not await site.store.write(queries.ask_code, person, body.address, hash, site.clock.now(), CODE_PAUSE):
        raise refuse("code_just_sent", seconds=int(CODE_PAUSE))
    await site.postman.send_code(person, body.address, code)
    return await wishes(call)


async def mail_code(call: Call, body: wire.MailCode) -> wire.Wishes:
    """The code that came: the address is yours."""
    site, person = call.site, (await call.person()).id
    since = site.clock.now() - CODE_LASTS
    hash = code_hash(person, body.code)
    if not await site.store.write(queries.try_code, person, hash, since, CODE_TRIES):
        raise refuse("wrong_code")
    return await wishes(call)


async def mail_off(call: Call) -> wire.Nothing:
    """The link in a mail that ends it; nobody has to sign in for that."""
    if not await call.site.store.write(queries.end_mail, call.path["secret"]):
        raise refuse("wrong_link")
    return wire.Nothing()


async def hook(call: Call, body: wire.HookTo) -> wire.Wishes:
    """Give a URL to which what you are told is posted, or take it away."""
    await call.site.store.write(queries.wish, (await call.person()).id, {"hook": body.url})
    return await wishes(call)


async def push(call: Call, body: wire.Push) -> wire.Wishes:
    """A browser takes push messages."""
    row = {
        "id": sha256(body.endpoint.encode()).hexdigest(),
        "person": (await call.person()).id,
        "endpoint": body.endpoint,
        "p256dh": body.p256dh,
        "auth": body.auth,
        "language": language(body.language),
        "created": call.site.clock.now(),
    }
    await call.site.store.write(queries.add_push, row, MOST_BROWSERS)
    return await wishes(call)


async def no_push(call: Call, body: wire.NoPush) -> wire.Wishes:
    """A browser takes no push messages any more."""
    id = sha256(body.endpoint.encode()).hexdigest()
    await call.site.store.write(queries.drop_push, (await call.person()).id, id)
    return await wishes(call)


async def trial(call: Call) -> wire.Ways:
    """Send a letter to all your addresses now, to see whether it comes."""
    site, person = call.site, (await call.person()).id
    found = await site.store.read(queries.wishes_of, person)
    wanted = json.decode(found["wanted"], type=wire.Wanted)
    letters = await site.postman.ways(person, found, wanted, Told((Item("trial"),)))
    if not letters:
        raise refuse("no_way")
    site.talks.pace(person)
    await site.postman.write(person, letters)
    return wire.Ways(len(letters))


# ---------------------------------------------------------------- inviting
async def fellows(call: Call) -> tuple[wire.Fellow, ...]:
    """Those with whom you sat at a table: whom you may invite."""
    found = await call.site.store.read(queries.fellows, (await call.person()).id)
    return tuple(wire.Fellow(**one) for one in found)


async def invite(call: Call, body: wire.Invite) -> wire.Nothing:
    """Invite one of them to a table that is not full yet."""
    site, me = call.site, await call.person()
    table = (await site.tables.get(call.path["table"])).table
    table.must_be("lobby")
    table.seat_of(me.id)
    if not await site.store.read(queries.are_fellows, me.id, body.person):
        raise refuse("no_fellow")
    site.talks.pace(me.id)
    if not await site.store.read(talk.blocks, body.person, me.id):  # Who is blocked learns nothing of it.
        told = Tiding(body.person, "invited", me.id)
        seq = await site.store.write(queries.tell, told, table.id, site.clock.now())
        await site.notices.told((body.person, seq))
    return wire.Nothing()


ROUTES = (
    get("/api/me/notices", notices),
    post("/api/me/notices/seen", see),
    get("/api/me/notices/wishes", wishes),
    post("/api/me/notices/wishes", wish),
    post("/api/me/notices/silence", silence),
    post("/api/me/notices/mail", mail),
    post("/api/me/notices/mail/code", mail_code),
    post("/api/me/notices/hook", hook),
    post("/api/me/notices/push", push),
    post("/api/me/notices/push/end", no_push),
    post("/api/me/notices/trial", trial, 201),
    post("/api/notices/off/{secret}", mail_off),
    get("/api/me/fellows", fellows),
    post("/api/tables/{table}/invite", invite, 201),
)
