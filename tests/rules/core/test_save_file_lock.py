"""Two programs and one record: who plays holds it."""

from __future__ import annotations

import errno
import fcntl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import IN_USE, Record
from tests.rules.core.record_files import same
from tests.rules.random_play import play_match

HOLD = """
import sys
from pathlib import Path
from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.save_file import Record
match, record = Record.load(Path(sys.argv[1]), BOTS)
print(record.claim(), flush=True)
sys.stdin.read()
"""


@contextmanager
def elsewhere(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another program that has the record."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout and other.stdout.readline() == "True\n"
        yield other
        other.kill()


def test_another_program_is_kept_from_it_until_this_one_ends(saved: Path) -> None:
    before = saved.read_bytes()
    with elsewhere(saved) as other:
        match, record = Record.load(saved, BOTS)
        assert not record.claim()
        play_match(match, 1)
        with pytest.raises(OSError, match=IN_USE):
            record.save(match)
        assert record.try_save(match) == IN_USE and saved.read_bytes() == before
        other.kill()  # it cannot clean up behind itself
        other.wait()
        assert record.claim() and record.try_save(match) == ""
    assert same(Record.load(saved, BOTS)[0], match)


def test_whoever_writes_holds_it(path: Path, match: Match) -> None:
    """The lock lasts from the first byte until it is released; others can read."""
    record = Record(path)
    record.save(match)
    again, other = Record.load(path, BOTS)
    assert same(again, match) and not other.claim()
    record.release()
    assert other.claim() and not record.claim()
    assert record.try_save(play_match(match, 1)) == IN_USE
    other.release()
    record.save(match)
    assert same(Record.load(path, BOTS)[0], match)


def test_what_was_changed_since_it_was_loaded_is_not_gone_on_with(saved: Path) -> None:
    _, record = Record.load(saved, BOTS)
    again, other = Record.load(saved, BOTS)
    other.save(play_match(again, 1))
    other.release()
    assert not record.claim()
    assert Record.load(saved, BOTS)[1].claim(), "the vain attempt holds nothing"


def test_a_record_nobody_knows_of_any_more_is_free(saved: Path) -> None:
    _, record = Record.load(saved, BOTS)
    assert record.claim()
    del record
    assert Record.load(saved, BOTS)[1].claim()


def test_what_cannot_be_written_can_be_claimed(tmp_path: Path, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play continues without a record, as on any disk that cannot be written."""
    assert Record(tmp_path / "none.jsonl").claim() and Record(tmp_path / "no folder" / "none.jsonl").claim()

    def refuse(*_: Any) -> int:
        raise PermissionError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("os.open", refuse)
    assert Record.load(saved, BOTS)[1].claim()


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL])
def test_a_disk_without_locks_keeps_nobody_out(saved: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(number, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    match, record = Record.load(saved, BOTS)
    assert record.claim()
    record.save(play_match(match, 2))
    assert same(Record.load(saved, BOTS)[0], match)
