"""How points and chances went, as lines from edge to edge."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tabletown import themes
from tabletown.tui.model.palette import Palette
from tabletown.tui.widgets.chart import chart
from tests.tui.widgets.test_canvas import drawn

THEME = themes.shipped()[0]
PALETTE = Palette(THEME.variables, themes.glyphs("ascii"), False)


def lines(
    series: Sequence[Sequence[float]], shares: bool = False, here: int | None = None, width: int = 26
) -> list[str]:
    """The rows of a chart of 20 columns, or of another width, five rows high."""
    rows = drawn(chart(PALETTE, (width, 6 + (here is not None)), series, "Points", shares, here))
    return [row.replace(PALETTE["none"], " ").rstrip() for row in rows]


def test_a_game_fills_the_chart_however_short_it_is() -> None:
    title, *rows = lines([[0, 4], [0, 2]])
    assert title == "     Points        1 move"
    assert rows == [
        "   4           1111111111",
        "",
        "   2           2222222222",
        "",
        "   0 1212121212",
    ]


def test_of_a_long_game_the_first_and_the_last_position_are_there() -> None:
    line = [0.0] * 500
    line[0], line[-1] = 8, 8
    _, top, *_, ground = lines([line])
    assert top == "   8 1                  1" and ground == "   0  111111111111111111"


def test_points_below_nothing_have_room() -> None:
    *_, ground = lines([[0, -3, 5], [0, 0, 0]])
    assert ground.startswith("  -3 ") and "1" in ground and "2" not in ground


def test_shares_are_told_in_percent() -> None:
    assert [row[:4] for row in lines([[0.5, 1.0], [0.5, 0.0]], shares=True)[1:]] == ["100%", "", " 50%", "", "  0%"]


@pytest.mark.parametrize("here", [0, 3, 7])
def test_the_mark_is_under_its_move(here: int) -> None:
    *rows, below = lines([[float(ply == here) for ply in range(8)]], here=here, width=14)
    assert rows[1][5:].index("1") == below[5:].index("^") == here


def test_nothing_has_happened_yet() -> None:
    assert lines([[0], [0]])[5] == "   0 12121212121212121212"
