"""Databases of earlier schemas are taken over whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tabletown.tui.server import gateway, migrations, repair
from tabletown.tui.server.schema import SCHEMA, meta
from tabletown.tui.server.store import Store

assert gateway  # with it, every module that has tables is loaded
COPIES = Path(__file__).parents[2] / "previous_version" / "server"
"""Databases as the versions with each schema have written them, with a game that is not over."""


def copy_of(schema: int, path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Make a database of an earlier schema; return its rows."""
    with closing(sqlite3.connect(path)) as base:
        base.executescript((COPIES / f"schema_{schema}.sql").read_text(encoding="utf-8"))
    return rows_of(path)


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The rows of each table, without columns that were added later."""
    with closing(sqlite3.connect(path)) as base:
        names = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = "code, version, stage, touched, kept"
        return {
            name: base.execute(f"SELECT {columns if name == 'tables' else '*'} FROM {name}").fetchall()
            for name in names
            if name != "alembic_version"
        }


@pytest.mark.parametrize("schema", range(1, SCHEMA))
def test_an_earlier_database_continues(tmp_path: Path, schema: int) -> None:
    path = tmp_path / "a.db"
    before = copy_of(schema, path)
    assert not repair.check(path).faults and before["actions"]
    store = Store(path)
    with store.engine.connect() as base:
        assert not compare_metadata(MigrationContext.configure(base, opts={"compare_type": True}), meta)
    after = rows_of(path)
    assert not [name for name, rows in before.items() if set(rows) - set(after[name])]
    assert len(after["keys"]) == len(after["players"]) and not repair.check(path).faults
    [running, *_] = [table for table in store.load() if table.stage == "playing"]
    log = store.log(running.code)
    store.played(running, len(log), ("pass",))
    store.close()
    again = Store(path)
    assert again.log(running.code) == [*log, ("pass",)]


def test_a_change_of_the_tables_is_made_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = copy_of(4, tmp_path / "a.db")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("tabletown.tui.server.store.note_schema", interrupted)
        Store(tmp_path / "a.db")
    assert rows_of(tmp_path / "a.db") == before
    assert Store(tmp_path / "a.db").load()


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_the_last_step_leads_to_the_present_schema(tmp_path: Path) -> None:
    """Earlier versions find its number too, and refuse the database."""
    Store(tmp_path / "a.db").close()
    assert migrations.SCRIPTS.get_current_head() == str(SCHEMA)
    with closing(sqlite3.connect(tmp_path / "a.db")) as base:
        assert base.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
