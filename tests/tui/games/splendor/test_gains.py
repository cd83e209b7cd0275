"""A noble, city or post that comes is announced, and highlighted until the next key."""

from __future__ import annotations

from dataclasses import replace

from tabletown.rules.splendor import legal
from tabletown.rules.splendor.cards import NOBLES
from tabletown.rules.splendor.state import Splendor
from tabletown.tui.screens.table import Table
from tests.rules.splendor.positions import bonuses, do
from tests.rules.splendor.positions import posts as lay_posts
from tests.rules.splendor.positions import table as lay_table
from tests.tui.app_driver import current_table, make_app, press, run_app, status_text
from tests.tui.board_pictures import make_board, paint, seen_by_mover
from tests.tui.sample_matches import match_from_state

NOBLE = next(n for n, tile in enumerate(NOBLES) if tile.cost == (4, 4, 0, 0, 0))


def visited_next(seat: int) -> Splendor:
    """A table at which a noble visits a player at the end of their next turn."""
    s = lay_table()
    s.nobles = (NOBLE,)
    bonuses(s, seat, "wwwwuuuu")
    return s


async def test_a_noble_that_comes_is_announced_until_the_next_key() -> None:
    async with run_app(make_app(Table(match_from_state(visited_next(0)), None))) as pilot:
        await press(pilot, "w", "u", "g", "enter")
        assert status_text(pilot).startswith("A noble visits you: +3 points (")
        assert current_table(pilot).board._gained == {("noble", NOBLE)}
        await press(pilot, "right")
        assert "visits you" not in status_text(pilot) and not current_table(pilot).board._gained


async def test_a_post_that_comes_is_announced() -> None:
    s = lay_posts()
    bonuses(s, 0, "wrrr")
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        await press(pilot, "w", "u", "g", "enter")
        assert status_text(pilot).startswith("You claim post 1: a gem with every card you buy.")


def test_the_others_moves_in_short_name_the_noble() -> None:
    match = match_from_state(do(visited_next(1), "take wug"), "You", "greedy")
    before = match.states[0]
    match.act(next(a for a in legal(match.state) if a[0] == "take"))
    board = make_board("splendor")
    state = replace(seen_by_mover(match, board), before=before, story=(match.line(0),))
    (line,) = board.recent(state)
    assert line.notation.startswith("takes ") and line.notation.endswith(" and gains a noble")
    board._gained = frozenset({("noble", NOBLE)})  # type: ignore[attr-defined]
    calm = make_board("splendor")
    assert paint(board, state, 80, 24).canvas.rows != paint(calm, state, 80, 24).canvas.rows
