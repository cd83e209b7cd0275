"""Damaged databases: the server starts with what can be read, keeps the damaged file, and says what is lost."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from tabletown.tui.cli.main import main
from tabletown.tui.protocol.client_messages import Leave
from tabletown.tui.protocol.server_messages import Lobby, Over
from tabletown.tui.server import bot_queue, repair
from tests.tui.server.damage import damaged, stored_tables
from tests.tui.server.nursery import InstantPool
from tests.tui.server.raw_client import serving
from tests.tui.server.seated_clients import start_game

NOW = datetime(2026, 11, 25, 12, 0)
GAMES = {"splendor": 24, "metropolys": 18, "sf1906": 20}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the database of a server: three games being played, and a finished one."""
    folder = tmp_path_factory.mktemp("original")

    async def play() -> None:
        async with serving(folder) as gateway:
            for number, (game, plies) in enumerate((*GAMES.items(), ("splendor", 10**6))):
                people = await start_game(gateway, f"Hana {number}", f"Bruno {number}", game=game)
                await asyncio.gather(*(client.play(Random(number), plies) for client in people))
                for client in people:
                    if plies == 10**6:
                        await client.expect(Over, lambda over: over.last)
                    client.send(Leave())
                    await client.expect(Lobby)
                    client.close()

    asyncio.run(play())
    return folder / "data"


@pytest.fixture
def data(tmp_path: Path, original: Path) -> Path:
    """A copy of it, which a server of this test uses."""
    shutil.copytree(original, tmp_path / "data")
    return tmp_path / "data"


def change(data: Path, statement: str, *values: Any) -> None:
    base = sqlite3.connect(data / repair.DATABASE)
    base.execute(statement, values)
    base.commit()
    base.close()


async def test_a_damaged_row_costs_one_table(tmp_path: Path, data: Path, caplog: pytest.LogCaptureFixture) -> None:
    codes = sorted(stored_tables(data / repair.DATABASE))
    change(data, 'UPDATE tables SET kept = \'{"game": "spl\' WHERE code = ?', codes[0])
    with caplog.at_level(logging.WARNING):
        async with serving(tmp_path) as gateway:
            assert sorted(gateway.service.tables) == codes[1:]
    assert f"row {codes[0]} of tables is damaged" in caplog.text
    assert f"Lost tables: {codes[0]}." in caplog.text
    (aside,) = data.glob("former-*")
    assert codes[0] in stored_tables(aside / repair.DATABASE), "the damaged database is kept"


def test_a_damaged_schema_is_refused_in_one_line(data: Path) -> None:
    with closing(sqlite3.connect(data / repair.DATABASE)) as base:
        base.execute("PRAGMA writable_schema = ON")
        base.execute("UPDATE sqlite_master SET sql = replace(sql, ' INTEGER', char(7)) WHERE name = 'notices'")
        base.commit()
    with pytest.raises(repair.BadStore, match=r"malformed database schema.+--restore COPY$") as refused:
        repair.usable(data, NOW)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("value", ["nonsense", None, b"\xff"])
def test_a_value_that_has_a_default_costs_no_table(data: Path, value: Any) -> None:
    """The number of a table's changes need not be known."""
    path = data / repair.DATABASE
    before = stored_tables(path)
    change(data, "UPDATE OR IGNORE tables SET revision = ?", value)
    assert stored_tables(path) == before
    assert bool(repair.usable(data, NOW)) == (value is not None), "the database itself refuses to have none"
    assert stored_tables(path) == before and not repair.check(path).faults


def test_a_table_whose_code_nobody_could_type_is_left_out(data: Path) -> None:
    path = data / repair.DATABASE
    before = stored_tables(path)
    change(data, "UPDATE tables SET code = 'finished' WHERE code = ?", min(before))
    assert "row finished of tables is damaged" in " ".join(repair.usable(data, NOW))
    assert {*stored_tables(path)} == {*before} - {min(before)}


@pytest.mark.parametrize("number", [7, 100])
def test_a_move_with_a_damaged_number_is_found_by_its_index(data: Path, number: int) -> None:
    """The number is another one in the row, be it free or that of another move, and right in the index."""
    path = data / repair.DATABASE
    before = stored_tables(path)
    change(data, "PRAGMA wal_checkpoint(TRUNCATE)")
    content, move = path.read_bytes(), min(before).encode() + b"\x05"
    at = content.index(move + b'["') + len(move) - 1
    path.write_bytes(content[:at] + bytes([number]) + content[at + 1 :])
    assert stored_tables(path) == before
    assert repair.usable(data, NOW) and stored_tables(path) == before


def test_a_column_without_its_name_costs_what_was_in_it(data: Path) -> None:
    """The results of a finished game are kept, without their players."""
    change(data, "ALTER TABLE results RENAME COLUMN player TO lost")
    assert "results has no column player" in " ".join(repair.usable(data, NOW))
    base = sqlite3.connect(data / repair.DATABASE)
    assert base.execute("SELECT player, name FROM results").fetchall() == [(None, "Hana 3"), (None, "Bruno 3")]
    base.close()


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("DROP TABLE results", "there is no table results"),
        ("UPDATE players SET name = hex(zeroblob(100000))", "has no valid name"),
    ],
)
def test_a_lost_table_and_an_endless_name_are_repaired(data: Path, damage: str, fault: str) -> None:
    change(data, damage)
    assert fault in " ".join(repair.usable(data, NOW))
    assert not repair.check(data / repair.DATABASE).faults


async def test_a_table_with_an_illegal_move_is_left_alone(
    tmp_path: Path, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    codes = sorted(stored_tables(data / repair.DATABASE))
    change(data, "UPDATE actions SET action = '[\"win\", 1]' WHERE code = ? AND ply = 2", codes[1])
    async with serving(tmp_path) as gateway:
        assert sorted(gateway.service.tables) == [code for code in codes if code != codes[1]]
        assert gateway.service.unloaded == {codes[1]}
    assert f"table {codes[1]} is damaged" in caplog.text and "left unchanged" in caplog.text
    assert codes[1] in stored_tables(data / repair.DATABASE) and not [*data.glob("former-*")]


@pytest.mark.parametrize("ways", [12, pytest.param(40, marks=pytest.mark.slow)])
async def test_no_readable_game_is_lost(
    tmp_path: Path, original: Path, ways: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python -m tests.tui.server.damage` tries more ways, on the database of a server at which everything was done."""
    monkeypatch.setattr(bot_queue, "BotPool", InstantPool)
    outcome = await damaged(original, tmp_path, range(ways))
    assert outcome.faults == [] and outcome.counts["refused"] < ways / 2


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["serve", *args])
    return result.exit_code, result.output


def test_the_check_says_what_is_there_and_what_is_wrong(data: Path) -> None:
    assert run("--check", "--data", str(data)) == (
        0, f"{data / repair.DATABASE} is in order: 8 players, 4 tables, 1 finished game and 0 closed games.\n"
    )  # fmt: skip
    change(data, "UPDATE records SET lines = 'nonsense'")
    code, output = run("--check", "--data", str(data))
    assert code == 1 and "row 1 of records is damaged" in output and "0 finished games" in output


def test_a_copy_is_restored_and_the_former_database_kept(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy(data / repair.DATABASE, copy)
    before = stored_tables(copy)
    change(data, "DELETE FROM tables")
    code, output = run("--restore", str(copy), "--data", str(data))
    assert code == 0 and f"{copy} has replaced the database; the previous one is in {data}/former-" in output
    assert stored_tables(data / repair.DATABASE) == before
    assert (data / repair.DATABASE).stat().st_mode & 0o777 == 0o600
    copy.write_bytes(b"nonsense" * 999)
    code, output = run("--restore", str(copy), "--data", str(data))
    assert code == 2 and output.count("\n") == 1 and stored_tables(data / repair.DATABASE) == before


def test_a_file_that_is_no_copy_is_not_restored(data: Path, tmp_path: Path) -> None:
    """Such as what a copy is until it is complete, and the database of another program."""
    before = stored_tables(data / repair.DATABASE)
    for number, statement in enumerate(("PRAGMA user_version = 0", "CREATE TABLE songs (title TEXT)")):
        copy = tmp_path / f"copy {number}.db"
        base = sqlite3.connect(copy)
        base.execute(statement)
        base.close()
        code, output = run("--restore", str(copy), "--data", str(data))
        assert code == 2 and "is not the database of a server; nothing was changed" in output
    assert stored_tables(data / repair.DATABASE) == before


def test_a_repair_that_was_cut_short_is_finished(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between the two moves: the next start has the new database, and the old one is kept."""
    before = stored_tables(data / repair.DATABASE)
    shutil.copy(data / repair.DATABASE, data / repair.READY)
    (data / "former-x").mkdir()
    (data / repair.DATABASE).rename(data / "former-x" / repair.DATABASE)
    assert repair.usable(data, NOW) == []
    assert stored_tables(data / repair.DATABASE) == before and not (data / repair.READY).exists()
