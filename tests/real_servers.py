"""
PostgreSQL and Redis (or Valkey) for tests: real ones, started here in a folder that goes away, on free ports.

They are looked for on the PATH and where Debian has them. Where there is none, what needs it is skipped, and the last
lines of the run say so.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

SECONDS = 30.0
numbers = count(1)


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def newest(*patterns: str) -> str | None:
    """A program that Debian keeps out of the PATH, in its newest version."""
    found = [path for pattern in patterns for path in Path("/").glob(pattern)]
    return str(max(found, key=lambda path: [int(part) for part in path.parts if part.isdigit()], default="")) or None


def postgres_program(name: str) -> str | None:
    """A program of PostgreSQL."""
    return shutil.which(name) or newest(f"usr/lib/postgresql/*/bin/{name}", f"usr/pgsql-*/bin/{name}")


def redis_program() -> str | None:
    """A server that speaks the protocol of Redis."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


def missing() -> list[str]:
    """What can't be started here."""
    found = {"PostgreSQL": postgres_program("initdb"), "Redis": redis_program()}
    return [name for name, program in found.items() if program is None]


def not_root() -> dict[str, str | int]:
    """PostgreSQL refuses to run as root: then it runs as somebody who may do nothing."""
    return {"user": "nobody", "group": "nogroup"} if os.geteuid() == 0 else {}


class Postgres:
    """A running PostgreSQL, with a fresh database for whoever wants one."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        who = not_root()
        if who:
            shutil.chown(folder, who["user"])
        initdb = postgres_program("initdb")
        assert initdb is not None
        subprocess.run(
            [initdb, "-D", str(folder / "data"), "-U", "test", "--auth=trust", "--no-sync", "--encoding=UTF8"],
            check=True,
            capture_output=True,
            cwd=folder,
            **who,  # type: ignore[call-overload]
        )
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Begin, or begin again."""
        postgres = postgres_program("postgres")
        assert postgres is not None
        options = f"-D {self.folder / 'data'} -p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        quick = "-c fsync=off -c max_connections=100 -c shared_buffers=32MB"
        with (self.folder.parent / "postgres.log").open("ab") as log:
            self.process = subprocess.Popen(
                [postgres, *options.split(), *quick.split()],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **not_root(),  # type: ignore[call-overload]
            )
        for _ in wait():
            try:
                self.ask("SELECT 1")
                return
            except psycopg.OperationalError:
                continue

    def stop(self) -> None:
        """End at once, as when it crashes."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
            self.process = None

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://test@127.0.0.1:{self.port}/{database}"

    def ask(self, statement: str) -> None:
        """A statement outside of any transaction."""
        with psycopg.connect(self.url("postgres"), autocommit=True, connect_timeout=5) as connection:
            connection.execute(statement.encode())

    def database(self) -> str:
        """The address of a fresh database."""
        name = f"test{next(numbers)}"
        self.ask(f"CREATE DATABASE {name}")
        return self.url(name)


class Redis:
    """A running Redis."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Begin, or begin again."""
        program = redis_program()
        assert program is not None
        options = f"--port {self.port} --bind 127.0.0.1 --dir {self.folder} --appendonly no"
        self.process = subprocess.Popen([program, *options.split(), "--save", ""], stdout=subprocess.DEVNULL)
        for _ in wait():
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return

    def stop(self) -> None:
        """End at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def wait() -> Iterator[None]:
    """Try something until it works."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        yield
        time.sleep(0.02)
    raise TimeoutError("a server did not begin")


@contextmanager
def postgres() -> Iterator[Postgres]:
    """PostgreSQL for a while."""
    with tempfile.TemporaryDirectory(prefix="branchline-postgres-", ignore_cleanup_errors=True) as outer:
        Path(outer).chmod(0o755)
        folder = Path(outer) / "own"
        folder.mkdir()
        server = Postgres(folder)
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def redis() -> Iterator[Redis]:
    """Redis for a while."""
    with tempfile.TemporaryDirectory(prefix="branchline-redis-") as folder:
        server = Redis(Path(folder))
        try:
            yield server
        finally:
            server.stop()
