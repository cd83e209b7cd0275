"""The daily game on screen: a week of it by keys, first tries and practice, the calendar, and the result to share."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from textual.pilot import Pilot

from tabletown.rules.bots import levels
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.save_file import Record
from tabletown.tui.model import daily, daily_files, daily_words, files, lessons
from tabletown.tui.screens.daily import Calendar, DailyScreen
from tabletown.tui.screens.daily_sheet import DailySheet, sheet_for
from tabletown.tui.screens.daily_table import DailyTable
from tabletown.tui.screens.move_input import MoveInput
from tests.rules.random_play import play_match
from tests.tui.app_driver import (
    NOW,
    BlockedBots,
    InstantBots,
    current_table,
    make_app,
    notifications,
    play_by_picks,
    press,
    run_app,
    screen_lines,
    screen_text,
    settle,
    status_text,
)
from tests.tui.screens.forms import name

DAY = NOW.date()
NOT_ALLOWED = "A first try has no undo, no hints and no coach. Practice has them all."


class RandomBots(InstantBots):
    """Bots that do not think at all."""

    async def choose(self, game: str, view: Any, level: str, seed: str, *terms: Any, **more: Any) -> Choice:
        return levels.choose(game, view, "random", seed)


@pytest.fixture(autouse=True)
def few_positions() -> Iterator[None]:
    with patch.object(daily, "NODES", {daily.LEVEL: 1, daily.MASTER: 1}):
        yield


def at(day: date, hour: int = 12) -> Any:
    """The clock at an hour of a day."""
    return patch.object(daily, "now", lambda: datetime(day.year, day.month, day.day, hour, tzinfo=UTC))


async def open_table(pilot: Pilot[Any]) -> DailyTable:
    """Open today's deal by keys, from home."""
    await press(pilot, "d")
    assert name(pilot) == "DailyScreen"
    await press(pilot, "enter")
    table = current_table(pilot)
    assert isinstance(table, DailyTable)
    return table


async def first_move(pilot: Pilot[Any]) -> None:
    """Type the first legal move, pasted in one piece."""
    move = next(iter(current_table(pilot).moves()))
    await press(pilot, "colon")
    pilot.app.screen.query_one(MoveInput).value = move
    await press(pilot, "enter")


def all_but_the_end(day: date) -> None:
    """Begin the first try of a day, or continue the saved one, up to your last move."""
    path = daily_files.game_path(day)
    match, record = daily_files.open_game({}, day)
    whole = play_match(match, 4000)
    seat = match.human_seats[0]
    last = max(ply for ply in range(len(whole.log)) if whole.game.turn(whole.states[ply]) == seat)
    shorter = daily.deal(day).match()
    for action in whole.log[:last]:
        shorter.act(action)
    record.release()
    path.unlink(missing_ok=True)
    Record(path).save(shorter)
    daily_files.note_move(shorter, day, day)


@pytest.mark.slow
async def test_a_week_of_dailies_by_keys() -> None:
    """The first is begun, left and continued, and so on; on the fourth day the player has no time."""
    week = [date(2026, 11, 23) + timedelta(n) for n in range(7)]
    streaks = []
    async with run_app(make_app(bot_pool=RandomBots())) as pilot:
        for day in [*week[:3], *week[4:]]:
            with at(day):
                if day == week[0]:
                    await open_table(pilot)
                    await first_move(pilot)
                    await press(pilot, "q")
                    assert name(pilot) == "DailyScreen" and "first try is saved" in screen_text(pilot)
                    await press(pilot, "escape")
                all_but_the_end(day)
                table = await open_table(pilot)
                assert table.match.name == daily.deal(day).game
                await play_by_picks(pilot)
                await settle(pilot)
                assert isinstance(pilot.app.screen, DailySheet)
                await press(pilot, "c")
                assert pilot.app.clipboard.splitlines()[-1].startswith(f"tabletown daily {day} ")
                await press(pilot, "q", "escape")
                streaks.append(daily.streak(daily_files.load()[0], day))
    assert streaks == [1, 2, 3, 1, 2, 3]
    tries, _ = daily_files.load()
    assert [daily.state(tries, day, week[6]) for day in week][3] == "missed"
    assert all(entry.own and entry.master for entry in tries.values()), "master has played every deal"
    assert not list(files.records_folder().glob("*.jsonl")), "a first try is no ordinary saved game"


async def test_a_game_that_is_new_is_taught_while_the_game_of_the_day_waits() -> None:
    async with run_app(make_app(DailyScreen(), over_home=True)) as pilot:
        about = " ".join(str(pilot.app.screen.query_one("#day").render()).split())
        assert "New to you? L teaches Splendor, u explains The Orient." in about
        assert "Goal: " in about and "no streak yet" in screen_text(pilot)
        await press(pilot, "L")
        assert name(pilot) == "LessonScreen"
        await press(pilot, "q")
        assert name(pilot) == "DailyScreen"
        lessons.finish("splendor")
        await press(pilot, "left", "right")
        assert "New to you?" not in screen_text(pilot)


async def test_a_first_try_has_neither_undo_nor_hints_and_cannot_hurry_the_bot() -> None:
    async with run_app(make_app(bot_pool=RandomBots())) as pilot:
        table = await open_table(pilot)
        assert status_text(pilot).startswith("First try: rated, no undo or hints. Goal: ")
        await first_move(pilot)
        assert screen_lines(pilot)[0].rstrip().endswith("First try")
        moves = len(table.match.log)
        for key in ("z", "y", "i"):
            await press(pilot, key)
            assert status_text(pilot) == NOT_ALLOWED and len(table.match.log) == moves
        assert "Undo" not in screen_lines(pilot)[-1] and "Hint" not in screen_lines(pilot)[-1]


async def test_a_bot_that_thinks_cannot_be_hurried() -> None:
    bots = BlockedBots()
    async with run_app(make_app(bot_pool=bots)) as pilot:
        await press(pilot, "d")
        await pilot.press("enter")
        await pilot.pause(0.05)
        assert "thinking" in status_text(pilot, "prompt") and "now" not in status_text(pilot, "prompt")
        await pilot.press("full_stop")
        await pilot.pause()
        assert not bots.hurried


@pytest.mark.slow
async def test_practice_comes_after_the_first_try_and_has_undo_and_hints() -> None:
    with at(DAY):
        async with run_app(make_app(bot_pool=RandomBots())) as pilot:
            await open_table(pilot)
            await first_move(pilot)
            await press(pilot, "q", "p")
            assert name(pilot) == "DailyScreen" and "p Practice" not in screen_lines(pilot)[-1]
            assert "Enter Continue" in screen_lines(pilot)[-1]
            all_but_the_end(DAY)
            await press(pilot, "enter")
            await play_by_picks(pilot)
            await settle(pilot)
            before = daily_files.load()[0]
            await press(pilot, "q", "p")
            table = current_table(pilot)
            assert isinstance(table, DailyTable) and table.match.seed == daily.deal(DAY).seed
            await press(pilot, "i")
            assert "Hint" in status_text(pilot)
            await first_move(pilot)
            moves = len(table.match.log)
            await press(pilot, "z")
            assert len(table.match.log) < moves
            await press(pilot, "q")
        assert daily_files.load()[0] == before, "practice changes no result"


async def test_a_day_is_explained_in_full_beside_a_friends_result_and_a_begun_one_offers_no_practice() -> None:
    for n in range(7):
        day = DAY - timedelta(n)
        daily_files.note_friend(day, (122, 118))
        with at(day):
            async with run_app(make_app(DailyScreen())) as pilot:
                shown = " ".join(line[46:].strip() for line in screen_lines(pilot))
                offer = daily_words.lesson_offer(daily.deal(day))
                assert offer.replace("{daily.learn}", "L").replace("{daily.rules}", "u") in shown, day
    daily_files.save_try(daily.begin(daily.deal(DAY).match(), DAY, DAY))
    Record(daily_files.game_path(DAY)).save(daily.deal(DAY).match())
    async with run_app(make_app(DailyScreen())) as pilot:
        assert "Enter Continue" in screen_lines(pilot)[-1] and "Practice" not in screen_lines(pilot)[-1]
        of_day = " ".join(line[46:].strip() for line in screen_lines(pilot))
        for text in ("You 0, Hana 0", "Move 0, Hana's turn", daily_words.FIRST_TRY_TERMS, "Goal: "):
            assert text in of_day


async def test_practice_names_its_day_and_leads_back_to_it_in_the_calendar() -> None:
    day = DAY - timedelta(9)
    Record(daily_files.game_path(day)).save(play_match(daily.deal(day).match(), 4000))
    async with run_app(make_app(DailyScreen(day), over_home=True, bot_pool=RandomBots())) as pilot:
        await settle(pilot)
        await press(pilot, "p")
        assert daily_words.practice_opening(day) in screen_text(pilot)
        await press(pilot, "right")
        assert "Practice of 16 Nov" in screen_lines(pilot)[0] and "q Calendar" in screen_lines(pilot)[-1]
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, DailyScreen) and pilot.app.screen.day == day
        assert status_text(pilot) != daily_words.PRACTICE_SAVED and not any(files.records_folder().iterdir())
        for _ in range(2):
            await press(pilot, "p")
            await first_move(pilot)
            await press(pilot, "q")
        assert status_text(pilot) == daily_words.PRACTICE_SAVED
        (practice,) = files.records_folder().iterdir()
        assert daily_files.open_practice(day) == practice and daily_files.open_practice(DAY) is None
        await press(pilot, "left")
        assert status_text(pilot) != daily_words.PRACTICE_SAVED
        await press(pilot, "right")
        assert status_text(pilot) == daily_words.PRACTICE_GOES_ON


async def test_the_result_of_practice_says_so_and_that_the_first_try_stands() -> None:
    day = DAY - timedelta(1)
    match = play_match(daily.deal(day).match(), 4000)
    Record(daily_files.game_path(day)).save(match)
    practice = Record(files.records_folder() / "practice.jsonl")
    practice.save(match)
    async with run_app(make_app(sheet_for(match, practice), over_home=True, bot_pool=RandomBots())) as pilot:
        await settle(pilot)
        text = screen_text(pilot)
        assert "Practice of 24 Nov: Metropolys" in text and "your first try stands, " in text
        assert "p Practice" in text and "s Same setup" not in text
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, DailyScreen) and pilot.app.screen.day == day


async def test_the_help_of_the_calendar_is_about_it_and_the_rules_have_a_key() -> None:
    async with run_app(make_app(DailyScreen(), bot_pool=RandomBots())) as pilot:
        assert "u Rules" in screen_lines(pilot)[-1] and "PgUp PgDn Month" in screen_lines(pilot)[-1]
        await press(pilot, "question_mark")
        assert "One game a day, the same for everyone." in screen_text(pilot) and "first try counts" in screen_text(
            pilot
        )
        await press(pilot, "escape", "u")
        assert "Splendor: The Orient" in screen_text(pilot)


async def test_the_month_and_the_streak_above_the_calendar_are_whole_at_80_columns() -> None:
    won = daily.Score((15, 12), "won", daily.Length(24, "round"), "++")
    days = [DAY - timedelta(n) for n in range(150)]
    daily_files.write({day: daily.Try(day, day, "Splendor", "medium", 1, won) for day in days})
    with at(DAY, 1):
        async with run_app(make_app(DailyScreen())) as pilot:
            assert "streak 150 days, next game in 23 h 0 min" in screen_text(pilot)
            await press(pilot, "pageup", "pageup")
            assert "September 2026: 30 played, 30 won  " in screen_text(pilot)


async def test_every_day_names_its_game_and_today_what_it_does_for_the_streak() -> None:
    async with run_app(make_app(DailyScreen(), bot_pool=RandomBots())) as pilot:
        weeks = [line.split()[:7] for line in screen_lines(pilot)]
        assert ["Gems", "Metro", "Orient", "1906", "Forts", "Metro", "Cities"] in weeks
        assert "Start it today: day 1 of a streak." in screen_text(pilot)


@pytest.mark.slow
async def test_the_same_moves_on_a_slow_machine_give_the_same_file() -> None:
    class SlowBots(RandomBots):
        """Answers late; without the positions of the deal, and alone, the answer would be another."""

        def __init__(self, delay: float) -> None:
            super().__init__()
            self.delay = delay

        async def choose(self, game: str, view: Any, level: str, seed: str, *terms: Any, **more: Any) -> Choice:
            assert more == {"nodes": 1, "alone": True}
            await asyncio.sleep(self.delay)
            return await super().choose(game, view, level, seed)

    games = []
    for delay in (0.0, 0.05):
        async with run_app(make_app(bot_pool=SlowBots(delay))) as pilot:
            table = await open_table(pilot)
            for _ in range(4):
                await first_move(pilot)
            assert len(table.match.log) > 7
        games.append(daily_files.game_path(DAY).read_bytes())
        daily_files.game_path(DAY).unlink()
        daily_files.results_path().unlink()
    assert games[0] == games[1]


@pytest.mark.slow
async def test_a_try_is_finished_after_midnight_and_counts_for_its_day() -> None:
    with at(DAY, 23):
        async with run_app(make_app(bot_pool=RandomBots())) as pilot:
            await open_table(pilot)
            await first_move(pilot)
            await press(pilot, "q")
    all_but_the_end(DAY)
    with at(DAY + timedelta(1), 0):
        async with run_app(make_app(bot_pool=RandomBots())) as pilot:
            await press(pilot, "d", "left")
            assert "first try is saved" in screen_text(pilot)
            await press(pilot, "enter")
            await play_by_picks(pilot)
            await settle(pilot)
        tries, _ = daily_files.load()
        assert tries[DAY].own and tries[DAY].on_time and daily.streak(tries, DAY + timedelta(1)) == 1


async def test_no_deal_of_the_future_is_played_even_after_the_clock_was_set_back() -> None:
    tomorrow = DAY + timedelta(1)
    with at(tomorrow):
        async with run_app(make_app(bot_pool=RandomBots())) as pilot:
            await open_table(pilot)
            await first_move(pilot)
            await press(pilot, "q")
    before = daily_files.game_path(tomorrow).read_bytes()
    with at(DAY):
        async with run_app(make_app(bot_pool=RandomBots())) as pilot:
            await press(pilot, "d", "right")
            assert "This game opens on 26 November 2026 at 00:00 UTC." in screen_text(pilot)
            await press(pilot, "enter", "p")
            assert name(pilot) == "DailyScreen"
    with at(tomorrow):
        async with run_app(make_app(bot_pool=RandomBots())) as pilot:
            table = await open_table(pilot)
            assert daily_files.game_path(tomorrow).read_bytes().startswith(before)
            assert len(table.match.log) >= before.count(b"\n") - 1


async def test_a_clock_before_the_first_deal_plays_none() -> None:
    with at(date(1970, 1, 1)):
        async with run_app(make_app(bot_pool=RandomBots())) as pilot:
            await press(pilot, "d", "enter")
            assert name(pilot) == "DailyScreen" and "Is this computer's date right?" in screen_text(pilot)


@pytest.mark.slow
async def test_a_past_deal_is_played_but_not_for_the_streak() -> None:
    async with run_app(make_app(bot_pool=RandomBots())) as pilot:
        await press(pilot, "d", "left")
        assert "It no longer counts for your" in screen_text(pilot)
        await press(pilot, "enter")
        await first_move(pilot)
        all_but_the_end(DAY - timedelta(1))
        await press(pilot, "q", "enter")
        await play_by_picks(pilot)
        await settle(pilot)
    tries, _ = daily_files.load()
    assert tries[DAY - timedelta(1)].own and daily.streak(tries, DAY) == 0


async def test_the_calendar_is_walked_by_day_week_and_month() -> None:
    async with run_app(make_app(bot_pool=RandomBots())) as pilot:
        await press(pilot, "d")
        calendar = pilot.app.screen.query_one(Calendar)
        for key, day in (
            ("left", date(2026, 11, 24)), ("up", date(2026, 11, 17)), ("pageup", date(2026, 10, 17)),
            ("down", date(2026, 10, 24)), ("right", date(2026, 10, 25)), ("t", DAY), ("pagedown", date(2026, 12, 25)),
            ("pagedown", date(2026, 12, 25)),
        ):  # fmt: skip
            await press(pilot, key)
            assert calendar.cursor == day or (key == "pagedown" and calendar.cursor <= date(2026, 12, 31)), key
        for _ in range(14):
            await press(pilot, "pageup")
        assert calendar.cursor == daily.FIRST
        await press(pilot, "escape")
        assert name(pilot) == "Home"


async def test_a_click_chooses_a_day() -> None:
    async with run_app(make_app(DailyScreen(), bot_pool=RandomBots())) as pilot:
        calendar = pilot.app.screen.query_one(Calendar)
        await pilot.click(Calendar, offset=(2, 5))
        await settle(pilot)
        assert calendar.cursor == date(2026, 11, 2)


async def test_both_games_of_a_finished_day_are_replayed() -> None:
    match = play_match(daily.deal(DAY).match(), 4000)
    Record(daily_files.game_path(DAY)).save(match)
    async with run_app(make_app(DailyScreen(), bot_pool=RandomBots())) as pilot:
        await settle(pilot)
        await press(pilot, "r")
        assert name(pilot) == "Replay"
        await press(pilot, "escape", "m")
        assert name(pilot) == "Replay" and "Master" in screen_text(pilot)


@pytest.mark.parametrize("keys", [("enter",), ("r",), ("m",), ("r", "v")])
async def test_q_leads_from_every_game_of_a_day_back_to_this_day(keys: tuple[str, ...]) -> None:
    day = DAY - timedelta(1)
    Record(daily_files.game_path(day)).save(play_match(daily.deal(day).match(), 8 if keys == ("enter",) else 4000))
    async with run_app(make_app(DailyScreen(day), over_home=True, bot_pool=RandomBots())) as pilot:
        await settle(pilot)
        await press(pilot, *keys)
        assert name(pilot) in ("DailyTable", "Replay") and any(
            way in screen_lines(pilot)[-1] for way in ("q Calendar", "q Back")
        )
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, DailyScreen) and pilot.app.screen.day == day
        await press(pilot, "q")
        assert name(pilot) == "Home"


async def test_damaged_results_are_said() -> None:
    daily_files.results_path().parent.mkdir(parents=True, exist_ok=True)
    daily_files.results_path().write_text("nonsense", encoding="utf-8")
    async with run_app(make_app(bot_pool=RandomBots())) as pilot:
        assert "damaged, kept as daily-damaged.json" in notifications(pilot)


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_nothing_is_cut_off_at_80_columns(glyphs: str) -> None:
    """The longest names, a finished try and master's."""
    longest = daily.Score((120, 118), "shared the win", daily.Length(24, "round"), "--==++++++")
    for n, own in enumerate((longest, None)):
        day = DAY - timedelta(n)
        daily_files.save_try(daily.Try(day, DAY, "1906 San Francisco", "medium", 1, own, own))
    async with run_app(make_app(DailyScreen(), glyphs=glyphs)) as pilot:
        for key in ("t", "left", "left", "pagedown"):
            await press(pilot, key)
            text = screen_text(pilot)
            assert status_text(pilot) in text and len(status_text(pilot)) <= 76
            assert glyphs == "unicode" or text.isascii()
        await press(pilot, "t")
        assert "shared the win 120-118" in screen_text(pilot) and f"tabletown daily {DAY}" in screen_text(pilot)
