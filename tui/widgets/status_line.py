"""Lines of text above and below the board."""

from __future__ import annotations

from rich.cells import cell_len
from textual.widgets import Static

PHRASES = (": ", "; ", ", ")
"""Separators of phrases."""


class Prompt(Static):
    """A line that changes often. It repaints itself alone; updating a Static would lay out the whole screen."""

    def __init__(self, *, id: str, fits: bool = False) -> None:
        super().__init__(id=id, markup=False)
        self._fits, self._text = fits, ""
        """`fits`: is it as wide as its text, so that a change of length moves its neighbours?"""

    def say(self, text: str) -> None:
        if text != self._text:
            layout = self._fits and len(text) != len(self._text)
            self._text = text
            self.update(text, layout=layout)


def fitting(text: str, width: int) -> str:
    """As many phrases of the text as fit into `width` columns, but at least one."""
    while cell_len(text) > width and (end := max(text.rfind(mark) for mark in PHRASES)) > 0:
        text = text[:end]
    return text
