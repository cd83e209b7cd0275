"""What a strong bot would play, at the table."""

from __future__ import annotations

import pytest

from tests.tui.scenes import app, opened, played, press, said, table
from tui.screens.advice import Advice


async def test_a_hint_tells_what_speaks_for_it_and_again_what_may_follow() -> None:
    async with opened(app(table(played(plies=26)))) as pilot:
        await press(pilot, "i")
        advice = pilot.app.screen.query_one(Advice)
        said_first = said(pilot)
        assert len(advice.lines) == 2 and advice.lines[0].endswith(".") and advice.size.height
        assert advice.lines[1].startswith("Or ") and advice.lines[1].count("%") == 2
        await press(pilot, "i")
        move = said_first.removeprefix("Hint: ").split(" \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}")[0]
        assert len(advice.lines) == 3 and advice.lines[0].startswith(move) and said(pilot) == said_first


@pytest.mark.parametrize("key", ["right", "escape", "w", "enter", "left_square_bracket", "u"])
async def test_the_next_key_takes_the_hint_away(key: str) -> None:
    async with opened(app(table(played(plies=26)))) as pilot:
        await press(pilot, "i")
        assert pilot.app.screen.query_one(Advice).size.height
        await press(pilot, key)
        assert pilot.app.screen.query_one(Advice).has_class("hidden")
