"""Lines of text above and below the board."""

from __future__ import annotations

from textual.widgets import Static


class Prompt(Static):
    """One line that changes often: it is painted anew alone, where setting a Static's text lays out the screen."""

    def __init__(self, *, id: str, fits: bool = False) -> None:
        super().__init__(id=id, markup=False)
        self._fits, self._text = fits, ""
        """Is it as wide as its text, so that another length moves its neighbours?"""

    def say(self, text: str) -> None:
        if text != self._text:
            layout = self._fits and len(text) != len(self._text)
            self._text = text
            self.update(text, layout=layout)
