"""Helpers shared by the tests of records."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import BadRecord, Record

PLIES = 25


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def same(a: Match, b: Match) -> bool:
    """Equal logs, states and seats, number types included."""
    keys = ("name", "seats", "options", "seed", "log", "states")
    return all(repr(getattr(a, key)) == repr(getattr(b, key)) for key in keys)


def bad(path: Path, data: bytes, line: int, reason: str) -> None:
    """Loading these bytes is refused with path, line and reason, and the file is left as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    with pytest.raises(BadRecord) as caught:
        Record.load(path, BOTS)
    assert (caught.value.path, caught.value.line) == (path, line)
    assert reason in caught.value.reason
    assert str(caught.value) == f"{path}, line {line}: {caught.value.reason}"
    assert path.read_bytes() == data
    assert os.listdir(path.parent) == [path.name]
