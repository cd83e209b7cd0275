"""Deleted games: kept in a folder of their own for 30 days, in which they can be restored."""

from __future__ import annotations

import time
from pathlib import Path

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.save_file import IN_USE, BadRecord, Record

from .files import daily_folder, data_folder, records_folder
from .game_names_and_marks import forget_labels, move_label
from .saved_games import unused_path

KEPT_SECONDS = 30 * 24 * 3600
SEPARATOR = "~"
"""Stands between the time of deletion, in nanoseconds since 1970, and the name that the file had."""
STAYS = "A first try at a daily game cannot be deleted, as its result counts."


def deleted_folder() -> Path:
    return data_folder() / "deleted"


def deleted_paths() -> list[Path]:
    """Files of deleted games, the one deleted last first."""
    paths = [path for path in deleted_folder().glob(f"*{SEPARATOR}*.jsonl") if deletion_time(path) is not None]
    return sorted(paths, key=lambda path: (deletion_time(path), path.name), reverse=True)


def deletion_time(path: Path) -> int | None:
    """Time of deletion in nanoseconds since 1970; None for a file that was not put there by `delete`."""
    stamp = path.name.partition(SEPARATOR)[0]
    return int(stamp) if stamp.isascii() and stamp.isdecimal() else None


def original_name(path: Path) -> str:
    """Name that the file of a deleted game had."""
    return path.name.partition(SEPARATOR)[2]


def delete(path: Path) -> str:
    """Move a saved game to the deleted ones. Return an error in a sentence, or ""; a first try stays."""
    if path.parent == daily_folder():
        return STAYS
    try:
        _, record = Record.load(path, BOTS)
    except (BadRecord, OSError) as bad:
        return f"Cannot delete {path.name}: {bad}."
    if not record.claim():
        return f"Cannot delete it: {IN_USE}."
    newest = max((deletion_time(other) or 0 for other in deleted_paths()), default=0)
    try:
        deleted_folder().mkdir(parents=True, exist_ok=True)
        path.rename(deleted_folder() / f"{max(time.time_ns(), newest + 1)}{SEPARATOR}{path.name}")
    except OSError as error:
        return f"Cannot delete {path.name}: {error.strerror}."
    finally:
        record.release()
    return ""


def restore(path: Path) -> tuple[Path | None, str]:
    """Move a deleted game back among the saved ones. Return its path, or None and an error in a sentence."""
    name = original_name(path)
    target = unused_path(name)
    try:
        records_folder().mkdir(parents=True, exist_ok=True)
        path.rename(target)
    except OSError as error:
        return None, f"Cannot restore {name}: {error.strerror}."
    move_label(name, target.name)
    return target, ""


def empty() -> None:
    """Remove games that were deleted more than 30 days ago, with their names and marks."""
    now, gone = time.time_ns(), set[str]()
    for path in deleted_paths():
        if now - (deletion_time(path) or now) > KEPT_SECONDS * 10**9:
            try:
                path.unlink()
            except OSError:
                continue
            gone.add(original_name(path))
    forget_labels({name for name in gone if not (records_folder() / name).exists()})
