"""A table as the database holds it. A change is refused when somebody else has changed the table in between."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from .schema import tables

Unsaved = sql.exc.SQLAlchemyError
"""Raised by every method that cannot write; it has written nothing then."""


class Outdated(Unsaved):
    """Raised for a table that has been changed since it was read, or whose players' ratings have."""

    def __init__(self, code: str) -> None:
        super().__init__(f"table {code} has been changed in between")
        self.table = code


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is stored."""

    code: str
    version: int
    stage: str
    touched: float
    data: dict[str, Any]
    revision: int = 0
    """Number of its changes when it was read; 0 for a new one. Each change adds one."""


def stored(row: Any) -> StoredTable:
    """The table of a row."""
    return StoredTable(row.code, row.version, row.stage, row.touched, json.loads(row.data), row.revision)


def save_table(base: sql.Connection, table: StoredTable) -> None:
    """Write a table without its actions. Raises Outdated when somebody else has changed it."""
    values = {
        "version": table.version,
        "stage": table.stage,
        "touched": table.touched,
        "data": json.dumps(table.data, separators=(",", ":")),
        "revision": table.revision + 1,
    }
    if table.revision:
        must_change(base.execute(tables.update().where(unchanged(table)).values(**values)), table)
    else:
        base.execute(tables.insert().values(code=table.code, **values))


def unchanged(table: StoredTable) -> sql.ColumnElement[bool]:
    """The condition that nobody has changed a table since it was read."""
    return (tables.c.code == table.code) & (tables.c.revision == table.revision)


def must_change(result: sql.CursorResult[Any], table: StoredTable) -> None:
    """Raises Outdated when a statement has not changed the table."""
    if not result.rowcount:
        raise Outdated(table.code)
