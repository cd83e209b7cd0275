"""Points of every player by source, with a slim bar beside each number, dashed for a loss; all have the same scale."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from tabletown.rules.core.game import Score, total_points

from ..model.palette import Palette
from .canvas import Canvas
from .headings_and_bars import draw_bar

NUMBER = 5
"""Columns for a number."""
HEADING = "Points from"
"""The heading of the sources."""


class ScoreTable(Widget):
    """Table with sources from top to bottom, players side by side and totals at the bottom."""

    DEFAULT_CSS = "ScoreTable { height: auto; }"

    def __init__(self, palette: Palette, names: Sequence[str], scores: Sequence[Score], winners: Sequence[int]) -> None:
        super().__init__()
        self.palette, self.names, self.scores, self.winners = palette, names, scores, winners
        self._canvas = Canvas(0, 0, palette.style())

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.scores[0]) + 3

    def render_line(self, y: int) -> Strip:
        if (self._canvas.width, self._canvas.height) != self.size:
            self._canvas = score_table(self.palette, self.size.width, self.names, self.scores, self.winners)
        return self._canvas.strip(y)


def score_table(
    p: Palette, width: int, names: Sequence[str], scores: Sequence[Score], winners: Sequence[int]
) -> Canvas:
    sources = [label for label, _ in scores[0]]
    left = max(map(cell_len, [*sources, "Total", HEADING])) + 3
    each = (width - left) // len(names)
    canvas = Canvas(width, len(sources) + 3, p.style())
    top = max(1, *(abs(points) for score in scores for _, points in score))
    canvas.write(1, 0, HEADING, p.style("muted"))
    for y, source in enumerate(sources, 1):
        canvas.write(1, y, source, p.style("muted"))
    canvas.write(0, len(sources) + 1, p["rule"] * (left + each * len(names) - 1), p.style("frame"))
    canvas.write(1, len(sources) + 2, "Total", p.style(bold=True))
    for seat, (name, score) in enumerate(zip(names, scores, strict=True)):
        won = seat in winners
        column(canvas, p, left + seat * each, each - 1, seat, f"{p['winner']} {name}" if won else name, score, top)
    return canvas


def column(canvas: Canvas, p: Palette, x: int, width: int, seat: int, name: str, score: Score, top: int) -> None:
    """Draw the points of one player; a full bar is `top` points."""
    colour = f"seat-{seat + 1}"
    canvas.write(x, 0, set_cell_size(f" {name}", width), p.style(colour, bold=True, reverse=True))
    for y, (_, points) in enumerate(score, 1):
        ink = "ink" if points > 0 else "error" if points else "faint"
        canvas.right(x + NUMBER - 1, y, str(points), p.style(ink, bold=points != 0))
        bar_ink = "error" if points < 0 else colour
        draw_bar(canvas, p, x + NUMBER, y, width - NUMBER - 1, points, top, bar_ink)
    canvas.right(x + NUMBER - 1, len(score) + 2, str(total_points(score)), p.style(colour, bold=True))
