"""Placement of a text over a board, where it covers least of what matters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import accumulate
from typing import TypeAlias

from ..model.selection import Part
from .board import Board
from .canvas import Rect
from .move_log import LOG, RECENT

Sums: TypeAlias = list[list[int]]
"""Weight of all cells above and to the left of each corner of a cell."""

NEEDED, OWN, LEGAL, INK, FIELD = 8000, 160, 40, 8, 1
"""Weights of a cell: of a part that the text speaks of, of the viewer's own panel, of a legal part, of any character,
of a colour alone. A cell of the log or of the last turns weighs nothing."""
CUT = {"player": 2000, "card": 200, "objective": 400}
"""Weights of a player's panel, a card and an objective of which a text would cover some columns, but not all."""
MIN_BESIDE = 8
"""Columns beside a text at the top or bottom that are worth showing; with fewer it goes to the edge."""
CELLS_MOVED = 2
"""Distance from the earlier place, in cells, that costs as much as to cover a cell of a colour."""


def best_place(board: Board, sizes: Iterable[tuple[int, int]], needed: Collection[Part], last: Rect | None) -> Rect:
    """Place for a text of one of the sizes, at an edge of the board; in doubt near its last place.

    `needed` are the parts that it must not cover if possible. Of equal places the first size has the best.
    """
    sums = weight_sums(board, needed)

    def weight(rect: Rect) -> float:
        cut = sum(weight * tiles_cut(board, rect, kind) for kind, weight in CUT.items())
        return covered(sums, rect) + moved(rect, last) + cut

    return min(places(board, sizes), key=weight)


def holds(board: Board, rect: Rect) -> bool:
    """True if a rectangle touches an edge of the board and lies within it."""
    canvas, right, bottom = board.canvas, rect.x + rect.w, rect.y + rect.h
    at_edge = rect.x == 0 or rect.y == 0 or right == canvas.width or bottom == canvas.height
    return at_edge and right <= canvas.width and bottom <= canvas.height


def covers(board: Board, rect: Rect, parts: Collection[Part]) -> bool:
    """True if a rectangle covers a cell of one of the parts."""
    return any(tile.part in parts and overlap(tile.rect, rect) for tile in board.tiles)


def tiles_cut(board: Board, rect: Rect, kind: str) -> int:
    """The number of tiles of a kind of part of which a rectangle covers some columns, but not all."""
    tiles = [tile.rect for tile in board.tiles if tile.part[0] == kind and overlap(tile.rect, rect)]
    return sum(not rect.x <= tile.x <= tile.x + tile.w <= rect.x + rect.w for tile in tiles)


def overlap(a: Rect, b: Rect) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def weight_sums(board: Board, needed: Collection[Part]) -> Sums:
    canvas, state = board.canvas, board.state
    paper = board.palette.style().bgcolor
    cells = [[INK if char != " " else FIELD * (style.bgcolor != paper) for char, style in row] for row in canvas.rows]
    own = ("player", state.viewer) if state else ()
    options = state.options if state else frozenset()
    for part, rect, _ in board.tiles:
        weight = NEEDED if part in needed else OWN if part == own else LEGAL if part in options else 0
        story = part in (LOG, RECENT)
        for row in cells[rect.y : rect.y + rect.h] if weight or story else ():
            row[rect.x : rect.x + rect.w] = [weight + cell * (not story) for cell in row[rect.x : rect.x + rect.w]]
    sums: Sums = [[0] * (canvas.width + 1)]
    for row in cells:
        sums.append([above + left for above, left in zip(sums[-1], accumulate(row, initial=0), strict=True)])
    return sums


def covered(sums: Sums, rect: Rect) -> int:
    top, bottom = sums[rect.y], sums[rect.y + rect.h]
    return bottom[rect.x + rect.w] - bottom[rect.x] - top[rect.x + rect.w] + top[rect.x]


def moved(rect: Rect, last: Rect | None) -> float:
    return (abs(rect.x - last.x) + abs(rect.y - last.y)) / CELLS_MOVED if last else 0


def places(board: Board, sizes: Iterable[tuple[int, int]]) -> Iterator[Rect]:
    """Places along the edges of the board for each size that fits."""
    width, height = board.canvas.width, board.canvas.height
    for w, h in sizes:
        right, bottom = width - w, height - h
        if right >= 0 and bottom >= 0:
            yield from (Rect(x, y, w, h) for x in dict.fromkeys((right, 0)) for y in range(bottom + 1))
            across = range(MIN_BESIDE, right - MIN_BESIDE + 1)
            yield from (Rect(x, y, w, h) for y in dict.fromkeys((0, bottom)) for x in across)
