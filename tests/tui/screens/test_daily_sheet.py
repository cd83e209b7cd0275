"""The result of a daily game: what can be copied, and master's game in the same seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any
from unittest.mock import patch

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record
from tabletown.tui.model import daily, daily_files, daily_share
from tabletown.tui.model.titles import title
from tabletown.tui.narration.turning_point import TurningPoint
from tabletown.tui.screens import daily_sheet
from tabletown.tui.screens.daily import DailyScreen
from tabletown.tui.screens.daily_sheet import DailySheet
from tabletown.tui.screens.score_sheet import MIN_CHART
from tabletown.tui.widgets.chart import Chart
from tests.rules.random_play import play_match
from tests.tui.app_driver import (
    NOW,
    BlockedBots,
    InstantBots,
    make_app,
    press,
    run_app,
    screen_text,
    settle,
    status_text,
    wait_until,
)
from tests.tui.screens.forms import name

DAY = NOW.date()


@pytest.fixture(autouse=True)
def few_positions() -> Iterator[None]:
    with patch.object(daily, "NODES", {daily.LEVEL: 1, daily.MASTER: 1}):
        yield


def finished() -> tuple[Match, Record]:
    """A finished first try of the day."""
    match, record = play_match(daily.deal(DAY).match(), 4000), Record(daily_files.game_path(DAY))
    record.save(match)
    return match, record


async def test_the_result_says_daily_leads_to_the_calendar_and_copies_while_master_plays() -> None:
    match, record = finished()
    bots = BlockedBots()
    async with make_app(DailySheet(match, record, DAY), over_home=True, bot_pool=bots).run_test() as pilot:
        await wait_until(pilot, lambda: "compare: move 1 of about" in screen_text(pilot))
        assert "daily" in screen_text(pilot).lower()
        await pilot.press("c")
        await wait_until(pilot, lambda: status_text(pilot) == daily_share.COPIED)
        bots.answer.set()
        await pilot.pause()
        assert status_text(pilot) == daily_share.COPIED and pilot.app.clipboard.splitlines()[-1].startswith(
            f"tabletown daily {DAY} "
        )
        await pilot.press("q")
        await wait_until(pilot, lambda: name(pilot) == "DailyScreen")


async def test_the_result_says_where_the_winner_gained_and_fits_the_smallest_window() -> None:
    day = date(2026, 11, 26)
    with patch.object(daily, "now", lambda: datetime(2026, 11, 26, 12, tzinfo=UTC)):
        match, record = play_match(daily.deal(day).match(), 4000), Record(daily_files.game_path(day))
        record.save(match)
        async with make_app(DailySheet(match, record, day), bot_pool=BlockedBots()).run_test() as pilot:
            await wait_until(pilot, lambda: "compare: move 1" in text_beside_box(pilot))
            assert re.search(r"Where .+ gained on .+: .+\.", text_beside_box(pilot))
            assert pilot.app.screen.query_one(VerticalScroll).max_scroll_y == 0


@pytest.mark.parametrize("day", [date(2026, 11, 19), date(2026, 11, 21)])
async def test_nothing_of_the_longest_results_has_to_be_scrolled_to_in_the_smallest_window(day: date) -> None:
    """1906 San Francisco and Expert Metropolys, with master's result and a rating. The list waits for a key."""
    match, record = play_match(daily.deal(day).match(), 4000), Record(daily_files.game_path(day))
    record.save(match)
    own, master = (
        daily.score(match, match.human_seats[0]),
        daily.Score((16, 9), "won", daily.Length(21, "round"), "=+++++++++"),
    )
    daily_files.save_try(daily.Try(day, day, title(match), daily.LEVEL, 1, own, master))
    async with run_app(make_app(DailySheet(match, record, day), bot_pool=InstantBots()), (80, 24)) as pilot:
        page = pilot.app.screen.query_one(VerticalScroll)
        assert "rating" in text_beside_box(pilot) and page.max_scroll_y == 0
        await press(pilot, "space")
        assert page.max_scroll_y > 0 or not pilot.app.screen.rows  # type: ignore[attr-defined]


async def test_a_result_is_mounted_once() -> None:
    """Textual calls the handlers of base classes by itself."""
    match, record = finished()
    async with run_app(make_app(DailySheet(match, record, DAY), bot_pool=InstantBots())) as pilot:
        assert len(pilot.app.screen.analysis.watchers) == 1  # type: ignore[attr-defined]


def text_beside_box(pilot: Pilot[Any]) -> str:
    """The text beside the box with the text to share."""
    return " ".join(line.partition("│")[0].strip() for line in screen_text(pilot).splitlines())


@pytest.mark.parametrize(("points", "notice"), [((9, 12), daily_sheet.OUTDONE), ((12, 9), "")])
async def test_a_result_better_than_masters_is_told_as_soon_as_it_is_known(
    points: tuple[int, int], notice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, record = finished()
    daily_files.save_try(
        daily.Try(DAY, DAY, "Splendor", "medium", 1, daily.Score((15, 13), "won", daily.Length(9, "round"), "+"), None)
    )

    async def ask_master(pool: object, entry: daily.Try, report: object) -> daily.Try:
        return replace(entry, master=daily.Score(points, "lost", daily.Length(9, "round"), "-"))

    monkeypatch.setattr(daily_files, "ask_master", ask_master)
    async with run_app(make_app(DailySheet(match, record, DAY), bot_pool=InstantBots())) as pilot:
        key_names = pilot.app.key_names  # type: ignore[attr-defined]
        assert (status_text(pilot) == key_names.fill(daily_sheet.OUTDONE)) == bool(notice)


@pytest.mark.parametrize("where", ["result", "calendar"])
async def test_a_line_says_how_far_master_is(where: str) -> None:
    match, record = finished()
    bots = BlockedBots()
    screen = DailySheet(match, record, DAY) if where == "result" else DailyScreen()
    line = "compare: move" if where == "result" else "is playing: move"
    async with make_app(screen, bot_pool=bots).run_test(size=(80, 24)) as pilot:
        for move in (1, 2, 3):
            await wait_until(pilot, lambda move=move: f"{line} {move}" in screen_text(pilot))  # type: ignore[misc]
            bots.answer.set()


async def test_the_chart_stays_when_the_turning_point_is_found() -> None:
    match, record = finished()
    daily_files.save_try(
        daily.Try(DAY, DAY, "Splendor", "medium", 1, daily.Score((15, 13), "won", daily.Length(9, "round"), "+"), None)
    )
    async with run_app(make_app(DailySheet(match, record, DAY), bot_pool=InstantBots()), (80, 24)) as pilot:
        sheet = pilot.app.screen
        assert isinstance(sheet, DailySheet)
        chart = sheet.query_one(Chart)
        assert chart.size.height >= MIN_CHART
        sheet.turning = TurningPoint(len(match.log) - 2, 0.2, 0.9)
        sheet.show_facts(78)
        await settle(pilot)
        assert "Turning point" in screen_text(pilot) and chart.size.height >= MIN_CHART
