"""
Taking a database along as a whole: a backup while the server runs, its return, and the way from one kind to another.

A backup is compressed lines of JSON: what it is, then for each table a line with its columns and one for each row, then
how many there were. It is a picture of one moment, the same from every kind of database, and every later release reads
it: it is put into the tables as they were at its time, which are then brought up to today.
"""

from __future__ import annotations

import gzip
import os
import sqlite3
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from alembic.runtime.migration import MigrationContext
from alembic.util.exc import CommandError
from msgspec import MsgspecError, Struct, json
from sqlalchemy import (
    Boolean,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    func,
    insert,
    select,
    text,
)

from branchline.errors import BranchlineError, quoted
from branchline.server.store.migrate import migrate_connection
from branchline.server.store.schema import leases, metadata, processes
from branchline.server.store.store import address, connect

FORMAT = "branchline-backup/1"
FLEETING = (processes.name, leases.name)
"""What says who is at work just now, and is nobody's to keep."""
SOME = 500


class CopyError(BranchlineError):
    """A database or a backup can't be read or written."""


class Head(Struct, frozen=True):
    """The first line."""

    format: str
    revision: str
    tables: tuple[str, ...]


class Part(Struct, frozen=True):
    """The head of a table."""

    table: str
    columns: tuple[str, ...]


class End(Struct, frozen=True):
    """The last line: how many rows there were. A backup without it broke off."""

    rows: int


Line = Head | Part | End | list[Any]


# ---------------------------------------------------------------- out
def lines_of(connection: Connection) -> Iterator[Line]:
    """A database, line by line, as it is at one moment: the connection is in one transaction."""
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is None:
        raise CopyError("admin.no_branchline", {"value": connection.engine.url.render_as_string()})
    kept = [table for table in metadata.sorted_tables if table.name not in FLEETING]
    yield Head(FORMAT, revision, tuple(str(table.name) for table in kept))
    count = 0
    for table in kept:
        yield Part(str(table.name), tuple(str(column.name) for column in table.columns))
        order = list(table.primary_key.columns)
        for row in connection.execution_options(yield_per=SOME).execute(select(table).order_by(*order)):
            count += 1
            yield list(row)
    yield End(count)


def snapshot(url: str) -> tuple[Engine, Connection]:
    """A connection that sees one moment, whatever others write meanwhile."""
    engine = connect(url, 1, "BEGIN" if is_sqlite(url) else "", durable=False)
    connection = engine.connect()
    if not is_sqlite(url):
        connection = connection.execution_options(isolation_level="REPEATABLE READ")
    connection.begin()
    return engine, connection


def back_up(url: str, file: Path) -> int:
    """Write a backup; how many rows. It has its name when it is whole."""
    half = file.with_name(file.name + ".part")
    engine, connection = snapshot(url)
    try:
        if file.suffix in (".db", ".sqlite", ".sqlite3"):
            return copy_sqlite(url, half, connection)
        count = 0
        with private(half) as raw, gzip.open(raw, "wb", 6) as out:
            for line in lines_of(connection):
                out.write(json.encode(line) + b"\n")
                count = line.rows if isinstance(line, End) else count
        return count
    except BaseException:
        half.unlink(missing_ok=True)
        raise
    finally:
        connection.close()
        engine.dispose()
        if half.exists():
            half.replace(file)


def private(file: Path) -> Any:
    """A new file that only its owner reads: it has the secrets of running games."""
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def copy_sqlite(url: str, file: Path, connection: Connection) -> int:
    """A copy of a database of SQLite, while others use it."""
    if not is_sqlite(url):
        raise CopyError("admin.not_sqlite", {"value": file.suffixes[0]})
    private(file).close()
    source, target = connection.connection.driver_connection, sqlite3.connect(file)
    assert isinstance(source, sqlite3.Connection)
    try:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
        kept = [table for table in metadata.sorted_tables if table.name not in FLEETING]
        return sum(connection.scalar(select(func.count()).select_from(table)) or 0 for table in kept)
    finally:
        target.close()


# ---------------------------------------------------------------- in
def read_backup(file: Path) -> Iterator[Line]:
    """The lines of a backup; CopyError tells what is wrong with it."""
    number = 0
    try:
        with gzip.open(file, "rb") as lines:
            for number, raw in enumerate(lines, 1):
                if number == 1:
                    yield json.decode(raw, type=Head)
                elif raw.startswith(b"["):
                    yield json.decode(raw, type=list[Any])
                elif b'"rows"' in raw[:8]:
                    yield json.decode(raw, type=End)
                else:
                    yield json.decode(raw, type=Part)
    except (OSError, EOFError, MsgspecError) as error:
        parameters = {"value": str(file), "line": number + 1, "why": quoted(str(error), 200)}
        raise CopyError("admin.bad_backup", parameters) from None


def bring_back(file: Path, url: str) -> int:
    """Put a backup into an empty database, in one transaction; how many rows."""
    with file.open("rb") as start:
        is_copy = start.read(16).startswith(b"SQLite format 3")
    if not is_copy:
        return put(read_backup(file), url)
    engine, connection = snapshot(f"sqlite:///{file}")
    try:
        return put(lines_of(connection), url)
    finally:
        connection.close()
        engine.dispose()


def copy(source: str, target: str) -> int:
    """Put one database into another that is empty; how many rows."""
    engine, connection = snapshot(source)
    try:
        return put(lines_of(connection), target)
    finally:
        connection.close()
        engine.dispose()


def put(lines: Iterable[Line], url: str) -> int:
    """Put what lines say into an empty database."""
    engine = connect(url, 1, "BEGIN IMMEDIATE" if is_sqlite(url) else "", durable=True)
    try:
        with engine.begin() as connection:
            return Putting(connection, url).run(iter(lines))
    finally:
        engine.dispose()


class Putting:
    """One way of lines into a database."""

    def __init__(self, connection: Connection, url: str) -> None:
        self.connection, self.url = connection, url
        self.tables: dict[str, Table] = {}
        self.waiting: list[dict[str, Any]] = []
        self.count = 0

    def run(self, lines: Iterator[Line]) -> int:
        """All of it; how many rows."""
        head = next(lines, None)
        if not isinstance(head, Head) or head.format != FORMAT:
            raise CopyError("admin.no_backup", {"format": FORMAT})
        self.must_be_empty()
        try:
            migrate_connection(self.connection, head.revision)
        except CommandError:  # A later release has written it.
            raise CopyError("admin.too_new", {"revision": head.revision}) from None
        then = MetaData()
        then.reflect(self.connection)
        # What migrations put in by themselves is in the backup too.
        for table in reversed(then.sorted_tables):
            if table.name in head.tables:
                self.connection.execute(table.delete())
        table, readers, end = None, [], None
        for line in lines:
            match line:
                case Part():
                    self.flush(table)
                    table = then.tables[line.table]
                    readers = [(name, reader(table.c[name].type)) for name in line.columns]
                case End():
                    end = line
                case list():
                    assert table is not None
                    self.waiting.append({name: read(v) for (name, read), v in zip(readers, line, strict=True)})
                    self.count += 1
                    if len(self.waiting) >= SOME:
                        self.flush(table)
                case _:
                    raise CopyError("admin.no_backup", {"format": FORMAT})
        self.flush(table)
        if end is None or end.rows != self.count:
            raise CopyError("admin.broken_off", {"rows": self.count})
        self.count_on(then)
        migrate_connection(self.connection, "heads")
        return self.count

    def must_be_empty(self) -> None:
        """Refuse a database in which there is something."""
        there = MetaData()
        there.reflect(self.connection)
        for table in there.tables.values():
            if table.name not in ("alembic_version", *FLEETING) and self.connection.scalar(
                select(func.count()).select_from(table)
            ):
                raise CopyError("admin.not_empty", {"value": address(self.url).render_as_string()})

    def flush(self, table: Table | None) -> None:
        """Put in what waits."""
        if self.waiting and table is not None:
            self.connection.execute(insert(table), self.waiting)
        self.waiting = []

    def count_on(self, then: MetaData) -> None:
        """Numbers that PostgreSQL gives out go on after the last."""
        if self.connection.dialect.name != "postgresql":
            return
        for table in then.tables.values():
            keys = list(table.primary_key.columns)
            if len(keys) == 1 and isinstance(keys[0].type, Integer):
                name = {"table": f'"{table.name}"', "column": keys[0].name}
                sequence = self.connection.scalar(text("SELECT pg_get_serial_sequence(:table, :column)"), name)
                last = self.connection.scalar(select(func.max(keys[0])))
                if sequence and last:
                    self.connection.execute(
                        text("SELECT setval(:sequence, :last)"), {"sequence": sequence, "last": last}
                    )


def reader(kind: Any) -> Callable[[Any], Any]:
    """How a value of a column is read: bytes travel as text, and SQLite knows no truth values."""
    if isinstance(kind, LargeBinary):
        return lambda value: b64decode(value) if isinstance(value, str) else value
    if isinstance(kind, Boolean):
        return lambda value: None if value is None else bool(value)
    return lambda value: value


def is_sqlite(url: str) -> bool:
    """Whether a database is one of SQLite."""
    return address(url).get_backend_name() == "sqlite"


__all__ = ["CopyError", "back_up", "bring_back", "copy"]
