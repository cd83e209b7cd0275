"""Animation of the others' moves, which delays nothing. No clock runs here: the frames are called."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from rich.style import Style
from textual.pilot import Pilot

from tabletown import rules
from tabletown.rules.core.match import Match
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets import motion
from tabletown.tui.widgets.board import Board
from tabletown.tui.widgets.canvas import Rect
from tests.tui.app_driver import MIDDLE, BlockedBots, current_table, make_app, run_app
from tests.tui.sample_matches import start_match

SECONDS = motion.SECONDS


MOVING = {"splendor": "take", "metropolys": "bid", "sf1906": "plot"}
"""Actions that move something on the board."""


def bots_turn(game: str) -> Match:
    """A match in which the bot is to move, and moves something."""
    match, rng = start_match("You", "greedy", game=game), Random(1)
    while match.player == 0 or match.legal()[0][0] != MOVING[game]:
        match.act(rng.choice(match.legal()))
    return match


@asynccontextmanager
async def table(match: Match, animation: bool = True) -> AsyncIterator[Pilot[None]]:
    tabletown = make_app(Table(match, None), bot_pool=BlockedBots())
    tabletown.terminal = replace(tabletown.terminal, animation=animation)
    async with run_app_at_once(tabletown) as pilot:
        yield pilot


@asynccontextmanager
async def run_app_at_once(tabletown: Any) -> AsyncIterator[Pilot[None]]:
    """The app while a bot thinks, which never ends here."""
    async with tabletown.run_test(size=MIDDLE) as pilot:
        await pilot.pause()
        yield pilot


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motion, "SECONDS", 3600)


def moved(board: Board, pilot: Pilot[Any], match: Match) -> None:
    """Play a move that names a part on the table for the player to move."""
    parts = {tile.part for tile in board.tiles}
    action = next(a for a in match.legal() if any(part in parts for part in board.parts(a)))
    current_table(pilot).play(action)


def rows(board: Board) -> list[str]:
    return [board.render_line(y).text for y in range(board.canvas.height)]


@pytest.mark.parametrize("game", rules.GAMES)
async def test_what_a_bot_did_moves_for_some_frames_and_leaves_nothing_behind(game: str) -> None:
    match = bots_turn(game)
    async with table(match) as pilot:
        board = current_table(pilot).board
        moved(board, pilot, match)
        assert board._motion.slides
        seen = {tuple(rows(board))}
        for _ in range(motion.FRAMES - 1):
            board._motion.advance()
            seen.add(tuple(rows(board)))
        assert len(seen) > 2, "it moves"
        board._motion.advance()
        assert not board._motion.slides
        assert rows(board) == [board.canvas.strip(y).text for y in range(board.canvas.height)]


async def test_any_key_ends_it_and_does_what_it_does() -> None:
    match = bots_turn("splendor")
    async with table(match) as pilot:
        board = current_table(pilot).board
        moved(board, pilot, match)
        before = board.cursor
        await pilot.press("right")  # a bot is still thinking: there is no end of its work to wait for
        await pilot.pause()
        assert not board._motion.slides and board.cursor != before


async def test_nothing_moves_without_animation() -> None:
    match = bots_turn("splendor")
    async with table(match, animation=False) as pilot:
        moved(current_table(pilot).board, pilot, match)
        assert not current_table(pilot).board._motion.slides


async def test_ones_own_move_does_not_move() -> None:
    match = start_match("You", "greedy")
    async with run_app(make_app(Table(match, None), bot_pool=BlockedBots())) as pilot:
        pilot.app.terminal = replace(pilot.app.terminal, animation=True)  # type: ignore[attr-defined]
        moved(current_table(pilot).board, pilot, match)
        assert not current_table(pilot).board._motion.slides


def test_a_slide_goes_from_the_middle_of_one_tile_to_that_of_the_other() -> None:
    slide = motion.Slide(Rect(0, 0, 10, 3), Rect(40, 20, 6, 1), " A ", Style())
    assert slide.at(0).offset == (4, 1) and slide.at(1).offset == (42, 20)


def test_a_move_is_seen_for_150_ms_at_most() -> None:
    assert SECONDS <= 0.15
