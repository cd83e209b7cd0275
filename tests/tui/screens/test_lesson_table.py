"""A learner at the table of a lesson, and the way to it and from it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from tabletown import rules
from tabletown.tui.model import files, keymap, lessons
from tabletown.tui.model.keymap import KeyLabels, Keymap
from tabletown.tui.model.lessons import Course, Lesson
from tabletown.tui.screens.lesson import LessonScreen, Teacher
from tabletown.tui.screens.lesson_list import LessonList, LessonMenu
from tabletown.tui.widgets.board import Board
from tests.tui.app_driver import (
    MIDDLE,
    SMALL,
    make_app,
    notifications,
    press,
    run_app,
    screen_lines,
    screen_text,
    settle,
    status_text,
)
from tests.tui.scenes_lessons import do_step


@pytest.fixture(params=rules.GAMES)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return lessons.load(request.param)


def at(pilot: Pilot[Any]) -> LessonScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen), screen
    return screen


def taught(game: str) -> LessonScreen:
    return LessonScreen(Course(lessons.load(game)))


async def do_at_table(pilot: Pilot[Any]) -> None:
    """Do the next thing that the step asks for, at the table."""
    screen, step = at(pilot), at(pilot).course.step
    if step.moves:
        screen.play(screen.course.expected()[0])
    elif step.keys:
        await pilot.press(KeyLabels().keys(step.keys[screen.course.done])[0])
    elif step.go:
        screen.board.cursor = step.go
    else:
        await pilot.press("enter")
    await settle(pilot)


@pytest.mark.slow_unless(lesson=("splendor",))
async def test_a_lesson_is_gone_through_at_the_table(lesson: Lesson, folders: Path) -> None:
    """A wrong move is refused at every step that asks for one; only the end is written, and the game to offer next."""
    refused = 0
    async with run_app(make_app(taught(lesson.game))) as pilot:
        while isinstance(pilot.app.screen, LessonScreen):
            screen, course, step = at(pilot), at(pilot).course, at(pilot).course.step
            assert f"Step {course.at + 1} of {len(lesson.steps)}" in screen_text(pilot) or screen.log_open
            if step.at and not course.done:
                assert screen.board.cursor == step.at, course.at
            assert not step.go or screen.board.tile(step.go), course.at
            wrong = [a for a in course.match.game.legal(course.match.state) if a not in course.expected()]
            if step.moves and wrong:
                plies = len(course.match.log)
                screen.play(wrong[0])
                assert status_text(pilot) == f"Not yet. {screen.step.ask}"
                assert len(screen.match.log) == plies and course.step is step
                refused += 1
            await do_at_table(pilot)
        assert f"You now know how to play {lesson.title}" in screen_text(pilot)
        assert f"{len(lesson.steps)} steps, about {lesson.minutes} minutes  done" in screen_text(pilot)
    assert refused >= 6
    assert files.remembered("lessons") == {lesson.game: "done"}
    assert files.remembered("last-game") == {"game": lesson.game}, "New game offers it"
    assert {path.name for path in folders.rglob("*") if path.is_file()} == {"lessons.toml", "last-game.toml"}


async def test_the_first_steps_of_splendor_by_keys() -> None:
    async with run_app(make_app(taught("splendor"))) as pilot:
        await press(pilot, "enter", "enter", "up", "up", "f", "d")
        assert at(pilot).course.at == 4
        await press(pilot, "w", "w", "enter")
        assert status_text(pilot) == "Not yet. Take two red: press r r, then Enter."
        assert not at(pilot).match.log and not at(pilot).selection.picked
        await press(pilot, "r", "r", "enter", "g", "r", "b", "enter")
        assert [a[1] for a in at(pilot).match.log] == [(3, 3), (0, 1, 2), (2, 3, 4)]
        await press(pilot, "z")
        assert len(at(pilot).match.log) == 2 and at(pilot).course.at == 7
        await press(pilot, "i")
        assert status_text(pilot).startswith("Hint: take green, red and black; Enter plays it.")
        await press(pilot, "enter", "enter")
        assert at(pilot).match.log[-1][0] == "buy"


async def test_a_bid_is_asked_for_by_keys_that_work_wherever_the_cursor_is() -> None:
    async with run_app(make_app(taught("metropolys"))) as pilot:
        await press(pilot, "right", "right", *"e86", "enter")
        assert at(pilot).course.at == 1
        await press(pilot, *"n2", *"e610", "enter")
        assert at(pilot).course.at == 2


async def test_a_wrong_move_takes_the_cursor_back_to_where_the_task_starts() -> None:
    async with run_app(make_app(taught("metropolys"))) as pilot:
        await press(pilot, *"n2", "6", "enter")
        assert status_text(pilot).startswith("Not yet. Bid 6 on E8")
        assert at(pilot).board.cursor == at(pilot).course.step.at
        await press(pilot, "6", "enter")
        assert at(pilot).course.at == 1


async def test_the_log_of_a_step_is_closed_for_the_next_and_its_keys_are_undone_together() -> None:
    lesson = lessons.load("splendor")
    step = next(n for n, step in enumerate(lesson.steps) if step.keys == ("game.log", "game.log"))
    screen = LessonScreen(Course(lesson, step))
    async with run_app(make_app(screen)) as pilot:
        await press(pilot, "o")
        assert screen.course.at == step and screen.log_open
        await press(pilot, "o")
        assert screen.course.at == step + 1 and not screen.log_open
        assert f"Step {step + 2} of {len(lesson.steps)}" in screen_text(pilot)
        await press(pilot, "z")
        assert (screen.course.at, screen.course.done) == (step, 0)
        await press(pilot, "o", "o")
        assert screen.course.at == step + 1 and not screen.log_open


async def test_a_lesson_asks_for_the_keys_in_use() -> None:
    keymap.save(Keymap(own={"table.undo": ("U",), "splendor.red": ("R",), "game.log": ("L",), "learn.play": ("P",)}))
    screen = taught("splendor")
    async with run_app(make_app(screen)) as pilot:
        await press(pilot, "enter", "enter", "up", "up", "f", "d")
        assert "Take two red: press R R, then Enter." in " ".join(line[53:].strip() for line in screen_lines(pilot))
        await press(pilot, "R", "R", "enter", "g", "R", "b", "enter")
        assert screen.step.ask == "Press U."
        await press(pilot, "z")
        assert screen.course.at == 6
        await press(pilot, "U", "i", "enter", "enter")
        assert screen.step.ask.startswith("Press L for the log")
        await press(pilot, "o")
        assert screen.course.done == 0
        await press(pilot, "L", "L")
        assert screen.course.at == 10


async def test_looking_around_is_free_and_nothing_is_picked_before_it_is_asked() -> None:
    async with run_app(make_app(taught("splendor"))) as pilot:
        await press(pilot, "right", "tab", "left", "w")
        assert "Enter Continue" in screen_lines(pilot)[-1]
        assert status_text(pilot) == "Not yet. Press Enter to continue."
        assert at(pilot).course.at == 0 and not at(pilot).selection.picked
        await press(pilot, "question_mark", "escape")
        assert at(pilot).course.at == 0


async def test_back_goes_back_step_by_step_and_home_to_the_beginning() -> None:
    async with run_app(make_app(taught("metropolys"))) as pilot:
        await press(pilot, "enter", "6", "enter")
        assert at(pilot).course.at == 1 and len(at(pilot).match.log) == 3
        await press(pilot, "enter", "1", "0", "enter", "enter")
        assert at(pilot).course.at == 3
        await press(pilot, "z", "z")
        assert at(pilot).course.at == 1 and len(at(pilot).match.log) == 3
        await press(pilot, "z")
        assert at(pilot).course.at == 0 and not at(pilot).match.log
        assert at(pilot).board.cursor == at(pilot).course.step.at
        await press(pilot, "z")
        assert at(pilot).course.at == 0
        await press(pilot, "enter", "home")
        assert at(pilot).course.at == 0 and not at(pilot).course.begun


async def test_leaving_at_once() -> None:
    async with run_app(make_app(taught("sf1906"))) as pilot:
        await press(pilot, "q")
        assert "New game" in screen_text(pilot)
    assert not files.remembered("lessons")


async def test_a_lesson_continues_at_the_step_where_it_was_left(lesson: Lesson) -> None:
    lessons.save_step(lesson.game, len(lesson.steps) - 2)
    number = len(lesson.steps) - 1
    async with run_app(make_app(LessonList())) as pilot:
        assert f"{lesson.title:<20} continue at step {number} of {number + 1}" in screen_text(pilot)
        pilot.app.screen.query_one(LessonMenu).highlighted = list(lessons.available()).index(lesson.game)
        await press(pilot, "enter")
        assert at(pilot).course.at == number - 1
        assert status_text(pilot) == f"Continuing at step {number}; Home starts the lesson again."
        await press(pilot, "z")
        assert at(pilot).course.at == number - 2
        await press(pilot, "home", "q", "l")
        assert f"{lesson.title:<20} {number + 1} steps" in screen_text(pilot)


@pytest.mark.parametrize("text", ["", "0", "-1", "99", "x", "\u0661"])
def test_a_lesson_whose_saved_step_makes_no_sense_starts_again(text: str) -> None:
    files.remember("lessons", {"sf1906-step": text})
    assert lessons.reached(lessons.load("sf1906")) == 0


def test_a_finished_lesson_starts_again_and_stays_finished() -> None:
    lessons.save_step("sf1906", 4)
    lessons.finish("sf1906")
    assert lessons.reached(lessons.load("sf1906")) == 0
    lessons.save_step("sf1906", 4)
    assert lessons.finished() == {"sf1906"} and lessons.reached(lessons.load("sf1906")) == 4


async def test_escape_clears_what_is_picked_closes_the_log_and_never_leaves() -> None:
    async with run_app(make_app(taught("splendor"))) as pilot:
        await press(pilot, "enter", "enter", "up", "up", "f", "d", "r", "escape")
        assert at(pilot).course.at == 4 and not at(pilot).selection.picked
        await press(pilot, "o", "escape")
        assert not at(pilot).log_open
        await press(pilot, "escape")
        assert status_text(pilot) == "Press q to leave; you can continue at this step later."


async def test_a_window_that_changes_keeps_the_text() -> None:
    async with run_app(make_app(taught("splendor")), MIDDLE) as pilot:
        assert "Step 1 of 17" in screen_lines(pilot)[30]
        for size in ((2, 1), (60, 20), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            await settle(pilot)
        assert any("Step 1 of 17" in line[52:] for line in screen_lines(pilot))


async def test_no_step_leaves_half_a_word_beside_its_text(lesson: Lesson) -> None:
    """In most steps the text is in the same place."""
    starts, ends = list[int](), list[int]()
    async with run_app(make_app(taught(lesson.game)), SMALL) as pilot:
        screen = at(pilot)
        for number in range(len(lesson.steps)):
            screen.course = Course(lesson, number)
            screen.arrive()
            await pilot.pause()
            box = screen.query_one(Teacher).region.translate(-screen.board.region.offset)
            assert not halves(screen.board, box), number
            starts.append(box.y)
            ends.append(box.bottom)
    assert max(Counter(places).most_common(1)[0][1] for places in (starts, ends)) > len(starts) / 2


async def test_in_splendor_the_text_never_moves_and_leaves_the_tokens_of_the_rival_in_view() -> None:
    places = set[Region]()
    async with run_app(make_app(taught("splendor")), SMALL) as pilot:
        await settle(pilot)
        screen = at(pilot)
        for number in range(len(screen.course.lesson.steps)):
            screen.course = Course(screen.course.lesson, number)
            screen.arrive()
            await pilot.pause()
            places.add(screen.query_one(Teacher).region)
        rival = screen.board.tile(("player", 1))
        assert rival and [place.y - screen.board.region.y for place in places] == [rival.rect.y + 2]


async def test_a_card_reserved_face_down_is_shown_before_the_lesson_goes_on() -> None:
    async with run_app(make_app(LessonScreen(Course(lessons.load("splendor"), 11))), SMALL) as pilot:
        await settle(pilot)
        await press(pilot, "v", "enter")
        await settle(pilot)
        match, board = at(pilot).match, at(pilot).board
        assert board.cursor == ("card", match.state.players[0].hand[-1])


def halves(board: Board, box: Region) -> list[str]:
    """The words and numbers of which a box over a board covers a part, but not all."""
    lines = ["".join(char for char, _ in row) for row in board.canvas.rows[box.y : box.bottom]]
    words = [(match.group(), range(*match.span())) for line in lines for match in re.finditer(r"\w+", line)]
    return [word for word, span in words if 0 < len({*span} & {*range(box.x, box.right)}) < len(span)]


@pytest.mark.slow_unless(lesson=("splendor",), size=(SMALL,))
@pytest.mark.parametrize("size", [SMALL, MIDDLE])
async def test_the_text_covers_nothing_that_its_step_speaks_of(lesson: Lesson, size: tuple[int, int]) -> None:
    """Neither the parts that the step names, nor its only move, nor the cursor; and it is shown completely."""
    async with run_app(make_app(taught(lesson.game)), size) as pilot:
        while isinstance(pilot.app.screen, LessonScreen):
            screen, step = at(pilot), at(pilot).step
            text = screen.query_one(Teacher).region
            for part in screen.needed():
                tile = screen.board.tile(part)
                assert not tile or not text.overlaps(Region(*tile.rect).translate(screen.board.region.offset)), (
                    screen.course.at,
                    part,
                )
            assert Region(0, 0, *size).contains_region(text)
            shown = " ".join(" ".join(line[text.x + 1 : text.right] for line in screen_lines(pilot)[text.y :]).split())
            assert screen.log_open or (step.say[-30:] in shown and step.ask in shown), shown
            await do_at_table(pilot)


async def test_the_text_moves_out_of_the_way_of_the_cursor() -> None:
    async with run_app(make_app(taught("splendor"))) as pilot:
        screen = at(pilot)
        text = screen.query_one(Teacher)
        tiles = [t for t in screen.board.tiles if t.zone and text.region.overlaps(Region(*t.rect).translate((0, 1)))]
        screen.board.cursor = tiles[0].part
        await settle(pilot)
        assert not text.region.overlaps(Region(*tiles[0].rect).translate((0, 1)))


# Before and after


async def test_from_home_to_a_lesson_and_to_a_game() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "l")
        assert all(rules.load(name).TITLE in screen_text(pilot) for name in rules.GAMES)
        assert "done" not in screen_text(pilot) and "Play a game now" not in screen_text(pilot)
        await press(pilot, "down", "enter")
        assert at(pilot).course.lesson.game == "metropolys"
        screen = at(pilot)
        while not screen.course.over:
            do_step(screen.course)
        screen.end()
        await settle(pilot)
        await press(pilot, "p")
        seats = pilot.app.screen.match.seats  # type: ignore[attr-defined]
        assert [seat.bot for seat in seats] == ["", lessons.NOVICE, lessons.NOVICE]


async def test_a_folder_that_cannot_be_written_is_said() -> None:
    Path("config").write_text("in the way", encoding="utf-8")
    screen = taught("splendor")
    async with run_app(make_app(screen)) as pilot:
        while not screen.course.over:
            do_step(screen.course)
        screen.end()
        await settle(pilot)
        assert "Could not save your progress" in notifications(pilot)
        assert "You now know how to play Splendor" in screen_text(pilot)
