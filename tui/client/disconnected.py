"""The screen over all others while the connection is lost."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from tabletown.rules.core.text import plural

from ..model.actions import bindings
from ..screens.base import TabletownScreen
from ..widgets.key_footer import KeyFooter

TEXT = """\
Connection lost.

Your seat and every move are safe.
Reconnecting in {wait} ..."""


class Disconnected(TabletownScreen):
    """The screen closes by itself when the connection is back."""

    CSS_PATH = "client.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("disconnected")]

    def __init__(self, wait: float) -> None:
        super().__init__()
        self.wait = wait

    def compose(self) -> ComposeResult:
        yield Static(lost_text(self.wait), id="lost", markup=False)
        yield KeyFooter()

    def say(self, wait: float) -> None:
        """Show the time to the next attempt."""
        self.query_one("#lost", Static).update(lost_text(wait))


def lost_text(wait: float) -> str:
    return TEXT.format(wait=plural(max(1, round(wait)), "second"))
