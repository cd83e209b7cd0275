"""Your three biggest mistakes: the moves of your own that lowered your winning chances most, each to try again."""

from __future__ import annotations

from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabletown.rules.analysis.decision import Decision
from tabletown.rules.core.match import Match

from ..model.actions import bindings
from ..model.palette import Palette
from ..model.retry import load_answers, no_big_mistakes, to_retry
from ..model.reviews import NOWHERE, ReviewProgress
from ..model.turning_points import TURNING_POINTS, turning_points_title
from ..widgets.chart import Chart, Mark
from ..widgets.key_footer import KeyFooter
from ..widgets.mistake_list import Mistake, in_rows, loss_row, wide_row
from .base import TabletownScreen
from .match_base import chances_chart
from .retry import RetryScreen

MISTAKES = "Your biggest mistakes"
"""Title of the list while the review is in progress."""
DEEPER = "The review looks deeper than the coach did; its figures may differ."
"""Note on moves of which the coach has said what they cost."""
TOO_EARLY = "Not yet: it may still turn out to be no mistake. It is looked at next."
"""Answer to choosing such a move."""
LOOK_SECONDS = 0.5
"""Seconds between two looks at a review in progress."""


class Mistakes(OptionList):
    """List of mistakes to try again."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("points.list")]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim the key that chooses while there is nothing to choose."""
        return None if action == "select" and self.highlighted is None else super().check_action(action, parameters)


class RetryList(TabletownScreen):
    """List of the biggest mistakes of the only person in a match; it grows with the review."""

    CSS_PATH = "retry_list.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("points")]

    def __init__(self, match: Match, analysis: ReviewProgress) -> None:
        super().__init__()
        self.match, self.analysis = match, analysis
        self.points: list[Decision] = []
        self.answers = load_answers(match)
        """The mistakes whose better move is known, by ply: True if the player has found it."""
        self.in_a_hurry = False
        """True after a key that has nothing to choose yet."""
        self.refused = -1
        """Row chosen last, which cannot be tried again yet; -1 without one."""
        self.all_shown = False
        """True while the better moves of all of them are shown."""

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static(id="title", classes="title", markup=False)
            yield Mistakes()
            yield Static(id="about", classes="muted", markup=False)
            yield Chart(
                self.app.palette_for(self.match.seats),
                chances_chart(self.match, self.analysis.winning_chances),
                soft=True,
            )
        yield KeyFooter()

    def on_mount(self) -> None:
        self.analysis.focus = NOWHERE  # what looks costly is next
        self.fill()
        self.query_one(Mistakes).focus()
        self.set_interval(LOOK_SECONDS, self.look)

    def look(self) -> None:
        """Show what the review has found since the last look."""
        if self.points != to_retry(self.analysis, self.match.human_seats[0]) or self.analysis.progress:
            self.fill()

    def fill(self) -> None:
        """Show the mistakes, with the cursor on the same one as before, and how far the review is."""
        menu, p = self.query_one(Mistakes), self.app.palette_for(self.match.seats)
        at = menu.highlighted
        chosen = self.points[at] if at is not None and at < len(self.points) else None
        suspect = menu.highlighted_option.id if menu.highlighted_option and chosen is None else None
        self.points = to_retry(self.analysis, self.match.human_seats[0])
        if chosen and all(chosen.ply != point.ply for point in self.points):  # the figures of a move may change
            smallest = min(self.points, key=lambda point: point.loss) if len(self.points) == TURNING_POINTS else None
            kept = [point for point in self.points if point is not smallest]
            self.points = sorted([*kept, chosen], key=lambda point: point.ply)
        menu.clear_options()
        mistakes = in_rows(self.analysis, [*self.points, *self.suspects()])
        for n, mistake in enumerate(mistakes, 1):
            row = self.row(p, n, mistake) if n <= len(self.points) else wide_row(p, " ", mistake)
            menu.add_option(Option(row, str(mistake.ply)))
        rows = [option.id for option in menu.options]
        unsolved = next((n for n, point in enumerate(self.points) if not self.answers.get(point.ply)), 0)
        at_same = rows.index(str(chosen.ply)) if chosen else rows.index(suspect) if suspect in rows else unsolved
        menu.highlighted = at_same if rows else None
        self.refresh_bindings()
        self.query_one("#title", Static).update(self.title_text())
        self.query_one("#about", Static).update(self.about())
        self.query_one(Chart).display = self.analysis.span != range(0)  # without any figures yet, it would be empty
        self.query_one(Chart).plot(
            series=self.analysis.winning_chances,
            span=self.analysis.span,
            chosen=frozenset(self.match.human_seats),
            marks=sorted(Mark(point.ply, str(n), point.seat) for n, point in enumerate(self.points, 1)),
        )

    def suspects(self) -> list[Decision]:
        """The moves that may yet come into the list, as many as it has room for."""
        suspects = self.analysis.own_suspects(self.match.human_seats[0])
        listed = {point.ply for point in self.points}
        return [suspect for suspect in suspects if suspect.ply not in listed][: TURNING_POINTS - len(self.points)]

    def title_text(self) -> str:
        """The title of the list, without a number while more may come."""
        if self.analysis.progress:
            return f"{MISTAKES} so far"
        return turning_points_title(len(self.points)) if self.points else MISTAKES

    def row(self, p: Palette, number: int, mistake: Mistake) -> RenderableType:
        """A mistake; below it the better move, if the player knows it."""
        solved = self.answers.get(mistake.ply, False)
        mark = p["chosen"] if solved else str(number)
        if mistake.ply in self.answers or self.all_shown:
            return wide_row(p, mark, mistake._replace(is_suspect=False), solved)
        text = Text.assemble((f"{mistake.when}  ", p.ink("muted")), (mistake.played, p.ink("ink", bold=True)))
        return loss_row(p, mark, text, mistake)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim the key that shows the better moves while none is known."""
        return None if action == "show_better" and not self.points else super().check_action(action, parameters)

    def on_key(self) -> None:
        """Answer a key that does nothing, while there is nothing to choose, with a word on why."""
        self.in_a_hurry = not self.points
        self.query_one("#about", Static).update(self.about())

    def action_number(self, number: int) -> None:
        """Try the mistake with a number."""
        self.choose(number - 1)

    def action_show_better(self) -> None:
        """Show the better moves, or hide those that the player has not found out yet."""
        self.all_shown = not self.all_shown
        self.fill()

    def on_screen_resume(self) -> None:
        self.fill()

    def about(self) -> str:
        """The effect of the keys, and the progress of the review."""
        play, show = self.app.key_names["points.play"], self.app.key_names["points.show"]
        shows = "hides" if self.all_shown else "shows"
        line = f"{play} lets you try again from that position; {show} {shows} the better moves."
        lines = [line] if self.points else []
        if self.analysis.warned.intersection(point.ply for point in self.points):
            lines.append(DEEPER)
        progress = self.analysis.progress
        if progress and not self.points and self.refused < 0:
            moment = "No better move is known yet: you" if self.in_a_hurry else "You"
            lines.append(f"{moment} can try a move again as soon as it is certain to be a mistake.")
        if waiting := len(self.suspects()):
            following = f"{'It is' if waiting == 1 else 'They are'} looked at next, before all other moves."
            lines.append(TOO_EARLY if self.refused == self.query_one(Mistakes).highlighted else following)
        if progress:
            lines.append(f"Review: {progress}; it continues if you leave.")
        elif not self.points:
            lines.append(no_big_mistakes(self.analysis, self.match.human_seats[0]))
        return "\n".join(lines)

    @on(OptionList.OptionSelected)
    def selected(self, event: OptionList.OptionSelected) -> None:
        """Try again from the position before the move."""
        self.choose(event.option_index)

    def choose(self, row: int) -> None:
        """Try the mistake of a row; if it is not certain to be one yet, say so."""
        if row < len(self.points):
            return self.try_again(row)
        self.refused = row
        return self.query_one("#about", Static).update(self.about())

    def try_again(self, index: int) -> None:
        self.app.push_screen(RetryScreen(self.match, self.analysis, self.points, index, self.answers))
