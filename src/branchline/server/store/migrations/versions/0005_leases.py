"""Processes, and the tables that they own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005_leases"
down_revision = "0004_talk"


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("beat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "leases",
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("process", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_leases"),
        sa.ForeignKeyConstraint(["process"], ["processes.id"], name="fk_leases_process", ondelete="CASCADE"),
    )
    op.create_index("ix_leases_process", "leases", ["process"])
