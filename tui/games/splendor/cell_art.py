"""Small pictures in quarters of cells, drawn from a function that gives the colour of each point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TypeAlias

from rich.style import Style
from textual.color import Color

from ...model.palette import Palette
from ...widgets.canvas import Cell

RGB: TypeAlias = tuple[float, float, float]
Picture: TypeAlias = list[list[Cell]]
"""Cells as [row][column]."""

SAMPLES = 3
"""Points sampled along each side of a quarter of a cell, for smooth edges."""
QUARTERS = 4


def rgb(colour: Color) -> RGB:
    return float(colour.r), float(colour.g), float(colour.b)


def blend(first: RGB, second: RGB, amount: float) -> RGB:
    """The first colour with a fraction of the other mixed in."""
    return tuple(a + (b - a) * amount for a, b in zip(first, second, strict=True))  # type: ignore[return-value]


def render(colour_at: Callable[[float, float], RGB], width: int, height: int, palette: Palette) -> Picture:
    """A picture of so many cells; `colour_at` takes x and y from -1 to 1, y pointing down."""
    glyphs = palette["quadrants"]
    rows = []
    for row in range(height):
        cells = []
        for column in range(width):
            quarters = [
                quarter(colour_at, (2 * column + dx) / width - 1, (2 * row + dy) / height - 1, 1 / width, 1 / height)
                for dy, dx in product((0, 1), repeat=2)
            ]
            cells.append(cell(quarters, glyphs))
        rows.append(cells)
    return rows


def quarter(colour_at: Callable[[float, float], RGB], x: float, y: float, width: float, height: float) -> RGB:
    """The mean colour of a rectangle."""
    offsets = [(i + 0.5) / SAMPLES for i in range(SAMPLES)]
    return mean([colour_at(x + dx * width, y + dy * height) for dy in offsets for dx in offsets])


def cell(quarters: Sequence[RGB], glyphs: str) -> Cell:
    """The block character and the two colours that come nearest to four quarters of a cell."""
    least, best = float("inf"), (0, quarters[0], quarters[0])
    for mask in range(2 ** (QUARTERS - 1)):  # the others are the same with the colours exchanged
        ink = [q for i, q in enumerate(quarters) if mask >> i & 1]
        back = [q for i, q in enumerate(quarters) if not mask >> i & 1]
        fore, ground = mean(ink or back), mean(back)
        error = sum(distance(q, fore) for q in ink) + sum(distance(q, ground) for q in back)
        if error < least:
            least, best = error, (mask, fore, ground)
    mask, fore, ground = best
    return glyphs[mask], Style(color=as_colour(fore).rich_color, bgcolor=as_colour(ground).rich_color)


def mean(colours: Sequence[RGB]) -> RGB:
    return tuple(sum(parts) / len(colours) for parts in zip(*colours, strict=True))


def distance(first: RGB, second: RGB) -> float:
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True))


def as_colour(colour: RGB) -> Color:
    r, g, b = (round(part) for part in colour)
    return Color(r, g, b)
