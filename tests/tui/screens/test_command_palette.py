"""The palette of actions: everything that can be done on a screen, by name."""

from __future__ import annotations

from typing import Any

import pytest
from textual import events
from textual.command import CommandPalette
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList

from tabletown.tui.model.keymap import Keymap
from tabletown.tui.screens.help import Help
from tabletown.tui.screens.home import Home
from tabletown.tui.screens.new_game import NewGame
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.score_sheet import ScoreSheet
from tests.tui.app_driver import (
    LARGE,
    MIDDLE,
    SMALL,
    current_table,
    make_app,
    press,
    run_app,
    screen_lines,
    screen_text,
    settle,
    status_text,
)
from tests.tui.sample_matches import finished_match, saved_table, start_match


def names(pilot: Pilot[None]) -> list[str]:
    """Names of the commands in the palette."""
    options = pilot.app.screen.query_one(OptionList)
    return [str(option.prompt).splitlines()[0] for option in options.options]


async def asked(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and wait for what the palette finds."""
    await pilot.press(*keys)
    await pilot.pause(0.3)
    await settle(pilot)


@pytest.mark.parametrize("key", ["x", "ctrl+p"])
async def test_every_possible_action_is_offered_with_its_keys(key: str) -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        active = pilot.app.screen.active_bindings.values()
        enabled = {b.binding.description for b in active if b.enabled and b.binding.id and b.binding.description}
        await asked(pilot, key)
        assert isinstance(pilot.app.screen, CommandPalette)
        offered = names(pilot)
        assert {name[:26].strip() for name in offered} == enabled - {"Command palette"}
        assert any(name.split() == ["White", "token", "w", "1"] for name in offered)
        assert not any(name.startswith("Undo") for name in offered), "there is nothing to undo"
        assert len(screen_lines(pilot)) == 24 and "Search commands" in screen_text(pilot)


async def test_an_action_is_found_by_letters_and_done() -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        await asked(pilot, "x")
        await asked(pilot, *"blue")
        assert names(pilot)[0].startswith("Blue token")
        await asked(pilot, "enter")
        assert current_table(pilot).selection.picked == [("gem", 1)]
        await asked(pilot, "x")
        await asked(pilot, *"suggest a")
        assert names(pilot)[0].startswith("Hint"), "its description is searched too"
        await asked(pilot, "enter")
        assert status_text(pilot).startswith("Hint:")


async def test_escape_closes_it_and_changes_nothing() -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        before = screen_text(pilot)
        await asked(pilot, "x")
        await asked(pilot, "escape")
        assert screen_text(pilot) == before


async def test_it_shows_the_keys_that_are_in_use() -> None:
    tabletown = make_app(saved_table(start_match()))
    tabletown.rebind(Keymap("emacs", {"table.hint": ("H",)}))
    async with run_app(tabletown) as pilot:
        await asked(pilot, "ctrl+p")
        assert not isinstance(pilot.app.screen, CommandPalette), "it moves the cursor"
        await asked(pilot, "alt+x")
        assert any(name.split() == ["Hint", "H"] for name in names(pilot))


@pytest.mark.parametrize("screen, name", [
    (Home, "Statistics"), (NewGame, "Start"), (lambda: Replay(finished_match()), "Play from here"),
    (lambda: Help(Home()), "Page down"),
])  # fmt: skip
async def test_every_screen_has_it(screen: Any, name: str) -> None:
    made: Screen[Any] = screen()
    async with run_app(make_app(None if isinstance(made, Home) else made)) as pilot:
        await asked(pilot, "ctrl+p")
        assert any(offered.startswith(name) for offered in names(pilot))


async def test_where_one_types_a_letter_is_a_letter() -> None:
    async with run_app(make_app(NewGame())) as pilot:
        await press(pilot, "up", "x")
        assert not isinstance(pilot.app.screen, CommandPalette)
        await asked(pilot, "ctrl+p")
        assert isinstance(pilot.app.screen, CommandPalette)


async def test_in_ascii_it_is_ascii() -> None:
    async with run_app(make_app(glyphs="ascii", colours="none")) as pilot:
        await asked(pilot, "x")
        assert screen_text(pilot).isascii() and "New game" in screen_text(pilot)


async def test_a_click_that_comes_after_the_window_has_shrunk_does_nothing() -> None:
    async with run_app(make_app(saved_table(start_match())), MIDDLE) as pilot:
        await asked(pilot, "x")
        await pilot.resize_terminal(*SMALL)
        palette = pilot.app.screen
        palette.post_message(events.Click(palette, 104, 34, 0, 0, 1, False, False, False, 104, 34))
        await settle(pilot)
        assert pilot.app.screen is palette and pilot.app.is_running


async def test_no_screen_is_laid_out_to_a_size_that_is_over() -> None:
    """Not even the lowest screen: two sizes in quick succession would alternate for ever."""
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        await asked(pilot, "x")
        for screen in pilot.app.screen_stack:
            await screen._on_resize(events.Resize(Size(*LARGE), Size(*LARGE)))
            assert screen._size == pilot.app.size


async def test_a_key_is_named_once_however_many_do_the_same() -> None:
    async with run_app(make_app(ScoreSheet(finished_match(), None))) as pilot:
        await asked(pilot, "x")
        assert [name.split() for name in names(pilot) if name.startswith("Home")] == [["Home", "q"]]
