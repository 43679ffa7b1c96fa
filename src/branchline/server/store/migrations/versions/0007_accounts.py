"""Accounts: passwords, passkeys, and sessions and tokens that one can tell apart."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007_accounts"
down_revision = "0006_games"


def upgrade() -> None:
    """Go forward."""
    op.add_column("people", sa.Column("account", sa.Boolean, nullable=False, server_default=sa.false()))
    for table in ("sessions", "tokens"):
        op.add_column(table, sa.Column("id", sa.String(16), nullable=False, server_default=""))
        op.add_column(table, sa.Column("used", sa.Float, nullable=False, server_default="0"))
        op.execute(f"UPDATE {table} SET id = substr(hash, 1, 12), used = created")
    op.add_column("sessions", sa.Column("signed", sa.Float, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("device", sa.String(40), nullable=False, server_default=""))
    op.create_table(
        "passwords",
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("login", sa.String(40), nullable=False),
        sa.Column("folded", sa.String(160), nullable=False),
        sa.Column("hash", sa.String(200), nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_passwords"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_passwords_person", ondelete="CASCADE"),
        sa.UniqueConstraint("folded", name="uq_passwords_folded"),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("credential", sa.String(1400), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_passkeys_person", ondelete="CASCADE"),
        sa.UniqueConstraint("credential", name="uq_passkeys_credential"),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(16)),
        sa.Column("expires", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_challenges"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_challenges_person", ondelete="CASCADE"),
    )
    op.create_index("ix_challenges_expires", "challenges", ["expires"])
