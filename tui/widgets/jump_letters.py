"""The letters that jump to the tiles of a board: which there are, which tile has which, and where it is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_lowercase, ascii_uppercase, digits

from ..model.selection import Part
from .board_state import BoardState
from .canvas import Canvas, Rect
from .tiles import Tile

LETTERS = ascii_lowercase + ascii_uppercase + digits + "!#$%&*+-/<=>?@^_~()[]{}"
"""Characters that jump to a tile, in order of use; the signs are for the largest tables."""


class JumpLetters:
    """The letters of a board's places, each of which keeps its own for a turn, whatever the step, and while the board
    keeps its size.
    """

    def __init__(self) -> None:
        self._given_for: tuple[int, tuple[int, int]] | None = None
        self._at: dict[Rect, str] = {}

    def give(self, state: BoardState, tiles: Sequence[Tile], size: tuple[int, int]) -> dict[str, Part]:
        """The parts of tiles on a board of this size by their letters; a place without one takes the first that no
        other has.
        """
        me = state.game.turn(state.view)
        others_moves = sum(line.player != me for line in state.story[: state.ply])
        if (others_moves, size) != self._given_for:
            self._given_for, self._at = (others_moves, size), {}
        unused = iter([letter for letter in LETTERS if letter not in self._at.values()])
        for tile in tiles:
            if tile.rect not in self._at and (letter := next(unused, "")):
                self._at[tile.rect] = letter
        return {self._at[tile.rect]: tile.part for tile in tiles if tile.rect in self._at}


def free_cell(canvas: Canvas, rect: Rect, preferred: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """The column and row for the letter of a tile: the first preferred cell, else the first one of the tile, or the
    blank before it, or the first one, row by row, that has no letter or digit; the first of all if there is none.
    """
    x, y, w, h = rect
    before = [(x, y)] if x == 0 or canvas.rows[y][x - 1][0] != " " else [(x, y), (x - 1, y)]
    each = ((column, row) for row in range(y, y + h) for column in range(x, x + w))
    cells = (*preferred, *before, *each)
    return next(((x, y) for x, y in cells if not canvas.rows[y][x][0].isalnum()), (x, y))
