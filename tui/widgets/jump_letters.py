"""The letters that jump to the tiles of a board: which there are, and where on a tile each is written."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase, ascii_uppercase, digits

from .canvas import Canvas, Rect

LETTERS = ascii_lowercase + ascii_uppercase + digits + "!#$%&*+-/<=>?@^_~()[]{}"
"""Characters that jump to a tile, in order of use; the signs are for the largest tables."""


def free_cell(canvas: Canvas, rect: Rect, preferred: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """The column and row for the letter of a tile: the first preferred cell, else the first one of the tile, or the
    blank before it, or the first one, row by row, that has no letter or digit; the first of all if there is none.
    """
    x, y, w, h = rect
    before = [(x, y)] if x == 0 or canvas.rows[y][x - 1][0] != " " else [(x, y), (x - 1, y)]
    each = ((column, row) for row in range(y, y + h) for column in range(x, x + w))
    cells = (*preferred, *before, *each)
    return next(((x, y) for x, y in cells if not canvas.rows[y][x][0].isalnum()), (x, y))
