"""Points and prices on Splendor's table where there is little room."""

from __future__ import annotations

from dataclasses import replace

from tabletown.rules.splendor.cards import CARDS
from tabletown.tui.games.splendor.painter import SplendorPainter
from tabletown.tui.widgets.board import Tile
from tabletown.tui.widgets.canvas import Rect
from tabletown.tui.widgets.move_log import LOG
from tests.rules.splendor.positions import bonuses, hold, spare
from tests.rules.splendor.positions import table as lay_table
from tests.tui.app_driver import MIDDLE, current_table, make_app, run_app, screen_text, status_text
from tests.tui.golden_cases import middle
from tests.tui.sample_matches import match_after, match_from_state, saved_table


async def test_the_head_says_whose_points_and_is_whole() -> None:
    match = match_after(plies=26)
    async with run_app(make_app(saved_table(match))) as pilot:
        best = max(p.points for p in match.state.players)
        assert status_text(pilot, "notice").endswith(f"  lead {best}/15")
        assert len(status_text(pilot, "prompt")) + len("Round 19  lead 13/15") + 4 <= 80
        assert f"lead {best}/15" in screen_text(pilot) and status_text(pilot, "prompt") in screen_text(pilot)


async def test_a_reserved_card_shows_what_is_left_to_pay() -> None:
    s = lay_table()
    hold(s, 0, card := spare(s, level=0, points=1)[0])
    colour = max(range(5), key=CARDS[card].cost.__getitem__)
    bonuses(s, 0, "wugrb"[colour])
    async with run_app(make_app(saved_table(match_from_state(s)))) as pilot:
        cost = CARDS[card].cost[colour]
        shown = f"{'WUGRB'[colour]}{cost}{pilot.app.palette['then']}{cost - 1}"  # type: ignore[attr-defined]
        tile = current_table(pilot).board.tile(("card", card))
        assert tile is not None and tile.rect.w < 11
        rows = screen_text(pilot).splitlines()[tile.rect.y :][: tile.rect.h + 2]
        assert any(shown in row[tile.rect.x :] for row in rows)


async def test_the_last_turn_of_a_player_is_told_with_all_its_steps() -> None:
    match = middle()
    lines = [match.line(ply) for ply in range(len(match.log))]
    steps = [line.notation for line in lines[-2:]]
    assert [line.player for line in lines[-3:]] == [0, 1, 1] and steps[1].startswith("return ")
    async with run_app(make_app(saved_table(match)), MIDDLE) as pilot:
        assert ", ".join(steps) in screen_text(pilot)
        palette = pilot.app.palette  # type: ignore[attr-defined]
        state = current_table(pilot).board_state()
        painter = SplendorPainter(palette, state, Tile(LOG, Rect(0, 0, 9, 9), ""), False)
    told = ", ".join(steps)
    assert painter.last_turn(1, len(told)) == told and painter.last_turn(1, len(told) - 1) == steps[0]
    assert painter.last_turn(0, 80) == lines[-3].notation
    assert SplendorPainter(painter.p, replace(state, ply=0), painter.tile, False).last_turn(1, 80) == ""
