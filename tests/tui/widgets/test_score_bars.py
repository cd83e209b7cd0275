"""The score sheet: numbers, and bars on one scale."""

from __future__ import annotations

import pytest

from tabletown.tui.widgets.score_bars import score_table
from tests.tui.widgets.test_canvas import drawn
from tests.tui.widgets.test_chart import palette

SCORES = ((("Cards", 10), ("Nobles", 0), ("Debts", -4)), (("Cards", 5), ("Nobles", 6), ("Debts", 0)))


def table(width: int = 78, glyphs: str = "unicode") -> list[str]:
    return drawn(score_table(palette(glyphs), width, ("Ada", "Ben"), SCORES, (1,)))


def test_every_number_has_a_bar_and_all_bars_have_one_scale() -> None:
    rows = table()
    second = rows[0].index("♛")
    full = {row[1:7].strip(): [part.count("▄") for part in (row[:second], row[second:])] for row in rows[1:4]}
    assert 20 < full["Cards"][0] in (2 * full["Cards"][1], 2 * full["Cards"][1] + 1) and full["Nobles"][0] == 0
    assert abs(full["Nobles"][1] / full["Cards"][0] - 0.6) < 0.05


def test_a_loss_is_red_and_dashed_and_keeps_its_minus() -> None:
    p = palette()
    canvas = score_table(p, 78, ("Ada", "Ben"), SCORES, (1,))
    row = canvas.rows[3]
    assert "-4" in "".join(char for char, _ in row)
    bar = [style.color for char, style in row if char == p["slim"][1]]
    assert bar and set(bar) == {p.style("error").color}
    assert "▄" not in {char for char, _ in row}
    assert abs(len(bar) / table()[1].count("▄", 0, table()[0].index("♛")) - 0.4) < 0.05


def test_bars_one_above_the_other_do_not_touch() -> None:
    assert "█" not in "".join(table())


def test_the_winner_is_marked_and_totals_are_below() -> None:
    rows = table()
    assert "♛ Ben" in rows[0] and "♛ Ada" not in rows[0] and rows[-1].split() == ["Total", "6", "11"]


def test_in_ascii_it_is_ascii() -> None:
    assert "\n".join(table(glyphs="ascii")).isascii()


@pytest.mark.parametrize("glyphs", ["unicode", "console", "ascii"])
def test_the_mark_of_the_winner_is_no_sign_of_a_map(glyphs: str) -> None:
    signs = palette(glyphs)
    assert signs["winner"] not in (signs["statue"], *signs["place-types"])
