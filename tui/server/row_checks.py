"""Checks of the rows of a database: the types of their values, and the texts that are parsed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Column

from ..protocol.table_codes import ALPHABET, CODE
from .schema import meta

MOST_NAME = 100
"""More characters than the name of a player or a tournament can have."""


def default_of(column: Column[Any]) -> Any:
    """The value of a column in rows that were there before it."""
    return column.type.python_type(column.server_default.arg) if column.server_default else None  # type: ignore[attr-defined]


def to_default(name: str, row: dict[str, Any]) -> list[str]:
    """Give each column without a valid value its default, if it has one; return their names."""
    lost = [column for column in meta.tables[name].columns if column.server_default and not fits(column, row)]
    row.update({column.name: default_of(column) for column in lost})
    return [column.name for column in lost]


def fits(column: Column[Any], row: dict[str, Any]) -> bool:
    """Has the value of a column the right type?"""
    value, kind = row.get(column.name), column.type.python_type
    if value is None and column.nullable:
        return True
    return isinstance(value, (int, float) if kind is float else int if kind is bool else kind)


def row_fault(name: str, row: dict[str, Any], checked: bool) -> str:
    """Why a row is of no use; empty for a good one. With `checked`, its texts are parsed too."""
    for column in meta.tables[name].columns:
        value = row.get(column.name)
        if not fits(column, row):
            return f"has no valid {column.name}"
        if column.name == "name" and len(str(value)) > MOST_NAME:
            return "has no valid name"
        if isinstance(value, str) and not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
            return "is damaged"
    if not checked:
        return ""
    try:
        for text, parse in PARSED.get(name, {}).items():
            parse(row[text])
    except (ValueError, KeyError, RecursionError):
        return "is damaged"
    return ""


def parse_object(text: str) -> None:
    if not isinstance(json.loads(text), dict):
        raise ValueError(text)


def parse_list(text: str) -> None:
    if not isinstance(json.loads(text), list):
        raise ValueError(text)


def parse_code(text: str) -> None:
    if len(text) != CODE or not {*text} <= {*ALPHABET}:
        raise ValueError(text)


def parse_lines(text: str) -> None:
    for line in text.splitlines():
        json.loads(line)


PARSED: dict[str, dict[str, Callable[[str], None]]] = {
    "tables": {"code": parse_code, "kept": parse_object},
    "actions": {"action": parse_list},
    "records": {"lines": parse_lines},
    "closed": {"data": parse_object, "log": parse_list},
    "tournaments": {"options": parse_object, "winners": parse_list},
}
"""Columns whose text is parsed, by table."""
