"""Headings, spines and bars, which the tables of all games share."""

from __future__ import annotations

import pytest

from tabletown import themes
from tabletown.rules import load
from tabletown.rules.core.match import Seat
from tabletown.themes.colours import table_colours
from tabletown.tui.model.palette import Palette
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.canvas import Rect
from tabletown.tui.widgets.painter import Painter
from tabletown.tui.widgets.tiles import Tile

DUSK = next(theme for theme in themes.shipped() if theme.name == "dusk")


def painter(width: int, height: int = 1, glyphs: str = "unicode") -> Painter:
    palette = Palette(table_colours(DUSK, "truecolor"), themes.glyphs(glyphs), flat=False)
    state = BoardState(game=load("splendor"), view=None, before=None, viewer=None, seats=(Seat("A", "random"),))
    return Painter(palette, state, Tile(("thing",), Rect(0, 0, width, height), "zone"), at_cursor=False)


def text(p: Painter, y: int = 0) -> str:
    return "".join(char for char, _ in p.c.rows[y])


def test_a_heading_is_a_title_on_a_rule() -> None:
    p = painter(16)
    p.heading(0, 0, 16, "Log", "3 of 9")
    assert text(p) == "─ Log ─ 3 of 9 ─"


def test_a_note_without_room_is_left_out() -> None:
    p = painter(14)
    p.heading(0, 0, 14, "Log", "3 of 9")
    assert text(p) == "─ Log ────────"


@pytest.mark.parametrize("glyphs, plain, strong", [("unicode", "─", "━"), ("console", "─", "═"), ("ascii", "-", "=")])
def test_a_strong_heading_has_another_rule_in_every_set_of_glyphs(glyphs: str, plain: str, strong: str) -> None:
    p = painter(9, 2, glyphs)
    p.heading(0, 0, 9, "Call")
    p.heading(0, 1, 9, "Call", strong=True)
    assert text(p) == f"{plain} Call {plain * 2}" and text(p, 1) == f"{strong} Call {strong * 2}"


def test_the_spine_of_whoever_is_to_move_is_wide_and_in_their_colour() -> None:
    p = painter(2, 2)
    p.spine(0, 0, 2, 0, wide=True)
    p.spine(1, 0, 2, 0, wide=False)
    assert text(p) == text(p, 1) == "█▌"
    assert p.c.rows[0][0][1].color == p.p.style("seat-1").color


@pytest.mark.parametrize("value, drawn", [
    (0, "    "), (1, "▖   "), (-1, "▖   "), (0.01, "▖   "), (5, "▄▄  "), (-5, "▖▖  "), (7.5, "▄▄▄ "), (9, "▄▄▄▖"),
    (10, "▄▄▄▄"), (11, "▄▄▄▄"),
])  # fmt: skip
def test_a_bar_is_as_long_as_its_value_and_never_longer_than_its_room(value: float, drawn: str) -> None:
    p = painter(4)
    assert p.bar(0, 0, 4, value, 10, "good") == len(drawn.rstrip())
    assert text(p) == drawn


def test_bars_of_nothing_are_empty() -> None:
    p = painter(4)
    assert p.bar(0, 0, 4, 0, 0, "good") == 0


@pytest.mark.parametrize("colour, edged", [("gem-black", True), ("gem-red", False)])
def test_a_chip_that_is_hardly_seen_on_a_card_has_an_edge(colour: str, edged: bool) -> None:
    p = painter(4)
    assert p.chip(0, 0, "B3", colour) == 2
    assert bool(p.c.rows[0][0][1].underline) is edged
