"""A puzzle of the day at a server, which judges the answer."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.types import CSSPathType

from tabletown.rules.core.game import Action
from tabletown.rules.core.text import plural

from ..model.actions import bindings
from ..protocol import encoding
from ..protocol.daily_messages import PUZZLES, AnswerPuzzle, PuzzleAnswer, PuzzlePosition, PuzzleReply, ShowPuzzle
from ..protocol.server_messages import Begun, Entry, Room, SeatInfo, Story
from ..screens.hint_panel import HintPanel
from ..widgets.board_state import BoardState
from .chat import OnlineScreen
from .connection import Incoming
from .remote_match import RemoteMatch
from .remote_screen import RemoteScreen

THINKS = "Sending your answer ..."
RIGHT, WRONG = "Correct", "Not the best move"


class DayPuzzle(RemoteScreen, OnlineScreen):
    """The position of a puzzle. The move that you choose goes to the server; the first one counts."""

    CSS_PATH: ClassVar[CSSPathType | None] = ["../screens/match_base.tcss", "client.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("day-puzzle")]

    def __init__(self, position: PuzzlePosition) -> None:
        super().__init__(match_of(position))
        self.position = position
        self.answer: PuzzleAnswer | None = None
        """The verdict of the server; None before it."""
        self.follows: list[str] = []
        """Sentences on what would follow a wrong answer."""

    def middle(self) -> ComposeResult:
        yield from super().middle()
        yield HintPanel()

    def begin(self) -> None:
        self.watch(self.board, "cursor", self.moved, init=False)
        self.board.focus()
        self.reset()
        self.offer()

    # Messages of the server

    def received(self, message: Incoming) -> None:
        match message:
            case PuzzlePosition() if self.app.front is self:
                self.app.switch_screen(DayPuzzle(message))
            case PuzzleAnswer() if self.is_about(message) and self.answer is None:
                self.reveal(message)
            case PuzzleReply() if self.is_about(message) and self.answer:
                self.follows = message.lines
                self.describe()

    def is_about(self, message: PuzzleAnswer | PuzzleReply) -> bool:
        return (message.day, message.number) == (self.position.day, self.position.number)

    def reveal(self, answer: PuzzleAnswer) -> None:
        """Show the verdict with the best move and its reasons."""
        self.answer = answer
        self.selection.clear()
        self.confirming, self.message, self.past_ply = None, "", None
        self.board.cursor = self.place(encoding.action(answer.best)) or self.board.cursor
        self.show()

    # Display

    def viewer(self) -> int | None:
        return self.position.player

    @property
    def active(self) -> bool:
        """True until the server has judged the answer."""
        return super().active and self.answer is None

    @property
    def outcome(self) -> str:
        """The verdict in a word or two; empty before it."""
        if self.answer is None:
            return ""
        return RIGHT if self.answer.right else WRONG

    @property
    def verdict(self) -> str:
        """The verdict with the points of a correct answer; empty before it."""
        if not self.answer or not self.answer.right:
            return self.outcome
        return f"{RIGHT}, {plural(self.position.number, 'point') if self.answer.counted else 'but not counted'}"

    def whose(self) -> str:
        return "Find the best move"

    def prompt(self, state: BoardState) -> str:
        if self.answer is None:
            return super().prompt(state)
        last = self.position.number == PUZZLES
        return f"{self.verdict}: {state.enter} goes {'back to the list' if last else 'to the next puzzle'}"

    def notice(self, state: BoardState) -> str:
        return f"Puzzle {self.position.number} of {PUZZLES}"

    def show_news(self) -> None:
        """Say what the puzzle is, in place of the latest moves."""
        if self.answer is None and not self.message and self.board.tiles:
            counts = "your first answer counts" if self.position.right is None else "answered before"
            self.message = f"{self.position.title}, rated {self.position.rating:,}: {counts}."
            self.describe()

    def describe(self) -> None:
        answer = self.answer
        lines = [*self.follows, *answer.solution] if answer else []
        best = [encoding.action(answer.best)] if answer else []
        self.query_one(HintPanel).say(lines, self.board, best, self.outcome or "Puzzle", whole=True)
        super().describe()

    def shows_notice(self, text: str) -> bool:
        """Show a notice, such as the reason for refusing an answer, which is then no longer being judged."""
        self.message = ""
        return super().shows_notice(text)

    # Keys

    def play(self, action: Action) -> None:
        """Let the server judge an answer."""
        self.to_come, self.message = [], THINKS
        self.show()
        self.session.send(AnswerPuzzle(self.position.day, self.position.number, list(action)))

    def action_confirm(self) -> None:
        if self.answer is None:
            super().action_confirm()
        elif self.position.number == PUZZLES:
            self.action_leave()
        else:
            self.session.send(ShowPuzzle(self.position.number + 1))

    def action_leave(self) -> None:
        self.app.pop_screen()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Earlier positions are not known."""
        if action == "step":
            return False
        if action == "type":
            return self.active
        return super().check_action(action, parameters)

    def stepped(self, ply: int) -> None:
        """A click in the log does nothing."""


def match_of(position: PuzzlePosition) -> RemoteMatch:
    """The game up to the position, as far as the player may know it."""
    seats = [SeatInfo(name, bot) for name, bot in position.seats]
    room = Room("", position.game, position.options, seats, "", position.player, False, False, "playing", [], False)
    begun = Begun(position.ply, position.view, position.since, position.before, position.player, position.legal)
    match = RemoteMatch(room, begun)
    match.tell(Story(0, [Entry(*entry) for entry in position.log]))
    return match
