"""Lines of text above and below the board."""

from __future__ import annotations

from rich.cells import cell_len
from textual.widgets import Static

PHRASES = (": ", "; ", ", ")
"""The marks between phrases."""


class Prompt(Static):
    """One line that changes often: it is painted anew alone, where setting a Static's text lays out the screen."""

    def __init__(self, *, id: str, fits: bool = False) -> None:
        super().__init__(id=id, markup=False)
        self._fits, self._text = fits, ""
        """Set when it is as wide as its text, so that another length moves its neighbours."""

    def say(self, text: str) -> None:
        if text != self._text:
            layout = self._fits and len(text) != len(self._text)
            self._text = text
            self.update(text, layout=layout)


def fitting(text: str, width: int) -> str:
    """As many of its phrases as fit into so many columns; one at least."""
    while cell_len(text) > width and (end := max(text.rfind(mark) for mark in PHRASES)) > 0:
        text = text[:end]
    return text
