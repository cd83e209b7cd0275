"""Help: a text for every game, the keys of the screen it was asked from."""

from __future__ import annotations

from tabletown import rules
from tabletown.tui import games
from tests.tui.app_driver import (
    make_app,
    press,
    run_app,
    screen_text,
)
from tests.tui.sample_matches import saved_table, start_match
from tests.tui.screens.forms import name


def test_every_game_has_a_help_text() -> None:
    for game in rules.GAMES:
        text = games.load(game).help()
        assert text.startswith(f"# {rules.load(game).TITLE}") and len(text) > 500


def test_help_tells_every_kind_of_typed_move() -> None:
    text = games.load("splendor").help()
    for verb in ("take", "reserve", "buy", "return", "noble", "pass"):
        assert f"`{verb}" in text


async def test_help_lists_the_keys_of_the_screen_it_was_asked_from() -> None:

    async with run_app(make_app(saved_table(start_match())), (120, 60)) as pilot:
        bound = pilot.app.screen.active_bindings.values()
        tooltips = {
            b.binding.tooltip or b.binding.description for b in bound if b.binding.show and b.binding.description
        }
        await press(pilot, "question_mark")
        keys = str(pilot.app.screen.query_one("#keys").render())
        assert len(tooltips) > 6 and all(what in keys for what in tooltips - {"Quit"})
        assert "White token" in keys and "Undo" not in [line.strip() for line in keys.splitlines()]
        assert "Splendor" in screen_text(pilot)


async def test_a_key_that_needs_two_lines_has_both_beside_its_name() -> None:
    async with run_app(make_app(saved_table(start_match(game="metropolys"))), (80, 24)) as pilot:
        await press(pilot, "question_mark")
        lines = str(pilot.app.screen.query_one("#keys").render()).splitlines()
        row = next(n for n, line in enumerate(lines) if "Cycle: what" in line)
        column = lines[row].index("Cycle")
        assert max(map(len, lines)) <= 72 and lines[row + 1].startswith(" " * column), lines[row : row + 2]


async def test_help_scrolls() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "question_mark")
        top = screen_text(pilot)
        await press(pilot, "space")
        assert screen_text(pilot) != top
        await press(pilot, "b", "question_mark")
        assert name(pilot) == "Home"
