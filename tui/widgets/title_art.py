"""The title below the skyline of a town, for the home screen."""

from __future__ import annotations

from textual.strip import Strip
from textual.widget import Widget

from ..app_protocol import AppProtocol
from .canvas import Canvas, Rect

HEIGHTS = (1, 2, 2, 4, 3, 3, 1, 2, 5, 5, 3, 2, 4, 4, 1, 3, 6, 6, 4, 2, 2, 3, 5, 3, 1, 2, 4, 4, 2, 1)
"""Rows of the houses, from left to right."""
GEMS = ("blue", "green", "red", "gold", "white")
TITLE = "T A B L E T O W N"


class Skyline(Widget):
    """Houses with lit windows above the title: nine rows in all, fewer without the tops of the highest houses."""

    app: AppProtocol

    DEFAULT_CSS = "Skyline { height: 9; }"

    def render_line(self, y: int) -> Strip:
        p, width = self.app.palette, self.size.width
        canvas = Canvas(width, self.size.height, p.style())
        ground = self.size.height - 2
        left = (width - 2 * len(HEIGHTS)) // 2
        for i, height in enumerate(HEIGHTS):
            wall = p.style("faint", "card")
            canvas.fill(Rect(left + 2 * i, ground - height, 2, height), wall, "#" if p.flat else " ")
            for floor in range(height):
                if (i * 7 + floor * 5) % 4 == 0:
                    lit = p.style(f"gem-{GEMS[(i + floor) % 5]}", "card", bold=True)
                    canvas.write(left + 2 * i, ground - height + floor, p["window"], lit)
        canvas.write(left - 2, ground, p["rule"] * (2 * len(HEIGHTS) + 4), p.style("frame"))
        canvas.middle(ground + 1, TITLE, p.style("cursor", bold=True))
        return canvas.strip(y)
