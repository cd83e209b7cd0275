"""Names and marks of saved games: a small file beside the folder of records, which other versions ignore."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabletown.rules.core.text import quoted

from .files import atomic_write, data_folder, data_lock, set_aside

FORMAT = 1
MAX_NAME_LENGTH = 30


@dataclass(frozen=True)
class Label:
    """The name of a game, "" without one, and its mark."""

    name: str = ""
    marked: bool = False


NO_LABEL = Label()


def labels_path() -> Path:
    return data_folder() / "labels.json"


def load_labels() -> tuple[dict[str, Label], str]:
    """Labels by name of the record, and a sentence if the file was damaged; it is then set aside."""
    path = labels_path()
    try:
        return read_labels(), ""
    except OSError as error:
        return {}, f"Cannot read the names and marks of your games: {path}: {error.strerror}."
    except ValueError:
        lost = f"The names and marks you gave games are lost: {path} is damaged"
    try:
        return {}, f"{lost}; it is kept as {set_aside(path).name}."
    except OSError as error:
        return {}, f"{lost}; it could not be renamed: {error.strerror}."


def read_labels() -> dict[str, Label]:
    """Labels by name of the record. Raises OSError, and ValueError for a damaged file."""
    try:
        return parsed(json.loads(labels_path().read_text(encoding="utf-8")))
    except FileNotFoundError:
        return {}
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError("damaged") from error


def parsed(data: Any) -> dict[str, Label]:
    """Labels from the contents of the file. Raises ValueError, KeyError, TypeError or AttributeError."""
    if data["tabletown"] != FORMAT:
        raise ValueError("unrecognised format")
    return {str(file): Label(clean(str(entry["name"])), bool(entry["marked"])) for file, entry in data["games"].items()}


def save_labels(labels: dict[str, Label]) -> None:
    """Write all labels that say something. Raises OSError."""
    games = {
        file: {"name": label.name, "marked": label.marked}
        for file, label in sorted(labels.items())
        if label != NO_LABEL
    }
    atomic_write(labels_path(), json.dumps({"tabletown": FORMAT, "games": games}, ensure_ascii=False, indent=1) + "\n")


@data_lock()
def change_label(file: str, name: str | None = None, marked: bool | None = None) -> str:
    """Name or mark the game of a record; "" takes its name away. Return an error in a sentence, or ""."""
    labels, problem = load_labels()
    label = labels.get(file, NO_LABEL)
    if problem:
        return problem
    if name is not None and (wrong := name_error(file, clean(name), labels)):
        return wrong
    labels[file] = Label(
        label.name if name is None else clean(name),
        label.marked if marked is None else marked,
    )
    try:
        save_labels(labels)
    except OSError as error:
        return f"Cannot write {labels_path()}: {error.strerror}."
    return ""


def name_error(file: str, name: str, labels: dict[str, Label]) -> str:
    """A sentence that says why a game cannot have this name, or ""."""
    if len(name) > MAX_NAME_LENGTH:
        return f"A name has at most {MAX_NAME_LENGTH} characters; this one has {len(name)}."
    if not name.isprintable():
        return "A name cannot contain unprintable characters."
    if name and any(label.name.casefold() == name.casefold() for other, label in labels.items() if other != file):
        return f"Another game is already called {quoted(name)}; choose another name."
    return ""


def clean(name: str) -> str:
    """A name without spaces at its ends, and with single ones within."""
    return " ".join(name.split())


@data_lock()
def forget_labels(files: set[str]) -> None:
    """Remove the labels of games that are gone for good; if that fails, they stay and do no harm."""
    with suppress(OSError, ValueError):
        labels = read_labels()
        if files & labels.keys():
            save_labels({file: label for file, label in labels.items() if file not in files})


@data_lock()
def move_label(file: str, other: str) -> None:
    """Give the label of one record to another; if that fails, it stays where it is."""
    with suppress(OSError, ValueError):
        labels = read_labels()
        if file != other and file in labels:
            labels[other] = labels.pop(file)
            save_labels(labels)
