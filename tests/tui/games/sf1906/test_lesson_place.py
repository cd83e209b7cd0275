"""The text of the lesson of 1906 San Francisco in a small window."""

from __future__ import annotations

from typing import cast

from textual.geometry import Region

from tabletown.tui.model import lessons
from tabletown.tui.model.lessons import Course
from tabletown.tui.screens.lesson import LessonScreen, Teacher
from tests.tui.app_driver import make_app, press, run_app, screen_text, settle
from tests.tui.scenes_lessons import do_step


async def test_the_text_never_covers_the_city() -> None:
    """The learner sees what was just built, and does not look for the text: it is at the right or over the cards."""
    places = list[tuple[int, int]]()
    async with run_app(make_app(LessonScreen(Course(lessons.load("sf1906"))))) as pilot:
        screen = cast(LessonScreen, pilot.app.screen)
        while not screen.course.over:
            await settle(pilot)
            text, city = screen.query_one(Teacher).region, screen.board.tile(("map",))
            assert city is not None
            at = Region(*city.rect).translate(screen.board.region.offset)
            assert not text.overlaps(at), screen.course.at + 1
            places.append((text.x, text.y))
            before = screen.course.at
            while not screen.course.over and screen.course.at == before:
                do_step(screen.course)
            if not screen.course.over:
                screen.arrive()
    assert sum(x > 40 for x, _ in places) > len(places) * 2 // 3


async def test_the_scale_of_money_is_open_where_the_lesson_speaks_of_it() -> None:
    """The panel opens by itself, and nothing covers the dollars and their points; the players return with the next."""
    async with run_app(make_app(LessonScreen(Course(lessons.load("sf1906"), 1)))) as pilot:
        await settle(pilot)
        screen = cast(LessonScreen, pilot.app.screen)
        text, points = screen.query_one(Teacher).region, screen.board.tile(("points",))
        assert points is not None and not text.overlaps(Region(*points.rect).translate(screen.board.region.offset))
        assert " $0  1  2 3 5 8" in screen_text(pilot)
        await press(pilot, "enter")
        assert screen.board.tile(("points",)) is None and screen.board.tile(("player", 0)) is not None


async def test_the_cursor_is_on_the_objective_that_was_just_drawn() -> None:
    """Whatever the learner took first."""
    lesson = lessons.load("sf1906")
    at = next(n for n, step in enumerate(lesson.steps) if step.last == "objectives")
    for last in (False, True):
        course = Course(lesson)
        while course.at < at:
            do_step(course, last)
        async with run_app(make_app(LessonScreen(course))) as pilot:
            await settle(pilot)
            newest = course.match.state.players[0].secret[-1]
            assert cast(LessonScreen, pilot.app.screen).board.cursor == ("objective", newest)
