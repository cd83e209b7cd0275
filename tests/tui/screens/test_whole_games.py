"""Every game, played to its end by picks and Enter."""

from __future__ import annotations

import pytest

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.save_file import Record
from tabletown.tui.model.files import records_folder
from tests.rules.random_play import first_match
from tests.tui.app_driver import (
    make_app,
    play_by_picks,
    run_app,
    screen_text,
)
from tests.tui.sample_matches import (
    make_seats,
    saved_table,
)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["splendor", "metropolys"])  # 1906: by digits and letters, in test_board.py
async def test_a_whole_game_is_played_by_picks_and_enter(name: str) -> None:
    """In every game the parts highlighted on the board lead to an action, until the game is over."""
    match = first_match(name, seed=4)
    match.seats = tuple(make_seats("You", "random"))
    async with run_app(make_app(saved_table(match))) as pilot:
        await play_by_picks(pilot)
        assert (
            type(pilot.app.screen).__name__ == "ScoreSheet" and " win" in screen_text(pilot)
        ) or "share" in screen_text(pilot)
    assert Record.load(records_folder() / "game.jsonl", BOTS)[0].log == match.log
