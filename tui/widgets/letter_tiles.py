"""The code of a table in large letters, each on a tile."""

from __future__ import annotations

from textual.strip import Strip
from textual.widget import Widget

from ..app_protocol import AppProtocol
from .canvas import Canvas, Rect

WIDE, HIGH = 7, 3
"""Columns and rows of a tile."""


class Tiles(Widget):
    """Letters side by side, centred."""

    app: AppProtocol

    DEFAULT_CSS = f"Tiles {{ height: {HIGH}; }}"

    def __init__(self, letters: str) -> None:
        super().__init__()
        self.letters = letters

    def render_line(self, y: int) -> Strip:
        p, width = self.app.palette, self.size.width
        canvas = Canvas(width, HIGH, p.style())
        left = max(0, (width - len(self.letters) * (WIDE + 1) + 1) // 2)
        for n, letter in enumerate(self.letters):
            x = left + n * (WIDE + 1)
            canvas.fill(Rect(x, 0, WIDE, HIGH), p.style("ink", "card"))
            canvas.box(Rect(x, 0, WIDE, HIGH), p["strong"], p.style("frame", "card"))
            canvas.write(x + WIDE // 2, 1, letter, p.style("cursor", "card", bold=True))
        return canvas.strip(y)
