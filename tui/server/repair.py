"""Damaged databases: what is wrong with one, a new one from all rows that can be read, and copies to restore.

A file that is not usable is never changed or deleted, but moved to a folder of its own.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from pathlib import Path
from tempfile import mkstemp
from typing import Any

from sqlalchemy import Table

from tabletown.rules.core.text import join_words, plural, shorten

from .databases import SIDE_FILES, opened
from .row_checks import default_of, row_fault, to_default
from .schema import SCHEMA, complete, meta, records
from .store import BadStore, Store

DATABASE = "tabletown.db"
"""Name of the database in the data folder."""
READY = f"{DATABASE}.ready"
"""Name of a complete new database that is to replace it."""
MOST_ROWS = 1 << 20
"""Highest row number that is looked for one by one where an index cannot be followed."""
DAMAGE = (sqlite3.Error, UnicodeError)
"""Errors of reading a damaged database; some of SQLite's own messages quote damaged names."""
THINGS = {"players": "player", "tables": "table", "records": "finished game", "closed": "closed game"}
"""A noun for the rows of each main table."""


@dataclass
class Contents:
    """The readable rows of a database by table, and its faults as sentences."""

    rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)
    """Codes of tables whose row or actions are damaged."""

    def summary(self) -> str:
        """The number of players, tables and games that can be read."""
        return join_words([plural(len(self.rows.get(name, ())), thing) for name, thing in THINGS.items()])


def check(path: Path, *, whole: bool = True) -> Contents:
    """The contents and faults of a database, which is only read; with `whole` the finished games are checked too.

    Raises BadStore when nothing of it can be read.
    """
    contents = Contents()
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as base:
            base.row_factory = sqlite3.Row
            base.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
            version = base.execute("PRAGMA user_version").fetchone()[0]
            if version not in range(SCHEMA + 1):
                raise BadStore(f"{path} has schema {version}; this version needs {SCHEMA}")
            present = {row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            contents.faults += integrity(base)
            intact = not contents.faults
            for table in meta.sorted_tables:
                if table.name not in present and version == SCHEMA:
                    contents.faults.append(f"there is no table {table.name}")
                if table.name in present:
                    if version == SCHEMA:  # the steps from an older one add columns
                        contents.faults += missing_columns(base, table)
                    checked = whole or table.name not in ("records", "closed")
                    read_table(base, table.name, contents, intact=intact, checked=checked)
    except DAMAGE as error:
        raise BadStore(f"cannot read {path}: {' '.join(str(error).split())}") from None
    drop_incomplete(contents)
    return contents


def missing_columns(base: sqlite3.Connection, table: Table) -> list[str]:
    """A fault for each column that a table should have and has not."""
    columns = {row["name"] for row in base.execute(f"PRAGMA table_info({table.name})")}
    return [f"{table.name} has no column {column.name}" for column in table.columns if column.name not in columns]


def integrity(base: sqlite3.Connection) -> list[str]:
    """The first fault that SQLite finds in the structure of the file."""
    try:
        (verdict,) = base.execute("PRAGMA integrity_check(1)").fetchone()
    except DAMAGE as error:
        return [str(error)]
    return [] if verdict == "ok" else [str(verdict).splitlines()[-1]]


def read_table(base: sqlite3.Connection, name: str, contents: Contents, *, intact: bool, checked: bool) -> None:
    """Add the rows of a table, and a fault for each one that is damaged. A column that is missing is empty in them."""
    columns = {column.name: default_of(column) for column in meta.tables[name].columns}
    keys = [column.name for column in meta.tables[name].primary_key]
    good: dict[tuple[Any, ...], dict[str, Any]] = {}
    faults: dict[tuple[Any, ...], str] = {}
    for stored in rows_of(base, name, keys, intact):
        row = {column: stored.get(column, default) for column, default in columns.items()}
        key = tuple(row[column] for column in keys)
        contents.faults += [f"row {named(key)} of {name} has no valid {column}" for column in to_default(name, row)]
        if fault := row_fault(name, row, checked):
            faults[key] = fault
        else:
            good.setdefault(key, row)
    contents.rows[name] = [*good.values()]
    for key, fault in faults.items():
        if key not in good:
            if name in ("tables", "actions") and isinstance(key[0], str):
                contents.codes.add(shorten(key[0]))
            contents.faults.append(f"row {named(key)} of {name} {fault}")


def named(key: tuple[Any, ...]) -> str:
    """The key of a row in a sentence."""
    return shorten(" ".join(map(str, key)))


def rows_of(base: sqlite3.Connection, name: str, keys: list[str], intact: bool) -> Iterator[dict[str, Any]]:
    """Every row that can be read, some of them more than once.

    If the file is not `intact`, they are read by their keys, then from both ends, then by number: where the index and
    the row differ in a key, the index comes first.
    """
    numbers: list[int] = []
    if not intact:
        yield from rows_by_keys(base, name, keys)
    for order in ("ASC", "DESC"):
        try:
            for row in base.execute(f"SELECT rowid AS number, * FROM {name} ORDER BY rowid {order}"):
                numbers.append(row["number"])
                yield {column: row[column] for column in row.keys() if column != "number"}  # noqa: SIM118
            if intact:
                break
        except DAMAGE:
            pass
    else:
        seen = set(numbers)
        between = range(min(seen, default=1), min(max(seen, default=0), MOST_ROWS))
        yield from rows_with(base, name, ["rowid"], ((number,) for number in between if number not in seen))
        if intact:
            yield from rows_by_keys(base, name, keys)


def rows_by_keys(base: sqlite3.Connection, name: str, keys: list[str]) -> Iterator[dict[str, Any]]:
    """The rows that can be read by the index of their keys."""
    columns = ", ".join(keys)
    try:
        key_rows = base.execute(f"SELECT {columns} FROM {name} ORDER BY {columns}").fetchall()
    except DAMAGE:
        return
    yield from rows_with(base, name, keys, key_rows)


def rows_with(base: sqlite3.Connection, name: str, keys: list[str], values: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """The rows with those keys that can be read."""
    condition = " AND ".join(f"{key} = ?" for key in keys)
    for value in values:
        try:
            yield from map(dict, base.execute(f"SELECT * FROM {name} WHERE {condition}", [*value]).fetchall())
        except DAMAGE:
            continue


def drop_incomplete(contents: Contents) -> None:
    """Leave out tables without all their actions, and rows about things that are lost."""
    rows = contents.rows
    codes = {row["code"] for row in rows.get("tables", ())}
    plies: dict[str, list[int]] = {}
    for row in rows.get("actions", ()):
        plies.setdefault(row["code"], []).append(row["ply"])
    lengths = {row["code"]: json.loads(row["kept"]).get("plies") for row in rows.get("tables", ())}
    for code, of_table in plies.items():
        if code not in codes or sorted(of_table) == list(range(len(of_table))):
            continue
        length = lengths[code]
        if isinstance(length, int) and {*range(length)} <= {*of_table}:  # the others are there under two numbers
            rows["actions"] = [row for row in rows["actions"] if row["code"] != code or row["ply"] < length]
        else:
            contents.codes.add(shorten(code))
            contents.faults.append(f"table {shorten(code)} is missing some of its moves")
    good = {code for code in codes if shorten(code) not in contents.codes}
    rows["tables"] = [row for row in rows.get("tables", ()) if row["code"] in good]
    for table in meta.sorted_tables:
        for link in table.foreign_keys:
            column, target = link.parent.name, link.column
            targets = {row[target.name] for row in rows.get(target.table.name, ())} | {None}
            for row in rows.get(table.name, ()) if link.parent.nullable and target.table is records else ():
                row[column] = row[column] if row[column] in targets else None
            fitting = [row for row in rows.get(table.name, ()) if row[column] in targets]
            lost = len(rows.get(table.name, ())) - len(fitting)
            rows[table.name] = fitting
            if lost and not contents.faults:
                contents.faults.append(f"{plural(lost, 'row')} of {table.name} without a row of {target.table.name}")


def salvage(folder: Path, contents: Contents, now: datetime) -> Path:
    """Replace the database by a new one of what can be read; return the folder to which the damaged one was moved.

    Raises BadStore and OSError.
    """
    part = started(folder)
    try:
        Store(part).close()
        with closing(sqlite3.connect(part)) as base, base:
            for table in meta.sorted_tables:
                for row in contents.rows.get(table.name, ()):
                    columns, marks = ", ".join(row), ", ".join("?" * len(row))
                    base.execute(f"INSERT OR IGNORE INTO {table.name} ({columns}) VALUES ({marks})", [*row.values()])
        engine = opened(part)
        with engine.begin() as connection:
            complete(connection, now.timestamp())
        engine.dispose()
    except sqlite3.Error as error:
        raise BadStore(f"cannot write {part}: {error}") from None
    return replace(folder, part, now)


def started(folder: Path) -> Path:
    """The path of a new database, without the remains of an earlier try."""
    part = folder / f"{DATABASE}.part"
    for ending in SIDE_FILES:
        part.with_name(part.name + ending).unlink(missing_ok=True)
    return part


def replace(folder: Path, part: Path, now: datetime) -> Path:
    """Use a complete new database; return the folder to which the present one was moved.

    Once it has its name `ready`, the change is finished even by the next start of a server killed meanwhile.
    """
    part.chmod(0o600)
    give_to_owner(part, folder)
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.rename(folder / READY)
    return finish(folder, now)


def finish(folder: Path, now: datetime) -> Path:
    """Move the present database to a folder of its own, and the new one to its place; return that folder."""
    names = (f"former-{now:%Y%m%d-%H%M%S}{f'-{n}' if n else ''}" for n in count())
    aside = next(path for name in names if not (path := folder / name).exists())
    aside.mkdir(mode=0o700)
    give_to_owner(aside, folder)
    for ending in SIDE_FILES:
        file = folder / (DATABASE + ending)
        if file.exists():
            file.rename(aside / file.name)
    (folder / READY).rename(folder / DATABASE)
    return aside


def give_to_owner(path: Path, folder: Path) -> None:
    """Let the user who runs the server use a file that root has made."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def finish_or_drop(folder: Path, now: datetime) -> None:
    """Finish a change that was cut short, unless the new database has been damaged since."""
    try:
        whole = "players" in check(folder / READY, whole=False).rows
    except BadStore:
        whole = False
    if whole:
        finish(folder, now)
    else:
        (folder / READY).rename(folder / f"damaged-{now:%Y%m%d-%H%M%S}")


def restore(folder: Path, copy: Path, now: datetime) -> Path:
    """Use a copy as the database; return the folder to which the present one was moved.

    Raises BadStore when the copy is damaged, and OSError.
    """
    if not copy.is_file():
        raise BadStore(f"there is no file {copy}")
    contents = check(copy)
    if "players" not in contents.rows:
        raise BadStore(f"{copy} is not the database of a server; nothing was changed")
    if contents.faults:
        raise BadStore(f"{copy} is damaged ({contents.faults[0]}); nothing was changed")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = started(folder)
    with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
    return replace(folder, part, now)


def back_up(folder: Path, path: Path) -> None:
    """Copy the database of a running server to a new file, which no one else can read.

    The file has its name only once it is complete. Raises BadStore for a path that is not absolute or has a file,
    OSError and sqlite3.Error; it leaves no part then.
    """
    if not path.is_absolute():
        raise BadStore(f"{path} is not an absolute path")
    if path.exists():
        raise BadStore(f"{path} exists; choose another name")
    descriptor, name = mkstemp(dir=path.parent, prefix=f"{path.name}.")
    os.close(descriptor)
    part = Path(name)
    try:
        with closing(sqlite3.connect(folder / DATABASE)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # so that the copy is one file
        part.rename(path)
    except (OSError, sqlite3.Error):
        part.unlink()
        raise


def usable(folder: Path, now: datetime) -> list[str]:
    """Make sure that the database can be used, from what can be read of it if need be; return sentences for the log.

    Raises BadStore when nothing can be read, and OSError.
    """
    path = folder / DATABASE
    if (folder / READY).exists():
        finish_or_drop(folder, now)
    if not path.exists() or not path.stat().st_size:
        return []
    try:
        contents = check(path, whole=False)
    except BadStore as bad:
        raise BadStore(f"{bad}. Restore a backup with tabletown serve --restore COPY") from None
    if not contents.faults:
        return []
    aside = salvage(folder, contents, now)
    lost = f" Lost tables: {', '.join(sorted(contents.codes))}." if contents.codes else ""
    return [
        *(f"database: {fault}" for fault in contents.faults[:20]),
        f"the database was damaged: it is kept in {aside}, and what could be read is in a new one: "
        f"{contents.summary()}.{lost}",
    ]
