"""Notices: in the status line of a table or result, so that they cover nothing; elsewhere in a bar above the keys."""

from __future__ import annotations

from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets._toast import Toast

from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.widgets.key_footer import KeyFooter
from tests.tui import scenes_sf1906
from tests.tui.app_driver import make_app, press, run_app, screen_lines, screen_text, settle, status_text
from tests.tui.sample_matches import finished_match, match_after, saved_table

SCREENS = {
    "table": lambda: saved_table(match_after(plies=10)),
    "replay": lambda: Replay(finished_match()),
    "result": lambda: ScoreSheet(finished_match(), None),
}
NOTICE = "The disk is full."


@pytest.mark.parametrize("where", SCREENS)
async def test_a_notice_stands_in_the_status_line_of_a_game(where: str) -> None:
    screen: Screen[Any] = SCREENS[where]()
    async with make_app(screen).run_test(notifications=True) as pilot:
        await settle(pilot)
        screen.notify(NOTICE)
        await settle(pilot)
        assert status_text(pilot).startswith(NOTICE) and not screen.query(Toast)


async def test_a_notice_is_gone_after_a_key_or_click() -> None:
    async with run_app(make_app(screen := saved_table(match_after(plies=10)))) as pilot:
        for end in ("right", "left", "f12"):
            screen.notify(NOTICE)
            assert status_text(pilot).startswith(NOTICE)
            await press(pilot, end)
            assert NOTICE not in status_text(pilot)
        screen.notify(NOTICE)
        await pilot.click("#prompt")
        assert NOTICE not in status_text(pilot)


async def test_a_notice_elsewhere_is_a_whole_line_above_the_keys() -> None:
    async with make_app().run_test(notifications=True) as pilot:
        await settle(pilot)
        pilot.app.notify(NOTICE)
        await settle(pilot)
        (toast,) = pilot.app.screen.query(Toast)
        footer = pilot.app.screen.query_one(KeyFooter)
        assert toast.region == (0, footer.region.y - 1, 80, 1)
        assert NOTICE in screen_text(pilot)


async def test_the_heading_of_a_replay_says_the_result_only_at_the_end() -> None:
    match = finished_match()
    async with run_app(make_app(Replay(match, ply=len(match.log)))) as pilot:
        assert screen_lines(pilot)[0].endswith("  Hana wins with 15 points, 1 ahead")
        await press(pilot, "left_square_bracket")
        assert "To win: You " in screen_lines(pilot)[0] and "wins" not in screen_lines(pilot)[0]


async def test_the_last_move_of_a_replay_is_in_words_before_its_numbers_are_labelled() -> None:
    match = scenes_sf1906.match_at()
    async with run_app(make_app(Replay(match, ply=57))) as pilot:
        assert screen_lines(pilot)[0].startswith(" 57/287  Hana takes a permit as the 1907 bonus")
        assert "To win" not in screen_lines(pilot)[0]
        await pilot.resize_terminal(120, 36)
        await pilot.pause()
        assert "To win: You " in screen_lines(pilot)[0]
