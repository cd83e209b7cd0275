"""Pieces that slide over a table for a moment, so that one sees what somebody else did."""

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
"""How long all pieces of a move take, and in how many steps."""


class Slide(NamedTuple):
    """A piece on its way between the middles of two tiles."""

    source: Rect
    target: Rect
    text: str
    style: Style

    def at(self, share: float) -> Region:
        """Where it is when that share of the way lies behind it."""
        (x, y), (to_x, to_y) = self.source.centre, self.target.centre
        width = cell_len(self.text)
        return Region(round(x + (to_x - x) * share - width / 2), int(y + (to_y - y) * share), width, 1)


class Motion:
    """The slides of one move, over a widget that shows already what has come of it. Nothing waits for them."""

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
        """Move all slides by a frame; the last one ends them."""
        if self.frame + 1 >= FRAMES:
            return self.stop()
        before = self.regions()
        self.frame += 1
        self.widget.refresh(*before, *self.regions())
        return None

    def stop(self) -> None:
        """Show at once what has come of the move."""
        if self._clock is not None:
            self._clock.stop()
            self.widget.refresh(*self.regions())
            self.slides, self._clock = [], None

    def regions(self) -> list[Region]:
        """The cells that the pieces lie on."""
        return [slide.at(self.frame / FRAMES) for slide in self.slides]

    def onto(self, row: Sequence[Cell], y: int) -> Sequence[Cell]:
        """A row of the picture with the pieces on it."""
        found = list(row)
        for slide, at in zip(self.slides, self.regions(), strict=True):
            for n, char in enumerate(slide.text if at.y == y else ""):
                if 0 <= at.x + n < len(found):
                    found[at.x + n] = (char, slide.style)
        return found


def played_between(old: BoardState | None, new: BoardState | None) -> LogLine | None:
    """The one move of another player that lies between two states; None when there is none, or more."""
    if old is None or new is None or new.shown != old.shown + 1:
        return None
    line = next((line for line in reversed(new.story) if line.ply == old.shown), None)
    return line if line is not None and line.player != new.viewer else None
