"""``branchline admin reports``: what people reported of what was said, and what can be done about it."""

from __future__ import annotations

from typing import Any

from branchline.cli.common import CommandError, Context
from branchline.cli.office import SHOWN, Office, sure, when

AROUND = 6
"""So many lines before and after what was reported are shown."""


async def reports(office: Office) -> None:
    """List what was reported and not dismissed."""
    from branchline.server.store import keeping

    rows = await office.store.read(keeping.some_reports, SHOWN)
    lines = [
        [
            str(one["id"]),
            when(one["at"]),
            reason(office.context, one),
            one["table"],
            f"{one['name'] or '–'} ({one['person']})",
            words(office.context, one["said"]),
        ]
        for one in rows
    ]
    office.table(("id", "created", "why", "table", "who", "said"), lines)
    if len(rows) == SHOWN:
        office.say("only_some", most=SHOWN)


async def report(office: Office) -> None:
    """Show a report with what was said around it."""
    from branchline.server.store import keeping

    one = await found(office)
    reporters = await office.store.read(keeping.reporters, one["table"], one["room"], one["number"])
    office.facts(
        {
            "id": one["id"],
            "created": when(one["at"]),
            "why": reason(office.context, one),
            "table": f"{one['table']} ({office.context.say('admin.room_' + one['room'])})",
            "who": f"{one['name'] or '–'} ({one['person']})",
            "blocked": office.yes(one["blocked"]),
            "by": ", ".join(reporters),
            "said": words(office.context, one["said"]),
        }
    )
    office.context.write("")
    for line in await office.store.read(keeping.lines_around, one["table"], one["room"], one["number"], AROUND):
        mark = ">" if line["number"] == one["number"] else " "
        said = words(office.context, line["said"]) if line["said"] else office.context.say("admin.is_removed")
        office.context.write(*office.context.terminal.wrap(f"{mark} {when(line['at'])}  {line['name'] or '–'}: {said}"))


async def unsay(office: Office) -> None:
    """Remove what was reported from the talk, for everybody; the report is done with."""
    from branchline.server import wire
    from branchline.server.live.talk import Talks
    from branchline.server.store import keeping

    one = await found(office)
    if sure(office, "would_unsay", value=words(office.context, one["said"])):
        if await office.store.read(keeping.is_said, one["table"], one["room"], one["number"]):
            removed = wire.Removed(one["number"])
            await Talks(office.tables).keep((one["table"], one["room"]), "", "", f"remove {one['number']}", removed)
        await done(office, one)
        office.say("unsaid")


async def hush(office: Office) -> None:
    """Let who said it say nothing more at that table."""
    from branchline.server.tables.talk import Hush

    one = await found(office)
    live = await office.tables.get(one["table"])
    await live.do(Hush(person=one["person"]), office.tables.asked(None))
    office.say("hushed", name=one["name"] or one["person"], table=one["table"])


async def dismiss(office: Office) -> None:
    """A report needs nothing more."""
    await done(office, await found(office))
    office.say("dismissed")


async def found(office: Office) -> dict[str, Any]:
    """The report that the first word names."""
    from branchline.server.store import keeping

    said = office.found.words[0]
    # A number that fits no column of a database names no report either.
    number = int(said) if said.isascii() and said.isdigit() and len(said) < 10 else 0
    one = await office.store.read(keeping.report, number)
    if one is None:
        raise CommandError("admin.no_report", {"value": said})
    return one


async def done(office: Office, one: dict[str, Any]) -> None:
    """All reports of a line are done with."""
    from branchline.server.store import keeping

    await office.store.write(keeping.dismiss, one["table"], one["room"], one["number"])


def reason(context: Context, one: dict[str, Any]) -> str:
    """Why a line was reported."""
    return context.say(f"admin.why_{one['why']}")


def words(context: Context, said: str) -> str:
    """What was said, in the language of whoever reads it."""
    from msgspec import json

    from branchline.server import wire

    match json.decode(said, type=wire.Heard):
        case wire.Words(text):
            return text
        case wire.Phrase(phrase):
            return context.say(f"talk.{phrase}")
        case wire.Emote(emote):
            return f":{emote}:"
        case _:
            return context.say("admin.is_removed")
