"""Bots think at once, also on a machine that has much to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql

from tabletown.tui.server import bot_queue, databases
from tests.tui.server.postgres import PROGRAMS, Postgres

POSTGRES, FILE = "postgresql", "sqlite"
ON_FILES = {
    *("ssh", "web", "test_admin_socket", "test_fuzz", "test_kill", "test_kills", "test_daily_kills", "test_migrations"),
    *("test_repair", "test_status_server", "test_player_text", "test_bot_queue", "test_postgres", "test_town"),
    *("test_journal", "test_jobs"),
}
"""Folders and modules about files, about what has no database, or that kill whole servers."""
OFTEN = {"test_store", "test_loading", "test_archive", "test_daily_puzzles", "test_player_keys"}
"""Modules that run on PostgreSQL with every change, as nearly every statement does in one of them; the rest is slow."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what has a folder, and so perhaps a database in it, on both kinds of databases."""
    path = metafunc.definition.path
    on_files = metafunc.definition.get_closest_marker("on_files") or {path.stem, path.parent.name} & ON_FILES
    if on_files or "tmp_path" not in metafunc.fixturenames:
        return
    marks = () if path.stem in OFTEN else (pytest.mark.slow,)
    metafunc.parametrize("database", [FILE, pytest.param(POSTGRES, marks=marks)], indirect=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    if PROGRAMS is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(autouse=True)
def database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The kind of database of a test. With PostgreSQL, each path of a file stands for a database of its own."""
    if getattr(request, "param", FILE) == FILE:
        yield FILE
        return
    server: Postgres = request.getfixturevalue("postgres")
    urls: dict[Path, str] = {}
    engines: list[sql.Engine] = []

    def opened(path: Path) -> sql.Engine:
        if path not in urls:
            urls[path] = server.new()
        engines.append(databases.opened(urls[path]))
        return engines[-1]

    monkeypatch.setattr("tabletown.tui.server.store.opened", opened)
    yield POSTGRES
    for engine in engines:
        engine.dispose()
    for url in urls.values():
        server.give_back(url)


@pytest.fixture(autouse=True)
def discourteous(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_queue, "NICENESS", 0)


@pytest.fixture(autouse=True)
def folders(tmp_path: Path) -> Path:
    """A server gets its folders as arguments: nothing to set up, and programs start from the working folder."""
    return tmp_path
