"""Lines of a panel: pieces of text in their styles, from the left and from the right."""

from __future__ import annotations

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
        """The columns that it needs."""
        return width(self.left) + width(self.right) + (1 if self.left and self.right else 0)


def width(spans: tuple[Span, ...]) -> int:
    return sum(cell_len(text) for text, _ in spans)


def draw(canvas: Canvas, x: int, y: int, columns: int, line: Line) -> None:
    """Write a line into so many columns."""
    at = x
    for text, style in line.left:
        at = canvas.write(at, y, text, style)
    at = x + columns - width(line.right)
    for text, style in line.right:
        at = canvas.write(at, y, text, style)


def cut(text: str, columns: int) -> str:
    """The text, or its beginning and an ellipsis."""
    return text if cell_len(text) <= columns else f"{text[: max(1, columns - 2)]}.."
