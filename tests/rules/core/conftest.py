"""A match of some plies and its file, for the tests of records."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record
from tests.rules.core.record_files import PLIES
from tests.rules.random_play import first_match, play_match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches" / "one.jsonl"


@pytest.fixture
def match() -> Match:
    return play_match(first_match(), PLIES)


@pytest.fixture
def saved(path: Path, match: Match) -> Path:
    Record(path).save(match)
    return path
