"""Bringing a database up to this release."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, text

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x6272616E63686C


def migrate(engine: Engine) -> None:
    """Run the migrations that have not been run, in one transaction."""
    with engine.begin() as connection:
        migrate_connection(connection, "heads")


def migrate_connection(connection: Connection, revision: str) -> None:
    """Bring a database up to a revision, in the transaction of a connection."""
    if connection.dialect.name == "postgresql":  # Several processes may begin at once: one migrates.
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
