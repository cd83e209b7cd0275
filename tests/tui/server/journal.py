"""The journal of a town on PostgreSQL: triggers note every change, each with its transaction, for good."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import psycopg
from psycopg.rows import namedtuple_row

TRIGGERS = """
CREATE TABLE kept_tables (
    id bigserial, tx bigint DEFAULT txid_current(), at float DEFAULT extract(epoch FROM clock_timestamp()),
    code text, revision int, stage text, data text
);
CREATE TABLE kept_actions (id bigserial, tx bigint DEFAULT txid_current(), code text, ply int, action text);
CREATE TABLE kept_ratings (
    id bigserial, tx bigint DEFAULT txid_current(), player int, game text,
    old float, games_before int, new float, games int
);
CREATE TABLE kept_records (id bigserial, tx bigint DEFAULT txid_current(), record int);
CREATE TABLE kept_closed (id bigserial, tx bigint DEFAULT txid_current(), code text, log text);

CREATE FUNCTION keep_table() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO kept_tables (code, revision, stage, data) VALUES (OLD.code, OLD.revision, '', OLD.kept);
    ELSIF TG_OP = 'INSERT' OR OLD.revision <> NEW.revision OR OLD.kept <> NEW.kept OR OLD.stage <> NEW.stage THEN
        INSERT INTO kept_tables (code, revision, stage, data) VALUES (NEW.code, NEW.revision, NEW.stage, NEW.kept);
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION keep_action() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO kept_actions (code, ply, action) VALUES (NEW.code, NEW.ply, NEW.action);
    ELSIF EXISTS (SELECT FROM tables WHERE code = OLD.code) THEN
        INSERT INTO kept_actions (code, ply, action) VALUES (OLD.code, OLD.ply, '');
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION keep_rating() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO kept_ratings (player, game, old, games_before, new, games) VALUES (
        NEW.player, NEW.game, coalesce(OLD.rating, 1500), coalesce(OLD.games, 0), NEW.rating, NEW.games
    );
    RETURN NULL;
END $$;
CREATE FUNCTION keep_record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO kept_records (record) VALUES (NEW.id);
    RETURN NULL;
END $$;
CREATE FUNCTION keep_closed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO kept_closed (code, log) VALUES (NEW.code, NEW.log);
    RETURN NULL;
END $$;
CREATE TRIGGER keep_table AFTER INSERT OR UPDATE OR DELETE ON tables FOR EACH ROW EXECUTE FUNCTION keep_table();
CREATE TRIGGER keep_action AFTER INSERT OR UPDATE OR DELETE ON actions FOR EACH ROW EXECUTE FUNCTION keep_action();
CREATE TRIGGER keep_rating AFTER INSERT OR UPDATE ON ratings FOR EACH ROW EXECUTE FUNCTION keep_rating();
CREATE TRIGGER keep_record AFTER INSERT ON records FOR EACH ROW EXECUTE FUNCTION keep_record();
CREATE TRIGGER keep_closed AFTER INSERT ON closed FOR EACH ROW EXECUTE FUNCTION keep_closed();
"""


class Version(NamedTuple):
    """A table as a transaction has left it."""

    tx: int
    at: float
    """Seconds since 1970, by the clock of the database."""
    code: str
    revision: int
    stage: str
    """Empty when the table was deleted."""
    data: dict[str, Any]


class Act(NamedTuple):
    """An action that was written; without an action, the one at that ply was undone."""

    tx: int
    code: str
    ply: int
    action: list[Any] | None


class Change(NamedTuple):
    """A rating that was written, with the one before it."""

    tx: int
    player: int
    game: str
    old: float
    games_before: int
    new: float
    games: int


class Seat(NamedTuple):
    """The result of a seat."""

    player: int | None
    points: int
    won: bool


@dataclass
class Journal:
    """All changes in the order in which they were written."""

    versions: list[Version] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    records: dict[int, tuple[list[Any], list[Seat]]] = field(default_factory=dict)
    """Lines and results of the games that have ended, by the transaction."""
    closed: dict[int, tuple[str, list[Any]]] = field(default_factory=dict)
    """Code and actions of the games that were closed, by the transaction."""
    actions: dict[str, list[Any]] = field(default_factory=dict)
    """The actions in the database by table."""
    ratings: dict[tuple[int, str], tuple[float, int]] = field(default_factory=dict)
    """The ratings in the database, with the number of games, by player and game."""
    names: dict[int, str] = field(default_factory=dict)

    def started(self) -> set[str]:
        """Codes of the tables where a game has started."""
        return {version.code for version in self.versions if version.stage == "playing"}


def keep(info: str) -> None:
    """Note every change of a database from now on."""
    with psycopg.connect(info) as base:
        base.execute(TRIGGERS)


def read(info: str) -> Journal:
    """The journal of a database, read by plain SQL as from a backup."""
    with psycopg.connect(info, row_factory=namedtuple_row) as base:

        def rows(query: str) -> Iterable[Any]:
            return base.execute(query.encode())

        journal = Journal(
            [
                Version(*row[:-1], json.loads(row.data))
                for row in rows("SELECT tx, at, code, revision, stage, data FROM kept_tables ORDER BY id")
            ],
            [
                Act(*row[:-1], json.loads(row.action or "null"))
                for row in rows("SELECT tx, code, ply, action FROM kept_actions ORDER BY id")
            ],
            [
                Change(*row)
                for row in rows("SELECT tx, player, game, old, games_before, new, games FROM kept_ratings ORDER BY id")
            ],
        )
        for row in rows("SELECT code, action FROM actions ORDER BY code, ply"):
            journal.actions.setdefault(row.code, []).append(json.loads(row.action))
        for row in rows("SELECT tx, lines, record FROM kept_records JOIN records ON record = records.id"):
            seats = rows(f"SELECT player, points, won FROM results WHERE record = {row.record} ORDER BY chair")
            journal.records[row.tx] = (
                [json.loads(line) for line in row.lines.splitlines()],
                [Seat(*seat) for seat in seats],
            )
        for row in rows("SELECT tx, code, log FROM kept_closed"):
            journal.closed[row.tx] = row.code, json.loads(row.log)
        journal.ratings = {(row.player, row.game): (row.rating, row.games) for row in rows("SELECT * FROM ratings")}
        journal.names = {row.id: row.name for row in rows("SELECT id, name FROM players")}
    return journal


PLANTS = {
    "a revision that was accepted twice": """
        INSERT INTO kept_tables (tx, at, code, revision, stage, data)
        SELECT tx + 1, at, code, revision, stage, data FROM kept_tables
        WHERE stage = 'playing' ORDER BY revision DESC LIMIT 1
    """,
    "an action that was applied twice": """
        INSERT INTO kept_actions (tx, code, ply, action)
        SELECT tx, code, ply + 1, action FROM kept_actions WHERE action <> '' ORDER BY id DESC LIMIT 1
    """,
    "a game that was rated twice": """
        INSERT INTO kept_ratings (tx, player, game, old, games_before, new, games)
        SELECT tx + 1, player, game, new, games, 2 * new - old, games + 1 FROM kept_ratings ORDER BY id DESC LIMIT 1
    """,
}
"""Statements that write a fault into a copy of a journal, by what they do."""
