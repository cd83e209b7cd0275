"""Lines of a panel: pieces of text in their styles, from the left and from the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from ...widgets.canvas import Canvas


class Span(NamedTuple):
    text: str
    style: Style


class Line(NamedTuple):
    left: tuple[Span, ...] = ()
    right: tuple[Span, ...] = ()

    @property
    def width(self) -> int:
        """Number of columns that the line needs."""
        return width(self.left) + width(self.right) + (1 if self.left and self.right else 0)


def width(spans: tuple[Span, ...]) -> int:
    return sum(cell_len(text) for text, _ in spans)


def draw(canvas: Canvas, x: int, y: int, columns: int, line: Line) -> None:
    """Write a line into `columns` columns."""
    at = x
    for text, style in line.left:
        at = canvas.write(at, y, text, style)
    at = x + columns - width(line.right)
    for text, style in line.right:
        at = canvas.write(at, y, text, style)


def first_fitting(texts: Sequence[str], columns: int) -> str:
    """The first of the texts that is at most `columns` wide, else the last."""
    return next((text for text in texts if cell_len(text) <= columns), texts[-1])


def cut(text: str, columns: int) -> str:
    """The text, cut off with two dots if it is wider than `columns`."""
    return text if cell_len(text) <= columns else f"{text[: max(1, columns - 2)]}.."
