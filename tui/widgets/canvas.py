"""Canvases: grids of cells to draw on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

Cell: TypeAlias = tuple[str, Style]

GAP = 8
"""Columns between two changes in a row above which sending them separately is shorter."""


class Rect(NamedTuple):
    """Cells of a widget: left, top, width, height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h


class Canvas:
    """A rectangle of cells. Anything drawn outside it is cut off."""

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width, self.height = width, height
        self.rows: list[list[Cell]] = [[(" ", style)] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: Style) -> int:
        """Write text, and return the column after it."""
        for char in text:
            width = cell_len(char)
            if 0 <= y < self.height and x >= 0 and x + width <= self.width and width:
                self.rows[y][x] = (char, style)
                if width == 2:
                    self.rows[y][x + 1] = ("", style)
            x += width
        return x

    def right(self, x: int, y: int, text: str, style: Style) -> None:
        """Write text that ends before column x."""
        self.write(x - cell_len(text), y, text, style)

    def middle(self, y: int, text: str, style: Style) -> None:
        self.write(max(0, (self.width - cell_len(text)) // 2), y, text, style)

    def fill(self, rect: Rect, style: Style, char: str = " ") -> None:
        for y in range(rect.y, rect.y + rect.h):
            self.write(rect.x, y, char * rect.w, style)

    def box(self, rect: Rect, glyphs: str, style: Style) -> None:
        """Draw a frame of eight glyphs: top left, top, top right, left, bottom left, bottom, bottom right, right."""
        a, top, b, left, c, bottom, d, side = tuple(glyphs)
        last = rect.y + rect.h - 1
        self.write(rect.x, rect.y, a + top * (rect.w - 2) + b, style)
        for y in range(rect.y + 1, last):
            self.write(rect.x, y, left, style)
            self.write(rect.x + rect.w - 1, y, side, style)
        self.write(rect.x, last, c + bottom * (rect.w - 2) + d, style)

    def paste(self, x: int, y: int, other: Canvas) -> None:
        left, right = max(0, x), min(self.width, x + other.width)
        for row in range(max(0, y), min(self.height, y + other.height)) if left < right else ():
            self.rows[row][left:right] = other.rows[row - y][left - x : right - x]

    def copy(self) -> Canvas:
        other = Canvas(0, 0, Style.null())
        other.width, other.height, other.rows = self.width, self.height, [row[:] for row in self.rows]
        return other

    def strip(self, y: int) -> Strip:
        return Strip(segments(self.rows[y]), self.width)


def segments(row: Sequence[Cell]) -> list[Segment]:
    """Segments of a row: runs of cells of one style, joined."""
    runs: list[Segment] = []
    text, last = "", None
    for char, style in row:
        if last is not None and style is not last and style != last:  # the comparison of styles is slow
            runs.append(Segment(text, last))
            text = ""
        text += char
        last = style
    return runs if last is None else [*runs, Segment(text, last)]


def changes(before: Canvas, after: Canvas) -> list[Region]:
    """Regions in which two canvases differ, as spans of rows; the whole canvas if their sizes differ."""
    if (before.width, before.height) != (after.width, after.height):
        return [Region(0, 0, after.width, after.height)]
    regions = []
    for y, (old, new) in enumerate(zip(before.rows, after.rows, strict=True)):
        if old != new:
            differ = [x for x, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
            begin = differ[0]
            for x, then in pairwise([*differ, after.width + GAP]):
                if then - x > GAP:
                    regions.append(Region(begin, y, x + 1 - begin, 1))
                    begin = then
    return regions
