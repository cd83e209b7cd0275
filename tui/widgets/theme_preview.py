"""Preview of a theme: a few pieces of a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from ..model.palette import Palette
from .canvas import Canvas

GEMS = ("white", "blue", "green", "red", "black", "gold")
MARKS = (
    (("legal", "choice"), ("picked", "picked"), ("fresh", "new"), ("cursor", "cursor")),
    (("warn", "warning"), ("good", "gain"), ("muted", "details"), ("faint", "dimmed")),
)
HEIGHT = 6


class Swatch(Widget):
    """Gems, two cards, marks and seats in the colours and glyphs of the settings."""

    def __init__(self, palette: Palette, cards: Callable[[Palette], Sequence[Canvas]]) -> None:
        super().__init__()
        self.palette, self.cards = palette, cards

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return HEIGHT

    def render_line(self, y: int) -> Strip:
        return self.draw().strip(y)

    def draw(self) -> Canvas:
        p = self.palette
        canvas = Canvas(self.size.width, HEIGHT, p.style())
        x = 3
        for letter, gem in zip("WUGRB*", GEMS, strict=True):
            x = canvas.write(x, 0, f" {letter} {gem} ", p.style(f"gem-{gem}-text", f"gem-{gem}", bold=True)) + 1
        left = 3
        for card in self.cards(p):
            canvas.paste(left, 1, card)
            left += card.width + 1
        canvas.write(left + 2, 1, "Colours of symbols and players:", p.style("muted"))
        for y, marks in enumerate(MARKS, 2):
            x = left + 2
            for name, text in marks:
                x = canvas.write(x, y, text, p.style(name, bold=name == "picked")) + 2
        x = canvas.write(left + 2, 4, "players", p.style("muted")) + 1
        for seat in range(1, 5):
            x = canvas.write(x, 4, f" {seat} {p['full']}{p['shade']}{p['part']} ", p.style(f"seat-{seat}", bold=True))
        return canvas
