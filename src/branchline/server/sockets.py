"""
One WebSocket per tab, for all tables that it watches.

There are no queues that could grow: a watch is a cursor in the log of a table. Whoever is slow gets later, in one
message, what happened meanwhile; whoever was away says where it stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from branchline.errors import BranchlineError, quoted
from branchline.server import wire
from branchline.server.live.feed import Cursor
from branchline.server.people import Person
from branchline.server.problems import RefusedError, refuse, told
from branchline.server.site import Site
from branchline.words import language

ENDED, TOO_SLOW, SILENT, TOO_OFTEN, TOO_LARGE = 4401, 4408, 4410, 4429, 1009
Place = tuple[str | int | None, ...]
"""What a cursor follows: the kind of feed, and which one."""
read_message = msgspec.json.Decoder(wire.SocketAsking).decode


class Socket:
    """A connection of a tab."""

    def __init__(self, site: Site, socket: WebSocket, person: Person | None, ended: asyncio.Event) -> None:
        self.site, self.socket, self.person, self.ended = site, socket, person, ended
        self.cursors: dict[Place, Cursor] = {}
        self.sending = asyncio.Lock()
        self.woken = asyncio.Event()
        self.looking = False
        self.lang = person.language if person else language(socket.headers.get("accept-language", "en")[:5])

    @property
    def id(self) -> str | None:
        """Who it is, if we know."""
        return self.person.id if self.person else None

    async def run(self) -> None:
        """Read and write until either ends."""
        tasks = [asyncio.ensure_future(one) for one in (self.read(), self.write(), self.end())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            for place in list(self.cursors):
                self.unwatch(place)
            self.look(False)
            self.site.limits.forget("message", str(id(self)))
            if self.id is not None:
                self.site.notices.leave(self.id)
        for end in ended:
            if isinstance(end, ClosingError):
                await self.close(end.code)
            elif isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
                raise end

    async def end(self) -> None:
        """Wait for the end of the session or token."""
        await self.ended.wait()
        raise ClosingError(ENDED)

    async def close(self, code: int) -> None:
        """Close with a code; the other side may be gone."""
        try:
            async with asyncio.timeout(self.site.config.write_seconds):
                await self.socket.close(code)
        except (TimeoutError, RuntimeError, WebSocketDisconnect, OSError):
            return

    # ------------------------------------------------------------ reading
    async def read(self) -> None:
        """Take messages one by one: the next is read when the answer to this one is gone."""
        config = self.site.config
        while True:
            try:
                async with asyncio.timeout(config.silence_seconds):
                    text = await self.socket.receive_text()
            except TimeoutError:
                raise ClosingError(SILENT) from None
            except KeyError:
                raise ClosingError(1003) from None  # It was bytes.
            if len(text) > config.message_most:
                raise ClosingError(TOO_LARGE)
            try:
                self.site.limits.take("message", str(id(self)))
            except BranchlineError:
                raise ClosingError(TOO_OFTEN) from None
            try:
                await self.heed(text)
            except BranchlineError as error:
                await self.send(msgspec.json.encode(told(error, self.lang)))

    async def heed(self, text: str) -> None:
        """Do what a message asks for."""
        try:
            message = read_message(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise refuse("bad_message", why=quoted(str(error), 200)) from None
        match message:
            case wire.Watch():
                await self.watch(("table", message.table, message.seat), self.table(message))
            case wire.Unwatch():
                self.unwatch(("table", message.table, message.seat))
            case wire.WatchTalk():
                await self.watch(("talk", message.table, message.room), self.site.talks.cursor(message, self.id))
            case wire.UnwatchTalk():
                self.unwatch(("talk", message.table, message.room))
            case wire.WatchNotices():
                if self.id is None:
                    raise refuse("who_are_you")
                await self.watch(("notices",), self.site.notices.cursor(self.id, message.since))
            case wire.Look():
                self.look(message.looking)
            case wire.Ping():
                here = await self.here(message.table) if message.table else None
                await self.send(msgspec.json.encode(wire.Pong(self.site.clock.now(), here)))

    async def table(self, message: wire.Watch) -> Cursor:
        """A follower of a table."""
        return await self.site.tables.follow(message.table, self.id, message.seat, message.since)

    async def watch(self, place: Place, finding: Awaitable[Cursor]) -> None:
        """Begin to watch something, or begin again from another place in it."""
        cursor = await finding
        most = self.site.config.watches_most
        if place not in self.cursors and len(self.cursors) >= most:
            raise refuse("too_many_watches", most=most)
        self.unwatch(place)
        self.cursors[place] = cursor
        cursor.feed.watchers.add(self.woken.set)
        self.woken.set()

    def unwatch(self, place: Place) -> None:
        """Stop watching."""
        cursor = self.cursors.pop(place, None)
        if cursor and not any(other.feed is cursor.feed for other in self.cursors.values()):
            cursor.feed.watchers.discard(self.woken.set)

    def look(self, looking: bool) -> None:
        """Somebody looks at the page now, or does not."""
        if self.id is not None and looking != self.looking:
            (self.site.presence.come if looking else self.site.presence.go)(self.id)
            self.looking = looking

    async def here(self, table: str) -> tuple[int, ...]:
        """The seats of a table whose players look at a page."""
        chairs = (await self.site.tables.get(table)).table.chairs
        here = self.site.presence.here
        return tuple(seat for seat, chair in enumerate(chairs) if chair.person is not None and here(chair.person))

    # ------------------------------------------------------------ writing
    async def write(self) -> None:
        """Send what there is, as fast as the other side takes it."""
        while True:
            await self.woken.wait()
            self.woken.clear()
            for place, cursor in list(self.cursors.items()):
                if cursor.behind and self.cursors.get(place) is cursor:
                    try:
                        news = cursor.take()
                    except BranchlineError as error:  # The seat was lost, for example.
                        self.unwatch(place)
                        news = msgspec.json.encode(told(error, self.lang))
                    await self.send(news)
                    self.site.metrics.news.inc()

    async def send(self, message: bytes) -> None:
        """Send one message in time, or give the connection up."""
        try:
            async with asyncio.timeout(self.site.config.write_seconds), self.sending:
                await self.socket.send_text(message.decode())
        except TimeoutError:
            raise ClosingError(TOO_SLOW) from None


class ClosingError(Exception):
    """The server closes the connection."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(code)


async def serve_socket(site: Site, socket: WebSocket) -> None:
    """A connection from its handshake to its end."""
    try:
        who = await site.callers.find(socket)
    except RefusedError:
        await socket.close(1008)
        return
    with site.endings.until(who.hash if who else None) as ended:
        await socket.accept()
        with site.metrics.sockets.track_inprogress():
            await Socket(site, socket, who.person if who else None, ended).run()
