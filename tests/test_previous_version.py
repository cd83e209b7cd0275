"""Files of the version before this one open and continue: saved games, settings, keys, reviews, a server's database.

They were written by the program before its package was called `tabletown`, and are never changed here.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import time

import pytest

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.save_file import Record
from tabletown.tui.model import files, keymap, reviews, settings
from tabletown.tui.model.play_statistics import collect
from tests.tui.app_driver import isolated
from tests.tui.server.raw_client import Begun, Client, Moved, key, serving

FILES = Path(__file__).parent / "previous_version"
GAMES = sorted(path.name for path in (FILES / "data" / "games").glob("*.jsonl"))
UNFINISHED = [name for name in GAMES if "unfinished" in name]
PLAYING, WAITING, OVER = "NGNXAR", "CCKDRH", "XMRLZY"
"""Codes of the tables in the database: one with twelve moves played, one with a player who waits, one at its end."""


@pytest.fixture(autouse=True)
def copies(tmp_path: Path) -> Iterator[Path]:
    """The files, in the folders that the program uses."""
    with isolated(tmp_path):
        shutil.copytree(FILES / "data", tmp_path / "data")
        shutil.copytree(FILES / "config", tmp_path / "config")
        yield tmp_path


def test_there_is_one_of_each_game() -> None:
    assert [name.partition("-")[0] for name in UNFINISHED] == ["metropolys", "orient", "sf1906"] and len(GAMES) == 4


@pytest.mark.parametrize("name", UNFINISHED)
def test_a_saved_game_opens_and_continues(name: str) -> None:
    path = files.records_folder() / name
    before = path.read_bytes()
    match, record = Record.load(path, BOTS)
    assert path.read_bytes() == before and len(match.log) >= 25
    match.act(match.legal()[-1])
    record.save(match)
    again, _ = Record.load(path, BOTS)
    assert path.read_bytes().startswith(before) and again.log == match.log and again.state == match.state


def test_a_finished_game_is_counted_and_its_review_kept() -> None:
    match, _ = Record.load(files.records_folder() / "splendor-finished.jsonl", BOTS)
    assert match.player is None and len(match.log) == 87
    assert len(reviews.load(match)) == 6
    counted = collect()
    assert (counted.alone.games, counted.games[0].title, counted.broken) == (1, "Splendor", 0)


def test_settings_and_keys_apply() -> None:
    loaded, problems = settings.load_settings()
    assert (loaded.theme, loaded.pace, loaded.confirm, problems) == ("paper", "slow", "on", [])
    keys, problems = keymap.load()
    assert (keys.preset, keys.own, problems) == ("vi", {"table.undo": ("U",), "splendor.reserve": ("R", "v")}, [])
    assert files.remembered("last-game") == {"game": "metropolys", "seats": 3}


async def test_a_server_continues_its_tables(copies: Path) -> None:
    (copies / "server" / "data").mkdir(parents=True, mode=0o700)
    base = sqlite3.connect(copies / "server" / "data" / "tabletown.db")
    base.executescript((FILES / "server" / "schema_1.sql").read_text(encoding="utf-8"))
    base.execute("UPDATE tables SET touched = ?", [time()])  # tables that no one comes to are closed after a while
    base.commit()
    base.close()
    async with serving(copies / "server") as gateway:
        assert set(gateway.service.tables) == {PLAYING, WAITING, OVER} and not gateway.service.unloaded
        people = [await Client.enter(gateway, name, join=PLAYING) for name in ("Cleo", "Dora")]
        for client in people:
            assert (await client.expect(Begun)).ply == 12
        mover = next(client for client in people if client.now and client.now.legal)
        mover.act(Random(1))
        for client in people:
            assert (await client.expect(Moved)).ply == 13
        assert len(gateway.store.log(PLAYING)) == 13
        ada = gateway.store.player(key("Ada"))
        assert ada and gateway.store.ratings_of(ada[0])
