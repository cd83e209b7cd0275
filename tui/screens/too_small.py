"""Notice in place of any screen in a window that is too small."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.widgets import Static

from .base import TabletownScreen


class TooSmall(TabletownScreen):
    """Notice with the size of the window and the minimum; the app closes it once the window is large enough."""

    DEFAULT_CSS = "TooSmall { align: center middle; } TooSmall Static { width: auto; text-align: center; }"

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.least = f"{width} x {height}"

    def compose(self) -> ComposeResult:
        yield Static(id="say", markup=False)

    def on_mount(self) -> None:
        self.say()

    def on_resize(self, event: Any) -> None:
        self.say()

    def say(self) -> None:
        size = f"{self.size.width} x {self.size.height}"
        self.query_one("#say", Static).update(f"Window too small: {size}\nTabletown needs {self.least}")
