"""What holds at the table of every game."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import cast
from unittest.mock import patch

import pytest

import rules
from rules.match import Match
from tests.tui.scenes import MIDDLE, QUIET, SMALL, app, new, opened, part_of, press, the_table
from tui.app import Tabletown
from tui.config import Settings
from tui.screens.game import board_class
from tui.screens.table import Table
from tui.widgets.board import LETTERS, Hand
from tui.widgets.scene import Scene


@cache
def whole(name: str) -> Match:
    """A random game to its end."""
    match, rng = new("You", "greedy", "greedy", "greedy", game=name), Random(5)
    while match.player is not None:
        found = match.game.legal(match.state)
        buys = [a for a in found if a[0] in ("buy", "bid", "plot")] or found
        match.act(buys[int(rng.random() * len(buys))])
    return match


@pytest.mark.parametrize("name", rules.GAMES)
def test_the_end_is_announced_before_it_comes(name: str) -> None:
    match = whole(name)
    board = board_class(name)(app().palette, cast(Hand, None))
    views = [match.game.observe(s, 0) for s in match.states]
    said = [board.alarm(Scene(match.game, view, view, 0, match.seats)) for view in views]
    assert not said[0] and not said[len(said) // 3], "the end is not near yet"
    assert said[-2] and not said[-1], "it is near before the last move, and over after it"


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
@pytest.mark.parametrize("name", rules.GAMES)
async def test_a_letter_leads_to_everything(name: str, size: tuple[int, int]) -> None:
    match = part_of(whole(name), len(whole(name).log) // 2)
    async with opened(app(Table(match, None)), size) as pilot:
        board = the_table(pilot).board
        parts = [tile.part for tile in board.tiles if tile.zone]
        assert len(parts) <= len(LETTERS)
        for letter, part in [*list(zip(LETTERS, parts, strict=False))[::9], (LETTERS[len(parts) - 1], parts[-1])]:
            await press(pilot, "f", letter)
            assert board.cursor == part, letter


@pytest.mark.parametrize("bell", ["on", "off"])
async def test_the_bell_is_a_setting_and_the_title_tells_anyway(bell: str) -> None:
    settings = Settings(**{**vars(QUIET), "bell": bell})
    with patch.object(Tabletown, "bell") as rung, patch.object(Tabletown, "set_title") as titled:
        async with opened(app(Table(new(), None), settings=settings)):
            assert rung.called == (bell == "on")
            titled.assert_called_with("You: your turn - Tabletown")
