"""A line to type in: its purpose before it, the keys that end it after it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static


class LabelledLine(Horizontal):
    """An input between its label and its keys; hidden until it is opened."""

    DEFAULT_CSS: ClassVar[str] = """
    LabelledLine {
        height: 1;
        & > Static {
            width: auto;
            padding: 0;
        }
        & > Input, & > Input:focus {
            width: 1fr;
            height: 1;
            border: none;
            padding: 0 1;
        }
    }
    """

    def __init__(self, field: Input, label: str = "", keys: str = "") -> None:
        super().__init__(classes="hidden")
        self._field, self._label, self._keys = field, label, keys

    def compose(self) -> ComposeResult:
        yield Static(self._label, classes="label", markup=False)
        yield self._field
        yield Static(self._keys, classes="keys muted", markup=False)

    def say(self, label: str, keys: str) -> None:
        """Change the texts beside the input."""
        self.query_one(".label", Static).update(label)
        self.query_one(".keys", Static).update(keys)
