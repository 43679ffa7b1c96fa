"""Talk: lines, reports, and whom somebody does not want to hear."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004_talk"
down_revision = "0003_visits"


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "talk",
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("said", sa.Text),
        sa.PrimaryKeyConstraint("table", "room", "number", name="pk_talk"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_talk_table", ondelete="CASCADE"),
    )
    op.create_index("ix_talk_by", "talk", ["by"])
    op.create_index("ix_talk_table_room_by_key", "talk", ["table", "room", "by", "key"], unique=True)
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("why", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_by_table_room_number", "reports", ["by", "table", "room", "number"], unique=True)
    op.create_table(
        "shuns",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("other", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("how", sa.String(5), nullable=False),
        sa.PrimaryKeyConstraint("person", "other", name="pk_shuns"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_shuns_person", ondelete="CASCADE"),
    )
