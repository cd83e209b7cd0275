"""The list of saved games by keys: find, name, mark, delete and bring back, import."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tabletown.rules.core.save_file import Record
from tabletown.tui.model import daily, daily_files, files, play_statistics
from tabletown.tui.model.game_names_and_marks import Label, labels_path
from tabletown.tui.model.saved_games import Entry, aligned, read
from tabletown.tui.screens.daily_table import DailyTable
from tabletown.tui.screens.saved_games import ReplayList
from tests.rules.random_play import play_match
from tests.tui.app_driver import NEWEST_RECORD_TIME, make_app, press, run_app, screen_lines, screen_text
from tests.tui.sample_matches import finished_match, match_after, save_record, start_match


@pytest.fixture(autouse=True)
def three() -> None:
    save_record(match_after(plies=9), "open", 1)
    save_record(finished_match("You", "random"), "alone", 2)
    save_record(finished_match("You", "greedy", "greedy", "greedy"), "four", 3)


def rows(pilot: Pilot[None]) -> list[str]:
    return [line.strip() for line in screen_lines(pilot) if " h ago " in line and "Deleted:" not in line]


async def test_a_game_is_deleted_and_brought_back_after_a_restart() -> None:
    counted = play_statistics.collect().alone.games
    async with run_app(make_app(ReplayList())) as pilot:
        assert "z Undo" not in screen_lines(pilot)[-1]
        await press(pilot, "j", "d")
        assert len(rows(pilot)) == 2 and "z restores it" in screen_text(pilot)
        await press(pilot, "d", "z")
        assert len(rows(pilot)) == 2 and not (files.records_folder() / "alone.jsonl").exists()
    assert play_statistics.collect().alone.games == counted - 1
    async with run_app(make_app(ReplayList())) as pilot:
        await press(pilot, "D")
        assert "1 deleted game" in screen_text(pilot) and "d Delete" not in screen_lines(pilot)[-1]
        assert "Enter Restore" in screen_lines(pilot)[-1] and "Enter restores the selected one" in screen_text(pilot)
        await press(pilot, "enter")
        assert "Restored: " in screen_text(pilot) and not rows(pilot)
        await press(pilot, "backspace")
        assert len(rows(pilot)) == 3
    assert play_statistics.collect().alone.games == counted


@pytest.mark.slow
async def test_a_named_and_marked_game_is_found_as_its_name_is_typed() -> None:
    async with run_app(make_app(ReplayList())) as pilot:
        await press(pilot, "j", "m", "r", *"Quick", "enter")
        assert rows(pilot)[1].startswith("* ") and "Quick (You 14, Hana" in rows(pilot)[1]
        await press(pilot, "slash", *"qui")
        assert len(rows(pilot)) == 1 and '1 of 3 games ("qui")' in screen_text(pilot)
        await press(pilot, "enter", "M")
        assert len(rows(pilot)) == 1
        await press(pilot, "backspace")
        assert len(rows(pilot)) == 3
        await press(pilot, "slash", *"zz")
        assert not rows(pilot)
        await press(pilot, "escape")
        assert len(rows(pilot)) == 3


async def test_a_name_that_another_game_has_is_refused() -> None:
    async with run_app(make_app(ReplayList())) as pilot:
        await press(pilot, "r", *"Mine", "enter", "j", "r", *"mine", "enter")
        assert "Another game is already called 'mine'; choose another name." in screen_text(pilot)
        await press(pilot, "2", "enter")
        assert "mine2 (You 14, Hana (random) 15)" in rows(pilot)[1]


@pytest.mark.slow
async def test_the_key_that_shows_all_games_is_never_cut_off() -> None:
    async with run_app(make_app(ReplayList())) as pilot:
        await press(pilot, "slash", *"no such game of a player with quite a long name", "enter")
        assert "Backspace shows all; 0 of 3 games" in screen_text(pilot)


async def test_a_first_try_at_a_daily_game_is_listed_and_stays() -> None:
    played, opened = daily.FIRST, daily.FIRST + timedelta(1)
    by_hana = daily.FIRST + timedelta(2)
    assert daily.deal(by_hana).seat == 1, "Hana makes the first move"
    for day, plies in ((played, 4), (opened, 0), (by_hana, 1)):
        Record(daily_files.game_path(day)).save(play_match(daily.deal(day).match(), plies))
    path = daily_files.game_path(played)
    os.utime(path, (NEWEST_RECORD_TIME + 60,) * 2)
    counted = [play_statistics.collect().dailies.games, play_statistics.collect().alone.games]
    async with run_app(make_app(ReplayList())) as pilot:
        assert len(rows(pilot)) == 4 and "Daily game of 1 Jan (" in rows(pilot)[0]
        await press(pilot, "d")
        assert "A first try at a daily game cannot be deleted" in screen_text(pilot) and len(rows(pilot)) == 4
        await press(pilot, "t")
        assert "1 of 4 games (daily)" in screen_text(pilot) and len(rows(pilot)) == 1
        assert f"Saved in {files.daily_folder()}" in screen_text(pilot)
        await press(pilot, "t")
        assert "3 of 4 games (not daily)" in screen_text(pilot) and len(rows(pilot)) == 3
        assert f"Saved in {files.records_folder()}" in screen_text(pilot) and "d Delete" in screen_lines(pilot)[-1]
        await press(pilot, "t", "home", "c")
        assert isinstance(pilot.app.screen, DailyTable) and pilot.app.screen.day == played
    assert path.exists() and read([path])[0][0].fitting(20) == "Daily 1 Jan (-7, -9)"
    assert counted == [play_statistics.collect().dailies.games, play_statistics.collect().alone.games]


async def test_each_filter_goes_through_what_there_is() -> None:
    async with run_app(make_app(ReplayList())) as pilot:
        await press(pilot, "w")
        assert "1 of 3 games (unfinished)" in screen_text(pilot)
        await press(pilot, "backspace", "g", "o", "o")
        assert "1 of 3 games (Splendor, against random)" in screen_text(pilot)
        await press(pilot, "o", "g", "s")
        listed = screen_text(pilot)
        assert "3 games, by length" in listed and "ago" not in listed, "moves stay where there is no room for both"
        assert "119 moves" in listed and "…" not in listed
        await press(pilot, "M")
        assert "No game fits this filter; Backspace shows all." in screen_text(pilot)
        assert "0 of 3 games (marked)" in screen_text(pilot) and "Enter Replay" not in screen_text(pilot)


@pytest.mark.slow
async def test_a_file_is_imported_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "g"
    record = save_record(match_after(plies=5), "new")
    record.path.rename(source)
    async with run_app(make_app(ReplayList())) as pilot:
        await press(pilot, "i", *"nosuch", "enter")
        assert "nosuch: no such file." in screen_text(pilot).replace("Nosuch", "nosuch")
        await press(pilot, "escape", "i", *"./g", "enter")
        assert len(rows(pilot)) == 4 and "Imported: Splendor, You, Hana" in screen_text(pilot)
        await press(pilot, "i", *"./g", "enter")
        assert "you already have this game" in " ".join(screen_text(pilot).split())
    assert (files.records_folder() / "g.jsonl").read_bytes() == source.read_bytes()


async def test_a_name_without_room_is_shown_in_full_below_the_list() -> None:
    save_record(play_match(daily.deal(daily.FIRST + timedelta(3)).match(), 4), "strongholds", 0)
    async with run_app(make_app(ReplayList())) as pilot:
        name = "My first defeat: a long lesson"
        await press(pilot, "r", *name, "enter")
        assert name not in " ".join(rows(pilot)) and f"Name: {name}" in screen_text(pilot)
        await press(pilot, "j")
        assert "Name:" not in screen_text(pilot)


async def test_a_filter_passes_over_choices_that_list_nothing() -> None:
    async with run_app(make_app(ReplayList())) as pilot:
        await press(pilot, "t")
        assert "3 of 3 games (not daily)" in screen_text(pilot), "there is no daily game"
        await press(pilot, "backspace", "D", "w")
        assert "This filter has no other choice here." in screen_text(pilot)


async def test_the_last_deleted_game_leads_back_to_the_others() -> None:
    async with run_app(make_app(ReplayList())) as pilot:
        await press(pilot, "d", "D", "enter")
        assert "0 deleted games; Backspace shows your games" in screen_text(pilot)
        await press(pilot, "backspace")
        assert len(rows(pilot)) == 3


async def test_a_damaged_index_is_reported_once() -> None:
    labels_path().write_text("nonsense", encoding="utf-8")
    for reported in (True, False):
        async with run_app(make_app(ReplayList())) as pilot:
            assert (
                len(rows(pilot)) == 3
                and ("The names and marks you gave games are lost" in screen_text(pilot)) == reported
            )


@pytest.mark.parametrize("width, expected", [
    (40, "Four of us (You, Hana, Bruno, Ines)"),
    (34, "Four of us (You and 3 others)"),
    (12, "Four of us"),
    (9, "Four o..."),
    (8, "Four..."),
    (6, "Fou..."),
])  # fmt: skip
def test_names_in_a_list_are_cut_at_its_width(width: int, expected: str) -> None:
    entry = Entry(Path("game.jsonl"), start_match("You", "greedy", "greedy", "greedy"), 0.0, label=Label("Four of us"))
    assert entry.players(width) == expected


def test_a_list_names_all_three_players_with_their_points_in_a_small_window() -> None:
    matches = [start_match("You", *["greedy"] * rivals) for rivals in (1, 2)]
    for match in matches:
        match.options["module"] = "trading_posts"
    entries = [Entry(Path("game.jsonl"), match, NEWEST_RECORD_TIME) for match in matches]
    lines = aligned(entries, 60)
    assert [line.rsplit("  ", 1)[1] for line in lines] == ["You 0, Hana (greedy) 0", "You 0, Hana 0, Bruno 0"]
    assert "move" not in lines[0] and "move 0" in aligned(entries, 90)[0] and max(map(len, lines)) <= 60
