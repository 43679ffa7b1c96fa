"""Where a person has left traces."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003_visits"
down_revision = "0002_cards"


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "visits",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("table", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("person", "table", name="pk_visits"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_visits_table", ondelete="CASCADE"),
    )
    op.execute(
        'INSERT INTO visits (person, "table") SELECT "by", "table" FROM log WHERE "by" IS NOT NULL '
        'UNION SELECT person, "table" FROM seats WHERE person IS NOT NULL'
    )
