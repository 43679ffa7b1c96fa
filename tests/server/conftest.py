"""Every test of the server has its own chance, the same in every run: the deal must not decide whether it passes."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from random import Random

import pytest
import real_servers
import server_client


@pytest.fixture(autouse=True)
def dealt_alike(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets of tables come from a generator that begins with the name of the test."""
    random = Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: random.randbytes(size))


@pytest.fixture(scope="session")
def postgres() -> Iterator[real_servers.Postgres]:
    """A running PostgreSQL."""
    if real_servers.postgres_program("initdb") is None:
        pytest.skip("needs PostgreSQL, which is not on this machine (Debian: apt install postgresql)")
    with real_servers.postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis() -> Iterator[real_servers.Redis]:
    """A running Redis."""
    if real_servers.redis_program() is None:
        pytest.skip("needs Redis or Valkey, which is not on this machine (Debian: apt install redis-server)")
    with real_servers.redis() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def each_database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test with SQLite, then with PostgreSQL; the name of the kind."""
    if request.param == "postgresql":
        server: real_servers.Postgres = request.getfixturevalue("postgres")
        monkeypatch.setattr(server_client, "fresh_database", lambda folder: server.database())
    return str(request.param)
