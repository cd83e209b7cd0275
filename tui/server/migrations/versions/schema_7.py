"""Schema 7 keeps the notices and the analyses that wait, so that any host or worker can take them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    on_postgres = op.get_bind().dialect.name == "postgresql"
    unlogged: dict[str, Any] = {"prefixes": ["UNLOGGED"]} if on_postgres else {}
    op.create_table(
        "turn_notices",
        sql.Column("id", sql.Integer, primary_key=True),
        sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), nullable=False),
        sql.Column("name", sql.String, nullable=False),
        sql.Column("code", sql.String, nullable=False),
        sql.Column("game", sql.String, nullable=False),
        sql.Column("event", sql.String, nullable=False),
        sql.Column("address", sql.String, nullable=False),
        sql.Column("text", sql.String, nullable=False),
        sql.Column("asked", sql.Float, nullable=False),
        sql.Column("sent", sql.Boolean, nullable=False),
    )
    op.create_table(
        "review_jobs",
        sql.Column("player", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("record", sql.Integer, nullable=False),
        sql.Column("ply", sql.Integer, nullable=False),
        sql.Column("quick", sql.Boolean, nullable=False),
        sql.Column("asked", sql.Float, nullable=False),
        sql.Column("answer", sql.String, nullable=True),
        **unlogged,
    )
    if on_postgres:
        op.execute(
            "CREATE TRIGGER tell_hosts AFTER INSERT OR UPDATE ON review_jobs "
            "FOR EACH ROW EXECUTE FUNCTION tell_hosts('player')"
        )
