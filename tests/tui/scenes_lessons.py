"""Looks of the lessons that are kept."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from tabletown.tui.app import TabletownApp
from tabletown.tui.model import lessons
from tabletown.tui.model.lessons import Course
from tabletown.tui.screens.lesson import LessonScreen
from tabletown.tui.screens.lesson_list import LessonList
from tests.tui.app_driver import make_app, settle


def step(game: str, number: int, **look: Any) -> TabletownApp:
    """The lesson of a game at a step, counted from 1."""
    return make_app(LessonScreen(Course(lessons.load(game), number - 1)), **look)


def do_step(course: Course, last: bool = False) -> None:
    """Do the next thing that the step asks for; `last`: by the last of the moves expected."""
    if last and course.step.moves:
        course.act(course.expected()[-1])
    else:
        course.skip()


def chooser() -> TabletownApp:
    """One lesson has just been gone through."""
    lessons.finish("splendor")
    return make_app(LessonList("splendor"))


async def laid(pilot: Pilot[Any]) -> None:
    """The text has its place, and the cursor is where the step wants it."""
    await settle(pilot)
    await settle(pilot)


CASES = {
    "learn": (chooser, settle),
    "lesson-splendor": (lambda: step("splendor", 9), laid),
    "lesson-metropolys": (lambda: step("metropolys", 1), laid),
    "lesson-sf1906": (lambda: step("sf1906", 8), laid),
    "lesson-plain": (lambda: step("sf1906", 18, colours="16", glyphs="ascii"), laid),
}
"""App and steps by name."""
