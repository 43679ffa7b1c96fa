"""The database: one writer at a time where the database wants it so, readers beside it, all in threads."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from time import perf_counter
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from branchline.server.problems import refuse
from branchline.server.store.migrate import migrate

logger = logging.getLogger("branchline.store")

P = ParamSpec("P")
T = TypeVar("T")

WRITERS, READERS = 4, 4
"""Threads for PostgreSQL; SQLite has one writer."""


class Store:
    """Runs queries, synchronous functions of a connection, in threads; each in a transaction of its own."""

    def __init__(self, url: str, durable: bool = False) -> None:
        sqlite = address(url).get_backend_name() == "sqlite"
        begin = "BEGIN IMMEDIATE" if sqlite else ""
        self.writing = connect(url, WRITERS, begin, durable)
        self.reading = connect(url, READERS, "BEGIN" if sqlite else "", durable)
        self.writers = ThreadPoolExecutor(1 if sqlite else WRITERS, "writer")
        self.readers = ThreadPoolExecutor(READERS, "reader")
        self.waiting = 0
        """How many writes have begun and not ended."""
        self.wrote: Callable[[float], object] = float
        """Told how long each write took."""

    async def open(self) -> None:
        """Bring the database up to this release."""
        await asyncio.get_running_loop().run_in_executor(self.writers, migrate, self.writing)

    def close(self) -> None:
        """Let everything that was begun end."""
        for threads in (self.writers, self.readers):
            threads.shutdown(wait=True)
        for engine in (self.writing, self.reading):
            engine.dispose()

    async def write(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that writes; when this returns, it is kept."""
        begun = perf_counter()
        self.waiting += 1
        try:
            return await self._run(self.writers, self.writing, partial(query, **kwargs), args)
        finally:
            self.waiting -= 1
            self.wrote(perf_counter() - begun)

    async def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that reads."""
        return await self._run(self.readers, self.reading, partial(query, **kwargs), args)

    async def alive(self) -> None:
        """Ask the database for a sign of life."""
        await self.read(ask)

    @staticmethod
    async def _run(threads: ThreadPoolExecutor, engine: Engine, query: Callable[..., T], args: Any) -> T:
        def work() -> T:
            try:
                with engine.begin() as connection:
                    return query(connection, *args)
            except IntegrityError:
                raise
            except (SQLAlchemyError, OSError) as error:
                logger.exception("the database failed")
                raise refuse("unavailable") from error

        return await asyncio.get_running_loop().run_in_executor(threads, copy_context().run, work)


def address(url: str) -> URL:
    """Where a database is; PostgreSQL by the driver that we have."""
    found = make_url(url)
    postgres = found.drivername in ("postgres", "postgresql")
    return found.set(drivername="postgresql+psycopg") if postgres else found


def ask(connection: Connection) -> None:
    """The smallest question."""
    connection.execute(text("SELECT 1"))


def connect(url: str, size: int, begin: str, durable: bool) -> Engine:
    """An engine; on SQLite with the write-ahead log, and with transactions that begin as they are told to."""
    # What is written is nobody's business who reads the log of an error.
    engine = create_engine(address(url), pool_size=size, max_overflow=0, pool_pre_ping=not begin, hide_parameters=True)
    if begin:

        @event.listens_for(engine, "connect")
        def connected(connection: Any, _: object) -> None:
            connection.isolation_level = None  # The driver must not begin transactions by itself.
            for pragma in ("journal_mode=WAL", f"synchronous={'FULL' if durable else 'NORMAL'}"):
                connection.execute(f"PRAGMA {pragma}")
            connection.execute("PRAGMA busy_timeout=5000")
            connection.execute("PRAGMA foreign_keys=ON")

        @event.listens_for(engine, "begin")
        def began(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

    return engine
