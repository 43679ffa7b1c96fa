"""The parts of a running server, put together in one place."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from sqlalchemy.exc import IntegrityError

from branchline.server.accounts import Accounts
from branchline.server.bus import Bus, make_bus
from branchline.server.callers import Callers
from branchline.server.clock import Clock
from branchline.server.config import Config
from branchline.server.endings import Endings
from branchline.server.letters.postman import Postman
from branchline.server.limits import Limits
from branchline.server.live.notices import Notices
from branchline.server.live.owners import Leases, Owners, SoleOwner
from branchline.server.live.presence import Presence
from branchline.server.live.tables import LiveTables
from branchline.server.live.talk import Talks
from branchline.server.live.timers import Timers
from branchline.server.metrics import Metrics
from branchline.server.passwords import Passwords
from branchline.server.pictures import Pictures
from branchline.server.reviews import Reviews
from branchline.server.seats.players import Players
from branchline.server.store.rebuild import keep_missing
from branchline.server.store.store import Store


@dataclass
class Site:
    """What handlers may use."""

    config: Config
    metrics: Metrics
    clock: Clock
    store: Store
    bus: Bus
    owners: Owners
    tables: LiveTables
    talks: Talks
    notices: Notices
    presence: Presence
    postman: Postman
    players: Players
    timers: Timers
    limits: Limits
    callers: Callers
    endings: Endings
    accounts: Accounts
    importing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One record from elsewhere is played again at a time."""
    pictures: Pictures = field(default_factory=Pictures)
    reviews: Reviews = field(default_factory=Reviews)

    async def open(self) -> None:
        """Begin: bring the database up to date, and go on where games stopped."""
        await self.store.open()
        await self.bus.open()
        await self.owners.open()
        with suppress(IntegrityError):  # Another process that begins now does the same.
            await self.store.write(keep_missing)
        self.timers.open()
        self.postman.open()

    async def close(self) -> None:
        """End: what was begun is kept."""
        await self.reviews.close()
        await self.postman.close()
        await self.timers.close()
        await self.endings.close()
        await self.players.close()
        await self.tables.close()
        await self.owners.close()
        await self.bus.close()
        self.store.close()


def make_site(config: Config, clock: Clock) -> Site:
    """A site from its configuration."""
    store, bus = Store(config.database, config.durable), make_bus(config.bus)
    owners: Owners = Leases(store, clock) if bus.shared else SoleOwner()
    tables = LiveTables(store, bus, clock, config.idle_seconds, owners)
    players = Players(tables, config.bot_threads, config.bot_seconds)
    presence = Presence(bus, clock)
    timers, metrics = Timers(tables), Metrics()
    metrics.gauge("tables", "Tables in memory.", lambda: len(tables.loaded))
    metrics.gauge("bots_thinking", "Bots that think.", lambda: len(players.thinking))
    metrics.gauge("timers", "Flags that fall soon.", lambda: len(timers.waiting))
    metrics.gauge("bus_connected", "Whether the bus is there, if there is one.", lambda: bus.connected)
    metrics.gauge("writes_waiting", "Writes that wait for the database.", lambda: store.waiting)
    store.wrote = metrics.write_seconds.observe
    callers, endings = Callers(store, bus, clock), Endings(bus, store)
    return Site(
        config=config,
        metrics=metrics,
        clock=clock,
        store=store,
        bus=bus,
        owners=owners,
        tables=tables,
        talks=Talks(tables),
        notices=Notices(store, bus),
        presence=presence,
        postman=Postman(config, store, presence, clock),
        players=players,
        timers=timers,
        limits=Limits(clock, config),
        callers=callers,
        endings=endings,
        accounts=Accounts(config, store, tables, endings, Passwords()),
    )
