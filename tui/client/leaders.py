"""The leaderboard of each game, with the client's own rank."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabletown import rules
from tabletown.rules.core.text import plural

from ..model.actions import bindings
from ..protocol.message_limits import MAX_PAGE
from ..protocol.player_messages import FetchLeaders, Leader, Leaderboard
from ..widgets.key_footer import KeyFooter
from . import lobby_rows, player_words
from .chat import OnlineScreen
from .connection import Incoming

NOBODY = "Nobody is ranked yet."
AROUND = 9
"""Rows of the window that the list leaves to others."""


class Leaders(OptionList):
    """A page of a leaderboard."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("leaders.list")]


class LeadersScreen(OnlineScreen):
    """A page of the leaderboard of one game after the other."""

    CSS_PATH = "client.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("leaders")]

    def __init__(self) -> None:
        super().__init__()
        self.game, self.skip = next(iter(rules.GAMES)), 0
        self.board: Leaderboard | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            yield Static(id="title", classes="title", markup=False)
            yield Static(id="who", markup=False)
            yield Leaders(id="people")
            yield Static(id="about", classes="muted", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(Leaders).focus()
        self.ask()

    def on_resize(self, event: events.Resize) -> None:
        self.ask()

    @property
    def room(self) -> int:
        """Players for whom there is room."""
        return max(1, min(self.size.height - AROUND, MAX_PAGE))

    def ask(self) -> None:
        self.session.send(FetchLeaders(self.game, self.skip, self.room))

    def received(self, message: Incoming) -> None:
        if isinstance(message, Leaderboard):
            self.board = message
            self.show(message)

    def show(self, board: Leaderboard) -> None:
        leaders = self.query_one(Leaders)
        self.query_one("#title", Static).update(f"Leaderboard: {player_words.game_title(board.game)}")
        self.query_one("#who", Static).update(f"{plural(board.total, 'ranked player')}.")
        leaders.clear_options()
        leaders.add_options([Option(self.line(leader, board), str(leader.number)) for leader in board.leaders])
        if not board.leaders:
            leaders.add_option(Option(NOBODY, disabled=True))
        leaders.highlighted = 0 if board.leaders else None
        self.query_one("#about", Static).update(player_words.standing(board))
        self.refresh_bindings()

    def line(self, leader: Leader, board: Leaderboard) -> Text:
        """A player as a line: rank, name, rating and rated games; the client's own is bold."""
        yours = board.yours is not None and board.yours.number == leader.number
        name = lobby_rows.fit(leader.name, player_words.NAMES)
        games = plural(leader.rated, "rated game")
        return Text(f"{leader.rank:>4}  {name}{leader.rating:>5}   {games}", "bold" if yours else "", no_wrap=True)

    @on(OptionList.OptionSelected)
    def open_profile(self, event: OptionList.OptionSelected) -> None:
        from .profile import ProfileScreen

        if event.option.id:
            self.app.push_screen(ProfileScreen(int(event.option.id)))

    def action_game(self) -> None:
        """Show the leaderboard of the next game."""
        games = [*rules.GAMES]
        self.game, self.skip = games[(games.index(self.game) + 1) % len(games)], 0
        self.ask()

    def action_page(self, step: int) -> None:
        self.skip = max(0, self.skip + step * self.room)
        self.ask()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the keys of pages that do not exist."""
        if action != "page" or self.board is None:
            return True
        return self.skip > 0 if parameters == (-1,) else self.skip + len(self.board.leaders) < self.board.total
