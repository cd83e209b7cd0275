"""Places and values of Metropolys as a player types them."""

from __future__ import annotations

import re

import pytest

from tabletown.rules.metropolys.board import NAMES
from tabletown.tui.model import lessons
from tabletown.tui.model.lessons import Course
from tabletown.tui.screens.lesson import LessonScreen
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import (
    MIDDLE,
    SMALL,
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    screen_lines,
    screen_text,
    status_text,
)
from tests.tui.scenes_metropolys import board, make_match


@pytest.mark.parametrize("size", (SMALL, MIDDLE))
async def test_open_by_name_and_value(size: tuple[int, int]) -> None:
    async with run_app(make_app(Table(make_match("You", "Ada"), None)), size) as pilot:
        await press(pilot, "enter")  # the hand-over
        await press(pilot, "c", "9")
        assert board(pilot).cursor == ("place", NAMES.index("C9"))
        await press(pilot, "enter")
        assert "bids 1 on C9" in status_text(pilot)
        await press(pilot, "1", "2", "enter")
        assert current_table(pilot).match.log == [("bid", NAMES.index("C9"), 12)]


async def test_a_value_typed_before_a_place_is_bid_there() -> None:
    """It shows at once, and stays while the player chooses; after a place's name a digit is a value too."""
    async with run_app(make_app(Table(make_match("You", "Ada"), None)), MIDDLE) as pilot:
        await press(pilot, "enter", "1")
        assert "bid your 1 where the cursor is " in status_text(pilot, "prompt") and "1 wins on: " in screen_text(pilot)
        await press(pilot, "2", "c", "9")
        assert status_text(pilot).startswith("Enter bids 12 on C9 (")
        assert len(current_table(pilot).board_state().left) == current_table(pilot).match.state.free.bit_count()
        await press(pilot, "c", "8", "1", "3", "enter")
        assert current_table(pilot).match.log == [("bid", NAMES.index("C8"), 13)]


async def test_the_name_of_another_place_takes_back_the_picks() -> None:
    async with run_app(make_app(Table(make_match("You", "Ada"), None))) as pilot:
        await press(pilot, "enter", "c", "9", "enter", "5", "c", "1", "0")
        assert not current_table(pilot).selection.picked
        assert board(pilot).cursor == ("place", NAMES.index("C10")) and "1 on C10" in status_text(pilot)


@pytest.mark.parametrize("closes", (("escape",), ()), ids=("closed", "open"))
@pytest.mark.parametrize("place", ("", "same", "same, Enter", "another"))
async def test_what_is_typed_after_a_hint_counts(place: str, closes: tuple[str, ...]) -> None:
    """A value alone is for the place of the hint, or of the cursor once its box is closed; a place begins a bid there,
    with none of the hint's value.
    """
    async with run_app(make_app(Table(make_match("You", "Ada"), None)), MIDDLE) as pilot:
        table = current_table(pilot)
        await press(pilot, "enter")
        earlier = table.selection.picked[:]
        await press(pilot, "i", *closes)
        assert table.suggested is not None
        assert table.selection.picked == earlier if closes else table.selection.action() == table.suggested
        cursor = board(pilot).cursor
        assert cursor
        named = NAMES[cursor[1] if closes and not place else table.suggested[1]]
        name = "S8" if place == "another" else named
        assert table.suggested[1:] != (NAMES.index(name), 11)
        typed = [*name.lower()] if place else []
        await press(pilot, *typed, *["enter"] * place.endswith("Enter"), "1", "1")
        assert f"bids 11 on {name} (" in status_text(pilot), (status_text(pilot, "prompt"), status_text(pilot))
        await press(pilot, "1", "0")
        assert f"bids 10 on {name} (" in status_text(pilot)
        await press(pilot, "enter")
        assert table.match.log == [("bid", NAMES.index(name), 10)]


async def test_the_picked_place_typed_again_begins_a_bid_there_anew() -> None:
    async with run_app(make_app(Table(make_match("You", "Ada"), None))) as pilot:
        await press(pilot, "enter", "s", "8")
        before = status_text(pilot)
        await press(pilot, "enter", "5", "s", "8")
        assert status_text(pilot) == before and not current_table(pilot).selection.picked
        await press(pilot, "enter", "s", "8")
        assert status_text(pilot) == before and board(pilot).cursor == ("place", NAMES.index("S8"))
        await press(pilot, "7", "enter")
        assert current_table(pilot).match.log == [("bid", NAMES.index("S8"), 7)]


async def test_a_name_that_could_have_been_a_place_and_a_value_says_how_to_type_those() -> None:
    async with run_app(make_app(Table(make_match("You", "Ada"), None))) as pilot:
        await press(pilot, "enter", "c", "1", "1")
        assert board(pilot).cursor == ("place", NAMES.index("C11"))
        assert "C11. To bid 1 on C1 instead, type c1, Enter, 1." in status_text(pilot)
        await press(pilot, "c", "1", "enter", "1")
        assert "bids 1 on C1" in status_text(pilot)
        await press(pilot, "c", "1", "1")
        assert "1 on C11" in status_text(pilot), "once is enough"


async def test_plus_and_minus_go_through_the_buildings() -> None:
    async with run_app(make_app(Table(make_match("You", "Ada"), None))) as pilot:
        await press(pilot, "enter", "c", "9", "enter", "plus")
        assert "bids 2 on C9" in status_text(pilot)
        await press(pilot, "minus", "minus")
        assert "bids 13 on C9" in status_text(pilot)


async def test_a_number_that_is_too_low_says_what_is_needed() -> None:
    """With a place picked or none; what is picked stays."""
    match = make_match("You", "Ada")
    match.act(("bid", 8, 10))
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "enter", "7")
        assert status_text(pilot) == "7 is too low: bid at least 11 here." and not current_table(pilot).selection.picked
        await press(pilot, "tab", "enter", "1", "2")
        assert status_text(pilot).startswith("Enter bids 12 on ")
        await press(pilot, "7")
        assert status_text(pilot) == "7 is too low: bid at least 11 here."
        await press(pilot, "enter")
        assert match.log[1][2] == 12


async def test_a_value_for_which_only_one_place_is_left_takes_the_cursor_there() -> None:
    """So that the line below the map speaks of the place that Enter bids on; a letter alone asks for its number."""
    match = make_match("You", "Ada")
    match.act(("bid", NAMES.index("C12"), 10))
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "enter", "c")
        assert status_text(pilot) == "C: now the number of the place, as in C1."
        await press(pilot, "9", "1")
        assert status_text(pilot) == "1 and then 1, 2 or 3: bid 11, 12 or 13."
        await press(pilot, "2")
        assert board(pilot).cursor == ("place", NAMES.index("C11")) and "bids 12 on C11" in status_text(pilot)
        await press(pilot, "enter")
        assert match.log[1:] == [("bid", NAMES.index("C11"), 12)]


async def test_an_illegal_place_says_why() -> None:
    table = Table(make_match("You", "greedy", plies=40), None)
    async with run_app(make_app(table)) as pilot:
        view = table.match.state
        taken = next(place for place, value in enumerate(view.values) if value)
        put_cursor(pilot, "place", taken)
        await press(pilot, "enter")
        assert f"{NAMES[taken]} already has a building." in status_text(pilot)


async def test_escape_closes_the_log() -> None:
    async with run_app(make_app(Table(make_match("You", "greedy", plies=8), None))) as pilot:
        before = screen_lines(pilot)[:-2]
        await press(pilot, "o")
        assert screen_lines(pilot)[:-2] != before
        await press(pilot, "escape")
        assert screen_lines(pilot)[:-2] == before


async def test_a_lesson_counts_no_points_before_it_has_explained_what_scores() -> None:
    """Tokens and the map card in step 5, special cards in the next."""
    for number in (0, 1, 2, 3, 5):
        async with run_app(make_app(LessonScreen(Course(LESSON, number)))) as pilot:
            text = screen_text(pilot)
            counted = re.search(r"\d+ points?\b|[+]\d (map|subway|trendy)|If (your )?1 wins", text.split("Map key")[0])
            assert bool(counted) == (number == 5), (number, counted)


LESSON = lessons.load("metropolys")


@pytest.mark.parametrize("number", [n for n, step in enumerate(LESSON.steps) if step.go])
async def test_a_lesson_goes_on_when_the_place_that_it_asks_for_is_typed(number: int) -> None:
    """Also in a step in which it is not your turn."""
    step, course = LESSON.steps[number], Course(LESSON, number)
    assert step.go and step.go[0] == "place"
    async with run_app(make_app(LessonScreen(course))) as pilot:
        await press(pilot, "5", *NAMES[step.go[1]].lower())
        assert course.step is LESSON.steps[number + 1]
