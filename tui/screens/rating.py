"""Your rating in each game: its history as a line, its figures, first wins and the latest games."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor
from typing import ClassVar

from rich.table import Table as Sheet
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from tabletown.rules.bots.matched import MATCHED
from tabletown.rules.bots.player_rating import PROVISIONAL
from tabletown.rules.core.match import Seat
from tabletown.rules.core.text import plural

from ..model import puzzles, rating, rating_words
from ..model.actions import bindings
from ..model.matched_opponent import options_of
from ..model.rating import History
from ..narration.grammar import sentence
from ..widgets.chart import Chart, ChartData
from ..widgets.key_footer import KeyFooter
from ..widgets.status_line import Prompt
from .base import TabletownScreen

UNIT = 100
"""The chart's range ends at multiples of this."""
TICK = 5
"""Games between two figures below the chart."""
TALL, WIDE = 32, 110
"""Rows from which the chart is higher, and columns from which the page has a margin."""


class RatingScreen(TabletownScreen):
    """Page for each game and module; the saved games are read in a thread."""

    CSS_PATH = "rating.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("rating")]

    def __init__(self) -> None:
        super().__init__()
        self.histories: list[History] = []
        self.page = 0
        """Index of the history on screen."""
        self.puzzles = ""
        """Your rating in puzzles, in words; empty without one."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Prompt(id="game")
            yield Prompt(id="place", fits=True)
        with VerticalScroll(can_focus=False):
            yield Static("Loading ...", id="message", classes="muted", markup=False)
            yield Chart(self.app.palette, ChartData("Rating by game", [""], [[0]]), soft=True)
            yield Static(id="facts", classes="sheet")
            yield Static(id="recent", classes="sheet")
            yield Static("\n".join(rating_words.notes()), id="notes", classes="muted", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one("#game", Prompt).say("Your rating")
        self.set_class(True, "-empty")
        self.read_games()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height >= TALL, "-tall")
        self.set_class(event.size.width >= WIDE, "-wide")

    @work(thread=True, exclusive=True)
    def read_games(self) -> None:
        histories = rating.read_histories()
        solved = puzzles.summary(puzzles.load_results()[0])
        self.app.call_from_thread(self.fill, histories, solved)

    def fill(self, histories: list[History], solved: str) -> None:
        """Show the kind of game that was played last, and in `solved` your rating in puzzles."""
        if not self.is_attached:
            return  # the screen was left while the games were read
        self.histories, self.puzzles = histories, solved
        lines = [rating_words.NOTHING, *([sentence(f"your puzzles: {solved}")] if solved else [])]
        self.query_one("#message", Static).update("\n".join(lines))
        if histories:
            self.page = next(n for n, history in enumerate(histories) if history is rating_words.newest(histories))
            self.show()
        self.refresh_bindings()

    def show(self) -> None:
        """Show the page of a game."""
        history = self.histories[self.page]
        self.set_class(False, "-empty")
        self.query_one("#game", Prompt).say(f"Your rating: {history.title}")
        self.query_one("#place", Prompt).say(self.place())
        self.set_class(len(history.rated) <= PROVISIONAL, "-provisional")
        self.query_one(Chart).plot(**vars(rating_chart(history)))
        self.query_one("#facts", Static).update(self.facts(history))
        self.query_one("#recent", Static).update(self.recent(history))
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def place(self) -> str:
        """Number of the page, if there are several."""
        count = len(self.histories)
        return f"game {self.page + 1} of {count}" if count > 1 else ""

    def facts(self, history: History) -> Sheet:
        """Sheet of figures, and beside them the levels, with you among them and the first win at each."""
        p, sheet = self.app.palette, Sheet.grid(padding=(0, 1))
        left = [fact for fact in rating_words.facts(history) if fact[0] != rating_words.NEXT_LEVEL]
        left += [("Puzzles", self.puzzles)] if self.puzzles else []
        starts = f"; press {self.app.key_names['rating.play']}"
        sheet.add_column(width=12)
        sheet.add_column(ratio=1)
        sheet.add_column(width=7)
        sheet.add_column(width=11, justify="right")
        sheet.add_column(width=12)
        sheet.expand = True
        heads = [Text(text, p.style("cursor", bold=True)) for text in ("Levels", "rating", "first win")]
        right = [heads, *(self.rung(*rung) for rung in rating_words.ladder(history))]
        for n in range(max(len(left), len(right))):
            label, value = left[n] if n < len(left) else ("", "")
            more = starts if label == rating_words.NEXT_GAME else ""
            rung = right[n] if n < len(right) else []
            sheet.add_row(Text(label, p.style("muted")), Text(value + more), *rung)
        return sheet

    def rung(self, name: str, value: str, when: str) -> list[Text]:
        """Cells of a level, or of you."""
        p = self.app.palette
        ink = p.style("good", bold=True) if name == "You" else p.style("muted")
        won = p.style("warn" if when == rating_words.NEXT_TO_BEAT else "good")
        return [Text(name, ink), Text(value, ink), Text(when, won)]

    def recent(self, history: History) -> Sheet:
        """Sheet of the latest games."""
        p, sheet = self.app.palette, Sheet(box=None, padding=(0, 2, 0, 0), show_header=False)
        sheet.add_row(Text("Latest games", p.style("cursor", bold=True)))
        for game, (when, who, result, effect) in zip(
            history.games[: -rating_words.RECENT - 1 : -1], rating_words.recent(history), strict=True
        ):
            ink = p.style("muted" if game.unrated else "good" if game.change > 0 else "ink")
            sheet.add_row(Text(when, p.style("muted")), Text(who), Text(result), Text(effect, ink))
        return sheet

    def action_walk(self, step: int) -> None:
        """Show another game."""
        if self.histories:
            self.page = (self.page + step) % len(self.histories)
            self.show()

    def action_play(self) -> None:
        """Play the game on screen against a matched opponent, without the coach, so that it is rated; you go first in
        every second one.
        """
        if self.histories:
            if self.app.settings.coach == "on":
                self.app.apply_settings(replace(self.app.settings, coach="off"))
                self.app.notify("The coach is off, so that this game is rated.")
            history = self.histories[self.page]
            seats = [Seat("You"), Seat("Hana", MATCHED)][:: 1 - 2 * (len(history.games) % 2)]
            self.app.start(history.kind[0], seats, options_of(history.kind), None)

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "play":
            return bool(self.histories)
        return action != "walk" or len(self.histories) > 1


def rating_chart(history: History) -> ChartData:
    """Data for a chart of a rating by rated game, from the first that is not provisional."""
    line = history.line[PROVISIONAL:] or history.line
    return ChartData(
        "Rating by game",
        ["you"],
        [line],
        plural(len(history.rated), "rated game"),
        limits=(floor(min(line) / UNIT) * UNIT, ceil(max(line) / UNIT) * UNIT),
        chosen=frozenset({0}),
        axis="game",
        ticks=[(n, str(n + PROVISIONAL)) for n in range(len(line)) if (n + PROVISIONAL) % TICK == 0],
    )
