"""Statistics: wins and losses, and details of each game."""

from __future__ import annotations

from typing import ClassVar

from rich.table import Table as Sheet
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from ..model import rating_words
from ..model.actions import bindings
from ..model.play_statistics import GameTally, Statistics, Tally, collect
from ..model.statistics_words import form, notes, story
from ..widgets.headings_and_bars import bar
from ..widgets.key_footer import KeyFooter
from .base import TabletownScreen

BAR = 10
"""Width of a bar in cells."""
WIDE = 110
"""Columns from which two sheets are side by side."""


class StatisticsScreen(TabletownScreen):
    """Sheets of tallies; the saved games are read in a thread."""

    CSS_PATH = "statistics.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("stats")]

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Static("Statistics", classes="title")
            yield Static("Loading ...", id="story", markup=False)
            with Vertical(id="sheets"):
                with Vertical(id="left"):
                    yield Static(id="ratings", classes="sheet")
                    yield Static(id="scores", classes="sheet")
                    yield Static(id="kinds", classes="sheet")
                yield Static(id="right", classes="sheet")
            yield Static("", id="notes", classes="muted", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.count_games()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= WIDE, "-wide")

    @work(thread=True, exclusive=True)
    def count_games(self) -> None:
        statistics = collect()
        self.app.call_from_thread(self.fill, statistics)

    def fill(self, statistics: Statistics) -> None:
        if not self.is_attached:
            return  # the screen was left while the records were read
        self.query_one("#story", Static).update(self.story(statistics))
        sections = statistics.sections()
        left = [section for section in sections if section[2]]
        right = [section for section in sections if not section[2]]
        rated = rating_words.summary(statistics.ratings)
        self.query_one("#ratings", Static).update(self.ratings(rated) if rated else "")
        self.query_one("#ratings").display = bool(rated)
        for name, part in (("#scores", left), ("#right", right)):
            self.query_one(name, Static).update(self.sheet(part) if part else "")
        self.query_one("#kinds", Static).update(self.kinds(statistics.kinds) if statistics.kinds else "")
        self.query_one("#notes", Static).update("\n".join(notes(statistics)))

    def story(self, statistics: Statistics) -> Text:
        """Sentences about you, the first one above your latest games."""
        p, (first, *others), games = self.app.palette, story(statistics), form(statistics)
        lines = [Text(first, p.ink("ink", bold=True))]
        if games:
            signs = {True: (p["own"], p.style("good")), False: (p["open"], p.ink("muted"))}
            latest = Text("").join(Text(*signs[won]) for won in games)
            what, means = "Latest games, newest last: ", f"  ({signs[True][0]} won, {signs[False][0]} lost)"
            lines.append(Text.assemble((what, p.ink("muted")), latest, (means, p.ink("muted"))))
        return Text("\n").join([*lines, *map(Text, others)])

    def sheet(self, sections: list[tuple[str, list[Tally], bool]]) -> Sheet:
        """Sheet of sections; those with comparable scores show the best and the average."""
        p = self.app.palette
        scores = sections[0][2]
        sheet = Sheet(box=None, padding=(0, 1), show_header=False)
        sheet.add_column(min_width=22 if scores else 14, max_width=34)
        for _ in range(4 + 2 * scores):
            sheet.add_column(justify="right")
        heads = ["games", "won", "", "", *(["best", "average"] if scores else [])]
        for n, (title, tallies, _) in enumerate(sections):
            if n:
                sheet.add_row()
            sheet.add_row(Text(title, p.style("cursor", bold=True)), *(Text(head, p.style("muted")) for head in heads))
            for t in tallies:
                figures: list[str | Text] = [
                    str(t.games),
                    str(t.won),
                    f"{t.share:.0%}",
                    self.share(t.share, BAR if scores else BAR // 2),
                ]
                points = [str(t.best), f"{t.average:.1f}"] if scores else []
                sheet.add_row(Text(t.title), *figures, *points)
        return sheet

    def ratings(self, rated: list[tuple[str, str, str]]) -> Sheet:
        """Sheet of your rating in each game."""
        p, sheet = self.app.palette, Sheet(box=None, padding=(0, 1), show_header=False)
        sheet.add_column(min_width=22, max_width=34)
        sheet.add_row(Text("Your rating", p.style("cursor", bold=True)))
        for title, value, games in rated:
            sheet.add_row(Text(title), Text(value), Text(games, p.style("muted")))
        return sheet

    def kinds(self, kinds: list[GameTally]) -> Sheet:
        """Sheet with a block per game: average rounds, points by source with bars on one scale, results by level."""
        p = self.app.palette
        sheet = Sheet(box=None, padding=(0, 1), show_header=False)
        sheet.add_column(min_width=22, max_width=34)
        sheet.add_column(justify="right")
        sheet.add_column()
        for n, kind in enumerate(kinds):
            if n:
                sheet.add_row()
            sheet.add_row(Text(kind.title, p.style("cursor", bold=True)), Text("per game", p.style("muted")))
            if kind.rounds:
                sheet.add_row(f"{kind.period.capitalize()}s", f"{kind.rounds / kind.games:.1f}")
            averages = kind.averages()
            scale = max([1.0, *(abs(points) for _, points in averages)])
            if averages:
                sheet.add_row("Points", f"{kind.total / kind.games:.1f}")
            for label, points in averages:
                colour = "error" if points < 0 else "good"
                sheet.add_row(f"  {label}", f"{points:.1f}", Text(bar(p, BAR, points, scale), p.style(colour)))
            unaided = {kind.unaided.title: kind.unaided} if 0 < kind.unaided.games < kind.games else {}
            for title, tally in (kind.levels | unaided).items():
                sheet.add_row(
                    Text(title, p.style("muted")), f"won {tally.won} of {tally.games}", self.share(tally.share, BAR)
                )
        return sheet

    def share(self, share: float, cells: int) -> Text:
        """Bar for a fraction of games won, from 0 to 1."""
        p, won = self.app.palette, round(share * cells)
        return Text(p["full"] * won, p.style("good")) + Text(p["part"] * (cells - won), p.style("faint"))

    def action_rating(self) -> None:
        self.app.open_screen("rating")
