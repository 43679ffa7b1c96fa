"""People, sessions, tokens; tables with their logs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colour", sa.String(16), nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_sessions"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sessions_person", ondelete="CASCADE"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tokens"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_tokens_person", ondelete="CASCADE"),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])
    op.create_table(
        "log",
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("by", sa.String(16)),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("sealed", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table", "seq", name="pk_log"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("opening", sa.String(64)),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("host", sa.String(16)),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("live", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("due", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("opening", name="uq_tables_opening"),
    )
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_index("ix_tables_listed_stage_changed", "tables", ["listed", "stage", "changed"])
    op.create_table(
        "seats",
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("person", sa.String(16)),
        sa.Column("bot", sa.String(80)),
        sa.Column("owes", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_seats_table", ondelete="CASCADE"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_index("ix_seats_owes_bot", "seats", ["owes", "bot"])
