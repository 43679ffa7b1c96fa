"""Notices: what people are to be told, how they want it, and what is on its way to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008_notices"
down_revision = "0007_accounts"


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "notices",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("matter", sa.String(8), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("by", sa.String(16)),
        sa.Column("about", sa.String(12), nullable=False),
        sa.Column("seen", sa.Boolean, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("sent", sa.Float),
        sa.PrimaryKeyConstraint("person", "table", "matter", name="pk_notices"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_notices_table", ondelete="CASCADE"),
    )
    op.create_index("ix_notices_by", "notices", ["by"])
    op.create_index("ix_notices_due", "notices", ["due"])
    op.create_index("ix_notices_person_seq", "notices", ["person", "seq"], unique=True)
    op.create_table(
        "wishes",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("wanted", sa.Text, nullable=False),
        sa.Column("mail", sa.String(254)),
        sa.Column("hook", sa.String(400)),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_wishes"),
        sa.UniqueConstraint("secret", name="uq_wishes_secret"),
    )
    op.create_table(
        "silences",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("table", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("person", "table", name="pk_silences"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_silences_table", ondelete="CASCADE"),
    )
    op.create_table(
        "codes",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("mail", sa.String(254), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_codes"),
    )
    op.create_table(
        "pushes",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pushes"),
    )
    op.create_index("ix_pushes_person", "pushes", ["person"])
    op.create_table(
        "letters",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("way", sa.String(5), nullable=False),
        sa.Column("address", sa.String(400), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_letters"),
    )
    op.create_index("ix_letters_person", "letters", ["person"])
    op.create_index("ix_letters_due", "letters", ["due"])
    op.create_table(
        "keys",
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )
