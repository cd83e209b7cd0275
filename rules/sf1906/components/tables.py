"""Reader for a folder of component tables: CSV files with a heading, "#" before comments, and one TOML file.

Any fault raises `BadComponents`, with one sentence that names the file and, where possible, the line.
"""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

FILES = (
    *("actions.csv", "colours.csv", "development.csv", "earnings.csv", "lights.csv", "majority.csv", "map.toml"),
    *("money.csv", "objectives.csv", "permits.csv", "plots.csv", "urban.csv", "years.csv"),
)
"""Files of a component set."""


class BadComponents(ValueError):
    """A component set that the game cannot be played with."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table."""

    file: str
    line: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def bad(self, reason: str) -> BadComponents:
        return BadComponents(f"{self.file}, line {self.line}: {reason}")

    def number(self, column: str, least: int = -99) -> int:
        """A whole number from `least` to 9999; raises BadComponents."""
        text = self[column]
        try:
            value = int(text)
        except ValueError:
            raise self.bad(f"{column} is {text!r}, not a whole number") from None
        if not least <= value <= 9999:
            raise self.bad(f"{column} is {value}; it must be {least} or more")
        return value

    def one_of(self, column: str, allowed: Sequence[str]) -> int:
        """Index of the cell's word among those allowed; raises BadComponents for any other."""
        if self[column] not in allowed:
            raise self.bad(f"{column} is {self[column]!r}; it must be one of {', '.join(allowed)}")
        return allowed.index(self[column])

    def words(self, column: str, allowed: Sequence[str]) -> tuple[str, ...]:
        """The words of a cell, at least one; raises BadComponents for one that is not allowed."""
        cell_words = tuple(self[column].split())
        for word in cell_words:
            if word not in allowed:
                raise self.bad(f"{column} has {word!r}; allowed: {', '.join(allowed)}")
        if not cell_words:
            raise self.bad(f"{column} is empty")
        return cell_words


class Folder:
    """The tables of a component set, as text."""

    def __init__(self, path: str) -> None:
        """Read the folder of that path, or the tables of this package for an empty path; raises BadComponents."""
        self.texts = {name: read(path, name) for name in FILES}

    def fingerprint(self) -> str:
        """Fingerprint of the tables in 12 hex digits, independent of their folder and of line ends."""
        digest = sha256()
        for name, text in self.texts.items():
            digest.update(f"{name}\n{text}\n".encode())
        return digest.hexdigest()[:12]

    def rows(self, name: str, *columns: str) -> list[Row]:
        """Rows of a CSV file below its heading, which must have these columns; raises BadComponents."""
        lines = [(n, line) for n, line in enumerate(self.texts[name].split("\n"), 1) if line.strip() and line[0] != "#"]
        if not lines:
            raise BadComponents(f"{name}: empty table")
        head, *body = [(n, [cell.strip() for cell in next(csv.reader([line]))]) for n, line in lines]
        for column in columns:
            if column not in head[1]:
                raise BadComponents(f"{name}, line {head[0]}: there is no column {column}")
        table_rows = []
        for n, cells in body:
            if len(cells) != len(head[1]):
                raise BadComponents(f"{name}, line {n}: there are {len(cells)} cells under {len(head[1])} headings")
            table_rows.append(Row(name, n, dict(zip(head[1], cells, strict=True))))
        return table_rows

    def toml(self, name: str) -> dict[str, Any]:
        try:
            return tomllib.loads(self.texts[name])
        except tomllib.TOMLDecodeError as wrong:
            raise BadComponents(f"{name}: {wrong}") from None


def read(path: str, name: str) -> str:
    """Text of a file, its line ends normalised to line feeds; raises BadComponents."""
    folder: Traversable = Path(path) if path else files("tabletown.rules.sf1906").joinpath("data")
    try:
        return "\n".join(folder.joinpath(name).read_text(encoding="utf-8-sig").splitlines())
    except (OSError, UnicodeDecodeError):
        raise BadComponents(f"cannot read the file {name}") from None


def counted(file: str, count: int, expected: int, what: str) -> None:
    """Raise BadComponents unless the number found is the one wanted."""
    if count != expected:
        raise BadComponents(f"{file}: found {count} {what}, expected {expected}")


def distinct(rows: Iterable[Row], *columns: str) -> None:
    """Raise BadComponents where these columns are empty, or the same in two rows."""
    seen: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        key = tuple(row[column] for column in columns)
        seen[key] += 1
        if not all(key):
            raise row.bad(f"missing {' or '.join(columns)}")
        if seen[key] > 1:
            raise row.bad(f"duplicate {' '.join(key)}")


def consecutive(rows: Sequence[Row], column: str, count: int) -> None:
    """Raise BadComponents unless the column has the numbers from 0 up to, but not including, `count`."""
    for n, row in enumerate(rows):
        if row.number(column) != n:
            raise row.bad(f"{column} is {row[column]}, expected {n}")
    if rows:
        counted(rows[0].file, len(rows), count, "lines")
