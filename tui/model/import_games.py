"""Import of saved games from elsewhere: each is checked completely, and none replaces another."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import HELPED, BadRecord, Record, header

from .deleted_games import deleted_paths
from .files import records_folder
from .saved_games import unused_path

LARGEST = 5_000_000
"""Maximum size of a file, in bytes; a long game has about 20 kB."""


class ImportRefused(Exception):
    """The file is not imported; the message says why."""


def import_game(path: Path) -> Path:
    """Copy a saved game into the folder of records. Return the copy's path. Raises ImportRefused."""
    path = path.expanduser()
    data, match = checked(path)
    if other := same_game(match, sorted(records_folder().glob("*.jsonl"))):
        raise ImportRefused(f"{path}: you already have this game, as {other.name}")
    if same_game(match, deleted_paths()):
        raise ImportRefused(f"{path}: this game is among your deleted games; restore it there")
    target = unused_path(f"{path.stem}.jsonl")
    try:
        write_new(target, data, path.stat())
    except OSError as error:
        raise ImportRefused(f"cannot write {target}: {error.strerror}") from None
    return target


def checked(path: Path) -> tuple[bytes, Match]:
    """The complete lines of a file and the match they make. Raises ImportRefused."""
    try:
        if not path.is_file():
            raise ImportRefused(f"{path}: {'not a file' if path.exists() else 'no such file'}")
        if path.stat().st_size > LARGEST:
            raise ImportRefused(f"{path}: larger than {LARGEST // 10**6} MB, so not a saved game")
        data = path.read_bytes()
        match, _ = Record.load(path, BOTS)
    except BadRecord as bad:
        raise ImportRefused(str(bad)) from None
    except (OSError, ValueError) as error:
        raise ImportRefused(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
    return data[: data.rfind(b"\n") + 1], match


def same_game(match: Match, paths: list[Path]) -> Path | None:
    """The first file that has the same header and moves; whether a hint was used makes no difference."""
    log = [json.loads(json.dumps(line)) for line in (header(match), *match.log)]
    return next((path for path in paths if lines_of(path, len(log)) == log), None)


def lines_of(path: Path, count: int) -> list[Any]:
    """Values of a record's lines; empty if it has not `count` of them or cannot be read."""
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
        if len(lines) != count:
            return []
        head, *log = [json.loads(line) for line in lines]
        return [{key: value for key, value in head.items() if key != HELPED}, *log]
    except (OSError, ValueError, AttributeError, RecursionError):
        return []


def write_new(path: Path, data: bytes, times: os.stat_result) -> None:
    """Write a file that does not exist yet, with the times of another. Raises OSError; then there is no file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "xb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            path.unlink(missing_ok=True)
            raise
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
