"""New game: the form, names, seeds, who goes first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tabletown import rules
from tabletown.rules.bots.level_descriptions import LEVELS
from tabletown.rules.core.match import Seat
from tabletown.tui.model import files, lessons
from tabletown.tui.model.settings import load_settings
from tabletown.tui.narration import game_ui
from tabletown.tui.screens.lesson import LessonScreen
from tabletown.tui.screens.new_game import NewGame, seated
from tests.tui.app_driver import (
    MIDDLE,
    QUIET,
    SMALL,
    current_table,
    make_app,
    notifications,
    press,
    press_until,
    run_app,
    screen_lines,
    screen_text,
    status_text,
)
from tests.tui.screens.forms import go, name, row


async def test_enter_begins_a_game_which_is_kept_only_with_a_move() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "n", "enter")
        match = current_table(pilot).match
        assert {seat.name for seat in match.seats} == {"You", "Hana"} and match.player is not None
        assert len(list(files.records_folder().glob("*.jsonl"))) == 1
        await press(pilot, "q")
        assert len(list(files.records_folder().glob("*.jsonl"))) == bool(match.log)


async def test_the_form_has_every_option_with_a_choice() -> None:
    for game in rules.GAMES:
        rows = {row.key: row for row in NewGame().rows({"game": game})}
        for option in rules.load(game).OPTIONS:
            if len(option.choices) == 1:
                assert option.key not in rows
                continue
            assert rows[option.key].choices == option.choices and rows[option.key].label == option.title


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
async def test_a_newcomer_sees_every_game_and_every_level(size: tuple[int, int]) -> None:
    async with run_app(make_app(NewGame()), size) as pilot:
        lines = screen_lines(pilot)
        games = next(line for line in lines if "Game " in line)
        assert all(rules.load(game).TITLE in games for game in rules.GAMES)
        seat = next(line for line in lines if "Seat 1" in line)
        assert " ".join(seat.split()) == "Seat 1 person bot: Novice Easy Medium Hard Master Matched"
        modules = next(line for line in lines if "Module" in line)
        assert "choice 1 of 5" in modules if size == SMALL else "The Strongholds" in modules
        if size == SMALL:
            assert "▸ Base game: Buy cards" in screen_text(pilot) and "The Orient: More cards" in screen_text(pilot)
            assert "Enter starts with what you see" in screen_text(pilot)
            await go(pilot, "module")
            await press(pilot, "right", "right")
            assert any("choice 3 of 5" in line for line in screen_lines(pilot))


@pytest.mark.parametrize("game", rules.GAMES)
async def test_the_row_of_the_game_says_what_it_is_about_and_opens_its_lesson(game: str) -> None:
    files.remember("last-game", {"game": game})
    async with run_app(make_app(NewGame())) as pilot:
        about = status_text(pilot, "about")
        assert "about " in about.lower() and "minutes." in about and "L teaches the game in about" in about
        assert game_ui.load(game).about.split(".")[0][:40] in " ".join(about.split())
        await press(pilot, "L")
        assert isinstance(pilot.app.screen, LessonScreen)


async def test_a_form_left_unused_keeps_its_values() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "n")
        await go(pilot, "seats")
        await press(pilot, "right", "escape", "n")
        assert row(pilot, "seats").value == "3"
        await go(pilot, "seed")
        await press(pilot, "7", "escape", "n")
        assert row(pilot, "seats").value == "3" and row(pilot, "seed").value == ""


async def test_seats_can_be_added_named_and_given_to_bots() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "n")
        await go(pilot, "seats")
        await press(pilot, "right", "right")
        assert row(pilot, "seats").value == "4" and row(pilot, "seat-4")
        await go(pilot, "name-1")
        await press(pilot, *["backspace"] * 3, *"Bo", "space", "q")
        await go(pilot, "seat-2")
        await press(pilot, "left")
        await go(pilot, "first")
        await press(pilot, "left")
        assert row(pilot, "name-1").value == "Bo q"
        level = row(pilot, "seat-2").value
        assert level != "easy" and level in LEVELS
        await press(pilot, "left", "left")
        await press_until(pilot, "right", lambda: row(pilot, "first").value == "1")
        await press(pilot, "enter")
        seats = current_table(pilot).match.seats
        assert [seat.name for seat in seats] == ["Bo q", "Hana", "Bruno", "Ines"] and seats[1].bot == level


async def test_a_name_that_is_typed_takes_the_place_of_the_one_before() -> None:
    """The first character does, what follows is added; backspace mends either."""
    async with run_app(make_app()) as pilot:
        await press(pilot, "n")
        await go(pilot, "name-1")
        await press(pilot, *"You", *"ri")
        assert row(pilot, "name-1").value == "Youri"
        await go(pilot, "name-2")
        await press(pilot, "backspace", "s")
        assert row(pilot, "name-2").value == "Hans"
        await press(pilot, "enter", "q", "n")
        await go(pilot, "name-2")
        await press(pilot, *"Ida")
        assert row(pilot, "name-2").value == "Ida", "the name of the last game is replaced too"


@pytest.mark.parametrize("typed, good", [("17", True), ("-3", True), ("abc", False), ("1.5", False), ("--3", False)])
async def test_a_seed_is_a_whole_number(typed: str, good: bool) -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "n")
        await go(pilot, "seed")
        await press(pilot, *("minus" if c == "-" else "full_stop" if c == "." else c for c in typed), "enter")
        if good:
            assert current_table(pilot).match.seed == int(typed)
        else:
            assert name(pilot) == "NewGame" and f"must be a whole number, not '{typed}'" in notifications(pilot)


async def test_without_a_seed_one_is_drawn_and_kept() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "n", "enter")
        match = current_table(pilot).match
    head = next(files.records_folder().glob("*.jsonl")).read_text(encoding="utf-8").splitlines()[0]
    assert f'"seed":{match.seed}' in head and 0 <= match.seed < 1_000_000


async def test_the_coach_is_turned_on_with_a_word_on_the_rating() -> None:
    lessons.finish("metropolys")
    async with run_app(make_app()) as pilot:
        await press(pilot, "n")
        await go(pilot, "coach")
        await press(pilot, "right")
        assert row(pilot, "coach").title == "on (this game will not be rated)"
        assert row(pilot, "game").value == "metropolys", "the game of the lesson just finished"
        assert status_text(pilot, "counts") == "Not rated: the coach is on."
        await press(pilot, "enter")
        assert current_table(pilot).coached and load_settings()[0].coach == "on"
        assert status_text(pilot).startswith(
            "The coach warns before costly moves, or just after. This game is not rated."
        )


async def test_a_matched_bot_turns_the_coach_off_so_that_the_game_is_rated() -> None:
    async with run_app(make_app(NewGame(), replace(QUIET, coach="on"))) as pilot:
        await go(pilot, "seat-2")
        await press_until(pilot, "right", lambda: row(pilot, "seat-2").value == "matched")
        assert row(pilot, "coach").value == "off" and "off now, so that" in status_text(pilot, "counts")
        await press(pilot, "right")
        assert status_text(pilot, "counts") == "Not rated: ratings are for one person against bots."


async def test_the_last_choice_is_remembered() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "n")
        await go(pilot, "seats")
        await press(pilot, "right")
        await go(pilot, "seat-3")
        await press(pilot, "right")
        kind = row(pilot, "seat-3").value
        await press(pilot, "enter", "q", "n")
        assert name(pilot) == "NewGame"
        assert row(pilot, "seats").value == "3" and row(pilot, "seat-3").value == kind != "greedy"
        assert row(pilot, "seed").value == "", "a seed is for one game"


def test_a_remembered_choice_that_is_none_any_more_is_left_out() -> None:
    rows = {row.key: row.value for row in NewGame().rows({"game": "chess", "seats": "9", "seat-1": 3, "first": "7"})}
    assert rows["game"] == rules.GAMES[0] and rows["seats"] == "2" and rows["seat-1"] == "person"
    assert rows["first"] == "random"


@pytest.mark.parametrize("first, expected", [("1", "Ann Bob Cid"), ("2", "Bob Cid Ann"), ("3", "Cid Ann Bob")])
def test_the_first_seat_is_rotated_to_the_front(first: str, expected: str) -> None:
    assert " ".join(seat.name for seat in seated(three(first), 1)) == expected


def three(first: str) -> dict[str, str]:
    names = {f"name-{n}": name for n, name in enumerate(("Ann", "Bob", "Cid"), 1)}
    return {**names, "seat-1": "person", "seat-2": "greedy", "seat-3": "random", "seats": "3", "first": first}


def test_the_first_seat_by_chance_follows_the_seed() -> None:
    orders = [tuple(seated(three("random"), seed)) for seed in range(30)]
    assert len(set(orders)) == 3 and orders == [tuple(seated(three("random"), seed)) for seed in range(30)]
    assert Seat("Bob", "greedy") in orders[0] and Seat("Ann") in orders[0]


def test_a_seat_without_a_name_gets_one() -> None:
    assert seated({**three("1"), "name-2": "  "}, 1)[1].name == "Hana"


def test_a_coached_game_begins_before_the_app_runs() -> None:
    """As `tabletown play` does."""
    seats = [Seat("You"), Seat("Hana", "easy")]
    screen = make_app(settings=replace(QUIET, coach="on")).begin("splendor", seats, {"module": "base"}, 7)
    assert getattr(screen, "news", "") == "The coach warns before costly moves, or just after. This game is not rated."
