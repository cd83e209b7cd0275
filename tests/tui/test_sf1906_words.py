"""1906 San Francisco on screen: panels that come back, headings, prompts, the ring's end and the rows of the city."""

from __future__ import annotations

from rules.sf1906.state import OBJECTIVE, PERMIT, STRIP
from tests.tui.scenes import app, lines, opened, press, said
from tests.tui.shots_sf1906 import game, step
from tests.tui.test_sf1906 import board
from tui.games.sf1906.layout import listed
from tui.games.sf1906.words import PROMPTS
from tui.screens.table import Table
from tui.selection import Part
from tui.widgets.canvas import Rect


async def test_the_panel_left_for_an_objective_comes_back() -> None:
    async with opened(app(Table(game(until=step(OBJECTIVE)), None))) as pilot:
        assert board(pilot).page == "objectives"
        await press(pilot, "1")
        assert board(pilot).page == "players"


def test_a_long_list_of_objectives_keeps_its_headings() -> None:
    parts: list[Part] = [("label", "common"), *(("objective", n) for n in range(4)), ("label", "own"), ("objective", 9)]
    kept = [tile.part for tile in listed(parts, Rect(0, 0, 27, 6))]
    assert kept == [*parts[:5], ("label", "rest")]


def test_prompts_leave_room_for_the_last_building() -> None:
    for told in PROMPTS.values():
        prompt = told.format(enter="Enter", instead="c", next="n")
        assert len(f"Your turn: {prompt}") + len("LAST BUILDING: Bruno, $3") + 4 <= 80, prompt


async def test_a_permit_of_the_bonus_is_asked_for_as_that() -> None:
    found = game(until=lambda s: s.step == PERMIT and s.stop == STRIP)
    async with opened(app(Table(found, None))) as pilot:
        assert said(pilot, "prompt") == "Your turn: bonus of 1906: take a permit"


async def test_the_ring_ends_and_the_rows_have_numbers() -> None:
    async with opened(app(Table(game(until=lambda s: s.year == 5 and s.stop == 3), None))) as pilot:
        tile = board(pilot).tile(("rows",))
        shown = lines(pilot)
        assert "1912" not in shown[1] and " end " in shown[1]
        assert tile is not None
        assert "".join(row[tile.rect.x] for row in shown[4:13]).split() == ["1", "2", "3", "4"]
