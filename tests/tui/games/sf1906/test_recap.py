"""1906 San Francisco on screen: the others' actions since the viewer's last."""

from __future__ import annotations

import pytest

from tabletown.rules.core.match import Match
from tabletown.rules.core.text import third_person
from tabletown.rules.sf1906.state import SPACE
from tabletown.tui.games.sf1906.board_facts import last_move
from tabletown.tui.games.sf1906.recap import in_few_words
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import (
    LARGE,
    MIDDLE,
    SMALL,
    current_table,
    make_app,
    put_cursor,
    run_app,
    screen_lines,
    settle,
    status_text,
)
from tests.tui.sample_matches import match_prefix
from tests.tui.scenes_sf1906 import FOUR, THREE, TWO, at_step, board, board_state, fresh, match_at, whole_match


@pytest.mark.slow_unless(names=(TWO, FOUR))
@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
@pytest.mark.parametrize("names", [TWO, THREE, FOUR], ids=len)
async def test_the_last_action_of_every_player_is_told(names: tuple[str, ...], size: tuple[int, int]) -> None:
    match = match_at(*names, until=at_step(SPACE, 2))
    async with run_app(make_app(Table(match, None)), size) as pilot:
        rows = screen_lines(pilot)
        for seat in range(len(names)):
            last = [line for line in current_table(pilot).board_state().story if line.player == seat][-1]
            tile = board(pilot).tile(("player", seat))
            assert tile is not None
            x, y, w, h = tile.rect
            panel = [row.ljust(200)[x : x + w] for row in rows[y + 1 : y + 1 + h]]
            spoken = third_person(last.text)
            last_row = panel[-1].rstrip() if h > 5 and seat else ""
            assert not last_row or spoken.startswith(last_row.removesuffix(" ...").strip(" █▌"))
            put_cursor(pilot, "player", seat)
            await settle(pilot)
            status = status_text(pilot)
            ways = spoken, in_few_words(match.state, last).notation
            assert any(f"last move: {words};" in status for words in ways)


def test_nobody_has_done_anything_before_the_first_move() -> None:
    assert last_move(board_state(fresh("You", "greedy")), 1) is None


def changed() -> Match:
    """The first seat is to move, and others have both built and cleared since it last did."""
    for seed in range(1, 40):
        course = whole_match(THREE, seed)
        for ply, s in enumerate(course.states[:-1]):
            before = course.states[last_seen(course, ply)]
            gone = before.rubble & ~s.rubble
            if course.game.turn(s) == 0 and gone & s.free and before.free & ~s.free:
                return match_prefix(course, ply)
    raise LookupError("no game came to such a position")


def last_seen(match: Match, ply: int) -> int:
    """The ply after the last action of the first seat before that one."""
    return next((n + 1 for n in range(ply - 1, -1, -1) if match.game.turn(match.states[n]) == 0), 0)


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
async def test_plots_built_on_or_cleared_since_ones_last_move_are_marked(size: tuple[int, int], glyphs: str) -> None:
    match = changed()
    s, before = match.state, match.states[last_seen(match, len(match.log))]
    async with run_app(make_app(Table(match, None), glyphs=glyphs, colours="16"), size) as pilot:
        current_table(pilot).board.cursor = None
        await settle(pilot)
        for plot in range(len(s.city.names)):
            tile = board(pilot).tile(("plot", plot))
            assert tile is not None
            x, y, w, h = tile.rect
            label = "".join(row.ljust(200)[x : x + w] for row in screen_lines(pilot)[y + 1 : y + 1 + h])
            built = before.free & ~s.free & 1 << plot
            marks = ("new", "*") if h > 2 or w < 6 else ("+",)
            assert any(mark in label for mark in marks) == bool(built), (plot, label)
            assert ("-" in label) == bool(before.rubble & ~s.rubble & s.free & 1 << plot), (plot, label)
