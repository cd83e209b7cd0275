"""Games and screens by mouse alone."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from tabletown import rules
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.form import Form
from tabletown.tui.widgets.tiles import Tile
from tests.tui.app_driver import (
    MIDDLE,
    SMALL,
    current_table,
    make_app,
    run_app,
    screen_lines,
    screen_text,
    settle,
    status_text,
)
from tests.tui.sample_matches import start_match


async def click(pilot: Pilot[Any], x: int, y: int) -> None:
    await pilot.click(offset=(x, y))
    await settle(pilot)


async def click_on(pilot: Pilot[Any], words: str, last: bool = True) -> None:
    """Click where these words are read, in the lowest line or the uppermost."""
    places = [(line.index(words), y) for y, line in enumerate(screen_lines(pilot)) if words in line]
    x, y = places[-1 if last else 0]
    await click(pilot, x + len(words) - 1, y)


async def click_tile(pilot: Pilot[Any], tile: Tile) -> None:
    x, y, w, h = tile.rect
    await click(pilot, x + w // 2, current_table(pilot).board.region.y + y + h // 2)


@pytest.mark.slow_unless(size=(SMALL,), game=("metropolys",))
@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=str)
@pytest.mark.parametrize("game", rules.GAMES)
async def test_a_move_is_made_by_mouse_alone(game: str, size: tuple[int, int]) -> None:
    """The tiles that spell it out, one by one, then Play in the footer. No first click on a tile plays."""
    match = start_match("You", "greedy", seed=2, game=game)
    async with run_app(make_app(Table(match, None)), size) as pilot:
        table = current_table(pilot)
        for _ in range(4):
            ply = len(match.log)
            for _ in range(9):
                there = [tile for tile in table.board.tiles if tile.part in table.selection.options()]
                if len(match.log) > ply or table.chosen():
                    break
                before, seen = table.selection.picked[:], table.board.cursor == there[-1].part
                await click_tile(pilot, there[-1])
                assert seen or len(match.log) == ply, f"{there[-1]} is played unseen"
                assert len(match.log) > ply or table.selection.picked != before, f"{there[-1]} takes no click"
            if len(match.log) == ply:
                await click_on(pilot, "Enter Play")
            assert len(match.log) > ply and match.player == 0


async def test_the_footer_bids_higher_and_passes() -> None:
    match = start_match("greedy", "You", game="metropolys")
    async with run_app(make_app(Table(match, None))) as pilot:
        table, bids = current_table(pilot), []
        await click_tile(pilot, next(t for t in table.board.tiles if t.part in table.selection.options()))
        for _ in range(2):
            bids.append(table.chosen() or ())
            await click_on(pilot, "Value")
        assert bids[0][1] == bids[1][1] and bids[0][2] < bids[1][2]
        await click_on(pilot, "p Pass")
        await click_on(pilot, "Enter Play")
        assert match.log[1] == ("pass",)


async def test_the_footer_reserves_a_card() -> None:
    match = start_match()
    async with run_app(make_app(Table(match, None))) as pilot:
        table = current_table(pilot)
        tile = next(t for t in table.board.tiles if t.part[0] == "card")
        await click_tile(pilot, tile)
        assert not match.log and status_text(pilot), "a card that cannot be bought is only looked at"
        await click_on(pilot, "Reserve")
        if not match.log:
            await click_on(pilot, "Enter Play")
        assert match.log[0] == ("reserve", tile.part[1])


async def test_home_and_the_form_by_mouse() -> None:
    async with run_app(make_app()) as pilot:
        await click_on(pilot, "s  Settings", last=False)
        assert type(pilot.app.screen).__name__ == "SettingsScreen"
        await click_on(pilot, "Home")
        await click_on(pilot, "New game")
        form = pilot.app.screen.query_one(Form)
        row = next(row for row in form.rows if row.key == "seats")
        await click_on(pilot, "Players")
        assert row.value == "2" and "< 2 >" in screen_text(pilot), "the first click goes there"
        await click_on(pilot, "< 2 >")
        assert next(row for row in form.rows if row.key == "seats").value == "3"
        y = next(y for y, line in enumerate(screen_lines(pilot)) if "< 3 >" in line)
        await click(pilot, screen_lines(pilot)[y].index("<"), y)
        assert next(row for row in form.rows if row.key == "seats").value == "2"
        await click_on(pilot, "Metropolys")
        assert next(row for row in form.rows if row.key == "game").value == "metropolys"
        await click_on(pilot, "Start")
        assert len(current_table(pilot).match.seats) == 2 and current_table(pilot).match.name == "metropolys"
