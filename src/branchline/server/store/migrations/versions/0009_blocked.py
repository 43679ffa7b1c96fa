"""People whom the keepers of the server shut out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009_blocked"
down_revision = "0008_notices"


def upgrade() -> None:
    """Go forward."""
    op.add_column("people", sa.Column("blocked", sa.Boolean, nullable=False, server_default=sa.false()))
