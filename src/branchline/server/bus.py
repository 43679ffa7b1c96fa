"""
Telling all processes that there is something new. A note carries ids only; what is new is in the database.

A note may be lost: while the bus is away, or between two connections to it. Then ``missed`` is called, now and again
until the bus is back, and whoever follows something asks the database.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Protocol

from msgspec import MsgspecError, Struct, json

from branchline.errors import quoted
from branchline.server.config import ConfigError

logger = logging.getLogger("branchline.bus")

CHANNEL = "branchline"
AGAIN_SECONDS = 1.0
"""How long to wait before the bus is tried again; so often the database is asked meanwhile."""


class Note(Struct, frozen=True, array_like=True):
    """The feed ``id`` of a kind has come to number ``seq``."""

    kind: str
    id: str
    seq: int


FORGOTTEN = "forgotten"
"""The kind of note that says: this person is no more, whoever has something of it in memory drops it."""

CHANGED = "person"
"""The kind of note that says: something else is known of this person now."""

Listener = Callable[[Note], None]


class Bus(Protocol):
    """Publish and subscribe."""

    shared: bool
    """Whether other processes serve the same tables."""
    connected: bool
    """Whether notes arrive."""
    missed: list[Callable[[], None]]
    """Called when notes may have been lost."""

    def subscribe(self, listener: Listener) -> None:
        """Be told of every note from now on."""

    async def publish(self, note: Note) -> None:
        """Tell everybody."""

    async def open(self) -> None:
        """Begin."""

    async def close(self) -> None:
        """End."""


class LocalBus:
    """The bus of a single process."""

    shared = False
    connected = True

    def __init__(self) -> None:
        self.listeners: list[Listener] = []
        self.missed: list[Callable[[], None]] = []

    def subscribe(self, listener: Listener) -> None:
        """Be told of every note from now on."""
        self.listeners.append(listener)

    async def publish(self, note: Note) -> None:
        """Tell everybody."""
        for listener in self.listeners:
            listener(note)

    async def open(self) -> None:
        """Begin."""

    async def close(self) -> None:
        """End."""


class Letter(Struct, frozen=True):
    """What goes over the channel: who sends it, and its notes."""

    sender: str
    notes: tuple[Note, ...]


read_letter = json.Decoder(Letter).decode


class RedisBus(LocalBus):
    """
    A bus over Redis or Valkey.

    Whoever publishes never waits for it: of each feed the last number is kept until it could be sent.
    """

    shared = True

    def __init__(self, url: str) -> None:
        super().__init__()
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        # It must not connect again by itself: we have to know that notes were lost.
        self.redis = Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            health_check_interval=10,
            socket_connect_timeout=2,
            socket_keepalive=True,
        )
        self.name = secrets.token_hex(8)
        self.unsent: dict[tuple[str, str], int] = {}
        self.woken = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self.connected = False

    async def publish(self, note: Note) -> None:
        """Tell everybody: this process at once, the others soon."""
        await super().publish(note)
        self.unsent[note.kind, note.id] = note.seq
        self.woken.set()

    async def open(self) -> None:
        """Begin, whether the bus is there or not."""
        self.tasks = [asyncio.ensure_future(self.send()), asyncio.ensure_future(self.receive())]

    async def close(self) -> None:
        """End; what is to be sent still is, if it can be."""
        try:
            async with asyncio.timeout(AGAIN_SECONDS):
                while self.connected and self.unsent:
                    await asyncio.sleep(0.01)
        except TimeoutError:
            logger.warning("some notes were not sent")
        # A cancellation that comes together with an answer of the bus gets lost (asyncio.wait_for of Python 3.11).
        while left := [task for task in self.tasks if not task.done()]:
            for task in left:
                task.cancel()
            await asyncio.wait(left, timeout=0.1)
        await self.redis.aclose()

    async def send(self) -> None:
        """Send what there is, together."""
        while True:
            await self.woken.wait()
            self.woken.clear()
            batch, self.unsent = self.unsent, {}
            notes = tuple(Note(kind, id, seq) for (kind, id), seq in batch.items())
            try:
                async with asyncio.timeout(AGAIN_SECONDS):
                    await self.redis.publish(CHANNEL, json.encode(Letter(self.name, notes)))
            except Exception as error:
                logger.debug("the bus takes nothing: %s", error)
                self.unsent = {**batch, **self.unsent}
                self.woken.set()
                await asyncio.sleep(AGAIN_SECONDS)

    async def receive(self) -> None:
        """Listen; after a broken connection, say that notes were missed, and listen again."""
        while True:
            try:
                async with self.redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    logger.info("the bus is there")
                    self.connected = True
                    self.tell_missed()
                    while True:
                        # Without a timeout a connection that is half dead would never be noticed.
                        message = await channel.get_message(timeout=5.0)
                        if message is None:
                            await channel.ping()
                        elif message["type"] == "message":
                            self.take(message["data"])
            except Exception as error:
                logger.log(logging.WARNING if self.connected else logging.DEBUG, "the bus is away: %s", error)
            self.connected = False
            self.tell_missed()
            await asyncio.sleep(AGAIN_SECONDS)

    def take(self, data: bytes) -> None:
        """Tell what another process sent."""
        try:
            letter = read_letter(data)
        except MsgspecError:
            logger.warning("something else was on the channel: %s", quoted(repr(data)))
            return
        for note in letter.notes if letter.sender != self.name else ():
            for listener in self.listeners:
                listener(note)

    def tell_missed(self) -> None:
        """Whoever follows something asks the database."""
        for tell in self.missed:
            tell()


def make_bus(url: str) -> Bus:
    """The bus of a configuration: that of a single process, if none is named."""
    if not url:
        return LocalBus()
    kind, _, place = url.partition("://")
    if kind not in ("redis", "rediss", "unix", "valkey", "valkeys"):
        why = "redis://HOST:PORT, rediss://…, unix://…"
        raise ConfigError("settings.bad_value", {"name": "bus", "value": quoted(url), "source": "bus", "why": why})
    return RedisBus(f"{kind.replace('valkey', 'redis')}://{place}")
