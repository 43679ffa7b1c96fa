"""Finished games with their players, and ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006_games"
down_revision = "0005_leases"


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("how", sa.String(10), nullable=False),
        sa.Column("unrated", sa.String(20), nullable=False),
        sa.Column("importer", sa.String(16)),
        sa.Column("digest", sa.String(64)),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("digest", name="uq_games_digest"),
    )
    op.create_index("ix_games_importer_ended", "games", ["importer", "ended"])
    op.create_table(
        "players",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("person", sa.String(16)),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("against", sa.String(10), nullable=False),
        sa.Column("deeds", sa.Text, nullable=False),
        sa.Column("rated", sa.String(90)),
        sa.Column("standing", sa.Integer, nullable=False),
        sa.Column("helped", sa.Boolean, nullable=False),
        sa.Column("before", sa.Float),
        sa.Column("after", sa.Float),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_players"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_players_game", ondelete="CASCADE"),
    )
    op.create_index("ix_players_person", "players", ["person"])
    op.create_table(
        "ratings",
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("player", sa.String(90), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("ordinal", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("variant", "seats", "player", name="pk_ratings"),
    )
    op.create_index("ix_ratings_variant_seats_ordinal", "ratings", ["variant", "seats", "ordinal"])
    op.create_index("ix_ratings_player", "ratings", ["player"])
