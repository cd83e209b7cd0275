"""The list of tournaments: those to come, the running ones, and those that are over."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..model.actions import bindings
from ..protocol.message_limits import MAX_PAGE
from ..protocol.tournament_messages import ListTournaments, TournamentList, TournamentRow
from ..widgets.key_footer import KeyFooter
from . import tournament_words
from .chat import OnlineScreen
from .connection import Incoming
from .new_tournament import NewTournament
from .tournament import TournamentScreen

NONE = "No tournaments yet. Create one, and others can join it."
AROUND = 9
"""Rows of the window that the list leaves to others."""


class TournamentRows(OptionList):
    """A page of tournaments."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("tournaments.list")]


class TournamentsScreen(OnlineScreen):
    """A page of tournaments; one key creates another one."""

    CSS_PATH = "client.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("tournaments")]

    def __init__(self) -> None:
        super().__init__()
        self.query_sent = ListTournaments()
        self.listed: TournamentList | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            yield Static("Tournaments", classes="title")
            yield Static(id="who", markup=False)
            yield TournamentRows(id="games")
            yield Static(id="about", classes="muted", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(TournamentRows).focus()

    def on_screen_resume(self) -> None:
        """Ask for the list, also after another screen has asked for something else."""
        self.ask(self.query_sent.skip)

    def on_resize(self, event: events.Resize) -> None:
        if self.listed and self.query_sent.most != self.room:
            self.ask(self.query_sent.skip)

    @property
    def room(self) -> int:
        """Tournaments for which there is room."""
        return max(1, min(self.size.height - AROUND, MAX_PAGE))

    def ask(self, skip: int = 0) -> None:
        """Ask the server for a page."""
        self.query_sent = ListTournaments(skip, self.room)
        self.session.send(self.query_sent)

    def received(self, message: Incoming) -> None:
        if isinstance(message, TournamentList):
            self.listed = message
            self.show(message)

    def show(self, listed: TournamentList) -> None:
        tournaments, before = self.query_one(TournamentRows), self.row
        tournaments.clear_options()
        width, now = min(self.size.width, 110) - 8, self.session.calendar()
        tournaments.add_options(
            [Option(tournament_words.line(row, width, now), str(row.number)) for row in listed.tournaments]
        )
        if not listed.tournaments:
            tournaments.add_option(Option(NONE, disabled=True))
        numbers = [row.number for row in listed.tournaments]
        at = numbers.index(before) if before in numbers else 0
        tournaments.highlighted = at if numbers else None
        first, last = self.query_sent.skip, self.query_sent.skip + len(numbers)
        self.query_one("#who", Static).update(
            f"{first + 1} to {last} of {listed.total}" if first or last < listed.total else ""
        )
        self.tell()
        self.refresh_bindings()

    @property
    def row(self) -> int | None:
        """The number of the highlighted tournament."""
        rows = self.query_one(TournamentRows)
        option = rows.get_option_at_index(rows.highlighted) if rows.highlighted is not None else None
        return int(option.id) if option and option.id else None

    @property
    def tournament(self) -> TournamentRow | None:
        """The highlighted tournament."""
        listed = self.listed.tournaments if self.listed else []
        return next((row for row in listed if row.number == self.row), None)

    @on(OptionList.OptionHighlighted)
    def tell(self) -> None:
        """Show the game, kind, rounds and clock of the highlighted tournament."""
        row = self.tournament
        self.query_one("#about", Static).update(f"{row.name}: {tournament_words.terms(row)}." if row else "")

    @on(OptionList.OptionSelected)
    def open_tournament(self) -> None:
        if self.tournament:
            self.app.push_screen(TournamentScreen(self.tournament.number))

    def action_new(self) -> None:
        self.app.push_screen(NewTournament())

    def action_page(self, step: int) -> None:
        self.ask(max(0, self.query_sent.skip + step * self.query_sent.most))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the keys of pages that do not exist."""
        if action != "page" or self.listed is None:
            return action != "page"
        before, count = self.query_sent.skip, len(self.listed.tournaments)
        return before > 0 if parameters == (-1,) else before + count < self.listed.total
