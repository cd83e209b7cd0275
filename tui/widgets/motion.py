"""Animation of other players' moves: pieces that slide over the board for a moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Region
from textual.timer import Timer
from textual.widget import Widget

from tabletown.rules.core.match import LogLine

from .board_state import BoardState
from .canvas import Cell, Rect

SECONDS, FRAMES = 0.15, 6
"""Duration of a move's animation, and its number of frames."""


class Slide(NamedTuple):
    """A piece on its way between the middles of two tiles."""

    source: Rect
    target: Rect
    text: str
    style: Style

    def at(self, share: float) -> Region:
        """The piece's cells after that fraction of the way, 0 to 1."""
        (x, y), (to_x, to_y) = self.source.centre, self.target.centre
        width = cell_len(self.text)
        return Region(round(x + (to_x - x) * share - width / 2), int(y + (to_y - y) * share), width, 1)


class Motion:
    """The slides of one move, over a widget that already shows its result. Nothing waits for them."""

    def __init__(self, widget: Widget) -> None:
        self.widget = widget
        self.slides: list[Slide] = []
        self.frame = 0
        self._clock: Timer | None = None

    def begin(self, slides: Iterable[Slide]) -> None:
        self.slides, self.frame = list(slides), 0
        if self.slides:
            self.widget.refresh(*self.regions())
            self._clock = self.widget.set_interval(SECONDS / FRAMES, self.advance)

    def advance(self) -> None:
        """Move all slides by a frame, or stop after the last one."""
        if self.frame + 1 >= FRAMES:
            return self.stop()
        before = self.regions()
        self.frame += 1
        self.widget.refresh(*before, *self.regions())
        return None

    def stop(self) -> None:
        """End the slides and show the result of the move."""
        if self._clock is not None:
            self._clock.stop()
            self.widget.refresh(*self.regions())
            self.slides, self._clock = [], None

    def regions(self) -> list[Region]:
        """The cells that the pieces cover."""
        return [slide.at(self.frame / FRAMES) for slide in self.slides]

    def onto(self, row: Sequence[Cell], y: int) -> Sequence[Cell]:
        """Row `y` of the board with the pieces on it."""
        cells = list(row)
        for slide, at in zip(self.slides, self.regions(), strict=True):
            for n, char in enumerate(slide.text if at.y == y else ""):
                if 0 <= at.x + n < len(cells):
                    cells[at.x + n] = (char, slide.style)
        return cells


def played_between(old: BoardState | None, new: BoardState | None) -> LogLine | None:
    """The single move of another player between two states; None if there is no such move, or more than one."""
    if old is None or new is None or new.ply != old.ply + 1:
        return None
    line = next((line for line in reversed(new.story) if line.ply == old.ply), None)
    return line if line is not None and line.player != new.viewer else None
