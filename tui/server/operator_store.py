"""Decisions of the operator in the server's database: bans, mutes, settings, the log of what was done, house rules."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from time import time
from typing import NamedTuple

import sqlalchemy as sql

from .databases import put
from .schema import keys, meta, notices, players
from .store import Store

measures = sql.Table(
    "measures",
    meta,
    sql.Column("kind", sql.String, primary_key=True),
    sql.Column("subject", sql.String, primary_key=True),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("reason", sql.String, nullable=False),
    sql.Column("since", sql.Float, nullable=False),
    sql.Column("until", sql.Float, nullable=True),
)
settings = sql.Table(
    "settings",
    meta,
    sql.Column("key", sql.String, primary_key=True),
    sql.Column("value", sql.String, nullable=False),
)
audit = sql.Table(
    "audit",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("time", sql.Float, nullable=False),
    sql.Column("operator", sql.String, nullable=False),
    sql.Column("text", sql.String, nullable=False),
)
"""Sentences that say what was done; no row is ever changed."""
accepted = sql.Table(
    "accepted",
    meta,
    sql.Column("identity", sql.String, primary_key=True),
    sql.Column("version", sql.String, nullable=False),
    sql.Column("time", sql.Float, nullable=False),
)
"""The version of the house rules that each player has accepted."""

BAN, MUTE = "ban", "mute"


@dataclass(frozen=True, slots=True)
class Measure:
    """A ban or a mute."""

    kind: str
    """BAN or MUTE."""
    subject: str
    """Identity of a player, or GUESTS and an address; for a ban also an address or a network."""
    name: str
    """Name of the player at that time; empty for an address."""
    reason: str
    since: float
    """Unix time."""
    until: float | None
    """Unix time of its end; None if it has none."""


class PlayerRow(NamedTuple):
    """A player of the server, connected or not."""

    number: int
    identity: str
    name: str


class Entry(NamedTuple):
    """A line of the operator's log."""

    time: float
    operator: str
    text: str


class OperatorStore:
    """The operator's part of the database. Like the store, it writes to disk before it returns."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine

    def player(self, folded: str) -> PlayerRow | None:
        """The player whose folded name that is."""
        columns = sql.select(players.c.id, players.c.identity, players.c.name)
        with self.engine.begin() as base:
            row = base.execute(columns.where(players.c.folded == folded)).first()
        return PlayerRow(row.id, row.identity, row.name) if row else None

    def identities(self, identity: str) -> list[str]:
        """The identity of the player with that key, and all keys of that player; of a stranger only that one."""
        own = sql.select(keys.c.player).where(keys.c.identity == identity).scalar_subquery()
        account = sql.select(players.c.identity).where(players.c.id == own)
        with self.engine.begin() as base:
            rows = base.execute(account.union_all(sql.select(keys.c.identity).where(keys.c.player == own))).all()
        return [row.identity for row in rows] or [identity]

    def measures(self) -> list[Measure]:
        """All bans and mutes, the oldest first; some may have ended."""
        with self.engine.begin() as base:
            return [Measure(*row) for row in base.execute(measures.select().order_by(measures.c.since))]

    def impose(self, *imposed: Measure) -> None:
        """Write bans or mutes; each replaces an earlier one of the same subject."""
        with self.engine.begin() as base:
            for measure in imposed:
                values = asdict(measure)
                put(base, measures, {name: values.pop(name) for name in ("kind", "subject")}, values)

    def lift(self, kind: str, subject: str) -> None:
        with self.engine.begin() as base:
            base.execute(measures.delete().where((measures.c.kind == kind) & (measures.c.subject == subject)))

    def settings(self) -> dict[str, str]:
        with self.engine.begin() as base:
            return {row.key: row.value for row in base.execute(settings.select())}

    def set(self, key: str, value: str | None) -> None:
        """Write a setting; None removes it."""
        with self.engine.begin() as base:
            base.execute(settings.delete().where(settings.c.key == key))
            if value is not None:
                base.execute(settings.insert().values(key=key, value=value))

    def notify(self, player: int, text: str) -> None:
        """Leave a player a notice."""
        with self.engine.begin() as base:
            base.execute(notices.insert().values(player=player, text=text))

    def record(self, operator: str, text: str) -> None:
        """Add a line to the log of what was done."""
        with self.engine.begin() as base:
            base.execute(audit.insert().values(time=time(), operator=operator, text=text))

    def log(self, count: int) -> list[Entry]:
        """The newest lines of the log, the oldest of them first."""
        newest = sql.select(audit.c.time, audit.c.operator, audit.c.text).order_by(audit.c.id.desc()).limit(count)
        with self.engine.begin() as base:
            return [Entry(*row) for row in base.execute(newest)][::-1]

    def accepted(self, identity: str) -> str:
        """The version of the house rules that the player with that key has accepted; empty for none."""
        account = self.identities(identity)[0]
        with self.engine.begin() as base:
            version = base.execute(sql.select(accepted.c.version).where(accepted.c.identity == account)).scalar()
        return version or ""

    def accept(self, identity: str, version: str) -> None:
        values, account = {"version": version, "time": time()}, self.identities(identity)[0]
        with self.engine.begin() as base:
            put(base, accepted, {"identity": account}, values)
