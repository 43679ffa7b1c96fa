"""Tables: open one, ask something of it, look at it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from msgspec import json

from branchline.bots.registry import levels
from branchline.server import wire
from branchline.server.api.layer import Call, get, post, reader_language
from branchline.server.limits import address
from branchline.server.live.live import TableCursor
from branchline.server.problems import RefusedError, refuse, told
from branchline.server.seats.registry import seatable
from branchline.server.store import logs
from branchline.server.store.talk import blocks
from branchline.server.tables.dealing import Dealing, dealing, verify
from branchline.server.tables.kinds import AnyCommand
from branchline.server.tables.lobby import TakeSeat
from branchline.server.tables.play import Play
from branchline.words import say

BEAT_SECONDS = 15.0


async def open_table(call: Call, body: wire.NewTable) -> wire.Done:
    """Open a table."""
    person = await call.person()
    call.site.limits.take("table", address(call.request))
    tables = call.site.tables
    live = await tables.open(body.setup, person, body.key)
    if body.sit and live.table.seq == 1:
        return await live.do(TakeSeat(), tables.asked(person))
    return wire.Done(live.table.id, live.table.seq)


async def command(call: Call, body: AnyCommand) -> wire.Done:
    """Ask something of a table."""
    person = await call.person()
    live = await call.site.tables.get(call.path["table"])
    host = live.table.host if isinstance(body, TakeSeat) else None
    if host is not None and await call.site.store.read(blocks, host, person.id):
        raise refuse("sent_away")
    return await live.do(body, call.site.tables.asked(person))


async def play(call: Call, body: Play) -> wire.Done:
    """Play a move."""
    return await command(call, body)


async def moves(call: Call, query: wire.Looking) -> wire.Moves:
    """The legal moves of a seat, for programs that do not build them from the form of the choice."""
    live = await call.site.tables.get(call.path["table"])
    table = live.table
    seat = table.seat_of((await call.person()).id, query.seat)
    legal = table.game.legal(seat) if table.game and seat in table.waiting else ()
    return wire.Moves(table.seq, tuple(str(move) for move in legal))


async def rematch(call: Call) -> wire.Done:
    """The table at which the same players play again, everybody one seat on; your seat is yours at once."""
    person = await call.person()
    tables = call.site.tables
    live = await tables.rematch(await tables.get(call.path["table"]), person)
    done = wire.Done(live.table.id, live.table.seq)
    for seat in live.table.seats_of(person.id):
        if live.table.chairs[seat].reserved:
            with suppress(RefusedError):  # The same request may have come twice.
                done = await live.do(TakeSeat(seat=seat), tables.asked(person))
    return done


async def invitation(call: Call) -> wire.Invitation:
    """How others come to a table: a link, and its id in groups for those who type."""
    id = (await call.site.tables.get(call.path["table"])).table.id
    base = call.site.config.url or str(call.request.base_url)
    return wire.Invitation(id, f"{base.rstrip('/')}/t/{id}", "-".join(id[i : i + 4] for i in range(0, len(id), 4)))


async def proof(call: Call) -> Dealing:
    """What proves the dealing of a finished game."""
    return dealing((await call.site.tables.get(call.path["table"])).table)


async def verdict(call: Call, query: wire.Promised) -> wire.DealingTold:
    """
    Deal a finished game again: whether it was dealt as promised.

    Who trusts the server as little as it should takes the proof and runs ``branchline verify`` at home.
    """
    proof = dealing((await call.site.tables.get(call.path["table"])).table)
    found = await asyncio.to_thread(verify, proof, query.promise or None)
    sentence = say(found.message, found.parameters, reader_language(call.request))
    return wire.DealingTold(found.fair, found.message, found.parameters, sentence)


async def bots(call: Call) -> wire.Bots:
    """The bots that can be seated."""
    found = [
        wire.BotKind(one.name, one.message or f"bots.about_{one.name}", tuple(it.name for it in one.parameters))
        for one in seatable()
    ]
    return wire.Bots(tuple(one.name for one in levels()), tuple(found))


async def look(call: Call, query: wire.Looking) -> wire.News:
    """What happened at a table after a row, and how it stands."""
    cursor = await call.site.tables.follow(call.path["table"], await eyes_of(call), query.seat, query.since)
    return cursor.take()  # type: ignore[return-value]


async def stream(call: Call, query: wire.Looking) -> AsyncIterator[wire.News]:
    """The same as lines of JSON, one whenever something happens; an empty line now and then says that we live."""
    cursor = await call.site.tables.follow(call.path["table"], await eyes_of(call), query.seat, query.since)
    return lines(cursor)  # type: ignore[return-value]


async def lines(cursor: TableCursor) -> AsyncIterator[bytes]:
    """News of a table until it is over, or the one who looks may not any more."""
    woken, feed = asyncio.Event(), cursor.feed
    feed.watchers.add(woken.set)
    try:
        while feed.table.stage != "over" or cursor.behind:
            woken.clear()
            if cursor.behind:
                try:
                    yield cursor.take() + b"\n"
                except RefusedError as error:
                    yield json.encode(told(error, "en")) + b"\n"
                    return
                continue
            try:
                async with asyncio.timeout(BEAT_SECONDS):
                    await woken.wait()
            except TimeoutError:
                yield b"\n"
    finally:
        feed.watchers.discard(woken.set)


async def eyes_of(call: Call) -> str | None:
    """Who looks, if it is anybody we know."""
    person = await call.who()
    return person.id if person else None


async def open_tables(call: Call) -> wire.Tables:
    """The open list."""
    return wire.Tables(tuple(await call.site.store.read(logs.listed)))


async def my_tables(call: Call) -> wire.Tables:
    """The tables at which you sit."""
    return wire.Tables(tuple(await call.site.store.read(logs.of_person, (await call.person()).id)))


ROUTES = (
    post("/api/tables", open_table, 201),
    get("/api/tables", open_tables),
    get("/api/me/tables", my_tables),
    get("/api/tables/{table}", look),
    get("/api/tables/{table}/stream", stream),
    post("/api/tables/{table}/commands", command),
    get("/api/tables/{table}/moves", moves),
    post("/api/tables/{table}/moves", play),
    post("/api/tables/{table}/rematch", rematch),
    get("/api/tables/{table}/invitation", invitation),
    get("/api/tables/{table}/dealing", proof),
    get("/api/tables/{table}/verdict", verdict),
    get("/api/bots", bots),
)
