"""Chat at a table: the newest lines, the input, and requests with their answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from ..model.actions import bindings
from ..model.palette import Palette
from ..protocol.chat_phrases import PHRASES
from ..protocol.client_messages import Answer, Mute, Phrase, Say, TableRequest
from ..protocol.message_limits import CHAT
from ..protocol.server_messages import ChatMessage, Note, Problem, SeatInfo
from ..screens.base import TabletownScreen
from ..widgets.labelled_line import LabelledLine
from .app_protocol import OnlineAppProtocol
from .connection import Incoming

if TYPE_CHECKING:
    from .session import Session

COLUMN = 25
"""Columns of a quick phrase; three fit side by side."""
LINES = 6
"""Lines of chat over a board."""


class OnlineScreen(TabletownScreen):
    """The screen of a location at a server."""

    app: OnlineAppProtocol
    AUTO_FOCUS = ""
    ready = False
    """True once everything is mounted and messages can be shown."""

    @property
    def session(self) -> Session:
        return self.app.session

    def on_mount(self) -> None:
        self.ready = True

    def ask_table(self, request: TableRequest) -> None:
        """Send a request to the table that the player sees, which the server refuses if they are elsewhere by now."""
        location = self.app.location
        self.session.send(replace(request, table=location.code if location else ""))

    def received(self, message: Incoming) -> None:
        """Show a message that the session has just handled."""
        raise NotImplementedError

    def refused(self, problem: Problem) -> bool:
        """Show the reason for a refusal on the screen itself; False to leave it to the app."""
        return False


class ChatInput(Input):
    """The chat input. A digit on the empty line sends a quick phrase."""

    def __init__(self) -> None:
        super().__init__(id="say", placeholder="type it, or a digit for a phrase", max_length=CHAT)

    def on_key(self, event: events.Key) -> None:
        if not self.value and event.character and event.character in "123456789":
            event.stop()
            event.prevent_default()
            assert isinstance(self.screen, TableScreenBase)
            self.screen.phrase(int(event.character))


class ChatPanel(Vertical):
    """The newest lines, with the quick phrases while the input is open."""

    @property
    def keys(self) -> str:
        """The keys that end the input."""
        assert isinstance(self.screen, TableScreenBase)
        return f"Enter sends, {self.screen.app.key_names[self.screen.CLOSE]} cancels"

    def compose(self) -> ComposeResult:
        yield Static(id="chat-lines")
        yield Static(phrases(), id="phrases", classes="hidden muted", markup=False)
        yield LabelledLine(ChatInput(), "Message:", self.keys)

    def show(self, lines: Text) -> None:
        self.query_one("#chat-lines", Static).update(lines)

    def open(self, on: bool) -> None:
        for part in ("#phrases", "LabelledLine"):
            self.query_one(part).set_class(not on, "hidden")
        self.set_class(on, "-open")
        self.query_one(ChatInput).value = ""


class TableScreenBase(OnlineScreen):
    """A screen at a table, with chat and requests."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("chat")]
    CLOSE: ClassVar[str] = "table.clear"
    """Id of the action that closes the chat input."""

    def show(self) -> None:
        """Update the screen from the session."""
        raise NotImplementedError

    def back(self) -> None:
        """Give the focus back after chatting."""
        raise NotImplementedError

    @property
    def talking(self) -> bool:
        """True while the chat input is open."""
        return self.query_one(ChatPanel).has_class("-open")

    @property
    def question_line(self) -> str:
        """The open request with the keys that answer it, or an empty string."""
        question, names = self.session.question, self.app.key_names
        return f"{question.text} ({names['talk.yes']} accept, {names['talk.no']} decline)" if question else ""

    def show_talk(self, lines: int) -> None:
        """Show the newest lines, at most `lines` rows."""
        seat_infos, width = self.session.table.seats, max(20, self.query_one(ChatPanel).content_size.width)
        rows = [
            row
            for entry in self.session.chat_log[-lines:]
            for row in message_text(entry, seat_infos, self.app.palette).wrap(self.app.console, width)
        ]
        self.query_one(ChatPanel).show(Text("\n").join(rows[-lines:]))

    def phrase(self, number: int) -> None:
        self.ask_table(Phrase(number))
        self.hush()

    def hush(self) -> None:
        """Close the chat input."""
        self.query_one(ChatPanel).open(False)
        self.back()
        self.call_after_refresh(self.show)

    @on(Input.Submitted, "#say")
    def spoke(self, event: Input.Submitted) -> None:
        if text := event.value.strip():
            self.ask_table(Say(text))
        self.hush()

    def action_say(self) -> None:
        self.query_one(ChatPanel).open(True)
        self.call_after_refresh(self.show)
        self.set_focus(self.query_one(ChatInput))

    def action_answer(self, yes: bool) -> None:
        if question := self.session.question:
            self.ask_table(Answer(question.number, yes))

    def action_mute(self) -> None:
        self.ask_table(Mute(not self.session.table.muted))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "answer":
                return self.session.question is not None
            case "mute":
                return self.session.table.hosting
        return super().check_action(action, parameters)


def phrases() -> str:
    """The phrases with their digits, three in a row."""
    cells = [f"{n} {phrase}".ljust(COLUMN) for n, phrase in enumerate(PHRASES, 1)]
    return "\n".join("".join(cells[row : row + 3]).rstrip() for row in range(0, len(cells), 3))


def message_text(entry: ChatMessage | Note, seat_infos: Sequence[SeatInfo], palette: Palette) -> Text:
    """A line of the chat; names have the colours of their seats."""

    def ink(name: str, bold: bool = False) -> Style:
        return Style(color=palette.colour(name).rich_color, bold=bold)

    if isinstance(entry, Note):
        return Text(entry.text, ink("muted"))
    seat = next((n for n, seat_info in enumerate(seat_infos, 1) if seat_info.name == entry.name), 0)
    beside = " (spectator)" if entry.watching else ""
    return Text.assemble((entry.name, ink(f"seat-{seat}" if seat else "muted", True)), f"{beside}: {entry.text}")


def in_words(entry: ChatMessage | Note) -> str:
    """A line of the chat as plain text."""
    return entry.text if isinstance(entry, Note) else f"{entry.name}: {entry.text}"
