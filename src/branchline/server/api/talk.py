"""What is said at tables, and whom one does not want to hear."""

from __future__ import annotations

from branchline.server import wire
from branchline.server.api.layer import Call, get, post
from branchline.server.live.talk import EMOTES, PHRASES, may_hear
from branchline.server.problems import refuse
from branchline.server.store import people
from branchline.server.store import talk as queries
from branchline.server.tables.table import Table


async def table_of(call: Call) -> Table:
    """The table in the path."""
    return (await call.site.tables.get(call.path["table"])).table


async def say(call: Call, body: wire.Say) -> wire.Done:
    """Say something at a table; ``seq`` is the number of the line."""
    person, table = await call.person(), await table_of(call)
    return wire.Done(table.id, await call.site.talks.say(table, person, body))


async def listen(call: Call, query: wire.Listening) -> wire.TalkNews:
    """What was said in a room."""
    person, table = await call.who(), await table_of(call)
    id = person.id if person else None
    may_hear(table, query.room, id)
    ears = await call.site.talks.ears(table.id, query.room, id)
    return ears.news(None, query.since)  # type: ignore[return-value]


async def remove_line(call: Call, body: wire.WhichLine) -> wire.Done:
    """Remove a line of your own, or any at a table that you host."""
    person, table = await call.person(), await table_of(call)
    return wire.Done(table.id, await call.site.talks.remove(table, person, body))


async def report_line(call: Call, body: wire.Report) -> wire.Nothing:
    """Tell the keepers of the server of a line."""
    person, table = await call.person(), await table_of(call)
    await call.site.talks.report(table, person, body)
    return wire.Nothing()


async def phrasebook(call: Call) -> wire.Phrasebook:
    """The phrases and little pictures that can be said everywhere."""
    return wire.Phrasebook(PHRASES, EMOTES)


async def shun(call: Call, body: wire.Shun) -> wire.Nothing:
    """Do not hear a person, have nothing to do with it, or take that back."""
    me = await call.person()
    if body.person == me.id:
        raise refuse("shun_yourself")
    name = await call.site.store.read(people.name_of, body.person)
    await call.site.store.write(queries.shun, me.id, body.person, name or "", body.how)
    return wire.Nothing()


async def shunned(call: Call) -> tuple[wire.Shunned, ...]:
    """The persons you do not hear."""
    found = await call.site.store.read(queries.shunned, (await call.person()).id)
    return tuple(wire.Shunned(**one) for one in found)


ROUTES = (
    get("/api/phrases", phrasebook),
    get("/api/tables/{table}/talk", listen),
    post("/api/tables/{table}/talk", say, 201),
    post("/api/tables/{table}/talk/remove", remove_line),
    post("/api/tables/{table}/talk/report", report_line, 201),
    get("/api/me/shunned", shunned),
    post("/api/me/shunned", shun),
)
