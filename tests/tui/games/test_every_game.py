"""Rules at the table of every game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import chain
from random import Random
from typing import Any, cast
from unittest.mock import patch

import pytest
from textual import events
from textual.geometry import Size

from tabletown import rules
from tabletown.rules.core.match import Match
from tabletown.tui.app import TabletownApp
from tabletown.tui.model.selection import Part, Selection
from tabletown.tui.screens.match_base import board_class
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board import Board
from tabletown.tui.widgets.board_controller import BoardController
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.canvas import Canvas
from tabletown.tui.widgets.jump_letters import LETTERS
from tests.tui.app_driver import (
    MIDDLE,
    QUIET,
    SMALL,
    BlockedBots,
    current_table,
    make_app,
    press,
    run_app,
    screen_lines,
    settle,
    status_text,
    wait_until,
)
from tests.tui.sample_matches import match_prefix, start_match


@cache
def whole(name: str) -> Match:
    """A random game to its end."""
    match, rng = start_match("You", "greedy", "greedy", "greedy", game=name), Random(5)
    while match.player is not None:
        legal = match.game.legal(match.state)
        buys = [a for a in legal if a[0] in ("buy", "bid", "plot")] or legal
        match.act(buys[int(rng.random() * len(buys))])
    return match


@pytest.mark.parametrize("name", rules.GAMES)
async def test_the_end_is_announced_before_it_comes(name: str) -> None:
    match = whole(name)
    views = [match.game.observe(s, 0) for s in match.states]
    async with run_app(make_app(Table(match_prefix(match, 0), None))) as pilot:
        board = current_table(pilot).board
        alarms = [board.alarm(BoardState(match.game, view, view, 0, match.seats)) for view in views]
    assert not alarms[0] and not alarms[len(alarms) // 3], "the end is not near yet"
    assert alarms[-2] and not alarms[-1], "it is near before the last move, and over after it"


@pytest.mark.slow_unless(size=(SMALL,))
@pytest.mark.parametrize("size", [SMALL, MIDDLE])
@pytest.mark.parametrize("name", rules.GAMES)
async def test_a_letter_leads_to_everything(name: str, size: tuple[int, int]) -> None:
    match = match_prefix(whole(name), len(whole(name).log) // 2)
    async with run_app(make_app(Table(match, None)), size) as pilot:
        board = current_table(pilot).board
        assert board.state
        parts = [tile.part for tile in board.tiles if tile.zone and board.can_pick(board.state, tile.part)]
        assert len(parts) <= len(LETTERS)
        for letter, part in [*list(zip(LETTERS, parts, strict=False))[::9], (LETTERS[len(parts) - 1], parts[-1])]:
            await press(pilot, "f", letter)
            assert board.cursor == part, letter


@pytest.mark.slow_unless(size=(SMALL,))
@pytest.mark.parametrize("size", [SMALL, MIDDLE])
@pytest.mark.parametrize("name", rules.GAMES)
async def test_a_letter_to_jump_covers_no_letter_of_a_name(name: str, size: tuple[int, int]) -> None:
    course = whole(name)
    own = [ply for ply, s in enumerate(course.states) if course.game.turn(s) == 0 and len(course.game.legal(s)) > 1]
    for ply in own[:: len(own) // 3]:
        async with run_app(make_app(Table(match_prefix(course, ply), None)), size) as pilot:
            board = current_table(pilot).board
            before = list(chain(*board.canvas.rows))
            await press(pilot, "f")
            changed = [old for (old, _), new in zip(before, chain(*board.canvas.rows), strict=True) if (old, _) != new]
            assert len(changed) == len(board._jumps or ()) and not [char for char in changed if char.isalnum()]


@pytest.mark.parametrize("bell", ["on", "off"])
async def test_the_bell_is_a_setting_and_the_title_tells_anyway(bell: str) -> None:
    settings = replace(QUIET, bell=bell)
    with patch.object(TabletownApp, "bell") as rung, patch.object(TabletownApp, "set_title") as titled:
        async with run_app(make_app(Table(start_match(), None), settings=settings)):
            assert rung.called == (bell == "on")
            titled.assert_called_with("Your turn - Tabletown")


@pytest.mark.parametrize("name", rules.GAMES)
async def test_what_is_new_is_new_since_ones_last_move(name: str) -> None:
    match = start_match("You", "greedy", game=name)
    async with run_app(make_app(Table(match, None))) as pilot:
        table = current_table(pilot)
        assert table.board_state().before == match.view(0, 0)
        for _ in range(6):
            ply = len(match.log)
            table.play(match.legal()[0])
            await settle(pilot)
            own = max(n for n in range(ply, len(match.log)) if match.game.turn(match.states[n]) == 0)
            own += not table.board.OWN_TOO
            assert table.board.state is not None and table.board.state.before == match.view(own, 0)


PLACED: dict[str, Callable[[Any, Any], list[Part]]] = {
    "splendor": lambda old, new: [("card", card) for card in new.market if card not in old.market and card >= 0],
    "metropolys": lambda old, new: [("place", n) for n, value in enumerate(new.values) if value and not old.values[n]],
    "sf1906": lambda old, new: [("plot", n) for n in range(len(new.city.names)) if (old.free & ~new.free) >> n & 1],
}
"""Functions by game for the parts new on the table between two positions: a card after a purchase, a building."""


def built_upon(name: str) -> tuple[Match, list[Part]]:
    """A match in which a bot has bought or built since the person's last move, and the new parts."""
    for seed in range(1, 60):
        match, rng, seen = start_match("You", "greedy", game=name, seed=seed), Random(seed), 0
        while match.player is not None and len(match.log) < 80:
            fresh = PLACED[name](match.states[seen], match.state)
            if match.player == 0 and seen and fresh:
                return match, fresh
            legal = match.legal()
            builds = [a for a in legal if a[0] in ("buy", "plot", "spend") or "build" in str(a)] or legal
            seen = len(match.log) + 1 if match.player == 0 else seen
            match.act(builds[int(rng.random() * len(builds))])
    raise LookupError("no game came to such a position")


def marked(board: Board) -> set[Part]:
    """The tiles that show by their signs, not by colour alone, that something is new."""
    state = board.state
    assert state is not None
    new, old = (pictures(board, shown, *board._room) for shown in (state, replace(state, before=state.view)))
    return {part for part in new if signs(new[part]) != signs(old[part])}


def pictures(board: Board, state: BoardState, width: int, height: int) -> dict[Part, Canvas]:
    """The picture of each tile of a zone, laid out and painted as on screen."""
    return {tile.part: board.paint(state, tile, False) for tile in board.lay_out(state, width, height) if tile.zone}


def signs(canvas: Canvas) -> list[list[str]]:
    return [[sign for sign, _ in row] for row in canvas.rows]


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
@pytest.mark.parametrize("name", rules.GAMES)
async def test_the_last_move_of_others_shows_on_the_board(name: str, size: tuple[int, int]) -> None:
    """Marks stay until the viewer's next move; buildings made by that move can be marked then."""
    match, placed = built_upon(name)
    async with run_app(make_app(Table(match, None)), size) as pilot:
        table, ply = current_table(pilot), len(match.log)
        assert marked(table.board) >= set(placed)
        table.play(match.legal()[-1])
        await settle(pilot)
        table.go(ply + 1)
        assert marked(table.board) <= set(PLACED[name](*match.states[ply : ply + 2]))


@pytest.mark.parametrize("moving", [True, False])
async def test_nothing_moves_by_itself_without_animation(moving: bool) -> None:
    """While a bot thinks, a sign turns round; over SSH, say, it does not."""
    tabletown = make_app(Table(start_match("greedy", "You"), None), bot_pool=BlockedBots())
    tabletown.terminal = replace(tabletown.terminal, animation=moving)
    async with tabletown.run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: "is thinking" in status_text(pilot, "prompt"))
        seen = set()
        for _ in range(8):
            await pilot.pause(0.1)
            seen.add(status_text(pilot, "prompt"))
        assert (len(seen) > 2) == moving and (moving or len(seen) == 1)
        await pilot.press("full_stop")


LEGEND = {
    "splendor": ("double frame", "heavy frame", "W white diamond U blue", "* gold any colour", "reserved cards"),
    "metropolys": (
        "on a dark label is a bid",
        "with its owner's colour is a building",
        "colour and symbol show its type",
        "an outline or a light plate mark the places",
    ),
    "sf1906": (
        "heap is rubble",
        "shows its colour and number",
        "Urban cards are in four piles",
        "their owner's colour and sign",
    ),
}
"""Texts of the help about colours and signs."""


@pytest.mark.slow_unless(name=("splendor",))
@pytest.mark.parametrize("name", rules.GAMES)
async def test_the_legend_is_one_key_away(name: str) -> None:
    """On screen, however the lines are broken, after paging down."""
    async with run_app(make_app(Table(start_match("You", "greedy", game=name), None))) as pilot:
        await press(pilot, "question_mark")
        read: list[str] = []
        for _ in range(20):
            fresh = [line.strip(" •-▁▂▃▄▅▆▇█▔") for line in screen_lines(pilot)[:-1]]
            if fresh in (read[-len(fresh) :], []):
                break
            shared = next(n for n in range(len(fresh), -1, -1) if not n or read[-n:] == fresh[:n])
            read += fresh[shared:]
            await press(pilot, "space")
        legend = " ".join(" ".join(read).split())
        assert all(words in legend for words in LEGEND[name]), legend


def bare(canvas: Canvas) -> list[list[tuple[str, bool | None, bool | None, bool | None]]]:
    """A picture without its colours."""
    return [[(text, style.bold, style.underline, style.reverse) for text, style in row] for row in canvas.rows]


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("name", rules.GAMES)
def test_what_can_be_picked_is_marked_without_colours(name: str, glyphs: str) -> None:
    """At every seventh move of a seat; and what cannot be picked looks as it does while others play."""
    match, window = whole(name), (SMALL[0], SMALL[1] - 3)
    board = board_class(name)(make_app(colours="none", glyphs=glyphs).palette, cast(BoardController, None))
    own = [ply for ply in range(len(match.log)) if match.game.turn(match.states[ply]) == 0]
    for ply in own[::7]:
        view, legal = match.view(ply, 0), match.game.legal(match.states[ply])
        options = Selection(legal, board.parts).options()
        waiting = BoardState(match.game, view, view, 0, match.seats)
        state = replace(waiting, options=options, left=tuple(legal), active=True)
        asked, idle = (pictures(board, shown, *window) for shown in (state, waiting))
        alike = {part for part in asked if part in idle and bare(asked[part]) == bare(idle[part])}
        assert alike, ply
        assert not alike & options, f"{alike & options} at ply {ply}"


@pytest.mark.slow_unless(size=[(60, 20)])
@pytest.mark.parametrize("size", [(60, 20), (30, 50), (10, 3)])
@pytest.mark.parametrize("name", rules.GAMES)
async def test_a_board_that_has_too_little_room_is_cut_off(name: str, size: tuple[int, int]) -> None:
    """A game continues while the window is too small for it; parts that do not fit are left out."""
    players = ("You", *["greedy"] * (rules.load(name).SEATS[-1] - 1))
    async with run_app(make_app(Table(start_match(*players, game=name), None)), MIDDLE) as pilot:
        board = current_table(pilot).board
        for _ in range(5):
            board.on_resize(events.Resize(Size(*size), Size(*size)))
            canvas = board.canvas
            assert {len(row) for row in canvas.rows} == {canvas.width} and canvas.height == len(canvas.rows)
            await press(pilot, "t")
