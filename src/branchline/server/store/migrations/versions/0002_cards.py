"""Tables: what stands on a list of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002_cards"
down_revision = "0001"


def upgrade() -> None:
    """Go forward."""
    op.add_column("tables", sa.Column("card", sa.Text))
