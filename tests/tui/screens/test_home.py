"""Home and the library: unfinished games, damaged files, dates."""

from __future__ import annotations

import gc
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from textual.widgets import OptionList

from tabletown.rules.core.save_file import Record
from tabletown.tui.model import daily, daily_files, files, play_statistics, retry, reviews, saved_games
from tabletown.tui.model.coach import Coach, PlayedMove
from tabletown.tui.model.daily import Length, Score, Try
from tabletown.tui.model.game_names_and_marks import Label
from tabletown.tui.model.last_game import last_game
from tabletown.tui.screens.home import MOTTO, Home
from tabletown.tui.screens.score_sheet import ScoreSheet
from tests.rules.random_play import play_match
from tests.tui.app_driver import (
    NOW,
    current_table,
    make_app,
    notifications,
    press,
    run_app,
    screen_lines,
    screen_text,
    settle,
)
from tests.tui.sample_matches import finished_match, match_after, save_record
from tests.tui.screens.forms import name

AGO = saved_games.ago
"""The real function, which a fixture replaces."""


async def test_home_lists_unfinished_games_newest_first() -> None:
    for n, hours in ((1, 5), (2, 0), (3, 30)):
        save_record(match_after("You", "greedy", plies=10 * n), f"game-{n}", hours)
    save_record(finished_match(), "old", 1)
    async with run_app(make_app()) as pilot:
        rows = [line for line in screen_lines(pilot) if "Continue     Splendor" in line]
        assert [r.split("Splendor  ")[1][:17] for r in rows] == [
            "0 h ago  move 20 ", "5 h ago  move 10 ",
        ], "two, as there is a last game too"  # fmt: skip
        assert rows[0].strip().startswith("c ") and "You" in rows[0] and "Hana" in rows[0]


async def test_home_goes_on_with_the_newest() -> None:
    save_record(match_after("You", "greedy", plies=10), "older", 2)
    save_record(match_after("You", "greedy", plies=20), "newer")
    async with run_app(make_app()) as pilot:
        await press(pilot, "c")
        assert len(current_table(pilot).match.log) >= 20


async def test_home_says_that_the_game_just_left_is_saved_until_another_screen_opens() -> None:
    save_record(match_after("You", "greedy", plies=10), "game")
    async with run_app(make_app()) as pilot:
        assert MOTTO in screen_text(pilot)
        await press(pilot, "c", "q")
        await settle(pilot)
        assert "Your game is saved; c continues it." in screen_text(pilot) and MOTTO not in screen_text(pilot)
        await press(pilot, "s", "escape")
        await settle(pilot)
        assert MOTTO in screen_text(pilot)


async def test_home_says_where_the_game_just_finished_and_its_mistakes_are() -> None:
    match = finished_match()
    record = save_record(match, "game")
    async with run_app(make_app(ScoreSheet(match, record), over_home=True)) as pilot:
        await settle(pilot)
        await press(pilot, "q")
        await settle(pilot)
        assert "y shows this game and your mistakes; it stays in Replays (r)." in screen_text(pilot)


async def test_home_names_the_lesson_to_continue() -> None:
    async with run_app(make_app()) as pilot:
        assert "Learn        a game in about five minutes" in screen_text(pilot)
    files.remember("lessons", {"splendor": "done", "splendor-step": "x", "metropolys-step": "4"})
    async with run_app(make_app()) as pilot:
        assert "Learn        Metropolys, continue at step 4" in screen_text(pilot)


async def test_the_footer_has_the_keys_that_the_menu_does_not_name() -> None:
    save_record(match_after("You", "greedy", plies=10), "game")
    async with run_app(make_app()) as pilot:
        assert screen_lines(pilot)[-1].strip() == "? Help q Quit" and "a  Your rating" in screen_text(pilot)


async def test_home_says_how_many_games_are_left_and_drops_one() -> None:
    for n in range(5):
        save_record(match_after("You", "easy", plies=10 + n), f"game-{n}", n)
    async with run_app(make_app()) as pilot:
        text = screen_text(pilot)
        assert text.count("Continue     Splendor") == 3 and "Replays      2 more unfinished games" in text
        assert "Hana (easy)" in text
        await press(pilot, "down", "delete")
        await settle(pilot)
        assert "Replays      1 more unfinished game" in screen_text(pilot) and "The game is deleted." in notifications(
            pilot
        )
        assert not (files.records_folder() / "game-1.jsonl").exists()


async def test_home_goes_on_with_any_of_them() -> None:
    save_record(match_after("You", "greedy", plies=10), "older", 2)
    save_record(match_after("You", "greedy", plies=20), "newer")
    async with run_app(make_app()) as pilot:
        await press(pilot, "j", "enter")
        assert 10 <= len(current_table(pilot).match.log) < 20


async def test_the_last_game_leads_to_its_mistakes_and_then_to_its_result() -> None:
    match = finished_match()
    save_record(match, "done", 1)
    ply = next(ply for ply, s in enumerate(match.states) if match.game.turn(s) == 0)
    move, best = match.log[ply], next(a for a in match.game.legal(match.states[ply]) if a != match.log[ply])
    coach = Coach(match)
    coach.losses[ply] = PlayedMove(move, 0.3, best, 0.6)
    reviews.add_known(match, coach.mistakes())
    async with run_app(make_app()) as pilot:
        assert "y  Last game    1 move to try again: Splendor, lost 14-15 against greedy" in screen_text(pilot)
        await press(pilot, "y")
        assert name(pilot) == "RetryList" and "You took two blue" in screen_text(pilot)
        retry.save_answers(match, {ply: True})
        await press(pilot, "escape")
        assert "against greedy\n" in screen_text(pilot) and name(pilot) == "Home"
        await press(pilot, "y")
        assert name(pilot) == "ScoreSheet"


def test_the_last_game_may_be_the_daily_one() -> None:
    save_record(finished_match(), "done", 1)
    path = daily_files.game_path(NOW.date())
    match = play_match(daily.deal(NOW.date()).match(), 4000)
    Record(path).save(match)
    last = last_game([*saved_games.entries()[0], *saved_games.read([path])[0]])
    assert last and (last.path, last.fitting(58)) == (path, "Daily game of 25 Nov, won 15-6")
    practice = Record(files.records_folder() / "practice.jsonl")
    practice.save(match)
    last = last_game(saved_games.read([practice.path])[0])
    assert last and last.fitting(58) == "Practice of 25 Nov, won 15-6"


def test_a_last_game_with_a_long_name_keeps_its_result() -> None:
    match = play_match(daily.deal(NOW.date()).match(), 4000)
    entry = saved_games.Entry(daily_files.game_path(NOW.date()), match, 0.0, Label("My bridge game with a rather l"))
    last = last_game([entry])
    assert last and last.fitting(100) == "My bridge game with a rather l, won 15-6"
    assert last._replace(to_retry=3).fitting(58) == "3 moves to try again: My bridge game with a r..., won 15-6"


async def test_practice_to_continue_says_of_which_day_it_is() -> None:
    begun = play_match(daily.deal(date(2026, 11, 18)).match(), 40)
    Record(files.records_folder() / "practice.jsonl").save(begun)
    async with run_app(make_app()) as pilot:
        await settle(pilot)
        assert "Practice 18 Nov" in screen_text(pilot)


async def test_after_the_daily_game_the_cursor_is_on_something_to_do() -> None:
    entry = Try(
        NOW.date(), NOW.date(), "Splendor", "medium", 1, Score((15, 12), "won", Length(24, "round"), "--==++++++")
    )
    daily_files.save_try(entry)
    async with run_app(make_app()) as pilot:
        assert "; yesterday's is still open" in screen_text(pilot)
        chosen = pilot.app.screen.query_one(OptionList).highlighted_option
        assert chosen and chosen.id == "puzzle"


async def test_without_games_there_is_nothing_to_continue() -> None:
    async with run_app(make_app()) as pilot:
        assert "Continue" not in screen_text(pilot)
        await press(pilot, "c")
        assert name(pilot) == "Home"


@pytest.mark.parametrize("key, screen", [
    ("n", "NewGame"), ("l", "LessonList"), ("r", "ReplayList"), ("s", "SettingsScreen"), ("question_mark", "Help"),
])  # fmt: skip
async def test_from_home_and_back(key: str, screen: str) -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, key)
        assert name(pilot) == screen
        await press(pilot, "escape")
        assert name(pilot) == "Home"


async def test_q_is_pressed_twice_to_quit_or_followed_by_enter() -> None:
    for key in ("q", "enter"):
        async with run_app(make_app()) as pilot:
            await press(pilot, "q")
            assert pilot.app.return_code is None and "Press q again, or Enter, to leave" in notifications(pilot)
            await pilot.press(key)
            assert pilot.app.return_code == 0
    async with run_app(make_app()) as pilot:
        await press(pilot, "q", "s")
        assert "to leave" not in notifications(pilot), "the question is about home alone"
        await press(pilot, "q", "q")
        assert pilot.app.return_code is None, "a key in between counts as another choice"


async def test_damaged_files_are_said_and_left_alone() -> None:
    good = save_record(match_after("You", "greedy", plies=10), "good")
    bad = files.records_folder() / "bad.jsonl"
    bad.write_text('{"tabletown":99}\n', encoding="utf-8")
    async with run_app(make_app()) as pilot:
        assert "bad.jsonl, line 1" in notifications(pilot)
        assert screen_text(pilot).count("Continue     Splendor") == 1
        pilot.app.clear_notifications()
        await press(pilot, "r")
        assert "format 99, but this version reads 1" in screen_text(pilot) and "unfinished" in screen_text(pilot)
        await press(pilot, "escape")
        assert name(pilot) == "Home" and not notifications(pilot), "once is enough"
    assert bad.read_text(encoding="utf-8") == '{"tabletown":99}\n' and good.path.exists()


async def test_a_game_that_vanished_is_said() -> None:
    record = save_record(match_after("You", "greedy", plies=10), "gone")
    async with run_app(make_app()) as pilot:
        record.path.unlink()
        await press(pilot, "c")
        assert name(pilot) == "Home" and "gone.jsonl" in notifications(pilot)


async def test_replays_list_all_records() -> None:
    save_record(finished_match(), "done", 1)
    save_record(match_after("You", "greedy", plies=10), "open")
    async with run_app(make_app()) as pilot:
        await press(pilot, "r")
        rows = [line.strip() for line in screen_lines(pilot) if "Splendor" in line]
        assert [r.split("  ")[0] for r in rows] == ["unfinished", "lost"]
        assert "Enter Replay" in screen_lines(pilot)[-1]
        await press(pilot, "j", "k", "j", "enter")
        assert name(pilot) == "Replay" and "Start position; 68 moves" in screen_text(pilot)


async def test_an_unfinished_game_is_gone_on_with_from_the_list() -> None:
    save_record(finished_match(), "done", 1)
    save_record(match_after("You", "greedy", plies=10), "older", 3)
    async with run_app(make_app()) as pilot:
        await press(pilot, "r")
        assert "Continue" not in screen_lines(pilot)[-1], "a finished one is not"
        await press(pilot, "c", "j")
        assert name(pilot) == "ReplayList" and "c Continue" in screen_lines(pilot)[-1]
        await press(pilot, "c")
        assert 10 <= len(current_table(pilot).match.log) < 20


async def test_without_games_there_is_nothing_to_look_at() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "r")
        assert "No games yet." in screen_text(pilot) and "Enter Replay" not in screen_text(pilot)


@pytest.mark.parametrize("back, expected", [
    (timedelta(seconds=20), "just now"), (timedelta(minutes=5), "5 min ago"), (timedelta(hours=1), "1 h ago"),
    (timedelta(days=1), "yesterday"), (timedelta(days=3), "3 days ago"), (timedelta(days=200), "4 May 2023"),
])  # fmt: skip
def test_ago(monkeypatch: pytest.MonkeyPatch, back: timedelta, expected: str) -> None:
    now = datetime(2023, 11, 20, 15, 30)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return now

    monkeypatch.setattr(saved_games, "datetime", Clock)
    assert AGO((now - back).timestamp()).lstrip("0") == expected


@pytest.mark.parametrize("time, expected", [
    (2**33, "just now"), (2**45, "unknown date"), (1e300, "unknown date"), (0, "1 Jan 1970"),
])  # fmt: skip
def test_a_clock_that_was_wrong_breaks_nothing(time: float, expected: str) -> None:
    assert AGO(time) == expected


def test_when_the_clock_goes_back_games_are_still_listed_and_counted() -> None:
    """If the clock was corrected between two games, they can be listed the wrong way round."""
    for hours, plies in ((-(10**6), 5), (0, 10), (10**6, -1), (3 * 10**5, 7)):
        save_record(match_after("You", "greedy", plies=plies), f"game{plies}", hours)
    entries, problems = saved_games.entries()
    assert not problems and [entry.path.stem for entry in entries] == ["game5", "game10", "game7", "game-1"]
    assert all(str(entry) for entry in entries)
    newest = saved_games.newest_unfinished()
    assert newest and newest.path == entries[0].path != saved_games.fresh_path(newest.match)
    assert play_statistics.collect(files.records_folder()).broken == 0


async def test_garbage_is_collected_again_once_home_is_shown() -> None:
    """A start turns the collection off."""
    gc.disable()
    try:
        async with run_app(make_app()):
            assert gc.isenabled()
    finally:
        gc.enable()
        gc.unfreeze()


async def test_a_cursor_that_was_moved_while_the_list_is_read_stays_on_its_entry() -> None:
    save_record(match_after("You", "greedy", plies=10), "game")
    async with run_app(make_app()) as pilot:
        menu, home = pilot.app.screen.query_one(OptionList), pilot.app.screen
        assert isinstance(home, Home) and menu.highlighted == 1, "the unfinished game"
        await press(pilot, "j", "j")
        moved_to = menu.highlighted_option
        home.read_saved_games()
        await settle(pilot)
        assert moved_to and menu.highlighted_option and menu.highlighted_option.id == moved_to.id


async def test_a_past_daily_game_that_was_begun_can_be_continued_but_not_deleted() -> None:
    match, record = daily_files.open_game({}, NOW.date() - timedelta(1))
    match.act(match.legal()[0])
    record.save(match)
    record.release()
    async with run_app(make_app()) as pilot:
        assert "c  Continue " in screen_text(pilot) and "Delete" not in screen_lines(pilot)[-1]
        await press(pilot, "delete")
        assert record.path.exists()
        await press(pilot, "c")
        assert current_table(pilot).match.log[:1] == match.log
