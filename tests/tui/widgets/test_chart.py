"""Charts of points and winning chances: lines from edge to edge that end in a value and a name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from tabletown import themes
from tabletown.themes.colours import table_colours
from tabletown.tui.model.palette import Palette
from tabletown.tui.widgets.canvas import Canvas
from tabletown.tui.widgets.chart import LEFT, ChartData, ChartPainter, Mark, apart, chart, spread
from tabletown.tui.widgets.dot_lines import Raster
from tests.tui.widgets.test_canvas import drawn

DUSK = next(theme for theme in themes.shipped() if theme.name == "dusk")
NAMES = ("Ada", "Ben", "Cid", "Dan")


def palette(glyphs: str = "unicode") -> Palette:
    return Palette(table_colours(DUSK, "truecolor"), themes.glyphs(glyphs), flat=False)


def canvas(
    series: Sequence[Sequence[float]], glyphs: str = "unicode", size: tuple[int, int] = (36, 8),
    ply: int | None = None, soft: bool = False, **more: Any,
) -> Canvas:  # fmt: skip
    """A chart, by default with lines of 21 columns and six rows."""
    data = ChartData("Points", NAMES[: len(series)], series, **more)
    return chart(palette(glyphs), size, data, ply, soft)


def lines(series: Sequence[Sequence[float]], **more: Any) -> list[str]:
    """The rows without the grid."""
    return [row.replace("∙", " ").rstrip() for row in drawn(canvas(series, **more))]


def test_a_game_fills_the_chart_however_short_it_is() -> None:
    title, *rows, axis = lines([[0, 4], [0, 2]], note="1 move")
    assert title.startswith("─ Points ─") and title.endswith("─ 1 move ─") and len(title) == 36
    assert rows[0].rstrip().endswith("   4 Ada") and rows[3].endswith("   2 Ben") and rows[-1].startswith("    0 ")
    assert axis.split() == ["move", "0", "1"]


def test_the_axis_is_named_in_full() -> None:
    *_, axis = lines([[0, 4], [0, 2]], axis="auction", ticks=((0, "1"), (1, "2")))
    assert axis.split() == ["auction", "1", "2"]


def test_rounds_are_equally_long_however_many_moves_they_have() -> None:
    ticks = ((0, "1"), (7, "2"), (9, "3"))
    *_, axis = lines([[0.0] * 11, [4.0] * 11], axis="round", ticks=ticks, even_ticks=True)
    assert [axis.index(label) - axis.index("1") for label in "123"] == [0, 7, 13], "in thirds of 21 columns"


def test_of_a_long_game_the_first_and_the_last_position_are_there() -> None:
    line = [0.0] * 500
    line[0], line[-1] = 8, 8
    rows = lines([line])
    assert rows[1][LEFT] != " " and rows[1][LEFT + 20] != " ", "both peaks are at the edges"
    assert set(rows[1][LEFT + 1 : LEFT + 19]) == {" "}


def test_a_peak_between_two_columns_is_drawn() -> None:
    line = [0.0] * 500
    line[251] = 9
    assert any(char != " " for char in lines([line])[1][LEFT : LEFT + 22])


@pytest.mark.parametrize("rows", range(4, 20))
@pytest.mark.parametrize("most", [1, 3, 7, 15, 22, 47, 62, 130])
def test_an_axis_has_whole_numbers_at_even_distances(rows: int, most: int) -> None:
    picture = lines([[0, most]], size=(40, rows + 2))[1:-1]
    values = [int(row[: LEFT - 1]) for row in reversed(picture) if row[: LEFT - 1].strip()]
    steps = {after - before for before, after in pairwise(values)}
    assert values[0] == 0 and len(steps) <= 1 and len(values) <= max(2, (rows + 1) // 2)


def test_points_below_nothing_have_room() -> None:
    rows = lines([[0, -3, 5], [0, 0, 0]], size=(36, 12))
    assert any(row.startswith("    0 ") for row in rows[2:-2]) and "Ada" in rows[1]


def test_shares_are_told_in_percent_of_the_whole() -> None:
    rows = lines([[0.5, 1.0], [0.5, 0.0]], percent=True)
    assert [row[:5].strip() for row in rows[1:-1] if row[:5].strip()] == ["100%", "50%", "0%"]
    assert rows[1].endswith("100% Ada") and rows[-2].endswith("  0% Ben")


@pytest.mark.parametrize("height", [8, 12, 20, 30])
def test_a_small_lead_is_not_drawn_as_a_row(height: int) -> None:
    """51 to 49 percent are one dot apart at the most in charts of up to twelve rows, and never a whole cell."""
    p = palette()
    data = ChartData("Chances", NAMES[:2], [[0.51, 0.51], [0.49, 0.49]], percent=True)
    from tabletown.tui.widgets.chart import ChartPainter

    painter = ChartPainter(p, (40, height), data, None, False)
    leader, trailer = (painter.raster.row(value, 0, 1) for value in (0.51, 0.49))
    assert 0 <= trailer - leader < 4


@pytest.mark.parametrize("marked", [0, 3, 7])
def test_the_mark_is_under_its_move(marked: int) -> None:
    *rows, below = lines([[float(ply == marked) for ply in range(8)]], ply=marked, glyphs="ascii")
    peak = next(x for x, char in enumerate(rows[1][LEFT:]) if char not in " .")
    assert abs(peak + LEFT - below.index("^")) <= 1 and f"^{marked}" in below


def test_nothing_has_happened_yet() -> None:
    assert lines([[0], [0]])[-2].startswith("    0 ")


def test_names_stand_at_the_ends_of_their_lines_never_two_in_a_row() -> None:
    rows = lines([[0, 5], [0, 5], [0, 4], [0, 0]], size=(36, 10))
    picture = [row.split()[-2:] for row in rows if row.split()[-1] in NAMES]
    assert picture == [["5", "Ada"], ["5", "Ben"], ["4", "Cid"], ["0", "Dan"]]


@pytest.mark.parametrize("rows, moved", [([1, 1, 1], [1, 2, 3]), ([3, 5, 5], [3, 4, 5]), ([5, 5, 5], [3, 4, 5])])
def test_rows_are_moved_apart_and_stay_inside(rows: list[int], moved: list[int]) -> None:
    assert spread(rows, 6) == moved


def test_lines_that_share_cells_take_turns_and_show_the_dots_of_both() -> None:
    p = palette()
    for chosen in (frozenset[int](), frozenset({0})):
        picture = canvas([[3, 3, 3, 3], [3, 3, 3, 3]], chosen=chosen)
        inks = [style.color for row in picture.rows[1:-1] for char, style in row if "\u2800" < char <= "\u28ff"]
        assert {*inks} == {p.style(f"seat-{seat}").color for seat in (1, 2)}
        assert all(ink != after for ink, after in pairwise(inks))
    crossing = Raster(4, 1, braille=True)
    crossing.line([0, 0], [0, 1], 0, 3, 0, thick=False)
    alone = [char for _, _, char, _ in crossing.cells()]
    crossing.line([3, 3], [0, 1], 0, 3, 1, thick=False)
    both = [char for _, _, char, _ in crossing.cells()]
    assert all(ord(char) & ord(union) == ord(char) != ord(union) for char, union in zip(alone, both, strict=True))


def test_the_chosen_line_is_two_dots_thick() -> None:
    def dots(**more: Any) -> int:
        return sum(
            (ord(char) - 0x2800).bit_count() for row in drawn(canvas([[3, 3, 0]], **more)) for char in row if char > "⠀"
            and char <= "⣿"
        )  # fmt: skip

    assert dots(chosen=frozenset({0})) > 1.8 * dots()


def test_other_lines_step_back_only_where_one_is_chosen() -> None:
    def inks(chosen: frozenset[int]) -> set[Any]:
        picture = canvas([[5, 5], [1, 1]], soft=True, chosen=chosen)
        return {style.color for row in picture.rows for char, style in row if "⠀" < char <= "⣿"}

    p = palette()
    plain = {p.style(f"seat-{seat}").color for seat in (1, 2)}
    assert inks(frozenset()) == plain and inks(frozenset({0})) != plain


def test_the_goal_has_a_line_and_its_number() -> None:
    rows = lines([[0, 12]], goal=15, size=(40, 12))
    goal = next(row for row in rows if row.startswith("   15 "))
    assert "────────" in goal and rows.index(goal) == 1


def test_rounds_are_numbered_below() -> None:
    *_, below = lines([[0] * 41], axis="round", ticks=[(n * 4, str(n + 1)) for n in range(10)], size=(60, 8))
    assert below.split() == ["round", *map(str, range(1, 11))]


@pytest.mark.parametrize("width", range(20, 120, 7))
def test_labels_below_never_touch(width: int) -> None:
    *_, below = lines([[0] * 301], size=(width, 8), ticks=[(n * 10, str(n + 1)) for n in range(30)], axis="round")
    labels = below[LEFT:].split()
    assert all(label.isdigit() and 1 <= int(label) <= 30 for label in labels)
    assert labels == sorted(labels, key=int)


def test_letters_stand_above_their_moves_in_the_colour_of_who_moved() -> None:
    marks = [Mark(3, "a", 1), Mark(3, "b", 0), Mark(20, "c", 0, small=True)]
    picture = canvas([[0] * 21, [0] * 21], marks=marks, size=(60, 8))
    row = picture.rows[1]
    at = {char: (x, style) for x, (char, style) in enumerate(row) if char != " "}
    assert list(at) == ["a", "b", "c"] and at["b"][0] == at["a"][0] + 2
    p = palette()
    assert at["a"][1].color == p.style("seat-2").color and at["c"][1].color == p.style("seat-1").color
    assert at["b"][1].reverse and not at["c"][1].reverse, "a small mistake stands out less"


@pytest.mark.parametrize(
    ("columns", "placed"),
    [([3, 4, 9], [3, 5, 9]), ([7, 8, 9], [5, 7, 9]), ([1, 1, 1, 1, 1], [1, 3, 5, 7, 9]), ([], [])],
)
def test_letters_never_touch_each_other_and_stay_inside(columns: list[int], placed: list[int]) -> None:
    assert apart(columns, 10) == placed


@pytest.mark.parametrize("glyphs", ["ascii", "console"])
def test_without_braille_lines_are_half_rows_with_an_initial_at_each_end(glyphs: str) -> None:
    rows = drawn(canvas([[0, 2, 3], [4, 4, 4]], glyphs=glyphs, size=(40, 10), ply=1))
    text = "\n".join(rows[1:-1])
    assert not any("⠀" <= char <= "⣿" for char in text) and "'" in text and "." in text
    assert text.count("A") >= 3 and rows[1][LEFT] == "B", "an initial where the line begins, and where it ends"
    assert glyphs != "ascii" or "\n".join(rows).isascii()


def test_a_line_is_drawn_only_where_its_values_are_known() -> None:
    line = [float(n % 2) for n in range(21)]
    rows = [row[LEFT : LEFT + 21].ljust(21) for row in lines([line], span=range(10, 15))[1:-1]]
    inked = {x for row in rows for x, char in enumerate(row) if char != " "}
    assert inked and min(inked) == 10 and max(inked) <= 14
    assert not any("Ada" in row for row in lines([line], span=range(0)))


def test_the_axis_keeps_every_year_and_highlights_that_of_the_move() -> None:
    years = [(10 * n, str(1906 + n)) for n in range(6)]
    picture = canvas([[0.0] * 60], size=(80, 8), ply=18, ticks=years, axis="year")
    assert drawn(picture)[-1].split() == ["year", *(label for _, label in years)]
    bright = "".join(char for char, style in picture.rows[-1] if style == palette().style("cursor", bold=True))
    assert bright == "1907"


@pytest.mark.parametrize("most", [12, 13, 15, 17, 18])
@pytest.mark.parametrize("goal", [None, 15])
@pytest.mark.parametrize("height", [18, 19, 20, 21])
def test_labelled_values_are_evenly_apart_where_there_is_room(most: int, goal: int | None, height: int) -> None:
    data = ChartData("Points", NAMES[:1], [[0.0, float(most)]], goal=goal)
    painter = ChartPainter(palette(), (78, height), data, None, False)
    labelled = [painter.row(value) for value in painter.ticks]
    assert len(labelled) >= 3 and len({after - before for before, after in pairwise(labelled)}) == 1
