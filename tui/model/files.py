"""Folders of the program, and small files in them, written atomically."""

from __future__ import annotations

import fcntl
import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from datetime import date
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from platformdirs import user_config_path, user_data_path

LARGEST = 100_000
"""Maximum size of a settings file, in bytes."""
LOCK_SECONDS = 2
"""Longest wait for another program that holds `data_lock`, which takes milliseconds unless it was stopped there."""


def config_folder() -> Path:
    return Path(os.environ.get("TABLETOWN_CONFIG") or user_config_path("tabletown"))


def data_folder() -> Path:
    return Path(os.environ.get("TABLETOWN_DATA") or user_data_path("tabletown"))


def records_folder() -> Path:
    return data_folder() / "games"


def daily_folder() -> Path:
    """Folder of the first tries at daily games, and of the games of the bot in your seat."""
    return data_folder() / "daily"


def first_tries() -> Iterator[Path]:
    """Files of the first tries at daily games, in no order."""
    return daily_folder().glob("????-??-??.jsonl")


def days_tried() -> set[date]:
    """Days whose daily games have been tried."""
    days = set[date]()
    for path in first_tries():
        with suppress(ValueError):  # no date, though it looks like one
            days.add(date.fromisoformat(path.stem))
    return days


def remember(name: str, values: Mapping[str, str]) -> None:
    """Save a small table of texts in the settings folder. Raises OSError."""
    write_toml(name, "".join(f"{key} = {toml_string(value)}\n" for key, value in values.items()))


def write_toml(name: str, text: str) -> None:
    """Replace a settings file atomically. Raises OSError."""
    atomic_write(config_folder() / f"{name}.toml", text)


def remembered(name: str) -> dict[str, Any]:
    """Read a small table saved beside the settings, such as the last new game; empty when there is none."""
    return load_toml(name)[0]


def load_toml(name: str) -> tuple[dict[str, Any], list[str]]:
    """Contents of a settings file and its problems; without a readable file the contents are empty."""
    path = config_folder() / f"{name}.toml"
    try:
        return tomllib.loads(read_small(path)), []
    except FileNotFoundError:
        return {}, []
    except OSError as error:
        return {}, [f"{path}: {error.strerror or error}"]
    except ValueError as error:
        return {}, [f"{path}: {error}; fix or delete the file"]
    except RecursionError:
        return {}, [f"{path}: nested too deeply; fix or delete the file"]


def read_small(path: Path) -> str:
    """Read the text of a small file. Raises OSError, and ValueError for a file that is too large or not regular."""
    if path.exists() and not path.is_file():
        raise ValueError("not a regular file")
    if path.stat().st_size > LARGEST:
        raise ValueError(f"larger than {LARGEST // 1000} kB")
    return path.read_text(encoding="utf-8")


def toml_string(text: str) -> str:
    """Quote a text for TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def atomic_write(path: Path, text: str) -> None:
    """Replace a file atomically, creating its folder if necessary. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def set_aside(path: Path) -> Path:
    """Rename a damaged file, replacing no other, so that nothing overwrites it. Return its new path. Raises OSError."""
    names = (f"{path.stem}-damaged{f'-{n}' if n else ''}{path.suffix}" for n in range(10_000))
    kept = next(other for name in names if not (other := path.with_name(name)).exists())
    path.rename(kept)
    return kept


@contextmanager
def data_lock() -> Iterator[None]:
    """Hold the lock on the data folder, so that of two programs that change the same file neither loses a change.

    Also a decorator. Without effect where a folder cannot be locked, as on some network disks. Not reentrant.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            folder = os.open(data_folder(), os.O_RDONLY)
            stack.callback(os.close, folder)
            wait_for_lock(folder)
        yield


def wait_for_lock(descriptor: int) -> None:
    """Lock an open file or folder until it is closed, or stop waiting after LOCK_SECONDS. Raises OSError."""
    deadline = monotonic() + LOCK_SECONDS
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if monotonic() > deadline:
                raise
            sleep(0.005)
