"""Where the texts of hints and lessons are over the board of Metropolys."""

from __future__ import annotations

import pytest

from tabletown.tui.model.lessons import Course, load
from tabletown.tui.screens.hint_panel import HintPanel
from tabletown.tui.screens.lesson import LessonScreen, Teacher
from tabletown.tui.widgets.text_box import rows
from tests.tui.app_driver import MIDDLE, current_table, make_app, press, run_app, settle, status_text
from tests.tui.sample_matches import saved_table, start_match


async def test_a_hint_in_a_small_window_is_at_the_foot_of_the_city_unless_that_hides_its_place() -> None:
    async with run_app(make_app(saved_table(start_match(game="metropolys")))) as pilot:
        board, advice = current_table(pilot).board, pilot.app.screen.query_one(HintPanel)
        places = [tile for tile in board.tiles if tile.zone == "city"]
        low, high = (way(places, key=lambda tile: tile.rect.y).part for way in (max, min))
        for place, other, at_foot in ((high, low, True), (low, high, False)):
            board.cursor = place
            advice.say(["Bid there."] * 4, board, [("bid", place[1], 9), ("bid", other[1], 9)])
            await pilot.pause()
            assert advice.region.bottom == board.region.bottom if at_foot else advice.region.y == board.region.y
            assert advice.region.height == 5 and advice.region.width == board.tile(("player", 0)).rect.x  # type: ignore[union-attr]


async def test_a_hint_in_a_large_window_is_below_the_auction_whatever_its_place() -> None:
    async with run_app(make_app(saved_table(start_match(game="metropolys"))), size=MIDDLE) as pilot:
        board, advice = current_table(pilot).board, pilot.app.screen.query_one(HintPanel)
        own = board.tile(("player", 0))
        for place in [tile.part for tile in board.tiles if tile.zone == "city"][::8]:
            board.cursor = place
            advice.say(["Bid there, as nobody can bid higher on this place."] * 3, board, [("bid", place[1], 9)])
            await pilot.pause()
            assert own and advice.region.x == own.rect.x and advice.region.bottom == board.region.bottom


@pytest.mark.parametrize("number", (1, 8, 10, 17))
async def test_the_text_of_a_lesson_is_above_the_key_in_a_small_window_and_as_tall_as_it_needs(number: int) -> None:
    course = Course(load("metropolys"), number - 1)
    async with run_app(make_app(LessonScreen(course))) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, LessonScreen)
        text, room, step = screen.query_one(Teacher), screen.board.region, screen.step
        await settle(pilot)
        assert text.region.width == room.width and text.region.bottom == room.bottom - 1, "the key of the map is below"
        assert text.region.height == rows((step.say, step.ask), text.region.width)


async def test_the_text_of_a_lesson_moves_to_the_top_of_the_city_from_the_place_under_the_cursor() -> None:
    async with run_app(make_app(LessonScreen(Course(load("metropolys"), 5)))) as pilot:
        screen = pilot.app.screen
        await settle(pilot)
        await press(pilot, "e", "9")
        await settle(pilot)
        assert isinstance(screen, LessonScreen)
        text, auction = screen.query_one(Teacher).region, screen.board.tile(("auction",))
        assert text.y == screen.board.region.y and auction and text.width == auction.rect.x


async def test_the_first_step_of_the_lesson_does_not_name_another_bid_than_its_own() -> None:
    async with run_app(make_app(LessonScreen(Course(load("metropolys"))))) as pilot:
        await settle(pilot)
        assert "E8" in status_text(pilot) and "1 on E8" not in status_text(pilot)
