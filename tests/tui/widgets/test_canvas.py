"""The canvas that a board is painted on."""

from __future__ import annotations

import pytest
from rich.style import Style

from tabletown.tui.widgets.canvas import GAP, Canvas, changes


def drawn(canvas: Canvas) -> list[str]:
    return ["".join(char for char, _ in row) for row in canvas.rows]


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (1, 1, ["....", ".ab.", ".cd."]),
        (3, 2, ["....", "....", "...a"]),
        (-1, -1, ["d...", "....", "...."]),
        (4, 0, ["....", "....", "...."]),
        (0, 3, ["....", "....", "...."]),
        (-2, 0, ["....", "....", "...."]),
    ],
)
def test_what_is_pasted_beyond_the_edges_is_cut_off(x: int, y: int, expected: list[str]) -> None:
    ground, patch = Canvas(4, 3, Style.null()), Canvas(2, 2, Style.null())
    for row in range(3):
        ground.write(0, row, "....", Style.null())
    patch.write(0, 0, "ab", Style.null())
    patch.write(0, 1, "cd", Style.null())
    ground.paste(x, y, patch)
    assert drawn(ground) == expected


@pytest.mark.parametrize(
    ("columns", "spans"),
    [
        ((), []),
        ((0,), [(0, 1)]),
        ((39,), [(39, 1)]),
        ((3, 3 + GAP), [(3, GAP + 1)]),
        ((3, 4 + GAP), [(3, 1), (4 + GAP, 1)]),
        ((0, 1, 20, 39), [(0, 2), (20, 1), (39, 1)]),
    ],
)
def test_changes_span_the_cells_that_differ_from_the_first_to_the_last(
    columns: tuple[int, ...], spans: list[tuple[int, int]]
) -> None:
    before, after = Canvas(40, 3, Style.null()), Canvas(40, 3, Style.null())
    for x in columns:
        after.write(x, 1, "a", Style.null())
    assert changes(before, after) == [(x, 1, width, 1) for x, width in spans]
