"""Placement of a text over a board: in a column of its own or across whole rows, so that it cuts no word beside it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import accumulate
from typing import TypeAlias

from ..model.selection import Part
from .board import Board
from .canvas import Rect
from .move_log import LOG, RECENT

Weight: TypeAlias = Callable[[Rect], int]
Sums: TypeAlias = list[list[int]]
"""Weight of all cells above and to the left of each corner of a cell."""

NEEDED, OWN, LEGAL, INK, FIELD = 8000, 160, 40, 8, 1
"""Weights of a cell: of a part that the text speaks of, of the viewer's own panel, of a legal part, of any character,
of a colour alone. A cell of the log or of the last turns weighs nothing."""
WIDTHS = (28, 32, 36, 40, 48, 57, 66)
"""Widths in cells of a text that has neither a column nor whole rows."""
MIN_COLUMN = 25
"""Columns that a text beside a board needs."""


def best_place(board: Board, height: Callable[[int], int], needed: Collection[Part]) -> Rect:
    """Place for a text with `height(width)` rows: the same one for as many texts as possible.

    It is where the log or the last turns are, else at the bottom, else at the top, else elsewhere across the board, and
    only if need be narrower. `needed` are the parts that it must not cover if possible, nor the viewer's own panel.
    """
    weight = weigher(board, needed)
    usual = [*columns(board, height), *across(board, height(board.canvas.width), weight)]
    rarer = narrower(board, height, weight)
    for places in (usual, rarer):
        for kept in ({*needed, own_panel(board)}, needed):
            for rect in places:
                if not cuts_words(board, rect) and not covers(board, rect, kept):
                    return rect
    return min(usual, key=weight)


def own_panel(board: Board) -> Part:
    return ("player", board.state.viewer) if board.state else ()


def covers(board: Board, rect: Rect, parts: Collection[Part]) -> bool:
    """True if a rectangle covers a cell of one of the parts."""
    return any(tile.part in parts and overlap(tile.rect, rect) for tile in board.tiles)


def overlap(a: Rect, b: Rect) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def cuts_words(board: Board, rect: Rect) -> bool:
    """True if the left or the right edge of a rectangle goes through a word or a number."""
    rows = board.canvas.rows[rect.y : rect.y + rect.h]
    edges = [x for x in (rect.x, rect.x + rect.w) if 0 < x < board.canvas.width]
    return any(row[x - 1][0].isalnum() and row[x][0].isalnum() for row in rows for x in edges)


def columns(board: Board, height: Callable[[int], int]) -> Iterator[Rect]:
    """Places as wide as the log or the last turns: all of them where there is room, else at the top of the board, else
    up to their end; then the panels of rivals above the viewer's own.
    """
    for part, (x, y, width, h), _ in board.tiles:
        if part in (LOG, RECENT) and MIN_COLUMN <= width < board.canvas.width:
            rows = max(h, height(width))
            starts = dict.fromkeys((0, y + h - rows) if rows > h else (y,))
            places = (Rect(x, top, width, rows) for top in starts if 0 <= top <= board.canvas.height - rows)
            yield from (over_whole_panels(board, place) for place in places)
    if own := board.tile(own_panel(board)):
        x, bottom, width, _ = own.rect
        rivals = [rect.y for part, rect, _ in board.tiles if part[0] == "player" and rect.x == x and rect.y < bottom]
        if rivals and width >= MIN_COLUMN and height(width) <= bottom - min(rivals):
            yield Rect(x, min(rivals), width, bottom - min(rivals))


def over_whole_panels(board: Board, place: Rect) -> Rect:
    """The place, longer where it would leave the lower part of a rival's panel or of the log without its name."""
    own = own_panel(board)
    others = [
        tile for tile in board.tiles if (tile.part[0] == "player" and tile.part != own) or tile.part in (LOG, RECENT)
    ]
    panels = [tile.rect for tile in others if overlap(tile.rect, place)]
    end = max([place.y + place.h, *(rect.y + rect.h for rect in panels)])
    return place._replace(h=end - place.y)


def across(board: Board, rows: int, weight: Weight) -> Iterator[Rect]:
    """Places as wide as the board: at the bottom, at the top, then those that cover least."""
    rows = min(rows, board.canvas.height)
    bottom = board.canvas.height - rows
    bands = [Rect(0, y, board.canvas.width, rows) for y in range(bottom + 1)]
    yield from dict.fromkeys((over_headings(board, bands[bottom]), bands[0], *sorted(bands, key=weight)))


def over_headings(board: Board, place: Rect) -> Rect:
    """The place, one row higher where it would leave nothing of a panel but its heading."""
    above = place.y - 1
    left = [tile for tile in board.tiles if not tile.zone and tile.rect.y == above and tile.rect.h > 2]
    return place._replace(y=above, h=place.h + 1) if left else place


def narrower(board: Board, height: Callable[[int], int], weight: Weight) -> list[Rect]:
    """Places of other widths at the left or right edge of the board, those that cover least first."""
    places = []
    for width in (width for width in WIDTHS if width < board.canvas.width):
        rows = height(width)
        corners = ((x, y) for x in (board.canvas.width - width, 0) for y in range(board.canvas.height - rows + 1))
        places += [Rect(x, y, width, rows) for x, y in corners]
    return sorted(places, key=weight)


def weigher(board: Board, needed: Collection[Part]) -> Weight:
    """A function that returns the weight of what a rectangle covers."""
    sums = weight_sums(board, needed)
    return lambda rect: covered(sums, rect)


def weight_sums(board: Board, needed: Collection[Part]) -> Sums:
    canvas, state = board.canvas, board.state
    paper = board.palette.style().bgcolor
    cells = [[INK if char != " " else FIELD * (style.bgcolor != paper) for char, style in row] for row in canvas.rows]
    own, options = own_panel(board), state.options if state else frozenset()
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
