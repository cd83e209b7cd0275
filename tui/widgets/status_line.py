"""Lines of text above and below the board."""

from __future__ import annotations

from rich.cells import cell_len
from textual.widgets import Static

PHRASES = (": ", "; ", ", ")
"""Separators of phrases; within brackets they do not count."""


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
    """As many phrases of the text as fit into `width` columns, but at least one; no label without what it announces."""
    while cell_len(text) > width and (end := last_end(text)):
        text = text[:end]
    return text


def last_end(text: str) -> int:
    """Length of the text before its last phrase, with the label of that phrase, or before brackets at its end; 0 if
    there is only one phrase.
    """
    depth = end = 0
    for n, char in enumerate(text):
        if not depth and text.startswith(PHRASES, n):
            _, semicolon, phrase = text[:n].rpartition("; ")
            end = end if semicolon and char == ":" and " " not in phrase else n
        elif not depth and text.startswith(" (", n) and text.find(")", n) in (-1, len(text) - 1):
            end = n
        depth += (char == "(") - (char == ")")
    return end
