"""Schema 6 lets several hosts share a database: who is where, which jobs are being done, and word of every change."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql
from alembic import op

revision = "6"
down_revision = "5"

HEAD = """
CREATE FUNCTION tell_hosts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed jsonb;
    state text;
"""
BODY = """
    IF TG_OP = 'DELETE' THEN
        changed := to_jsonb(OLD);
        state := '0';
    ELSE
        changed := to_jsonb(NEW);
        state := changed ->> TG_ARGV[1];
    END IF;
    PERFORM pg_notify('tabletown', concat_ws(' ', TG_TABLE_NAME, changed ->> TG_ARGV[0], state));
    RETURN NULL;
END $$
"""
TELL = f"{HEAD}BEGIN{BODY}"
CHANGES = {
    "tables": ("code", "revision"),
    "sessions": ("player",),
    "tournaments": ("id",),
    "entrants": ("tournament",),
    "round_games": ("tournament",),
    "measures": ("kind",),
    "settings": ("key",),
    "invitations": ("guest",),
}
"""The columns that are sent by table."""


def upgrade() -> None:
    on_postgres = op.get_bind().dialect.name == "postgresql"
    unlogged: dict[str, Any] = {"prefixes": ["UNLOGGED"]} if on_postgres else {}
    op.create_table(
        "hosts",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("until", sql.Float, nullable=False),
        **unlogged,
    )
    op.create_table(
        "sessions",
        sql.Column("player", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("name", sql.String, nullable=False),
        sql.Column("host", sql.String, nullable=False),
        sql.Column("code", sql.String, nullable=False),
        **unlogged,
    )
    op.create_table("jobs", sql.Column("name", sql.String, primary_key=True), **unlogged)
    if on_postgres:
        op.execute(TELL)
        for table, columns in CHANGES.items():
            listed = ", ".join(f"'{column}'" for column in columns)
            op.execute(
                f"CREATE TRIGGER tell_hosts AFTER INSERT OR UPDATE OR DELETE ON {table} "
                f"FOR EACH ROW EXECUTE FUNCTION tell_hosts({listed})"
            )
