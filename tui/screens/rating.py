"""Your rating in each game: its history as a line, its figures, first wins, and the games that moved it."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor
from typing import ClassVar

from rich.cells import cell_len
from rich.table import Table as Sheet
from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabletown.rules.bots.matched import MATCHED
from tabletown.rules.bots.player_rating import PROVISIONAL
from tabletown.rules.core.match import Seat
from tabletown.rules.core.text import plural

from ..model import matched_opponent, puzzles, rating, rating_words
from ..model.actions import bindings
from ..model.rating import History, RatedGame
from ..model.results import path_of
from ..narration.grammar import sentence
from ..widgets.chart import Chart, ChartData
from ..widgets.headings_and_bars import bar
from ..widgets.key_footer import KeyFooter
from ..widgets.status_line import Prompt, fitting
from .base import TabletownScreen

UNIT = 100
"""The chart's range ends at multiples of this."""
TICKS = {5: 40, 10: 100}
"""Games between two figures below the chart, each for up to so many games."""
MANY = 50
"""Games between two figures for more games."""
TALL, WIDE = 32, 110
"""Rows from which the chart is higher, and columns from which the page has a margin."""
MARGINS = (2, 8)
"""Columns of the margins in a narrow window and in a wide one."""
BARS = (5, 12)
"""Columns of the longest bar of a level in a narrow window and in a wide one; bars start at 0."""
GAP = "  "
"""Space between the columns of a game in the list."""
SAMPLE = (640, 600, 690, 660, 740, 720, 810, 790, 850, 900, 880, 960)
"""Ratings of the line that shows how the page will look."""


class Games(OptionList):
    """List of the games of one kind, newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("rating.list")]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show no key for games while there are none."""
        return bool(self.option_count) if action == "select" else super().check_action(action, parameters)


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
        self.rows: list[Text] = []
        """The texts of the games in the list."""
        self.under_cursor = 0
        """Index of the game under the cursor."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Prompt(id="game")
            yield Prompt(id="place", fits=True)
        with Vertical(id="page"):
            yield Static("Loading ...", id="message", markup=False)
            yield Chart(self.app.palette, ChartData("Rating by game", [""], [[0]]), soft=True)
            yield Static(id="facts", classes="sheet")
            yield Static(id="title", classes="title", markup=False)
            yield Games()
            yield Static("\n".join(rating_words.notes()), id="notes", classes="muted", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one("#game", Prompt).say("Your rating")
        self.add_class("-empty", "-loading")
        self.read_games()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height >= TALL, "-tall")
        self.set_class(event.size.width >= WIDE, "-wide")
        self.call_after_refresh(self.list_games)
        if self.histories:
            self.query_one("#facts", Static).update(self.facts(self.histories[self.page]))

    @work(thread=True, exclusive=True)
    def read_games(self) -> None:
        histories = rating.read_histories()
        solved = puzzles.summary(puzzles.load_results()[0])
        self.app.call_from_thread(self.fill, histories, solved)

    def fill(self, histories: list[History], solved: str) -> None:
        """Show the kind of game that was rated last, or else played last, and in `solved` your rating in puzzles."""
        if not self.is_attached:
            return  # the screen was left while the games were read
        self.histories, self.puzzles = histories, solved
        self.remove_class("-loading")
        if histories:
            rated = [history for history in histories if history.rated]
            newest = rating_words.newest(rated or histories)
            self.page = next(n for n, history in enumerate(histories) if history is newest)
            self.show()
        else:
            self.show_sample()
        self.refresh_bindings()

    def show_sample(self) -> None:
        """Say how to get a rating, above a line that shows how it will look."""
        plays = self.app.key_names.fill("{rating.play} plays ") + matched_opponent.title_of(self.kind)
        lines = [rating_words.NOTHING, f"{plays} against a bot that is matched to you."]
        lines += [sentence(f"your puzzles: {self.puzzles}")] if self.puzzles else []
        self.query_one("#message", Static).update("\n".join(lines))
        data = line_chart([float(value) for value in SAMPLE], None)
        self.query_one(Chart).plot(**vars(replace(data, title="An example", chosen=frozenset(), names=["you"])))

    @property
    def kind(self) -> rating.Kind:
        """The kind of game on screen, or without any game yet the one to start with."""
        return self.histories[self.page].kind if self.histories else matched_opponent.first_kind()

    def show(self) -> None:
        """Show the page of a game."""
        history = self.histories[self.page]
        self.set_class(False, "-empty")
        self.query_one("#game", Prompt).say(f"Your rating: {history.title}")
        self.query_one("#place", Prompt).say(self.place())
        self.set_class(len(history.rated) < PROVISIONAL, "-provisional")
        self.query_one("#facts", Static).update(self.facts(history))
        replays = self.app.key_names.fill("Games, newest first ({rating.replay} replays one)")
        self.query_one("#title", Static).update(replays)
        self.list_games()
        self.query_one(Games).focus()

    def place(self) -> str:
        """Number of the page, if there are several."""
        count = len(self.histories)
        return f"game {self.page + 1} of {count}" if count > 1 else ""

    def facts(self, history: History) -> Sheet:
        """Sheet of figures, and beside them the levels, with you among them and the first win at each."""
        p, sheet = self.app.palette, Sheet.grid(padding=(0, 1))
        facts = rating_words.facts(history)
        left = [fact for fact in facts if fact[0] != rating_words.NEXT_LEVEL]  # the levels beside them say so
        left += [("Puzzles", self.puzzles)] if self.puzzles else []
        starts = f"; press {self.app.key_names['rating.play']}"
        sheet.add_column(width=9)
        sheet.add_column(ratio=1)
        sheet.add_column(width=6)
        sheet.add_column(width=6, justify="right")
        sheet.add_column(width=BARS[self.has_class("-wide")])
        sheet.add_column(width=12)
        sheet.expand = True
        heads = [Text(text, p.style("cursor", bold=True)) for text in ("Levels", "rating", "", "first win on")]
        rungs = rating_words.ladder(history)
        right = [heads, *(self.rung(rung, rungs[0].value) for rung in rungs)]
        for n in range(max(len(left), len(right))):
            label, value = left[n] if n < len(left) else ("", "")
            more = starts if label == rating_words.EVEN_GAME else ""
            rung = right[n] if n < len(right) else []
            ink = p.style("good", bold=True) if label == rating_words.RATING else p.style()
            sheet.add_row(Text(label, p.style("muted")), Text(value + more, ink), *rung)
        return sheet

    def rung(self, rung: rating_words.Rung, highest: float) -> list[Text]:
        """Cells of a level, or of you, with a bar from 0 to the `highest` rating."""
        p = self.app.palette
        length = bar(p, BARS[self.has_class("-wide")], max(0.0, rung.value), highest)
        if rung.name == rating_words.YOU:
            ink = fill = p.style("good", bold=True)
        elif rung.note == rating_words.AIM:
            ink = fill = p.style("cursor", bold=True)
        else:
            ink, fill = p.style("muted"), p.style("faint")
        note = ink if rung.note == rating_words.AIM else p.style("good")
        return [Text(rung.name, ink), Text(rung.rating, ink), Text(length, fill), Text(rung.note, note)]

    # Games

    def list_games(self) -> None:
        """List the games of the page, with the cursor on the newest one."""
        if not self.histories:
            return
        history, menu = self.histories[self.page], self.query_one(Games)
        texts = [*rating_words.recent(history, len(history.games))]
        widths = [max((cell_len(text[n]) for text in texts), default=0) for n in range(3)]
        margins = 2 * MARGINS[self.has_class("-wide")] + menu.styles.scrollbar_size_vertical
        room = self.size.width - margins - sum(widths) - 3 * len(GAP)
        rated = zip(newest_first(history), texts, strict=True)
        self.rows = [self.row(game, text, widths, max(room, 1)) for game, text in rated]
        self.under_cursor = 0
        menu.clear_options()
        menu.add_options([Option(row) for row in self.rows])
        menu.highlighted = 0

    def row(self, game: RatedGame, texts: tuple[str, str, str, str], widths: list[int], room: int) -> Text:
        """A game in the list: its date, opponents, result, and effect on the rating in what room is left."""
        p = self.app.palette
        ink = p.ink("muted" if game.unrated else "good" if game.change > 0 else "ink")
        when, who, result = (f"{text:<{width}}{GAP}" for text, width in zip(texts, widths, strict=False))
        return Text.assemble((when, p.ink("muted")), who, result, (fitting(texts[3], room), ink))

    @property
    def chosen(self) -> RatedGame | None:
        """The game under the cursor."""
        at = self.query_one(Games).highlighted
        return newest_first(self.histories[self.page])[at] if self.histories and at is not None else None

    @on(OptionList.OptionHighlighted)
    def mark(self, event: OptionList.OptionHighlighted) -> None:
        """Show the game under the cursor in one colour, the one that was there before in several, and mark it on the
        line.
        """
        menu, before = self.query_one(Games), self.under_cursor
        if event.option_index >= len(self.rows) or menu.option_count != len(self.rows):
            return  # of a list that has been replaced since
        self.under_cursor = event.option_index
        menu.replace_option_prompt_at_index(before, self.rows[before])
        menu.replace_option_prompt_at_index(self.under_cursor, self.rows[self.under_cursor].plain)
        self.plot()

    def plot(self) -> None:
        """Draw the line, on which the game under the cursor is marked."""
        history, chosen = self.histories[self.page], self.chosen
        number = next((n for n, game in enumerate(history.rated, 1) if game is chosen), 0)
        chart = self.query_one(Chart)
        chart.plot(**vars(rating_chart(history, number)))
        chart.ply = number - PROVISIONAL if number >= PROVISIONAL else None

    @on(OptionList.OptionSelected)
    def replay(self) -> None:
        """Replay the game under the cursor."""
        if self.chosen and self.app.front is self:
            self.app.replay(str(path_of(self.chosen.result)))

    # Keys

    def action_walk(self, step: int) -> None:
        """Show another game."""
        if self.histories:
            self.page = (self.page + step) % len(self.histories)
            self.show()

    def action_play(self) -> None:
        """Play the game on screen against a matched opponent, without the coach, so that it is rated; you go first in
        every second one.
        """
        if self.app.settings.coach == "on":
            self.app.apply_settings(replace(self.app.settings, coach="off"))
            self.app.notify("The coach is off, so that this game is rated.")
        played = len(self.histories[self.page].games) if self.histories else 0
        seats = [Seat("You"), Seat("Hana", MATCHED)][:: 1 - 2 * (played % 2)]
        self.app.start(self.kind[0], seats, matched_opponent.options_of(self.kind), None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "walk" or len(self.histories) > 1


def newest_first(history: History) -> list[RatedGame]:
    return history.games[::-1]


def rating_chart(history: History, number: int = 0) -> ChartData:
    """Data for a chart of a rating by rated game, from the first that is not provisional; `number` is the rated game
    under the cursor, 0 for none.
    """
    line = history.line[PROVISIONAL:] or history.line
    return replace(line_chart(line, number), note=plural(len(history.rated), "rated game"))


def line_chart(line: list[float], number: int | None) -> ChartData:
    """Data for a chart of ratings from the first that is not provisional; the game with a number has it below."""
    games = range(PROVISIONAL, PROVISIONAL + len(line))
    every = next((step for step, most in TICKS.items() if len(line) <= most), MANY)
    named = [game for game in games if game == number or (game % every == 0 and abs(game - (number or 0)) >= 3)]
    return ChartData(
        "Rating by game",
        ["you"],
        [line],
        limits=(floor(min(line) / UNIT) * UNIT, ceil(max(line) / UNIT) * UNIT),
        chosen=frozenset({0}),
        axis="game",
        ticks=[(game - PROVISIONAL, str(game)) for game in named],
    )
