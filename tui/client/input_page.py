"""A screen with a list, and below it an input that a key opens."""

from __future__ import annotations

from textual.widgets import Input, OptionList

from ..widgets.labelled_line import LabelledLine
from .chat import OnlineScreen


class InputPage(OnlineScreen):
    """A screen with one list and one input; the key that leaves it closes the input first."""

    @property
    def typing(self) -> bool:
        """True while the input is open."""
        return self.is_mounted and self.query_one(Input).has_focus

    def open_input(self, label: str, effect: str, closing: str, value: str = "") -> None:
        """Open the input; `effect` says what Enter does, as "finds the player", and `closing` is an action's id."""
        line, field = self.query_one(LabelledLine), self.query_one(Input)
        field.value = value
        line.say(label, f"Enter {effect}, {self.app.key_names[closing]} cancels")
        line.remove_class("hidden")
        field.focus()

    def close_input(self) -> None:
        self.query_one(LabelledLine).add_class("hidden")
        self.query_one(OptionList).focus()

    def action_leave(self) -> None:
        if self.typing:
            self.close_input()
        else:
            self.app.pop_screen()

    def key_label(self, action: str) -> str:
        return "Cancel" if action == "leave" and self.typing else ""
