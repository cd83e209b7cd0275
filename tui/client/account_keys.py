"""The keys of the client's account: list them, add one by a code, and remove one."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ..model.actions import bindings
from ..protocol.player_messages import FetchKeys, KeyCode, KeyInfo, KeyList, MakeKeyCode, RemoveKey, UseKeyCode
from ..widgets.key_footer import KeyFooter
from ..widgets.labelled_line import LabelledLine
from . import lobby_rows, player_words
from .connection import Incoming
from .input_page import InputPage

ABOUT = (
    "To play from another machine with its own key, make a code here ({account.code}) and type it there: at the "
    "prompt for a name, or, if that key has an account without games, on this page ({account.enter})."
)
CODE = "Code: {} {} - valid once, for {} minutes. Type it on the other machine."
KEY = 34
"""Columns of a key."""


class KeyOptions(OptionList):
    """The keys."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("account-keys.list")]


class AccountKeysScreen(InputPage):
    """The list of keys, with an input below it for the code of another account."""

    CSS_PATH = "client.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("account-keys")]

    def __init__(self) -> None:
        super().__init__()
        self.listed: KeyList | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            yield Static("Keys of your account", classes="title", markup=False)
            yield Static(id="code", markup=False)
            yield KeyOptions(id="keys")
            yield Static(self.app.key_names.fill(ABOUT), id="about", classes="muted", markup=False)
            yield LabelledLine(Input(max_length=20))
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(KeyOptions).focus()
        self.session.send(FetchKeys())

    def received(self, message: Incoming) -> None:
        match message:
            case KeyList():
                if self.listed and len(message.keys) > len(self.listed.keys):
                    self.query_one("#code", Static).update("")  # it has been used
                self.listed = message
                self.show(message)
            case KeyCode(code, seconds):
                half = len(code) // 2
                self.query_one("#code", Static).update(CODE.format(code[:half], code[half:], seconds // 60))

    def show(self, listed: KeyList) -> None:
        keys = self.query_one(KeyOptions)
        keys.clear_options()
        keys.add_options([Option(line_of(info)) for info in listed.keys])
        keys.highlighted = 0
        self.refresh_bindings()

    @property
    def key(self) -> KeyInfo | None:
        """The highlighted key."""
        at = self.query_one(KeyOptions).highlighted
        return self.listed.keys[at] if self.listed and at is not None else None

    @on(OptionList.OptionHighlighted)
    def chose(self) -> None:
        self.refresh_bindings()

    def action_code(self) -> None:
        self.session.send(MakeKeyCode())

    def action_remove(self) -> None:
        if self.key:
            self.session.send(RemoveKey(self.key.key))

    def action_enter(self) -> None:
        self.open_input("Code:", "moves this key to that account", "account.leave")

    @on(Input.Submitted)
    def use(self, event: Input.Submitted) -> None:
        self.close_input()
        if code := event.value.strip():
            self.session.send(UseKeyCode(code))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the removal of the last key and of the present one, and all else while a code is typed."""
        if action == "leave" or not self.is_mounted:
            return True
        if self.typing:
            return False
        if action == "remove":
            return bool(self.key and not self.key.yours and self.listed and len(self.listed.keys) > 1)
        return True


def line_of(info: KeyInfo) -> str:
    """A key as a line: the start of its fingerprint, since when it is there, and when it was used."""
    added = f"since {player_words.day(info.added)}" if info.added else "from the start"
    used = "this session" if info.yours else f"used {player_words.day(info.used)}" if info.used else ""
    return lobby_rows.fit(info.key, KEY) + ", ".join(filter(None, [added, used]))
