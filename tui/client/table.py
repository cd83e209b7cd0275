"""The board of a running game, for players and spectators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.types import CSSPathType
from textual.widgets import Static

from tabletown.rules.core.game import Action

from ..model.actions import bindings
from ..model.selection import Part
from ..model.smallest_window import LEAST
from ..narration.grammar import owned
from ..protocol.client_messages import Act, Ask, Look, Resign, TableRequest
from ..protocol.clocks import CLOCKS, is_slow
from ..protocol.daily_messages import CoachWarnings, Hint
from ..protocol.server_messages import (
    Begun,
    ChatMessage,
    Looked,
    Moved,
    Note,
    Problem,
    Room,
    Story,
    Undone,
)
from ..screens.hint_panel import HintPanel
from ..screens.move_input import MoveInput
from ..widgets.board_state import BoardState
from ..widgets.status_line import Prompt
from .chat import LINES, ChatPanel, in_words
from .clocks import ClockLine
from .connection import Incoming
from .practice import PracticeScreen
from .remote_match import RemoteMatch
from .session import Session

RESIGN = "You lose the game, and a bot plays on for good. Press {seat.resign} again to resign."
RESIGN_TOURNAMENT = "You lose the game, and it ends. Press {seat.resign} again to resign."
RESIGN_ALONE = "The game closes without a result. Press {seat.resign} again to resign."
END = "This asks everyone to end the game without a result. Press {seat.end} again to ask."
END_ALONE = "The game closes without a result. Press {seat.end} again to end it."
REPLACE = "{name} would lose the seat for good. Press {{seat.replace}} again to ask."
"""Notices after the first press of a key."""
RESIGN_DAILY = "Your only try at this game ends without a result. Press {seat.resign} again to end it."
DAILY = "daily game"
"""Sign of a daily game that counts."""
NO_UNDO = "A daily game has no undo."
NO_HINTS = "Hints are for practice tables only."
NO_COACH = "A coach is for practice tables only."


class TableScreen(PracticeScreen):
    """The table of an online game: it sends actions to the server, and shows the replies."""

    CSS_PATH: ClassVar[CSSPathType | None] = ["../screens/match_base.tcss", "client.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("online-table")]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.sent: int | None = None
        """Ply for which an action was sent."""
        self.requested_ply: int | None = None
        """Ply whose position was requested from the server."""
        self.fresh = ""
        """The newest chat line, shown until the next key in a window without room for the chat."""
        self.alarm_cause: object = None
        self.bot_plays = False
        """True when a bot played for this player at the last position shown, because the time had run out."""
        self.unconfirmed: TableRequest | None = None
        """Message that another press of the same key sends."""

    def middle(self) -> ComposeResult:
        yield from super().middle()
        yield HintPanel()
        yield ChatPanel(id="talk")
        yield Static(id="newest", markup=False)

    @property
    def sign(self) -> str:
        """A word on a table that is not an ordinary one; empty for one that is."""
        return self.practice_sign or (DAILY if self.session.table.day else "")

    @property
    def first_try(self) -> bool:
        """True for a daily game that counts."""
        return bool(self.session.table.day) and not self.session.table.practice

    def beside_prompt(self) -> ComposeResult:
        if self.sign:
            yield Static(self.sign, id="sign")
        if self.session.table.clock in CLOCKS:
            yield ClockLine(self.session)

    def columns_beside(self) -> int:
        sign = len(self.sign) + 2 if self.sign else 0
        return sign + sum(line.columns() for line in self.query(ClockLine))

    def begin(self) -> None:
        self.watch(self.board, "cursor", self.moved, init=False)
        self.board.focus()
        self.go_on()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height > LEAST[1], "-tall")

    # Messages of the server

    def received(self, message: Incoming) -> None:
        match message:
            case Begun() | Story() | Moved() | Undone():
                if self.session.match.complete:
                    self.arrive(self.session.match)
            case Room() if self.bot_plays != self.replaced_by_bot():
                self.go_on()
            case Room() if self.had_coach != self.coached:
                self.consult()
                self.show()
            case CoachWarnings():
                self.warn_of(message)
            case Hint():
                self.advise(message)
            case Looked() if message.ply == self.requested_ply:
                self.go(message.ply)
            case ChatMessage() | Note():
                self.fresh = in_words(message)
                self.show()
            case _:
                self.show()

    def refused(self, problem: Problem) -> bool:
        if problem.about == "askhint":
            self.message = problem.text
            self.show()
            return True
        if problem.about == "askcoach":
            return True  # it is asked again at the next decision
        if problem.about != "act":
            return False
        self.sent, self.to_come, self.message = None, [], problem.text
        self.show()
        return True

    def arrive(self, match: RemoteMatch) -> None:
        """Show a new position, unless the player looks at an earlier one that still exists and is not to move."""
        self.match, self._story, self.sent = match, [], None
        looking = self.past_ply is not None and self.past_ply < len(match.log) and match.knows(self.past_ply)
        if looking and match.player != self.viewer():
            self.show()
        else:
            self.go_on()

    def go_on(self) -> None:
        """Offer the new position; call this player to the turn with bell and title."""
        self.bot_plays = self.replaced_by_bot()
        self.reset()
        self.consult()
        self.offer()
        self.warn(self.alarm_cause)
        self.alarm_cause = self.board.alarm_cause(self.board_state())
        if self.active:
            self.app.call_to_turn("You")
        else:
            self.app.set_title(f"{self.match.game.TITLE} - Tabletown")

    # Display

    def replaced_by_bot(self) -> bool:
        """True when a bot plays for this player, whose time has run out."""
        return self.viewer() is not None and bool(self.seat_info(self.viewer() or 0).bot)

    @property
    def active(self) -> bool:
        return super().active and not self.replaced_by_bot()

    def prompt(self, state: BoardState) -> str:
        """An open request, or else the task, or the player who is to move."""
        if self.question_line:
            return self.question_line
        if self.past_ply is not None or self.active:
            return super().prompt(state)
        if waiting := self.session.waiting:
            return waiting.text
        return self.turn(state)

    def turn(self, state: BoardState) -> str:
        """Sentence on the player to move: thinking, away, or replaced by a bot."""
        player = self.match.player
        if player is None:
            return "Game over"
        seat_info = self.session.table.seats[player]
        if seat_info.bot:
            plays = f"A bot ({seat_info.bot}) is playing for {seat_info.name}"
            return plays if seat_info.person else f"{seat_info.name} ({seat_info.bot} bot) is thinking"
        if not seat_info.away or is_slow(self.session.table.clock):
            return f"{owned(seat_info.name)} turn"
        asks = self.viewer() is not None and self.absent is not None
        ask = f"; press {state.keys['seat.bot']} to ask for a bot to take over" if asks else ""
        return f"{seat_info.name} is away{ask}"

    def show(self) -> None:
        super().show()
        for line in self.query(ClockLine):
            line.show()
        for sign in self.query("#sign").results(Static):
            sign.update(self.sign)
        if self.talking:
            self.show_talk(LINES)
        chat_log = self.session.chat_log
        self.query_one("#newest", Static).update(in_words(chat_log[-1]) if chat_log else "")
        self.query_one("#prompt").set_class(bool(self.question_line), "asked")

    def moved(self) -> None:
        self.fresh = ""
        super().moved()

    def describe(self) -> None:
        super().describe()
        if self.fresh and not self.has_class("-tall"):
            self.query_one("#detail", Prompt).say(self.fresh)

    def go(self, ply: int) -> None:
        """Show a position, or request it from the server and show it on arrival."""
        ply = max(0, min(ply, len(self.match.log)))
        self.requested_ply, self.fresh = ply, ""
        if self.match.knows(ply):
            super().go(ply)
        else:
            self.ask_table(Look(ply))

    # Actions of the player

    def picked(self, part: Part, go: bool = False) -> None:
        self.fresh = ""
        super().picked(part, go)

    def repicked(self, parts: Sequence[Part]) -> None:
        self.fresh = ""
        super().repicked(parts)

    def play(self, action: Action) -> None:
        ply = len(self.match.log)
        if self.sent != ply:
            self.sent = ply
            self.ask_table(Act(ply, list(action)))

    def action_confirm(self) -> None:
        self.fresh = ""
        super().action_confirm()

    def action_clear(self) -> None:
        self.fresh = ""
        if self.talking:
            self.hush()
        else:
            super().action_clear()

    def back(self) -> None:
        self.board.focus()

    def action_undo(self) -> None:
        self.ask_table(Ask("undo"))

    def action_stand_in(self) -> None:
        if (absent := self.absent) is not None:
            self.ask_table(Ask("bot", absent))

    @property
    def absent(self) -> int | None:
        """The seat of another person who is away, and for whom no bot plays; None if there is none.

        In a slow game players come and go, and in a tournament no bot plays for anyone.
        """
        if is_slow(self.session.table.clock) or self.session.table.tournament:
            return None
        return next((n for n in self.others() if self.seat_info(n).away and not self.seat_info(n).bot), None)

    @property
    def replaced(self) -> int | None:
        """The seat of a person for whom a bot plays; None if there is none."""
        return next((n for n in self.others() if self.seat_info(n).bot), None)

    def others(self) -> list[int]:
        """The seats of other people."""
        seats = enumerate(self.session.table.seats)
        return [n for n, seat_info in seats if seat_info.person and n != self.viewer()]

    def not_now(self, binding: Binding) -> str:
        if binding.action == "hint" and not self.session.table.practice:
            return NO_HINTS
        if binding.action == "coach" and not self.session.table.practice:
            return NO_COACH
        if binding.action == "undo" and self.first_try:
            return NO_UNDO
        return super().not_now(binding)

    # Leaving for good

    def pressed(self, event: events.Key) -> None:
        """Forget the first press of a key after any other key."""
        names = self.app.key_names
        if not any(event.key in names.keys(id) for id in ("seat.resign", "seat.end", "seat.replace")):
            self.unconfirmed = None

    def send_confirmed(self, message: TableRequest, text: str) -> None:
        """Send a message at the second press of its key; at the first one, say what it does."""
        if self.unconfirmed == message:
            self.unconfirmed = None
            return self.ask_table(message)
        self.unconfirmed, self.fresh = message, ""
        self.shows_notice(self.app.key_names.fill(text))

    def action_resign(self) -> None:
        table = self.session.table
        alone = RESIGN_DAILY if self.first_try else RESIGN_ALONE
        text = RESIGN_TOURNAMENT if table.tournament else RESIGN if self.others() else alone
        self.send_confirmed(Resign(), text)

    def action_end(self) -> None:
        self.send_confirmed(Ask("end"), END if self.others() else END_ALONE)

    def key_label(self, action: str) -> str:
        return "Today" if action == "leave" and self.session.table.day else ""

    def action_replace(self) -> None:
        if (seat := self.replaced) is not None:
            self.send_confirmed(Ask("replace", seat), REPLACE.format(name=self.seat_info(seat).name))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.ready:
            return False
        match action:
            case "undo" if self.first_try:
                return False
            case "undo" | "end" if self.talking or self.session.table.tournament:
                return False
            case "confirm":
                return self.active or None if self.viewer() is not None else False
            case "type":
                typing = self.talking or self.query_one(MoveInput).typing
                return False if typing or self.viewer() is None else self.active or None
            case "undo":
                last = self.match.log[-1].player if self.match.log else None
                return False if self.viewer() is None else last == self.viewer() or None
            case "stand_in":
                return self.viewer() is not None and self.absent is not None
            case "replace":
                return self.viewer() is not None and self.replaced is not None
            case "hint":
                practice = self.session.table.practice and self.viewer() is not None
                return False if self.talking or not practice else self.active or None
            case "coach":
                return self.session.table.practice and self.viewer() is not None and not self.talking
            case "resign" | "end":
                return self.viewer() is not None
        return super().check_action(action, parameters)
