"""Records on disks that are full, read-only or shared: nothing is lost, and the next save completes the file."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core import save_file as module
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record
from tests.rules.core.record_files import PLIES, lines_of, same
from tests.rules.random_play import play_match


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Limit files to that number of bytes, as on a full disk: half a line is really written."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("size", [0, 1, 60, 100, 200, 300, 400])
def test_a_full_disk_and_then_room_again(path: Path, match: Match, size: int) -> None:
    """OSError, what was written loads, and the next save completes the file."""
    record = Record(path)
    with room_for(size), pytest.raises(OSError):
        record.save(match)
    assert path.stat().st_size == size
    record.save(match)
    assert same(Record.load(path, BOTS)[0], match)


def test_a_disk_that_stays_full(path: Path, match: Match) -> None:
    record = Record(path)
    with room_for(250):
        for _ in range(3):
            with pytest.raises(OSError):
                record.save(match)
    assert match.log[: len(Record.load(path, BOTS)[0].log)] == Record.load(path, BOTS)[0].log
    match.undo()
    record.save(match)
    assert same(Record.load(path, BOTS)[0], match)


@pytest.mark.parametrize("lines", [0, 1, 2, 10, PLIES])
def test_no_space_after_some_lines(path: Path, match: Match, lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """ENOSPC before the line with that number; the lines before it are in the file."""
    record, append, written = Record(path), Record._append, []

    def full(self: Record, file: Any, value: Any, mark: bytes = b"") -> None:
        if len(written) == lines:
            raise OSError(errno.ENOSPC, "No space left on device")
        written.append(value)
        append(self, file, value, mark)

    monkeypatch.setattr(Record, "_append", full)
    with pytest.raises(OSError, match="No space"):
        record.save(match)
    assert len(lines_of(path)) == lines
    monkeypatch.setattr(Record, "_append", append)
    record.save(match)
    assert same(Record.load(path, BOTS)[0], match)


def refusing(*_: Any, **__: Any) -> Any:
    raise PermissionError(errno.EACCES, "Permission denied")


def test_a_folder_that_cannot_be_written(path: Path, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match continues; the file is made once that is possible."""
    record = Record(path)
    with monkeypatch.context() as patch:
        patch.setattr(module, "open", refusing, raising=False)
        with pytest.raises(PermissionError):
            record.save(match)
    assert not path.exists()
    play_match(match, 2)
    record.save(match)
    assert same(Record.load(path, BOTS)[0], match)


def test_a_folder_that_cannot_be_made(path: Path, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record(path)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", refusing)
        with pytest.raises(PermissionError):
            record.save(match)
    record.save(match)
    assert same(Record.load(path, BOTS)[0], match)


@pytest.mark.parametrize("change", [lambda data: data + b"x", lambda data: data[:-5], lambda data: b""])
def test_another_program_changed_the_file(saved: Path, change: Callable[[bytes], bytes]) -> None:
    """OSError, and what the other program wrote stays."""
    match, record = Record.load(saved, BOTS)
    data = change(saved.read_bytes())
    saved.write_bytes(data)
    play_match(match, 2)
    for _ in range(2):
        with pytest.raises(OSError, match="another program"):
            record.save(match)
    assert saved.read_bytes() == data


def test_a_file_that_was_taken_away(saved: Path) -> None:
    match, record = Record.load(saved, BOTS)
    saved.unlink()
    play_match(match, 1)
    with pytest.raises(FileNotFoundError):
        record.save(match)
    assert not saved.exists()


class Uncut:
    """A file that cannot be made shorter."""

    def __init__(self, path: Path, mode: str, buffering: int) -> None:
        self.file = path.open(mode, buffering)

    def __enter__(self) -> Uncut:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def truncate(self, size: int) -> int:
        raise OSError(errno.EIO, "Input/output error")


def test_a_cut_that_failed_is_made_up_for(path: Path, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record(path)
    record.save(match)
    match.undo()
    with monkeypatch.context() as patch:
        patch.setattr(module, "open", Uncut, raising=False)
        with pytest.raises(OSError, match="Input/output"):
            record.save(match)
    record.save(match)
    assert same(Record.load(path, BOTS)[0], match)


def test_a_sync_that_failed_is_made_up_for(path: Path, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    record, synced = Record(path), []
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refusing)
        with pytest.raises(OSError):
            record.save(match)
    monkeypatch.setattr(os, "fsync", synced.append)
    record.save(match)
    assert synced
