"""Drawing on a grid of cells: palette, glyphs, canvas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip

READABLE = 4.5
"""The contrast that text shall have (WCAG 2.1)."""
Cell: TypeAlias = tuple[str, Style]


class Palette:
    """Rich styles by the names of a theme's variables, and the glyphs in use.

    `flat` is set where colours cannot be mixed: 16 colours of the terminal, or none.
    """

    def __init__(self, variables: Mapping[str, str], glyphs: Mapping[str, str], flat: bool) -> None:
        self._variables, self.glyphs, self.flat = variables, glyphs, flat
        self.style = cache(self._style)
        self.shaded = cache(self._shaded)
        self.washed = cache(self._washed)

    def colour(self, name: str) -> Color:
        return Color.parse(self._variables[name])

    def _style(self, ink: str = "ink", paper: str = "felt", *, bold: bool = False, dim: bool = False,
               reverse: bool = False, strike: bool = False, underline: bool = False) -> Style:  # fmt: skip
        """Names of two colours, and attributes. Dim is an attribute only where there is no grey to dim with."""
        return Style(
            color=self.colour(ink).rich_color,
            bgcolor=self.colour(paper).rich_color,
            bold=bold,
            dim=dim or (self.flat and ink == "faint"),
            reverse=reverse,
            strike=strike,
            underline=underline,
        )

    def _washed(self, ink: str, name: str, amount: float, *, bold: bool = False, underline: bool = False) -> Style:
        """Ink on the felt with that fraction of a colour mixed in; where colours cannot be mixed, on the felt.

        Text is in the colour's own ink where that is read better.
        """
        felt = self.colour("felt")
        paper = felt if self.flat else felt.blend(self.colour(name), amount)
        text = self.colour(ink)
        if ink == "ink" and not self.flat and contrast(text, paper) < READABLE and f"{name}-text" in self._variables:
            text = max(text, self.colour(f"{name}-text"), key=lambda colour: contrast(colour, paper))
        return Style(color=text.rich_color, bgcolor=paper.rich_color, bold=bold, underline=underline)

    def _shaded(self, name: str, paper: str, upper: tuple[float, float], lower: tuple[float, float]) -> Style:
        """Two pixels of a picture, each (light, cover): light from -1, black, to 1, white; cover from 0 to 1."""
        colour, ground = self.colour(name), self.colour(paper)
        ink, back = (ground.blend(lighten(colour, light), cover) for light, cover in (upper, lower))
        return Style(color=ink.rich_color, bgcolor=back.rich_color)

    def __getitem__(self, glyph: str) -> str:
        return self.glyphs[glyph]


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
    """A rectangle of cells. What is drawn outside of it is cut off."""

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
        """A frame of eight glyphs: top left, top, top right, left, bottom left, bottom, bottom right, right."""
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
    """Cells with runs of one style joined."""
    return [Segment("".join(char for char, _ in run), style) for style, run in groupby(row, key=lambda cell: cell[1])]


def contrast(one: Color, two: Color) -> float:
    """How well one is read on the other, from 1 to 21 (WCAG 2.1)."""

    def luminance(colour: Color) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.normalized]
        return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def lighten(colour: Color, light: float) -> Color:
    return colour.blend(Color(255, 255, 255) if light > 0 else Color(0, 0, 0), abs(light))
