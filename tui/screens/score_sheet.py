"""The end of a game: who won, by what, and what to do next."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from rich.table import Table as Sheet
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.timer import Timer
from textual.types import CSSPathType
from textual.widgets import Footer, Static

from tabletown.rules.core.game import total_points
from tabletown.rules.core.match import Match
from tabletown.rules.core.record import Record

from ..model.actions import bindings
from ..narration.narrator import headline
from ..narration.transcript import transcript
from ..widgets.chart import Chart
from .base import TabletownScreen
from .match_base import board_class, points_by_ply

REVEAL = 0.6
"""Seconds between two rows that turn up."""


class ScoreSheet(TabletownScreen):
    """Score sheet: players side by side, sources one below the other; the race turn by turn."""

    CSS_PATH: ClassVar[CSSPathType | None] = "score_sheet.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("over")]

    def __init__(self, match: Match, record: Record | None) -> None:
        super().__init__()
        self.match, self.record = match, record
        self.rows = board_class(match.name).revealed(match.game, match.state)
        self.turned_up = 0
        """How many of the rows show."""
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        totals = points_by_ply(self.match)
        with VerticalScroll(can_focus=False):
            yield Static(headline(self.match), classes="title", markup=False)
            yield Static(self.sheet(), id="sheet")
            if self.rows:
                yield Static(id="revealed")
            yield Chart(self.app.palette, totals, "Points by move")
            yield Static(self.facts(), id="facts", classes="muted", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def sheet(self) -> Sheet:
        match, p = self.match, self.app.palette
        scores = match.game.score(match.state)
        sheet = self.columns("Points")
        for row, (label, _) in enumerate(scores[0]):
            sheet.add_row(label, *(str(score[row][1]) for score in scores))
        bold = p.style(bold=True)
        sheet.add_row(Text("Total", bold), *(Text(str(total_points(score)), bold) for score in scores))
        return sheet

    def columns(self, first: str) -> Sheet:
        """An empty sheet with a column for each player, the winners' with a star."""
        match, p = self.match, self.app.palette
        winners = match.game.winners(match.state)
        sheet = Sheet(box=None, padding=(0, 2), header_style=p.style(bold=True))
        sheet.add_column(first, min_width=max((len(title) for title, _ in self.rows), default=None))
        for seat, (name, _) in enumerate(match.seats):
            mark = "* " if seat in winners else ""
            sheet.add_column(Text(f"{mark}{seat + 1} {name}", p.style(f"seat-{seat + 1}", bold=True)), justify="right")
        return sheet

    def facts(self) -> str:
        match = self.match
        where = f", saved as {self.record.path.name}" if self.record else ""
        return f"Seed {match.seed}, {len(match.log)} moves{where}. * marks the winner."

    def on_mount(self) -> None:
        """Rows turn up one after the other, where things may move. What was said at the table is over."""
        self.app.clear_notifications()
        if self.rows and self.app.terminal.animation:
            self._timer = self.set_interval(REVEAL, self.action_reveal)
            self.show_rows()
        else:
            self.action_reveal_all()

    def action_reveal(self) -> None:
        self.turned_up += 1
        self.show_rows()

    def action_reveal_all(self) -> None:
        self.turned_up = len(self.rows)
        self.show_rows()

    def show_rows(self) -> None:
        """What has turned up, and how many rows have not."""
        if not self.rows:
            return
        if self.turned_up >= len(self.rows) and self._timer:
            self._timer.stop()
            self._timer = None
        sheet = self.columns(board_class(self.match.name).REVEALED)
        for n, (title, cells) in enumerate(self.rows):
            sheet.add_row(*((title, *cells) if n < self.turned_up else ("...",)))
        self.query_one("#revealed", Static).update(sheet)
        self.refresh_bindings()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height >= 30, "-tall")

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_rematch(self) -> None:
        seats = self.match.seats[1:] + self.match.seats[:1]
        self.app.start(self.match.name, seats, self.match.options, None)

    def action_again(self) -> None:
        self.app.start(self.match.name, self.match.seats, self.match.options, self.match.seed)

    @property
    def path(self) -> Path | None:
        """The file of the game, if it has one."""
        return self.record.path if self.record else None

    def action_review(self) -> None:
        self.app.show_replay(self.match, self.path)

    def action_board(self) -> None:
        self.app.show_replay(self.match, self.path, at_end=True)

    def action_export(self) -> None:
        if self.record is None:
            return
        path = self.record.path.with_name(f"{self.record.path.name}.txt")
        try:
            path.write_text(transcript(self.match), encoding="utf-8")
            self.query_one("#facts", Static).update(f"Saved {path}")
        except OSError as error:
            self.notify(f"Could not save: {error.strerror}", severity="warning", markup=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "reveal_all":
            return self.turned_up < len(self.rows)
        return action != "export" or self.record is not None

    def action_home(self) -> None:
        self.app.go_home()
