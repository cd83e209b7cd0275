"""Your three turning points: the moves of a game that lowered your winning chances most, each to try again."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabletown.rules.analysis.review import Decision
from tabletown.rules.core.match import Match

from ..model.actions import bindings
from ..model.reviews import ReviewProgress
from ..model.turning_points import TURNING_POINTS, turning_points_title
from ..widgets.key_footer import KeyFooter
from ..widgets.mistake_list import MIN_SCALE, in_words, wide_row
from .base import TabletownScreen
from .play_from_here import branched

LOOK_SECONDS = 0.5
"""Seconds between two looks at a review in progress."""


def turning_points(analysis: ReviewProgress, seat: int) -> list[Decision]:
    """The biggest mistakes of a seat's own making that are known so far, in the order of play."""
    return sorted(analysis.own_mistakes(seat)[:TURNING_POINTS], key=lambda decision: decision.ply)


class PointList(OptionList):
    """List of turning points."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("points.list")]


class TurningPoints(TabletownScreen):
    """List of the biggest mistakes of the only person in a match; it grows with the review."""

    CSS_PATH = "turning_points.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("points")]

    def __init__(self, match: Match, analysis: ReviewProgress) -> None:
        super().__init__()
        self.match, self.analysis = match, analysis
        self.points: list[Decision] = []

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static(id="title", classes="title", markup=False)
            yield PointList()
            yield Static(id="about", classes="muted", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.fill()
        self.query_one(PointList).focus()
        self.set_interval(LOOK_SECONDS, self.look)

    def look(self) -> None:
        """Show what the review has found since the last look."""
        if self.points != turning_points(self.analysis, self.match.human_seats[0]) or self.analysis.progress:
            self.fill()

    def fill(self) -> None:
        """Show the turning points, and how far the review is."""
        self.points = turning_points(self.analysis, self.match.human_seats[0])
        menu, p = self.query_one(PointList), self.app.palette_for(self.match.seats)
        highlighted, scale = menu.highlighted or 0, max([MIN_SCALE, *(point.loss for point in self.points)])
        menu.clear_options()
        for n, point in enumerate(self.points, 1):
            menu.add_option(Option(wide_row(p, str(n), in_words(self.analysis, point), scale), str(point.ply)))
        menu.highlighted = min(highlighted, len(self.points) - 1) if self.points else None
        self.query_one("#title", Static).update(turning_points_title(len(self.points) or TURNING_POINTS))
        self.query_one("#about", Static).update(self.about())

    def about(self) -> str:
        """The effect of the key, and the progress of the review."""
        play = self.app.key_names["points.play"]
        lines = [f"{play} starts a new game from just before that move; it is saved separately."] if self.points else []
        progress = self.analysis.progress
        if progress:
            lines.append(f"Review: {progress}.")
        elif not self.points:
            lines.append("The review found no mistakes in your play.")
        return "\n".join(lines)

    @on(OptionList.OptionSelected)
    def selected(self, event: OptionList.OptionSelected) -> None:
        """Start a new game from the position before the move."""
        ply = int(event.option_id or 0)
        self.app.branch(branched(self.match, ply), self.match.log[:ply])
