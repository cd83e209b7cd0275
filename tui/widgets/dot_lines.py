"""Lines in dots finer than a cell: braille if the terminal has it, else half rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

BRAILLE = (0x01, 0x02, 0x04, 0x40, 0x08, 0x10, 0x20, 0x80)
"""The bits of a braille character's dots, column by column from the top."""
HALVES = " '.:"
"""Characters by the halves of a cell that have a dot: none, upper, lower, both."""


class Raster:
    """A grid of cells, sized in cells. Each shows the dots of all its lines; its ink is that of the line drawn in it
    last, and where lines share cells in turn that of each.
    """

    def __init__(self, width: int, height: int, braille: bool) -> None:
        self.across, self.down = (2, 4) if braille else (1, 2)
        self.braille, self.columns, self.rows = braille, width * self.across, height * self.down
        self.dots: dict[tuple[int, int], dict[int, int]] = {}
        """The dots of each ink in a cell, as bits column by column from the top, in the order of drawing."""

    def column(self, position: float, last: int) -> int:
        """The column of dots for a position; positions 0 to `last` are spread from edge to edge."""
        return round(position * (self.columns - 1) / max(1, last))

    def row(self, value: float, low: float, high: float) -> int:
        return max(0, min(self.rows - 1, round((high - value) / (high - low) * (self.rows - 1))))

    def line(
        self,
        values: Sequence[float],
        places: Sequence[float],
        low: float,
        high: float,
        ink: int,
        thick: bool,
        part: range | None = None,
    ) -> None:
        """Draw a line that keeps each value until the next; a thick line is two dots high and wide.

        `places`: the place of each value on the axis, from 0 to their number less 1; `part`: the values to draw, by
        default all.
        """
        before: int | None = None
        last = len(values) - 1
        drawn = range(self.columns) if part is None else range(0)
        if part:
            drawn = range(self.column(places[part[0]], last), self.column(places[part[-1]], last) + 1)
        for x, (least, most, final) in enumerate(self._columns(values, places)):
            if x not in drawn:
                continue
            top, bottom = self.row(most, low, high), self.row(least, low, high)
            if before is not None:
                top, bottom = min(top, before), max(bottom, before)
            for y in range(top, bottom + 1):
                self._dot(x, y, ink)
                if thick and self.braille:
                    self._dot(x, min(self.rows - 1, y + 1), ink)
                    self._dot(max(0, x - (top < bottom)), y, ink)
            before = self.row(final, low, high)

    def _columns(self, values: Sequence[float], places: Sequence[float]) -> Iterator[tuple[float, float, float]]:
        """The minimum, maximum and last value of each column; a column without values repeats the last one."""
        by_column: list[list[float]] = [[] for _ in range(self.columns)]
        for place, value in zip(places, values, strict=True):
            by_column[self.column(place, len(values) - 1)].append(value)
        final = values[0]
        for column in by_column:
            least, most, final = (min(column), max(column), column[-1]) if column else (final, final, final)
            yield least, most, final

    def _dot(self, x: int, y: int, ink: int) -> None:
        dots = self.dots.setdefault((x // self.across, y // self.down), {})
        dots[ink] = dots.get(ink, 0) | 1 << (x % self.across * self.down + y % self.down)

    def cells(self) -> Iterator[tuple[int, int, str, int]]:
        """The column, row, character and ink of every cell that has dots."""
        for (x, y), dots in self.dots.items():
            inks = [*reversed(dots)]
            yield x, y, self._character(reduce(or_, dots.values())), inks[(x + y) % len(inks)]

    def _character(self, dots: int) -> str:
        if not self.braille:
            return HALVES[dots]
        return chr(0x2800 + sum(bit for n, bit in enumerate(BRAILLE) if dots >> n & 1))
