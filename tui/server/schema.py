"""The tables of the server's database."""

from __future__ import annotations

import sqlalchemy as sql

from .databases import add

SCHEMA = 7
"""The version of the tables; a change of them needs a step in `migrations`. Seats keep their former name: `chair`."""
LARGE = sql.BigInteger().with_variant(sql.Integer, "sqlite")
"""Integers of 64 bits, such as seeds."""
REUSED = "#"
"""Sign in the identity of a player whose first key was that of another player before."""

meta = sql.MetaData()
players = sql.Table(
    "players",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("identity", sql.String, unique=True, nullable=False),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("folded", sql.String, unique=True, nullable=False),
)
"""The identity is that of the first key, even when the player has removed it since; bans and mutes name it."""
keys = sql.Table(
    "keys",
    meta,
    sql.Column("identity", sql.String, primary_key=True),
    sql.Column("player", sql.ForeignKey("players.id"), nullable=False),
    sql.Column("added", sql.Float, nullable=False),
    sql.Column("used", sql.Float, nullable=False),
)
"""Fingerprints of SSH keys and hashes of guest codes; the times are 0 when they are unknown."""
former_names = sql.Table(
    "former_names",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("player", sql.ForeignKey("players.id"), nullable=False),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("folded", sql.String, nullable=False),
    sql.Column("changed", sql.Float, nullable=False),
    sql.Column("by_operator", sql.Boolean, nullable=False),
)
"""Names until the player or the operator changed them."""
tables = sql.Table(
    "tables",
    meta,
    sql.Column("code", sql.String, primary_key=True),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("stage", sql.String, nullable=False),
    sql.Column("touched", sql.Float, nullable=False),
    sql.Column("kept", sql.String, key="data", nullable=False),
    sql.Column("revision", sql.Integer, nullable=False, server_default="1"),
)
"""The version is that of the game's rules, and the revision counts the changes of the row."""
actions = sql.Table(
    "actions",
    meta,
    sql.Column("code", sql.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    sql.Column("ply", sql.Integer, primary_key=True),
    sql.Column("action", sql.String, nullable=False),
)
records = sql.Table(
    "records",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("ended", sql.Float, nullable=False),
    sql.Column("lines", sql.String, nullable=False),
)
results = sql.Table(
    "results",
    meta,
    sql.Column("record", sql.ForeignKey("records.id"), primary_key=True),
    sql.Column("chair", sql.Integer, key="seat", primary_key=True),
    sql.Column("player", sql.ForeignKey("players.id"), nullable=True),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("bot", sql.String, nullable=False),
    sql.Column("points", sql.Integer, nullable=False),
    sql.Column("won", sql.Boolean, nullable=False),
)
ratings = sql.Table(
    "ratings",
    meta,
    sql.Column("player", sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("game", sql.String, primary_key=True),
    sql.Column("rating", sql.Float, nullable=False),
    sql.Column("games", sql.Integer, nullable=False),
)
rating_changes = sql.Table(
    "rating_changes",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("player", sql.ForeignKey("players.id"), nullable=False),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("time", sql.Float, nullable=False),
    sql.Column("rating", sql.Float, nullable=False),
)
"""Every rating that a player has had, the first one being that after the first rated game."""
closed = sql.Table(
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
"""Tables whose game was closed before its end, with its actions as a list in JSON."""
notices = sql.Table(
    "notices",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("player", sql.ForeignKey("players.id"), nullable=False),
    sql.Column("text", sql.String, nullable=False),
)
"""Sentences that players have not seen yet."""
state = sql.Table(
    "state",
    meta,
    sql.Column("key", sql.String, primary_key=True),
    sql.Column("value", sql.Float, nullable=False),
)
hosts = sql.Table(
    "hosts",
    meta,
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("until", sql.Float, nullable=False),
)
"""The hosts of a PostgreSQL database, and the moment of its clock until which each is known to live."""
sessions = sql.Table(
    "sessions",
    meta,
    sql.Column("player", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("host", sql.String, nullable=False),
    sql.Column("code", sql.String, nullable=False),
)
"""The players who are connected to a host, and the table of each; without a code, they are in the lobby."""
jobs = sql.Table("jobs", meta, sql.Column("name", sql.String, primary_key=True))
"""Decisions of bots and analyses that a host is thinking about: it holds a lock on the row meanwhile."""
review_jobs = sql.Table(
    "review_jobs",
    meta,
    sql.Column("player", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("record", sql.Integer, nullable=False),
    sql.Column("ply", sql.Integer, nullable=False),
    sql.Column("quick", sql.Boolean, nullable=False),
    sql.Column("asked", sql.Float, nullable=False),
    sql.Column("answer", sql.String, nullable=True),
)
"""The analysis that each player waits for, in a PostgreSQL database, and its answer in JSON."""

for index, *columns in (
    ("results_by_player", results.c.player, results.c.record),
    ("changes_by_player", rating_changes.c.player),
    ("keys_by_player", keys.c.player),
):
    sql.Index(index, *columns)


def complete(base: sql.Connection, now: float) -> None:
    """Give players who have no key their first one, and begin the history of ratings that have none."""
    owners = {*base.execute(sql.select(keys.c.player)).scalars()}
    for row in base.execute(players.select()).all():
        first_key = row.identity.partition(REUSED)[0]
        if first_key and row.id not in owners:
            add(base, keys, {"identity": first_key, "player": row.id, "added": 0.0, "used": 0.0})
    unknown = sql.select(ratings.c.player, ratings.c.game, sql.literal(now), ratings.c.rating).where(
        sql.tuple_(ratings.c.player, ratings.c.game).not_in(sql.select(rating_changes.c.player, rating_changes.c.game))
    )
    base.execute(rating_changes.insert().from_select(["player", "game", "time", "rating"], unknown))
