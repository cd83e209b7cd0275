"""A chart of one line a seat, each drawn with the seat's number so that colour is not needed to tell them apart."""

from __future__ import annotations

from collections.abc import Sequence

from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from tabletown.rules.core.text import plural

from ..model.palette import Palette
from .canvas import Canvas


class Chart(Widget):
    """`series` holds each seat's points or shares before every move and at the end; `here` marks a move."""

    here: reactive[int | None] = reactive(None)

    def __init__(self, palette: Palette, series: Sequence[Sequence[float]], title: str, shares: bool = False) -> None:
        super().__init__()
        self.palette, self.series, self.title, self.shares = palette, series, title, shares
        self._drawn: tuple[object, ...] = ()
        self._canvas = Canvas(0, 0, palette.style())

    def plot(self, series: Sequence[Sequence[float]], title: str) -> None:
        """Other values, under another title."""
        self.series, self.title, self._drawn = series, title, ()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if self._drawn != (self.size, self.here):
            self._canvas = chart(self.palette, self.size, self.series, self.title, self.shares, self.here)
            self._drawn = (self.size, self.here)
        return self._canvas.strip(y)


def chart(
    p: Palette, size: tuple[int, int], series: Sequence[Sequence[float]], title: str, shares: bool, here: int | None
) -> Canvas:
    """The lines from the left edge to the right, as wide as there is room."""
    width, height = size
    canvas = Canvas(width, height, p.style())
    rows, left = height - 1 - (here is not None), 5
    low, top = min(0.0, *map(min, series)), max(1.0, *map(max, series))
    moves, columns = len(series[0]) - 1, max(2, width - left - 1)

    def row(value: float) -> int:
        return 1 + round((top - value) / (top - low) * (rows - 1))

    for value in (low, (low + top) / 2, top):
        label = f"{value:.0%}" if shares else f"{value:g}"
        canvas.right(left - 1, row(value), label, p.style("muted"))
        canvas.write(left, row(value), p["none"] * columns, p.style("faint"))
    canvas.write(left, 0, title, p.style("muted"))
    canvas.right(left + columns, 0, plural(moves, "move"), p.style("muted"))
    for x in range(columns):
        level: dict[int, list[int]] = {}
        for seat, line in enumerate(series, 1):
            level.setdefault(row(line[round(x * moves / (columns - 1))]), []).append(seat)
        for y, seats in level.items():  # where lines meet they take turns
            seat = seats[x % len(seats)]
            canvas.write(left + x, y, str(seat), p.style(f"seat-{seat}", bold=True))
    if here is not None:
        x = round(here * (columns - 1) / max(1, moves))
        canvas.write(left + x, height - 1, "^", p.style("cursor", bold=True))
    return canvas
