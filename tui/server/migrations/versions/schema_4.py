"""The tables of schema 4, in an empty SQLite or PostgreSQL database or in an older one in SQLite.

Version 1 had no closed tables, notices and state, version 2 no clocks and nothing of the operator's, version 3 no
tournaments, keys and daily games. What is written here never changes: it is what the next step starts from.
"""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "4"
down_revision = None

LARGE = sql.BigInteger().with_variant(sql.Integer, "sqlite")
"""Integers of 64 bits."""

INDEXES = (
    "results_by_player ON results (player, record)",
    "changes_by_player ON rating_changes (player)",
    "keys_by_player ON keys (player)",
)

meta = sql.MetaData()
sql.Table(
    "players",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("identity", sql.String, nullable=False, unique=True),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("folded", sql.String, nullable=False, unique=True),
)
sql.Table(
    "keys",
    meta,
    sql.Column("identity", sql.String, primary_key=True),
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), nullable=False),
    sql.Column("added", sql.Float, nullable=False),
    sql.Column("used", sql.Float, nullable=False),
)
sql.Table(
    "key_codes",
    meta,
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("hash", sql.String, nullable=False),
    sql.Column("expires", sql.Float, nullable=False),
)
sql.Table(
    "former_names",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), nullable=False),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("folded", sql.String, nullable=False),
    sql.Column("changed", sql.Float, nullable=False),
    sql.Column("by_operator", sql.Boolean, nullable=False),
)
sql.Table(
    "relations",
    meta,
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("other", sql.Integer, sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("relation", sql.String, nullable=False),
)
sql.Table(
    "visits",
    meta,
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("first", sql.Float, nullable=False),
    sql.Column("last", sql.Float, nullable=False),
)
sql.Table(
    "notices",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), nullable=False),
    sql.Column("text", sql.String, nullable=False),
)
sql.Table(
    "notice_choices",
    meta,
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("address", sql.String, nullable=False),
)
sql.Table(
    "tables",
    meta,
    sql.Column("code", sql.String, primary_key=True),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("stage", sql.String, nullable=False),
    sql.Column("touched", sql.Float, nullable=False),
    sql.Column("kept", sql.String, nullable=False),
)
sql.Table(
    "actions",
    meta,
    sql.Column("code", sql.String, sql.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    sql.Column("ply", sql.Integer, primary_key=True),
    sql.Column("action", sql.String, nullable=False),
)
sql.Table(
    "invitations",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("code", sql.String, sql.ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), nullable=False),
    sql.Column("guest", sql.Integer, sql.ForeignKey("players.id"), nullable=False),
    sql.Column("closed", sql.Boolean, nullable=False),
    sql.UniqueConstraint("code", "guest"),
)
sql.Table(
    "closed",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("code", sql.String, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("touched", sql.Float, nullable=False),
    sql.Column("closed", sql.Float, nullable=False),
    sql.Column("reason", sql.String, nullable=False),
    sql.Column("data", sql.String, nullable=False),
    sql.Column("log", sql.String, nullable=False),
)
sql.Table(
    "records",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("ended", sql.Float, nullable=False),
    sql.Column("lines", sql.String, nullable=False),
)
sql.Table(
    "results",
    meta,
    sql.Column("record", sql.Integer, sql.ForeignKey("records.id"), primary_key=True),
    sql.Column("chair", sql.Integer, primary_key=True),
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id")),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("bot", sql.String, nullable=False),
    sql.Column("points", sql.Integer, nullable=False),
    sql.Column("won", sql.Boolean, nullable=False),
)
sql.Table(
    "ratings",
    meta,
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("game", sql.String, primary_key=True),
    sql.Column("rating", sql.Float, nullable=False),
    sql.Column("games", sql.Integer, nullable=False),
)
sql.Table(
    "rating_changes",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), nullable=False),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("time", sql.Float, nullable=False),
    sql.Column("rating", sql.Float, nullable=False),
)
sql.Table(
    "state",
    meta,
    sql.Column("key", sql.String, primary_key=True),
    sql.Column("value", sql.Float, nullable=False),
)
sql.Table(
    "measures",
    meta,
    sql.Column("kind", sql.String, primary_key=True),
    sql.Column("subject", sql.String, primary_key=True),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("reason", sql.String, nullable=False),
    sql.Column("since", sql.Float, nullable=False),
    sql.Column("until", sql.Float),
)
sql.Table(
    "settings",
    meta,
    sql.Column("key", sql.String, primary_key=True),
    sql.Column("value", sql.String, nullable=False),
)
sql.Table(
    "audit",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("time", sql.Float, nullable=False),
    sql.Column("operator", sql.String, nullable=False),
    sql.Column("text", sql.String, nullable=False),
)
sql.Table(
    "accepted",
    meta,
    sql.Column("identity", sql.String, primary_key=True),
    sql.Column("version", sql.String, nullable=False),
    sql.Column("time", sql.Float, nullable=False),
)
sql.Table(
    "tournaments",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("options", sql.String, nullable=False),
    sql.Column("system", sql.String, nullable=False),
    sql.Column("rounds", sql.Integer, nullable=False),
    sql.Column("clock", sql.String, nullable=False),
    sql.Column("most", sql.Integer, nullable=False),
    sql.Column("creator", sql.Integer, sql.ForeignKey("players.id"), nullable=False),
    sql.Column("starts", sql.Float, nullable=False),
    sql.Column("stage", sql.String, nullable=False),
    sql.Column("seed", LARGE, nullable=False),
    sql.Column("due", sql.Float),
    sql.Column("ended", sql.Float),
    sql.Column("winners", sql.String, nullable=False),
)
sql.Table(
    "entrants",
    meta,
    sql.Column("tournament", sql.Integer, sql.ForeignKey("tournaments.id"), primary_key=True),
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("joined", sql.Integer, nullable=False),
    sql.Column("place", sql.Integer, nullable=False),
    sql.Column("withdrawn", sql.Boolean, nullable=False),
)
sql.Table(
    "round_games",
    meta,
    sql.Column("tournament", sql.Integer, sql.ForeignKey("tournaments.id"), primary_key=True),
    sql.Column("round", sql.Integer, primary_key=True),
    sql.Column("board", sql.Integer, primary_key=True),
    sql.Column("first", sql.Integer, sql.ForeignKey("players.id"), nullable=False),
    sql.Column("second", sql.Integer, sql.ForeignKey("players.id")),
    sql.Column("code", sql.String, nullable=False),
    sql.Column("first_score", sql.Float),
    sql.Column("second_score", sql.Float),
    sql.Column("first_points", sql.Integer, nullable=False),
    sql.Column("second_points", sql.Integer, nullable=False),
    sql.Column("how", sql.String, nullable=False),
    sql.Column("record", sql.Integer, sql.ForeignKey("records.id")),
)
sql.Table(
    "daily_deals",
    meta,
    sql.Column("day", sql.String, primary_key=True),
    sql.Column("seed", LARGE, nullable=False),
    sql.Column("puzzles", sql.String, nullable=False),
)
sql.Table(
    "daily_tries",
    meta,
    sql.Column("day", sql.String, primary_key=True),
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("code", sql.String, nullable=False),
    sql.Column("begun", sql.Float, nullable=False),
    sql.Column("record", sql.Integer),
    sql.Column("title", sql.String),
    sql.Column("result", sql.String),
    sql.Column("rank", sql.Integer),
    sql.Column("own", sql.Integer),
    sql.Column("other", sql.Integer),
    sql.Column("length", sql.Integer),
)
sql.Table(
    "daily_repeats",
    meta,
    sql.Column("record", sql.Integer, primary_key=True),
    sql.Column("day", sql.String, nullable=False),
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), nullable=False),
)
sql.Table(
    "puzzle_answers",
    meta,
    sql.Column("day", sql.String, primary_key=True),
    sql.Column("puzzle", sql.Integer, primary_key=True),
    sql.Column("player", sql.Integer, sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("solved", sql.Boolean, nullable=False),
)


def upgrade() -> None:
    """Add what is missing."""
    base = op.get_bind()
    meta.create_all(base)
    for index in INDEXES:
        base.exec_driver_sql(f"CREATE INDEX IF NOT EXISTS {index}")
