"""The database: one writer at a time where the database wants it so, readers beside it, all in threads."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from dataclasses import dataclass
from threading import Lock
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

TOGETHER = 100
"""So many writes at most share a transaction of SQLite. PostgreSQL does the like by itself for its writers."""


@dataclass
class Job:
    """A query that somebody waits for."""

    query: Callable[[Connection], Any]
    future: asyncio.Future[Any]
    context: Context
    """Whose request it is, for the journal."""
    result: Any = None
    error: Exception | None = None


class Lane:
    """
    Threads that carry out queries, each in a transaction.

    Whatever came in while a transaction ran is carried out in the next one, together: nobody is told that something is
    kept before that transaction is, and a query that is refused takes none of the others along.
    """

    def __init__(self, engine: Engine, threads: int, name: str, together: int) -> None:
        self.engine, self.threads, self.together = engine, threads, together
        self.pool = ThreadPoolExecutor(threads, name)
        self.jobs: deque[Job] = deque()
        self.working = 0
        self.lock = Lock()

    async def run(self, query: Callable[[Connection], T]) -> T:
        """Run a query; when this returns, its transaction is over."""
        job = Job(query, asyncio.get_running_loop().create_future(), copy_context())
        with self.lock:
            if self.working < self.threads:
                self.pool.submit(self.work)
                self.working += 1
            self.jobs.append(job)
        result: T = await job.future
        return result

    def work(self) -> None:
        """Carry out what there is, in a thread."""
        while True:
            with self.lock:
                jobs = [self.jobs.popleft() for _ in range(min(len(self.jobs), self.together))]
                if not jobs:
                    self.working -= 1
                    return
            if not self.transact(jobs):
                for job in jobs:
                    self.transact([job])
            try:
                jobs[0].future.get_loop().call_soon_threadsafe(tell, jobs)
            except RuntimeError:  # The loop is closed: nobody waits any more.
                logger.debug("an answer came after the end")

    def transact(self, jobs: Sequence[Job]) -> bool:
        """Carry out queries in one transaction; False if each has to be tried alone."""
        try:
            with self.engine.begin() as connection:
                for job in jobs:
                    try:
                        job.result = job.context.run(job.query, connection)
                    except Exception:
                        if len(jobs) == 1:
                            raise
                        raise AloneError from None
        except AloneError:
            return False
        except Exception as error:
            # All wait for the same thing; that it failed is one matter for the journal.
            jobs[0].error = error
            for job in jobs[1:]:
                job.error = refuse("unavailable")
        return True

    def close(self) -> None:
        """Let everything that was begun end."""
        self.pool.shutdown(wait=True)
        self.engine.dispose()


class AloneError(Exception):
    """One of several queries was refused, and the transaction of all of them with it."""


def tell(jobs: Sequence[Job]) -> None:
    """Wake those who wait."""
    for job in jobs:
        if job.future.done():  # It was given up.
            continue
        if job.error is not None:
            job.future.set_exception(job.error)
        else:
            job.future.set_result(job.result)


class Store:
    """Runs queries, synchronous functions of a connection, in threads, in transactions."""

    def __init__(self, url: str, durable: bool = False) -> None:
        sqlite = address(url).get_backend_name() == "sqlite"
        writing = connect(url, WRITERS, "BEGIN IMMEDIATE" if sqlite else "", durable)
        reading = connect(url, READERS, "BEGIN" if sqlite else "", durable)
        self.writers = Lane(writing, 1 if sqlite else WRITERS, "writer", TOGETHER if sqlite else 1)
        self.readers = Lane(reading, READERS, "reader", 1)
        self.waiting = 0
        """How many writes have begun and not ended."""
        self.wrote: Callable[[float], object] = float
        """Told how long each write took."""

    async def open(self) -> None:
        """Bring the database up to this release."""
        await asyncio.get_running_loop().run_in_executor(self.writers.pool, migrate, self.writers.engine)

    def close(self) -> None:
        """Let everything that was begun end."""
        self.writers.close()
        self.readers.close()

    async def write(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that writes; when this returns, it is kept."""
        begun = perf_counter()
        self.waiting += 1
        try:
            return await self._run(self.writers, lambda connection: query(connection, *args, **kwargs))
        finally:
            self.waiting -= 1
            self.wrote(perf_counter() - begun)

    async def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that reads."""
        return await self._run(self.readers, lambda connection: query(connection, *args, **kwargs))

    @staticmethod
    async def _run(lane: Lane, query: Callable[[Connection], T]) -> T:
        try:
            return await lane.run(query)
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            logger.exception("the database failed")
            raise refuse("unavailable") from error

    async def alive(self) -> None:
        """Ask the database for a sign of life."""
        await self.read(ask)


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
