"""The end of a game at a server: score sheet and replay, with the chat of the table."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.types import CSSPathType
from textual.widgets import Static

from tabletown.rules.core.match import Match
from tabletown.rules.core.text import join_words

from ..model.actions import bindings
from ..protocol.client_messages import Ask, Join
from ..screens.replay import Replay
from ..screens.score_sheet import ScoreSheet
from .chat import LINES, ChatPanel, TableScreenBase
from .connection import Incoming
from .session import Session


class Review(Replay):
    """The replay of an online game from the player's own seat, without analysis by a bot."""

    CSS_PATH = "../screens/match_base.tcss"

    def __init__(self, match: Match, reader: int | None, ply: int = 0) -> None:
        super().__init__(match, ply=ply)
        self.reader = reader
        self.analysis.leave()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("hint", "branch", "loss") or parameters == ("losses",):
            return False
        return super().check_action(action, parameters)


class OnlineScoreSheet(ScoreSheet, TableScreenBase):
    """The score sheet of an online game; a rematch needs the consent of all."""

    CSS_PATH: ClassVar[CSSPathType | None] = ["../screens/score_sheet.tcss", "client.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("chat"), *bindings("online-over")]
    CLOSE = "over.home"

    def __init__(self, session: Session) -> None:
        super().__init__(session.finished, None)
        self.seat, self.rated = session.table.yours, session.rated

    def compose(self) -> ComposeResult:
        yield Static(id="state", markup=False)
        yield from super().compose()
        yield ChatPanel(id="talk")

    def on_mount(self) -> None:
        self.app.set_title("Tabletown")
        self.show()

    def received(self, message: Incoming) -> None:
        self.show()

    def show(self) -> None:
        """Show an open request, or else the changes of ratings or that it was a daily game, above the sheet."""
        state = self.query_one("#state", Static)
        text = self.question_line or (self.session.waiting.text if self.session.waiting else self.ratings())
        state.update(text)
        state.set_class(bool(self.question_line), "asked")
        state.set_class(not text, "hidden")
        if self.talking:
            self.show_talk(LINES)
        self.refresh_bindings()

    def status(self) -> str:
        """The key of the replay, since no bot analyses online games."""
        return f"{self.app.key_names['over.review']} steps through the game."

    def ratings(self) -> str:
        """The tournament of the game, and the changes of ratings; for a game of the day the way to the leaderboard."""
        if self.session.table.day and self.session.table.practice:
            return "This was practice: your first try counts."
        if self.session.table.day:
            return self.app.key_names.fill("Your result counts; {over.home} shows the leaderboard.")
        tournament = [f"{self.session.table.tournament}."] if self.session.table.tournament else []
        changes = [f"{change.name} {change.before} {self.app.palette['then']} {change.after}" for change in self.rated]
        return " ".join([*tournament, *([f"Ratings: {join_words(changes)}"] if changes else [])])

    def key_label(self, action: str) -> str:
        return "Today" if action == "home" and self.session.table.day else ""

    def back(self) -> None:
        self.set_focus(None)

    def action_rematch(self) -> None:
        self.ask_table(Ask("rematch"))

    def action_game(self) -> None:
        self.session.send(Join(self.session.next_game))

    def action_home(self) -> None:
        if self.talking:
            self.hush()
        else:
            self.app.go_home()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "rematch":
                asks = self.seat is not None and not (self.session.table.tournament or self.session.table.day)
                return asks and self.session.waiting is None
            case "game":
                return bool(self.session.next_game)
            case "again" | "export" | "retry":
                return False
        return super().check_action(action, parameters)
