"""Contents and durability of the store of the server."""

from __future__ import annotations

import asyncio
import dataclasses
import sqlite3
from pathlib import Path
from random import Random

import pytest

from tabletown.rules import splendor
from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.save_file import Record
from tabletown.tui.protocol.client_messages import line
from tabletown.tui.protocol.message_limits import CHAT, NAME, SERVER_LINE, STORY_LINES
from tabletown.tui.protocol.server_messages import ChatMessage, Entry, Lobby, Over, Row, SeatInfo, Story
from tabletown.tui.server.limits import LISTED
from tabletown.tui.server.operator_store import OperatorStore
from tabletown.tui.server.player_names import folded
from tabletown.tui.server.ratings import Rating
from tabletown.tui.server.schema import SCHEMA
from tabletown.tui.server.store import BadStore, Ended, Result, Store
from tabletown.tui.server.stored_table import Outdated, StoredTable, Unsaved
from tabletown.tui.server.tables.table import Table, opens
from tests.rules.random_play import configurations
from tests.tui.server.raw_client import serving
from tests.tui.server.seated_clients import open_table, start_game


def table(**changes: object) -> StoredTable:
    return dataclasses.replace(StoredTable("ABCDEF", 1, "playing", 7.0, {"game": "splendor"}), **changes)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "a.db")


@pytest.mark.on_files
def test_every_commit_is_on_the_disk(store: Store) -> None:
    with store.engine.begin() as base:
        pragmas = [base.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    assert pragmas == ["wal", 2]


def test_an_action_is_written_whole_or_not_at_all(store: Store) -> None:
    """The end of a game and its last action too."""
    store.played(table(), 0, ("take", (1, 2)))
    ended = Ended("splendor", ["{}"], [Result(99, "Nobody", "", 1, True)], {})
    with pytest.raises(Unsaved):
        store.played(table(stage="over", revision=1), 1, ("pass",), ended)
    assert store.log("ABCDEF") == [("take", (1, 2))] and store.load() == [table(revision=1)]


def test_what_is_taken_back_is_gone(store: Store) -> None:
    for ply in range(5):
        store.played(table(revision=ply), ply, ("take", ply))
    store.undone(table(touched=8.0, revision=5), 3)
    assert store.log("ABCDEF") == [("take", ply) for ply in range(3)] and store.load() == [
        table(touched=8.0, revision=6)
    ]
    store.remove(store.table("ABCDEF"))
    assert store.log("ABCDEF") == [] and store.load() == []


def test_of_two_changes_of_a_table_only_one_counts(store: Store, tmp_path: Path) -> None:
    """The servers that make them need not know of each other."""
    store.played(table(), 0, ("take", 0))
    other, [read] = Store(tmp_path / "a.db"), store.load()
    other.played(read, 1, ("take", 1))
    for change in (
        lambda: store.played(read, 1, ("take", 2)),
        lambda: store.played(read, 2, ("take", 2)),
        lambda: store.undone(read, 0),
        lambda: store.save(read),
        lambda: store.close_table(read, "", {}),
    ):
        with pytest.raises(Outdated):
            change()
    assert store.log("ABCDEF") == [("take", 0), ("take", 1)] and store.load() == [table(revision=2)]
    store.played(store.load()[0], 2, ("take", 2))


def test_of_two_games_that_end_at_once_each_changes_the_ratings(store: Store) -> None:
    """The second one has to be rated again: what it read is not the rating any more."""
    player = store.name_player("a", "Hana", "hana")
    assert player
    store.resigned(table(), "splendor", {player: Rating(1520.0, 1)}, {})
    for late in (Rating(1480.0, 1), Rating(1500.0, 3)):
        with pytest.raises(Outdated):
            store.resigned(table(revision=1), "splendor", {player: late}, {})
    store.resigned(table(revision=1), "splendor", {player: Rating(1510.0, 2)}, {})
    assert store.ratings("splendor", [player]) == {player: (1510.0, 2)} and store.load() == [table(revision=2)]


def test_the_time_off_counts_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the server is killed as it starts."""
    store.save(table(touched=100.0))
    store.alive(150.0)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("tabletown.tui.server.store._note", interrupted)
        store.resume(450.0)
    assert store.resume(500.0) == 350.0 and store.resume(500.0) == 0.0
    assert [row.touched for row in store.load()] == [450.0]


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


async def test_a_notice_is_kept_until_it_is_sent(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        number = gateway.store.name_player("x", "Hana", "hana")
        assert number is not None
        OperatorStore(gateway.store).notify(number, "Hello.")
        gateway.service.post = interrupted
        with pytest.raises(KeyboardInterrupt):
            gateway.service.show_notices(number)
        gateway.service.post = gateway.post
        gateway.service.show_notices(number)
        assert not gateway.store.notices(number)


def test_a_name_belongs_to_one(store: Store) -> None:
    assert store.name_player("a", "Hana", "hana") == 1
    assert store.name_player("b", "HANA", "hana") is None
    assert store.name_player("b", "Bruno", "bruno") == 2
    assert store.rename_player(1, "Hanna", "hanna") and store.player("a") == (1, "Hanna")
    assert not store.rename_player(2, "HANNA", "hanna") and store.player("c") is None


def test_stored_names_are_compared_by_the_present_rule(store: Store) -> None:
    """Two names that the former rule took for different keep their players; a third like them is refused."""
    for identity, name in (("a", "Hana"), ("b", "H\u0430na"), ("c", "Bob")):
        store.name_player(identity, name, name.casefold())
    store.refold(folded)
    assert [store.player(identity) for identity in "abc"] == [(1, "Hana"), (2, "H\u0430na"), (3, "Bob")]
    assert store.name_player("d", "HAN\u0410", folded("HAN\u0410")) is None
    assert store.name_player("d", "B0b", folded("B0b")) is None


@pytest.mark.on_files
def test_a_database_of_another_version_is_refused(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "a.db")
    base.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    base.close()
    with pytest.raises(BadStore, match=f"has schema {SCHEMA + 1}"):
        Store(tmp_path / "a.db")


@pytest.mark.on_files
async def test_a_finished_game_is_kept_as_record_and_result(tmp_path: Path) -> None:
    """The record is one of `tabletown.rules.core.save_file`."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno", game="metropolys")
        await asyncio.gather(*(client.play(Random(2)) for client in (hana, bruno)))
        await hana.expect(Over, lambda m: m.last)
    base = sqlite3.connect(tmp_path / "data" / "tabletown.db")
    [(game, lines)] = base.execute("SELECT game, lines FROM records")
    results = base.execute("SELECT chair, player, name, bot, won FROM results ORDER BY chair").fetchall()
    base.close()
    (tmp_path / "r.jsonl").write_text(lines, encoding="utf-8")
    match, _ = Record.load(tmp_path / "r.jsonl", BOTS)
    assert (game, match.player, [seat.name for seat in match.seats]) == ("metropolys", None, ["Hana", "Bruno"])
    winners = match.game.winners(match.state)
    assert results == [(0, 1, "Hana", "", int(0 in winners)), (1, 2, "Bruno", "", int(1 in winners))]


async def test_tables_of_other_rules_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an upgrade they are kept for the version that started them."""
    async with serving(tmp_path) as gateway:
        await open_table(gateway, "Hana", seats=2)
    monkeypatch.setattr(splendor, "VERSION", splendor.VERSION + 1)
    async with serving(tmp_path) as gateway:
        [kept] = gateway.store.load()
        assert not gateway.service.tables and gateway.service.unloaded == {kept.code}


async def test_a_table_is_stored_whole(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        await open_table(gateway, "Hana", "Bruno", seats=3, password="sesame")
        [table] = gateway.service.tables.values()
        again = Table.from_stored(table.to_stored(), 0.0)
        assert (
            again.to_stored() == table.to_stored() and opens(again.lock, "sesame") and not opens(again.lock, "Sesame")
        )


async def test_a_table_stored_before_there_were_clocks_has_none(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        await open_table(gateway, "Hana", "Bruno", clock="5+5")
        [table] = gateway.service.tables.values()
        stored = table.to_stored()
        del stored.data["clock"], stored.data["chairs"][0]["out"]
        again = Table.from_stored(stored, 0.0)
        assert again.clock.rules is None and not again.seats[0].out


def test_the_longest_messages_fit_into_a_line() -> None:
    name = "\U0001f3d9" * NAME
    seats = [SeatInfo(name, "medium", True, True, 1500)] * 4
    options = max((dict(options) for _, _, options in configurations()), key=lambda options: len(str(options)))
    row = Row("ABCDEF", "metropolys", options, seats, name, True, "waiting", 100, False, "20+15", True, 604800.0)
    story = Story(4000, [Entry(3, ["x" * 20], "x" * 60, "x" * 300)] * STORY_LINES)
    for message in (Lobby([row] * LISTED, 100), story, ChatMessage(name, "\U0001f3d9" * CHAT, True)):
        assert len(line(message)) < SERVER_LINE
