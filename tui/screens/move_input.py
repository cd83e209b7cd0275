"""Input line below the board: moves at the table, numbers in a replay."""

from __future__ import annotations

from textual import events
from textual.suggester import Suggester
from textual.widgets import Input

from .match_base import MatchScreen


class MoveInput(Input):
    """Hidden until it is opened; from then on it takes all characters, even those typed ahead."""

    def __init__(self, restrict: str | None = None) -> None:
        super().__init__(id="typed", classes="hidden", restrict=restrict, select_on_focus=False)

    @property
    def typing(self) -> bool:
        """True when keys go here; `has_focus` changes only later."""
        return self.screen.focused is self

    def takes(self, event: events.Key) -> bool:
        """Insert a character, but not a second one of the key that opens the line; Tab completes the suggested move."""
        if event.key == "tab":
            self.action_cursor_right()
            return True
        if event.character == ":" and not self.value:
            return True
        if event.is_printable and event.character:
            self.replace(event.character, *self.selection)
            return True
        return False

    def watch_value(self, value: str) -> None:
        """Inform the screen at once: a message would arrive after the one on the whole line."""
        if self.is_mounted and self.typing:
            assert isinstance(self.screen, MatchScreen)
            self.screen.written(value)

    async def action_submit(self) -> None:
        """Inform the screen at once, before it handles keys typed ahead."""
        assert isinstance(self.screen, MatchScreen)
        self.screen.entered(self.value)

    def open(self, placeholder: str, suggester: Suggester | None = None) -> None:
        self.placeholder, self.suggester, self.value = placeholder, suggester, ""
        self.remove_class("hidden")
        self.screen.set_focus(self)

    def close(self) -> None:
        """Hide the line, and return the focus to the board unless that is hidden too."""
        self.add_class("hidden")
        assert isinstance(self.screen, MatchScreen)
        board = self.screen.board
        self.screen.set_focus(None if board.has_class("hidden") else board)
        self.screen.describe()
