"""A chart of one line a seat, each drawn with the seat's number so that colour is not needed to tell them apart."""

from __future__ import annotations

from collections.abc import Sequence

from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from .canvas import Canvas, Palette


class Chart(Widget):
    """`series` holds a value for each seat and turn; `top` is the value at the upper edge; `here` marks a turn."""

    here: reactive[int | None] = reactive(None)

    def __init__(self, palette: Palette, series: Sequence[Sequence[float]], top: float, title: str) -> None:
        super().__init__()
        self.palette, self.series, self.top, self.title = palette, series, top, title
        self._drawn: tuple[object, ...] = ()
        self._canvas = Canvas(0, 0, palette.style())

    def plot(self, series: Sequence[Sequence[float]], title: str) -> None:
        """Other values, under another title."""
        self.series, self.title, self._drawn = series, title, ()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if self._drawn != (self.size, self.here):
            self._canvas, self._drawn = self._draw(), (self.size, self.here)
        return self._canvas.strip(y)

    def _draw(self) -> Canvas:
        p, (width, height) = self.palette, self.size
        canvas = Canvas(width, height, p.style())
        rows, left = height - 2, 5
        for fraction in (0, 0.5, 1):
            y = 1 + round((1 - fraction) * (rows - 1))
            label = f"{self.top * fraction:.0%}" if self.top == 1 else f"{self.top * fraction:.0f}"
            canvas.right(left - 1, y, label, p.style("muted"))
            canvas.write(left, y, p["none"] * (width - left - 1), p.style("faint"))
        canvas.write(left, 0, self.title, p.style("muted"))
        turns = max(len(line) for line in self.series)
        columns = max(1, width - left - 2)
        for seat, line in enumerate(self.series):
            for x in range(columns):
                turn = round(x * (turns - 1) / max(1, columns - 1)) if turns > columns else x
                if turn < len(line):
                    y = 1 + round((1 - max(0.0, min(1.0, line[turn] / self.top))) * (rows - 1))
                    canvas.write(left + x, y, str(seat + 1), p.style(f"seat-{seat + 1}", bold=True))
        if self.here is not None:
            x = round(self.here * (columns - 1) / max(1, turns - 1)) if turns > columns else self.here
            canvas.write(left + x, height - 1, "^", p.style("cursor", bold=True))
        canvas.right(width, height - 1, f"{turns - 1} moves", p.style("muted"))
        return canvas
