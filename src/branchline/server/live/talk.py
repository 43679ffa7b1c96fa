"""
What is said at tables.

Each table has two rooms. In ``table`` talk those who have a seat, and everybody hears them; in ``gallery`` talk those
who look on, and the seats hear nothing of it while the game runs, for somebody there may know too much.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from msgspec import json
from sqlalchemy.exc import IntegrityError

from branchline.server import wire
from branchline.server.bus import FORGOTTEN, Note
from branchline.server.live.feed import Cursor
from branchline.server.live.notices import KIND as NOTICES
from branchline.server.live.tables import LiveTables
from branchline.server.people import Person, new_id
from branchline.server.problems import RefusedError, refuse
from branchline.server.store import talk as queries
from branchline.server.store.notices import tell
from branchline.server.tables.table import Table
from branchline.server.tables.tidings import Tiding

KIND = "talk"
"""The notes about rooms."""

PHRASES = (
    "hello",
    "good_luck",
    "nice_move",
    "thanks",
    "oh_no",
    "sorry",
    "well_played",
    "your_turn",
    "thinking",
    "back_soon",
    "back_again",
    "play_again",
    "must_go",
    "bye",
)
EMOTES = ("smile", "laugh", "wow", "sad", "cross", "think", "thumb", "heart", "clap", "whistle")
"""What can be said everywhere; the sentences stand in words/talk.toml, the client draws the pictures."""

SHOWN = 200
"""How far back the talk is told to those who come."""

LINES, SECONDS = 6, 10.0
"""So many lines in so many seconds may one person say."""

ATTEMPTS = 5


class Ears:
    """A room as one person hears it: without those it does not want to hear."""

    def __init__(self, room: Room, deaf: frozenset[str]) -> None:
        self.room, self.deaf = room, deaf
        self.watchers = room.watchers

    @property
    def seq(self) -> int:
        """The number of the last line."""
        return self.room.seq

    def news(self, seat: int | None, since: int) -> bytes:
        """What was said after a line."""
        since = min(since, self.seq)
        heard = tuple(line for line in self.room.lines if line.number > since and line.by not in self.deaf)
        return json.encode(wire.TalkNews(self.room.table, self.room.name, since, self.seq, heard))


class Room:
    """A room in memory: its last lines."""

    def __init__(self, table: str, name: wire.RoomName) -> None:
        self.table, self.name = table, name
        self.seq = 0
        self.lines: deque[wire.Line] = deque(maxlen=SHOWN)
        self.watchers: set[Callable[[], None]] = set()

    def add(self, line: wire.Line) -> None:
        """Hear a line."""
        self.seq = line.number
        if isinstance(line.what, wire.Removed):
            kept = [other for other in self.lines if other.number != line.what.number]
            self.lines = deque(kept, maxlen=SHOWN)
        self.lines.append(line)


class Talks:
    """All rooms that somebody listens to, in this process."""

    def __init__(self, tables: LiveTables) -> None:
        self.tables = tables
        self.store, self.bus, self.clock = tables.store, tables.bus, tables.clock
        self.rooms: dict[tuple[str, wire.RoomName], Room] = {}
        self.said: dict[str, deque[float]] = {}
        self.catching_up: set[asyncio.Task[None]] = set()
        self.bus.subscribe(self.heard)
        self.bus.missed.append(self.look_for_missed)
        tables.leaving.append(self.forget)

    async def room(self, table: str, name: wire.RoomName) -> Room:
        """A room as it is now."""
        room = self.rooms.setdefault((table, name), Room(table, name))
        await self.catch_up(room)
        return room

    async def catch_up(self, room: Room) -> None:
        """Read what has been said since."""
        for row in await self.store.read(queries.lines, room.table, room.name, room.seq, SHOWN):
            if row["number"] > room.seq:
                if row["said"] is None:
                    room.seq = row["number"]
                    continue
                what = json.decode(row["said"], type=wire.Heard)
                room.add(wire.Line(row["number"], row["at"], row["by"], row["name"], what))

    def heard(self, note: Note) -> None:
        """Somebody said something somewhere, or is no more."""
        if note.kind == FORGOTTEN:
            for known in self.rooms.values():
                known.lines = deque((line for line in known.lines if line.by != note.id), maxlen=SHOWN)
        if note.kind != KIND:
            return
        table, _, name = note.id.partition("/")
        room = self.rooms.get((table, "gallery" if name == "gallery" else "table"))
        if room is not None:
            self.look(room)

    def look_for_missed(self) -> None:
        """Notes were lost: there may be news in every room."""
        for room in self.rooms.values():
            self.look(room)

    def look(self, room: Room) -> None:
        """Look whether something was said."""
        task = asyncio.ensure_future(self.wake(room))
        self.catching_up.add(task)
        task.add_done_callback(self.catching_up.discard)

    async def wake(self, room: Room) -> None:
        """Read what is new, and wake those who listen."""
        with suppress(RefusedError):  # The database is away: the next note looks again.
            await self.catch_up(room)
        for wake in tuple(room.watchers):
            wake()

    def forget(self, table: str) -> None:
        """A table leaves the memory: its rooms go with it, if nobody listens."""
        for name in ("table", "gallery"):
            room = self.rooms.get((table, name))
            if room is not None and not room.watchers:
                del self.rooms[table, name]

    # ------------------------------------------------------------ listening
    async def ears(self, table: str, name: wire.RoomName, person: str | None) -> Ears:
        """A room as a person hears it."""
        deaf = await self.store.read(queries.shunned, person) if person else []
        return Ears(await self.room(table, name), frozenset(one["person"] for one in deaf))

    async def cursor(self, message: wire.WatchTalk, person: str | None) -> Cursor:
        """A follower of a room, as long as it may hear it."""
        live = await self.tables.get(message.table)

        def check() -> None:
            may_hear(live.table, message.room, person)

        check()
        return Cursor(await self.ears(message.table, message.room, person), None, message.since, check)

    # ------------------------------------------------------------ talking
    async def say(self, table: Table, person: Person, asked: wire.Say) -> int:
        """Say something; the number of the line."""
        may_talk(table, asked.room, person.id)
        if table.host is not None and await self.store.read(queries.blocks, table.host, person.id):
            raise refuse("hushed")
        what = asked.what
        match what:
            case wire.Words():
                if table.setup.talk != "free":
                    raise refuse("phrases_only")
                what = wire.Words(" ".join(what.text.split()))
            case wire.Phrase() if what.phrase not in PHRASES:
                raise refuse("no_such_phrase", value=what.phrase, possible=", ".join(PHRASES))
            case wire.Emote() if what.emote not in EMOTES:
                raise refuse("no_such_phrase", value=what.emote, possible=", ".join(EMOTES))
        self.pace(person.id)
        name = next((table.chairs[seat].name for seat in table.seats_of(person.id)), person.name)
        number = await self.keep((table.id, asked.room), person.id, name, asked.key or new_id(), what)
        if isinstance(what, wire.Words):
            for told in mentioned(table, asked.room, person.id, what.text):
                if not await self.store.read(queries.blocks, told.person, person.id):
                    seq = await self.store.write(tell, told, table.id, self.clock.now())
                    await self.bus.publish(Note(NOTICES, told.person, seq))
        return number

    async def remove(self, table: Table, person: Person, asked: wire.WhichLine) -> int:
        """Remove a line: one's own, or as the host."""
        found = await self.line(table, asked.room, asked.number, person.id)
        if person.id not in (found.by, table.host):
            raise refuse("not_your_line")
        removed = wire.Removed(asked.number)
        return await self.keep((table.id, asked.room), person.id, person.name, f"remove {asked.number}", removed)

    async def report(self, table: Table, person: Person, asked: wire.Report) -> None:
        """Tell the keepers of the server of a line."""
        found = await self.line(table, asked.room, asked.number, person.id)
        self.pace(person.id)
        report = {
            "at": self.clock.now(),
            "by": person.id,
            "table": table.id,
            "room": asked.room,
            "number": asked.number,
            "person": found.by,
            "said": json.encode(found.what).decode(),
            "why": asked.why,
        }
        await self.store.write(queries.report, report)

    async def line(self, table: Table, room: wire.RoomName, number: int, person: str) -> wire.Line:
        """A line that somebody may hear and that was not removed."""
        may_hear(table, room, person)
        row = await self.store.read(queries.line, table.id, room, number)
        what = json.decode(row["said"], type=wire.Heard) if row and row["said"] else None
        if row is None or what is None or isinstance(what, wire.Removed):
            raise refuse("no_such_line", value=number)
        return wire.Line(row["number"], row["at"], row["by"], row["name"], what)

    async def keep(self, place: tuple[str, wire.RoomName], by: str, name: str, key: str, what: wire.Heard) -> int:
        """Keep a line and tell everybody."""
        removes = what.number if isinstance(what, wire.Removed) else 0
        said = json.encode(what).decode()
        for _ in range(ATTEMPTS):
            try:
                number = await self.store.write(
                    queries.add, place, self.clock.now(), by, name, key, said, removes=removes
                )
            except IntegrityError:
                continue  # Another process was first with this number.
            await self.bus.publish(Note(KIND, "/".join(place), number))
            return number
        raise refuse("unavailable")

    def pace(self, person: str) -> None:
        """Refuse who talks too much."""
        now = self.clock.now()
        if len(self.said) > 1_000:
            self.said = {who: times for who, times in self.said.items() if times[-1] > now - SECONDS}
        times = self.said.setdefault(person, deque(maxlen=LINES))
        if len(times) == LINES and times[0] > now - SECONDS:
            raise refuse("too_much_talk", lines=LINES, seconds=int(SECONDS))
        times.append(now)


def mentioned(table: Table, room: wire.RoomName, by: str, text: str) -> list[Tiding]:
    """Those at a table who are meant by ``@`` and their name."""
    chairs = [chair for chair in table.chairs if chair.person and chair.person != by and chair.name]
    found = {chair.person for chair in chairs if f"@{chair.name}".casefold() in text.casefold()}
    return [Tiding(person, "mention", by) for person in sorted(filter(None, found)) if may(table, room, person)]


def may(table: Table, room: wire.RoomName, person: str) -> bool:
    """Whether somebody may hear what is said in a room."""
    return room == "table" or table.stage != "playing" or not table.seats_of(person)


def may_hear(table: Table, room: wire.RoomName, person: str | None) -> None:
    """Refuse who may not hear what is said in a room."""
    if person is not None and not may(table, room, person):
        raise refuse("gallery_closed")


def may_talk(table: Table, room: wire.RoomName, person: str) -> None:
    """Refuse who may not talk in a room."""
    may_hear(table, room, person)
    if table.setup.talk == "none":
        raise refuse("no_talk")
    if person in table.hushed or person in table.barred:
        raise refuse("hushed")
    if room == "table" and not table.seats_of(person):
        raise refuse("only_seats_talk")
