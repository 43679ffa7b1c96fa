"""``branchline admin``: looking after a server, while it runs or stands still."""

from __future__ import annotations

import asyncio
import os
import secrets
from argparse import Namespace
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.cli import reports
from branchline.cli.common import Arguments, CommandError, Context, number, why
from branchline.cli.office import SHOWN, Office, sure, when
from branchline.words import has

if TYPE_CHECKING:
    from branchline.server.config import Config

DAY = 86400.0
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def add_arguments(arguments: Arguments) -> None:
    """What can be said after ``admin``."""
    arguments.add("action", message="admin.action_help", nargs="?", metavar="ACTION")
    arguments.add("words", message="admin.words_help", nargs="*", metavar="WORD")
    arguments.add("--config", message="settings.config", metavar="FILE")
    arguments.add("--database", message="settings.database", metavar="URL")
    arguments.add("--bus", message="settings.bus", metavar="URL")
    arguments.add("--to", message="admin.to_help", metavar="URL")
    arguments.add("--days", message="admin.days_help", metavar="DAYS", default="400")
    arguments.add("--stage", message="admin.stage_help", metavar="STAGE", default="")
    arguments.add("--yes", message="admin.yes_help", action="store_true")


# ---------------------------------------------------------------- people
async def users(office: Office) -> None:
    """List people."""
    from branchline.server.store import keeping

    rows = await office.store.read(keeping.some_people, " ".join(office.found.words), SHOWN)
    blocked = office.context.say("admin.is_blocked")
    lines = [
        [
            one["id"],
            one["name"],
            one["login"] or "",
            office.yes(one["account"]),
            when(one["seen"]),
            blocked if one["blocked"] else "",
        ]
        for one in rows
    ]
    office.table(("id", "name", "login", "account", "seen", "blocked"), lines)
    if len(rows) == SHOWN:
        office.say("only_some", most=SHOWN)


async def user(office: Office) -> None:
    """Show a person."""
    one = await office.person()
    office.facts(
        {
            "id": one["id"],
            "name": one["name"],
            "login": one["login"] or "–",
            "account": office.yes(one["account"]),
            "blocked": office.yes(one["blocked"]),
            "created": when(one["created"]),
            "seen": when(one["seen"]),
            "sessions": one["sessions"],
            "tokens": one["tokens"],
            "passkeys": one["passkeys"],
            "tables": " ".join(one["tables"]) or "–",
        }
    )


async def rename(office: Office) -> None:
    """Give a person another name."""
    from branchline.server.people import clean
    from branchline.server.store import people

    one, name = await office.person(), clean(" ".join(office.found.words[1:]))[:40]
    await office.store.write(people.change, one["id"], {"name": name})
    await office.accounts.changed(one["id"])
    office.say("renamed", before=one["name"], name=name)


async def block(office: Office) -> None:
    """Shut a person out, at once."""
    from branchline.server.store import keeping, people

    one = await office.person()
    hashes = await office.store.read(people.hashes, one["id"])
    await office.store.write(keeping.block, one["id"], True)
    await office.accounts.endings.end(hashes)
    office.say("blocked", name=one["name"])


async def unblock(office: Office) -> None:
    """Let a person in again."""
    from branchline.server.store import keeping

    one = await office.person()
    await office.store.write(keeping.block, one["id"], False)
    await office.accounts.changed(one["id"])
    office.say("unblocked", name=one["name"])


async def delete(office: Office) -> None:
    """Forget a person."""
    one = await office.person()
    if sure(office, "would_delete", name=one["name"], tables=len(one["tables"])):
        await office.accounts.forget(one["id"])
        office.say("deleted", name=one["name"])


async def reset(office: Office) -> None:
    """Give a person a new way to sign in; the old ones are void."""
    from branchline.server.store import keeping

    one = await office.person()
    if not sure(office, "would_reset", name=one["name"]):
        return
    password = "-".join("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(4))
    login = one["login"] or f"{one['name'][:27]}-{one['id']}"
    await office.accounts.set_password(one["id"], login, password)
    await office.store.write(keeping.remove_passkeys, one["id"])
    for way in ("session", "token"):
        await office.accounts.end(way, one["id"])
    office.say("was_reset", login=login, password=password)


# ---------------------------------------------------------------- tables
async def tables(office: Office) -> None:
    """List tables."""
    from branchline.server.store import keeping

    stage = office.found.stage
    if stage not in ("", "lobby", "playing", "over"):
        raise CommandError("admin.no_stage", {"value": stage, "possible": "lobby, playing, over"})
    person = office.found.words[0] if office.found.words else ""
    rows = await office.store.read(keeping.some_tables, stage, person, SHOWN)
    lines = [
        [one["id"], one["variant"], one["stage"], str(one["seq"]), when(one["created"]), when(one["changed"])]
        for one in rows
    ]
    office.table(("id", "variant", "stage", "rows", "created", "changed"), lines)
    if len(rows) == SHOWN:
        office.say("only_some", most=SHOWN)


async def table(office: Office) -> None:
    """Show a table, as everybody may see it."""
    it = (await office.tables.get(office.found.words[0])).table
    seated = [f"{chair.name or '–'} ({chair.person or chair.bot or '–'})" for chair in it.chairs]
    office.facts(
        {
            "id": it.id,
            "variant": it.setup.variant,
            "stage": it.stage,
            "host": it.host or "–",
            "rows": it.seq,
            "created": when(it.created),
            "changed": when(it.at),
            "seats": ", ".join(seated),
            "waiting": ", ".join(it.chairs[seat].name for seat in it.waiting) or "–",
        }
    )


async def close(office: Office) -> None:
    """End a game without a result; remove a table at which none has begun."""
    from branchline.server.store import keeping
    from branchline.server.tables.absence import Close

    live = await office.tables.get(office.found.words[0])
    stage = live.table.stage
    if stage == "over":
        office.say("is_over")
    elif sure(office, "would_close" if stage == "playing" else "would_remove", table=live.table.id):
        if stage == "playing":
            await live.do(Close(), office.tables.asked(None))
        else:
            await office.store.write(keeping.remove_table, live.table.id)
        office.say("closed")


async def export(office: Office) -> None:
    """The whole log of a table, secrets included, as JSON: to look into a quarrel, or to show a mistake."""
    from msgspec import json, structs

    from branchline.server.store import logs

    id = office.found.words[0]
    await office.tables.get(id)
    rows = [structs.asdict(row) for row in await office.store.read(logs.rows, id, 0)]
    data = json.format(json.encode({"table": id, "rows": rows}), indent=1)
    if len(office.found.words) == 1:
        office.context.write(data.decode())
        return
    file = Path(office.found.words[1])
    must_be_new(file)
    file.write_bytes(data + b"\n")
    office.say("written", value=str(file))


# ---------------------------------------------------------------- the whole
async def backup(office: Office) -> None:
    """A backup while the server runs."""
    from branchline.server.store.copying import back_up

    file = Path(office.found.words[0])
    must_be_new(file)
    rows = await asyncio.to_thread(back_up, office.config.database, file)
    office.say("backed_up", rows=rows, value=str(file), size=f"{file.stat().st_size / 1e6:.1f}")


async def restore(office: Office) -> None:
    """A backup into an empty database."""
    from branchline.server.store.copying import bring_back

    file = Path(office.found.words[0])
    if not file.is_file():
        raise CommandError("cli.cannot_read", {"value": str(file), "why": why(FileNotFoundError(2, "No such file"))})
    rows = await asyncio.to_thread(bring_back, file, office.config.database)
    office.say("restored", rows=rows, value=shown(office.config.database))


async def migrate(office: Office) -> None:
    """Everything from one database into another."""
    from branchline.server.store.copying import copy

    if not office.found.to:
        raise CommandError("admin.needs_to")
    rows = await asyncio.to_thread(copy, office.config.database, office.found.to)
    office.say("migrated", rows=rows, value=shown(office.found.to))


async def prune(office: Office) -> None:
    """Remove what nobody needs any more; without --yes only say what that is."""
    from branchline.errors import BranchlineError
    from branchline.server.people import COOKIE_SECONDS
    from branchline.server.store import keeping
    from branchline.server.tables.absence import Close

    days = number(office.found.days, "--days", 1, 100_000)
    before, stale = office.now - days * DAY, office.now - COOKIE_SECONDS
    lobbies = await office.store.read(keeping.idle_tables, "lobby", before)
    games = await office.store.read(keeping.idle_tables, "playing", before)
    guests = await office.store.read(keeping.old_guests, before)
    sessions = await office.store.read(keeping.old_sessions, stale)
    office.say("would_prune", days=days, lobbies=len(lobbies), games=len(games), guests=len(guests), sessions=sessions)
    if not sure(office, "nothing_yet"):
        return
    for id in lobbies:
        await office.store.write(keeping.remove_table, id)
    for id in games:
        try:
            await (await office.tables.get(id)).do(Close(), office.tables.asked(None))
        except BranchlineError as error:  # Somebody came back just now.
            office.context.write(f"{id}: {error.say(office.context.lang)}")
    for id in guests:
        await office.accounts.forget(id)
    await office.store.write(keeping.remove_old_sessions, stale)
    office.say("pruned")


async def ratings(office: Office) -> None:
    """Count all ratings anew, from the first game on."""
    from branchline.server.store.rebuild import rebuild_ratings

    office.say("rated", games=await office.store.write(rebuild_ratings))


Action = Callable[[Office], Awaitable[None]]
ACTIONS: dict[str, tuple[Action, int, int]] = {
    "users": (users, 0, 9),
    "user": (user, 1, 1),
    "rename": (rename, 2, 9),
    "block": (block, 1, 1),
    "unblock": (unblock, 1, 1),
    "delete": (delete, 1, 1),
    "reset": (reset, 1, 1),
    "tables": (tables, 0, 1),
    "table": (table, 1, 1),
    "close": (close, 1, 1),
    "export": (export, 1, 2),
    "reports": (reports.reports, 0, 0),
    "report": (reports.report, 1, 1),
    "unsay": (reports.unsay, 1, 1),
    "hush": (reports.hush, 1, 1),
    "dismiss": (reports.dismiss, 1, 1),
    "backup": (backup, 1, 1),
    "restore": (restore, 1, 1),
    "migrate": (migrate, 0, 0),
    "prune": (prune, 0, 0),
    "ratings": (ratings, 0, 0),
}
"""The actions, and how many words each takes."""

WHOLE = ("backup", "restore", "migrate")
"""Those that take the database as it is, and do not bring it up to date first."""


# ---------------------------------------------------------------- how they are carried out
def run(found: Namespace, context: Context) -> int:
    """Carry out an action."""
    if found.action is None:
        t = context.terminal
        rows = [[f"  {t.paint(form(context, name), 'bold')}", context.say(f"admin.about_{name}")] for name in ACTIONS]
        context.write(*t.table(rows, "lw", header=False), "", *t.wrap(context.say("admin.more")))
        return 0
    if found.action not in ACTIONS:
        raise CommandError("admin.no_action", {"value": found.action, "possible": ", ".join(ACTIONS)})
    action, least, most = ACTIONS[found.action]
    if not least <= len(found.words) <= most:
        raise CommandError("admin.wrong_words", {"form": f"branchline admin {form(context, found.action)}"})
    try:
        from sqlalchemy.exc import SQLAlchemyError

        from branchline.server.config import read_config
    except ModuleNotFoundError as error:
        raise CommandError("cli.serve_missing", {"value": error.name}) from None
    flags = {name: getattr(found, name) for name in ("database", "bus") if getattr(found, name) is not None}
    config = read_config(flags, os.environ, found.config)
    if found.action != "restore":
        must_exist(config.database)
    try:
        asyncio.run(carry_out(action, found, context, config))
    except SQLAlchemyError as error:
        place = shown(config.database)
        raise CommandError("cli.cannot_read", {"value": place, "why": str(error).partition("\n")[0]}) from None
    return 0


async def carry_out(action: Action, found: Namespace, context: Context, config: Config) -> None:
    """Open what an action needs, carry it out, close."""
    async with office_of(found, context, config) as office:
        await action(office)


@asynccontextmanager
async def office_of(found: Namespace, context: Context, config: Config) -> AsyncIterator[Office]:
    """The parts of a server that serve nobody: no bot moves and no clock is looked at here."""
    from branchline.server.accounts import Accounts
    from branchline.server.bus import make_bus
    from branchline.server.clock import RealClock
    from branchline.server.endings import Endings
    from branchline.server.live.tables import LiveTables
    from branchline.server.passwords import Passwords
    from branchline.server.store.store import Store

    store, bus, clock = Store(config.database, config.durable), make_bus(config.bus), RealClock()
    live = LiveTables(store, bus, clock)
    accounts = Accounts(config, store, live, Endings(bus, store), Passwords())
    try:
        if found.action not in WHOLE:
            await store.open()
            await bus.open()
        yield Office(context, found, config, store, live, accounts)
        await live.close()
    finally:
        await bus.close()
        store.close()


def form(context: Context, action: str) -> str:
    """How an action is written."""
    message = f"admin.form_{action}"
    return f"{action} {context.say(message)}" if has(message) else action


def shown(url: str) -> str:
    """A database without its password."""
    from branchline.server.store.store import address

    return address(url).render_as_string(hide_password=True)


def must_exist(url: str) -> None:
    """Refuse a file of SQLite that is not there: a mistyped name must not become a new database."""
    from sqlalchemy.exc import SQLAlchemyError

    from branchline.server.store.store import address

    try:
        place = address(url)
    except SQLAlchemyError as error:
        raise CommandError("cli.cannot_read", {"value": url, "why": str(error)}) from None
    if place.get_backend_name() == "sqlite" and not Path(place.database or "").is_file():
        raise CommandError("admin.no_file", {"value": place.database})


def must_be_new(file: Path) -> None:
    """Refuse to write over something."""
    if file.exists():
        raise CommandError("admin.is_there", {"value": str(file)})
    if not file.parent.is_dir():
        raise CommandError("admin.no_folder", {"value": str(file.parent)})
