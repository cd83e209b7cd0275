"""The archive: finished games of the server in pages, with filters, and their replay."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import ClassVar

from msgspec.structs import replace
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tabletown import rules
from tabletown.rules.core.match import Match
from tabletown.rules.core.registry import is_game
from tabletown.rules.core.save_file import BadRecord
from tabletown.rules.core.text import plural

from ..model.actions import bindings
from ..protocol.addresses import ssh_command
from ..protocol.client_messages import FetchGame, ListGames
from ..protocol.message_limits import MAX_PAGE, NAME
from ..protocol.server_messages import FinishedGame, GameFile, GameList
from ..screens.replay import Replay
from ..widgets.key_footer import KeyFooter
from ..widgets.labelled_line import LabelledLine
from . import lobby_rows
from .chat import OnlineScreen
from .connection import Incoming
from .input_page import InputPage
from .session import replayed

NONE = "No finished games."
AGES = {0: "", 7: "last 7 days", 30: "last 30 days", 365: "last year"}
"""Sentences on the ages of games, by days."""
DATE, GAME = 12, 28
"""Columns of the date and of the game."""
AROUND = 9
"""Rows of the window that the list leaves to others."""


class Games(OptionList):
    """A page of finished games."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("archive.list")]


class GameOpener(OnlineScreen):
    """A screen that lists finished games, and replays the one that it fetches."""

    def __init__(self) -> None:
        super().__init__()
        self.file: list[str] = []
        """Lines of the game that is being fetched."""

    def fetch(self, number: int) -> None:
        self.file = []
        self.session.send(FetchGame(number))

    def read(self, part: GameFile) -> None:
        """Take a part of the game's file; after the last one, replay it."""
        self.file += part.lines
        if part.last:
            lines, self.file = self.file, []
            self.open_game(part.number, lines)

    def seat_in(self, number: int) -> int | None:
        """The seat of the client's player in a game; None for a spectator."""
        return None

    def open_game(self, number: int, lines: list[str]) -> None:
        """Replay a game; say so if it is damaged."""
        try:
            match = replayed(lines)
        except BadRecord as bad:
            return self.notify(f"Cannot replay game {number}: {bad.reason}.", severity="warning", markup=False)
        except (ValueError, TypeError, LookupError, AttributeError):
            return self.notify(f"Game {number} is damaged.", severity="warning", markup=False)
        self.app.push_screen(ArchivedReplay(match, number, self.seat_in(number)))
        return None


class ArchiveScreen(InputPage, GameOpener):
    """A page of the archive, with an input below it for a player's name."""

    CSS_PATH = "client.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("archive")]

    def __init__(self) -> None:
        super().__init__()
        self.query_sent = ListGames()
        self.listed: GameList | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            yield Static("Finished games", classes="title")
            yield Static(id="who", markup=False)
            yield Games(id="games")
            yield Static(id="about", classes="muted", markup=False)
            yield LabelledLine(Input(max_length=NAME))
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(Games).focus()
        self.ask(skip=0)

    def on_resize(self, event: events.Resize) -> None:
        if self.listed and self.query_sent.most != self.room:
            self.ask(skip=self.query_sent.skip)

    @property
    def room(self) -> int:
        """Games for which there is room."""
        return max(1, min(self.size.height - AROUND, MAX_PAGE))

    def ask(self, skip: int = 0, **changes: str | bool | int) -> None:
        """Ask the server for a page."""
        self.query_sent = replace(self.query_sent, skip=skip, most=self.room, **changes)
        self.session.send(self.query_sent)

    # Messages of the server

    def received(self, message: Incoming) -> None:
        match message:
            case GameList():
                self.listed = message
                self.show(message)
            case GameFile():
                self.read(message)

    def show(self, listed: GameList) -> None:
        games = self.query_one(Games)
        games.clear_options()
        width = min(self.size.width, 110) - 8
        games.add_options([Option(line_of(game, width), str(game.number)) for game in listed.games])
        if not listed.games:
            games.add_option(Option(NONE, disabled=True))
        games.highlighted = 0 if listed.games else None
        self.query_one("#who", Static).update(self.summary(listed))
        self.tell()
        self.refresh_bindings()

    def summary(self, listed: GameList) -> str:
        """The filters, and the games on this page."""
        sent = self.query_sent
        title = rules.load(sent.game).TITLE if sent.game else "All games"
        named = f"players with '{sent.name}'" if sent.name else ""
        parts = [title, "yours" if sent.mine else "", named, AGES[sent.days]]
        last = sent.skip + len(listed.games)
        shown = f"{sent.skip + 1} to {last} of {listed.total}" if last < listed.total or sent.skip else ""
        return ", ".join(filter(None, parts)) + ": " + (shown or plural(listed.total, "game"))

    @property
    def game(self) -> FinishedGame | None:
        """The highlighted game."""
        at = self.query_one(Games).highlighted
        return self.listed.games[at] if self.listed and self.listed.games and at is not None else None

    @on(OptionList.OptionHighlighted)
    def tell(self) -> None:
        """Show the command that downloads the highlighted game."""
        address, link = self.app.address, self.app.link
        page, command = f"{link}/games/{{}}.jsonl", f"{ssh_command(address)} game {{}} > FILE"
        download = f"Download: {page if link and not address else command}"
        text = download.format(self.game.number) if self.game else ""
        self.query_one("#about", Static).update(text)

    def seat_in(self, number: int) -> int | None:
        games = self.listed.games if self.listed else []
        return next((game.yours for game in games if game.number == number), None)

    # Filters and pages

    def action_game(self) -> None:
        """List the games of the next kind; after the last one, all."""
        kinds = ["", *rules.GAMES]
        self.ask(game=kinds[(kinds.index(self.query_sent.game) + 1) % len(kinds)])

    def action_mine(self) -> None:
        self.ask(mine=not self.query_sent.mine)

    def action_date(self) -> None:
        ages = list(AGES)
        self.ask(days=ages[(ages.index(self.query_sent.days) + 1) % len(ages)])

    def action_page(self, step: int) -> None:
        self.ask(skip=max(0, self.query_sent.skip + step * self.query_sent.most))

    def action_search(self) -> None:
        self.open_input("Player:", "searches", "archive.leave", self.query_sent.name)

    @on(Input.Submitted)
    def search(self, event: Input.Submitted) -> None:
        self.close_input()
        self.ask(name=event.value.strip())

    @on(OptionList.OptionSelected)
    def fetch_game(self) -> None:
        if self.game:
            self.fetch(self.game.number)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the keys of pages that do not exist, and that of the input while it is open."""
        if action == "search":
            return not self.typing
        if action != "page" or self.listed is None:
            return True
        before, shown = self.query_sent.skip, len(self.listed.games)
        return before > 0 if parameters == (-1,) else before + shown < self.listed.total


class ArchivedReplay(Replay):
    """The replay of a finished game, which the server's bots analyse."""

    CSS_PATH = "../screens/match_base.tcss"

    def __init__(self, match: Match, number: int, reader: int | None) -> None:
        super().__init__(match)
        self.number, self.reader = number, reader
        self.player = reader

    def key_label(self, action: str) -> str:
        return "Archive" if action == "leave" else super().key_label(action)

    def action_leave(self) -> None:
        """Leave for the archive."""
        self.app.pop_screen()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in ("hint", "branch", "export") and super().check_action(action, parameters)

    def on_unmount(self) -> None:
        self.analysis.leave()


def line_of(game: FinishedGame, width: int) -> str:
    """A finished game as a line: date, game, players with their points."""
    title = lobby_rows.played(game.game, game.options) if is_game(game.game) else game.game
    won = {True: " won", False: ""}
    players = ", ".join(f"{score.name} {score.points}{won[score.won]}" for score in game.scores) or "damaged"
    day = f"{datetime.fromtimestamp(game.ended, UTC):%Y-%m-%d}"
    return (
        lobby_rows.fit(day, DATE) + lobby_rows.fit(title, GAME) + lobby_rows.fit(players, width - DATE - GAME).rstrip()
    )
