"""Differences between kinds of databases: how they are opened, and statements that each writes in its own way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

BUSY = 1.0
"""Seconds to wait while another process, such as a backup, holds the database."""


def opened(path: Path) -> sql.Engine:
    """The engine of a database, which need not exist yet."""
    engine = sql.create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY})
    sql.event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    """Make each commit durable, and let readers not wait for writers."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def put(base: sql.Connection, table: sql.Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    """Write the row with that key, which may be there already."""
    new = sqlite.insert(table).values(**key, **values)
    base.execute(new.on_conflict_do_update(index_elements=[*key], set_=values))


def add(base: sql.Connection, table: sql.Table, values: dict[str, Any]) -> bool:
    """Write a row; False when its key is there already."""
    return base.execute(sqlite.insert(table).values(**values).on_conflict_do_nothing()).rowcount > 0


class place_of(FunctionElement[int]):
    """The place of a text within another one, from 1; 0 when it is not there."""

    type = sql.Integer()
    inherit_cache = True


@compiles(place_of)
def _place_of(element: place_of, compiler: Any, **options: Any) -> str:
    return f"instr({compiler.process(element.clauses, **options)})"


# The schema

VERSIONS = sql.table("alembic_version", sql.column("version_num"))
"""The number of the schema, where Alembic keeps it."""


def begin_changing_tables(base: sql.Connection) -> None:
    """Let no other server change the tables at the same time, and make the change whole or not at all."""
    base.exec_driver_sql("BEGIN IMMEDIATE")


def schema_of(base: sql.Connection) -> int:
    """The number of a database's schema; 0 for an empty one."""
    if sql.inspect(base).has_table(VERSIONS.name):
        return int(base.execute(sql.select(VERSIONS.c.version_num)).scalar_one())
    return int(base.exec_driver_sql("PRAGMA user_version").scalar_one())


def note_schema(base: sql.Connection, schema: int) -> None:
    """Note the number of the schema where programs look for it that do not know Alembic."""
    base.exec_driver_sql(f"PRAGMA user_version = {schema}")
