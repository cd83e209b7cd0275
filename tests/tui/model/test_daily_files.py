"""First tries on disk: damage, clocks, versions of the rules, and the game of master."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import BadRecord, Record
from tabletown.tui.model import daily, daily_files, files
from tests.rules.random_play import play_match
from tests.tui.app_driver import InstantBots

DAY = date(2026, 11, 25)


def save(day: date, plies: int = 4000, begun: date | None = None) -> Match:
    """Save the first try of a day as it is after a number of moves."""
    match = play_match(daily.deal(day).match(), plies)
    path = daily_files.game_path(day)
    path.unlink(missing_ok=True)
    Record(path).save(match)
    time = datetime.combine(begun or day, datetime.min.time(), UTC).timestamp()
    os.utime(path, (time, time))
    return match


def test_a_finished_game_is_a_result_and_an_unfinished_one_is_open() -> None:
    save(DAY)
    save(DAY - timedelta(1), 10)
    save(DAY - timedelta(2), 0)
    tries, problems = daily_files.load()
    assert not problems and [*tries] == [DAY - timedelta(1), DAY], "a game without your move is not begun"
    assert tries[DAY].own and tries[DAY].on_time and not tries[DAY - timedelta(1)].own


def test_results_are_read_from_the_file_not_from_the_games() -> None:
    save(DAY)
    before, _ = daily_files.load()
    daily_files.game_path(DAY).unlink()
    assert daily_files.load() == (before, [])


def test_a_new_version_of_the_rules_changes_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    match = save(DAY)
    before, _ = daily_files.load()
    monkeypatch.setattr(match.game, "VERSION", 99)
    assert daily_files.load() == (before, []) and before[DAY].version == 1


def test_a_damaged_file_is_kept_aside_and_its_results_are_read_again() -> None:
    save(DAY)
    before, _ = daily_files.load()
    path = daily_files.results_path()
    for n, damage in enumerate(('{"tabletown":', "[]", '{"tabletown":9,"days":[]}', '{"tabletown":1,"days":[{}]}')):
        path.write_text(damage, encoding="utf-8")
        tries, problems = daily_files.load()
        kept = path.with_name(f"daily-damaged{f'-{n}' if n else ''}.json")
        assert tries == before and kept.read_text(encoding="utf-8") == damage
        assert problems == [
            f"{path}: damaged, kept as {kept.name}; your daily results have been rebuilt from the saved games"
        ]
        assert daily_files.load() == (before, [])


def test_a_first_move_says_that_the_results_were_damaged() -> None:
    match = save(DAY, 12)
    daily_files.results_path().write_text("nonsense", encoding="utf-8")
    assert "kept as daily-damaged.json" in daily_files.note_move(match, DAY, DAY)
    assert DAY in daily_files.load()[0]


def test_two_programs_that_save_results_at_once_lose_none() -> None:
    """Two threads stand for the programs: a lock of one descriptor holds off another, whichever process has it."""
    match = save(DAY, 12)
    days = [DAY - timedelta(n) for n in range(40)]
    with ThreadPoolExecutor(2) as programs:
        assert not any(programs.map(lambda day: daily_files.note_move(match, day, day), days))
    assert daily_files.load()[0].keys() == {*days}


def test_a_file_that_cannot_be_read_is_left_alone() -> None:
    save(DAY)
    daily_files.results_path().mkdir(parents=True)
    tries, problems = daily_files.load()
    assert DAY in tries and len(problems) == 1 and "cannot read your daily results" in problems[0]
    assert daily_files.save_try(tries[DAY]) and daily_files.results_path().is_dir()


def test_a_full_disk_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    save(DAY)
    monkeypatch.setattr(daily_files, "atomic_write", full)
    assert "cannot save your daily results: No space left" in daily_files.load()[1][0]


def test_a_game_that_cannot_be_read_is_said_and_left_alone() -> None:
    save(DAY, 10)
    path = daily_files.game_path(DAY)
    path.write_text("nonsense\n", encoding="utf-8")
    tries, problems = daily_files.load()
    assert not tries and "line 1: not JSON" in problems[0] and path.read_text(encoding="utf-8") == "nonsense\n"


def test_a_clock_set_forward_and_back_gives_no_second_try() -> None:
    """The clock was a day ahead when the try of tomorrow was begun."""
    tomorrow = DAY + timedelta(1)
    match = save(tomorrow, 12)
    daily_files.note_move(match, tomorrow, tomorrow)
    tries, _ = daily_files.load()
    assert daily.state(tries, tomorrow, DAY) == "begun", "nothing is lost"
    assert daily_files.open_game(tries, tomorrow)[0].log == match.log, "a day later it is continued, not begun again"


def test_a_try_counts_for_the_day_on_which_its_first_move_was_played() -> None:
    """It is finished after midnight, with a clock set back, and on time all the same."""
    match = save(DAY, 12)
    daily_files.note_move(match, DAY, DAY)
    save(DAY, begun=DAY + timedelta(3))
    assert daily_files.load()[0][DAY].begun == DAY
    daily_files.note_move(match, DAY, DAY - timedelta(5))
    assert daily_files.load()[0][DAY].begun == DAY


def test_a_first_try_whose_game_is_gone_is_not_played_again() -> None:
    match = save(DAY, 12)
    daily_files.note_move(match, DAY, DAY)
    tries, _ = daily_files.load()
    daily_files.game_path(DAY).unlink()
    with pytest.raises(BadRecord, match="the saved game of your first try is missing"):
        daily_files.open_game(tries, DAY)
    assert not daily_files.can_continue(tries, DAY), "so practice is possible"


def test_only_the_game_of_a_day_is_a_first_try() -> None:
    assert daily_files.day_of(daily_files.game_path(DAY)) == DAY
    others = [daily_files.game_path(DAY, "master"), files.records_folder() / "2026-11-25.jsonl"]
    assert [daily_files.day_of(path) for path in others] == [None, None]


# Master


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "NODES", {daily.LEVEL: 1, daily.MASTER: 1})


def test_master_plays_the_same_deal_in_your_seat(quick: None) -> None:
    own = save(DAY)
    entry = daily_files.load()[0][DAY]
    reports: list[int] = []
    done = daily_files.play_master(entry, reports.append)
    match, _ = Record.load(daily_files.game_path(DAY, "master"), ["medium", "master"])
    assert (match.name, match.options, match.seed) == (own.name, own.options, own.seed) and match.player is None
    assert [seat.bot for seat in match.seats] == ["medium", "master"] and own.seats[1].bot == ""
    assert reports == [*range(len(match.log))] and done.master == daily.score(match, 1)
    assert daily_files.load()[0][DAY] == done, "it is kept with the result"


async def test_master_continues_where_it_was_interrupted(quick: None) -> None:
    save(DAY)
    entry = daily_files.load()[0][DAY]

    class Stop(Exception):
        pass

    def report(moves: int) -> None:
        if moves == 10:
            raise Stop

    with pytest.raises(Stop):
        daily_files.play_master(entry, report)
    assert len(Record.load(daily_files.game_path(DAY, "master"), ["medium", "master"])[0].log) == 10
    reports: list[int] = []
    await daily_files.ask_master(InstantBots(), entry, reports.append)  # type: ignore[arg-type]
    assert reports[0] == 10 and daily_files.load()[0][DAY].master
