"""Keys in the last line of a screen: as many as fit, each whole, the least needed left out first."""

from __future__ import annotations

from collections import defaultdict

import pytest
from textual.pilot import Pilot

from tabletown.tui.model.actions import action, bindings
from tabletown.tui.model.keymap import Keymap
from tabletown.tui.screens.help import Help
from tabletown.tui.screens.replay import Replay
from tabletown.tui.widgets.key_footer import DISPENSABLE, Entry, Item, KeyFooter, fitting_items
from tests.tui.app_driver import make_app, press, run_app, screen_lines
from tests.tui.sample_matches import saved_table, start_match
from tests.tui.scenes_sf1906 import a_plot, match_at, must_spend_permits

GROUPS = ("sf1906", "game", "table")
ITEMS = [
    Item(binding.description, (Entry(binding, "?", True, ""),))
    for group in GROUPS
    for binding in bindings(group)
    if binding.show
]


@pytest.mark.parametrize("width", range(200))
def test_the_keys_fill_a_line_of_any_width_and_are_whole(width: int) -> None:
    kept = fitting_items(ITEMS, width)
    assert sum(item.width for item in kept) - 1 <= max(width, -1)
    keys = [item.entries for item in kept]
    assert keys == [item.entries for item in ITEMS if item.entries in keys], "their order has changed"


def test_the_least_needed_key_goes_first_and_help_last() -> None:
    widths = sum(item.width for item in ITEMS)
    left = [{item.entries for item in fitting_items(ITEMS, width)} for width in range(widths, 0, -1)]
    order = list(dict.fromkeys(item.label for keys in left for item in ITEMS if item.entries not in keys))
    assert order[:2] == ["Type move", "Log"] and set(order[-3:]) == {"Play", "Home", "Help"}


def test_what_may_be_left_out_is_an_action() -> None:
    assert [action(id).id for id in DISPENSABLE] == list(DISPENSABLE)


def beyond(pilot: Pilot[None]) -> list[str]:
    """Keys of the footer that the window cuts off."""
    items = pilot.app.screen.query_one(KeyFooter).visible_items
    return [item.label for item in items if item.label not in screen_lines(pilot)[-1]]


async def test_a_busy_footer_is_whole_at_every_width() -> None:
    async with run_app(make_app(saved_table(match_at(until=must_spend_permits)))) as pilot:
        await a_plot(pilot)
        assert screen_lines(pilot)[-1].split() and not beyond(pilot)
        for width in (80, 100, 120, 140, 80):
            await pilot.resize_terminal(width, 24)
            await pilot.pause()
            assert not beyond(pilot), width
            assert ("Type move" in screen_lines(pilot)[-1]) == (width >= 140)


async def test_a_replay_of_1906_has_the_keys_of_all_its_pages_in_the_smallest_window() -> None:
    match = match_at(until=must_spend_permits)
    async with run_app(make_app(Replay(match, None, 10)), (80, 24)) as pilot:
        line = screen_lines(pilot)[-1]
        assert "a b d e Pages" in line and "Best move" in line and not beyond(pilot)
        await pilot.resize_terminal(160, 40)
        await pilot.pause()
        assert "Pages" not in screen_lines(pilot)[-1], "a large window shows all of them"


async def test_long_names_of_keys_leave_other_keys_out() -> None:
    tabletown = make_app(saved_table(start_match()))
    long = {
        id: ("ctrl+shift+f11",) for id in ("table.undo", "table.hint", "game.log", "table.type", "splendor.reserve")
    }
    tabletown.rebind(Keymap(own=long))
    async with run_app(tabletown) as pilot:
        assert not beyond(pilot) and "Help" in screen_lines(pilot)[-1]


async def test_a_footer_stays_as_it_is_while_its_keys_do() -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        footer = pilot.app.screen.query_one(KeyFooter)
        before = footer.visible_items
        await press(pilot, "right", "w", "escape")
        assert footer.visible_items is before


async def test_a_key_is_marked_and_explained_below_the_pointer_and_a_click_presses_it() -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        footer, line = pilot.app.screen.query_one(KeyFooter), screen_lines(pilot)[-1]

        def papers() -> dict[object, str]:
            """Texts of the line by the colour they stand on."""
            texts: dict[object, str] = defaultdict(str)
            for text, style, _ in footer.render_line(0):
                texts[style and style.bgcolor] += text
            return texts

        assert len(papers()) == 1 and footer.tooltip is None
        await pilot.hover(KeyFooter, (line.index("Help"), 0))
        assert sorted(papers().values(), key=len)[0] == "? Help" and footer.tooltip == "Help"
        for beside in (line.index("? Help") - 1, len(line) + 1):
            await pilot.hover(KeyFooter, (beside, 0))
            assert len(papers()) == 1 and footer.tooltip is None
            await pilot.click(KeyFooter, (beside, 0))
            assert pilot.app.screen is footer.screen
        await pilot.click(KeyFooter, (line.index("Help"), 0))
        assert isinstance(pilot.app.screen, Help)
