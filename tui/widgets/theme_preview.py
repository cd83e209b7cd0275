"""A few pieces of the table, to see a theme by."""

from __future__ import annotations

from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from ..model.palette import Palette
from .canvas import Canvas, Rect

GEMS = ("white", "blue", "green", "red", "black", "gold")
MARKS = (("legal", "legal"), ("picked", "picked"), ("fresh", "new"), ("warn", "last round"), ("good", "yours"),
         ("muted", "muted"), ("faint", "faint"))  # fmt: skip


class Swatch(Widget):
    """Gems, seats, frames and marks in the colours and glyphs of the settings."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.palette = palette

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 5

    def render_line(self, y: int) -> Strip:
        return self.draw().strip(y)

    def draw(self) -> Canvas:
        p = self.palette
        canvas = Canvas(self.size.width, 5, p.style())
        x = 3
        for letter, gem in zip("WUGRB*", GEMS, strict=True):
            x = canvas.write(x, 0, f" {letter} {gem} ", p.style(f"gem-{gem}-text", f"gem-{gem}", bold=True)) + 1
        x = 3
        for name, text in MARKS:
            x = canvas.write(x, 1, text, p.style(name, bold=name == "picked")) + 2
        for n, (frame, colour) in enumerate((("frame", "frame"), ("strong", "legal"), ("cursor", "cursor"))):
            canvas.box(Rect(3 + 10 * n, 2, 9, 3), p[frame], p.style(colour))
            canvas.write(5 + 10 * n, 3, ("card", "legal", "here")[n], p.style(paper="felt"))
        x = 35
        for seat in range(1, 5):
            x = canvas.write(x, 3, f" {seat} {p['full']}{p['shade']}{p['part']} ", p.style(f"seat-{seat}", bold=True))
        return canvas
