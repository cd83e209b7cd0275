"""The canvas that a board is painted on."""

from __future__ import annotations

import pytest
from rich.style import Style

from tabletown.tui.widgets.canvas import Canvas


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
