"""The keys in the last line of a table at a server."""

from __future__ import annotations

import pytest

from tabletown.tui.widgets.key_footer import KeyFooter
from tests.tui import scenes_online
from tests.tui.app_driver import run_app, screen_lines


@pytest.mark.parametrize("case", ["online-city", "online-ring"])
async def test_the_keys_of_a_busy_table_are_whole_at_80_columns(case: str) -> None:
    async with run_app(scenes_online.CASES[case][0]()) as pilot:
        footer = screen_lines(pilot)[-1]
        assert not [item for item in pilot.app.screen.query_one(KeyFooter).visible_items if item.label not in footer]
        assert all(key in footer for key in ("' Chat", "? Help", "q Lobby", "Enter Play"))
