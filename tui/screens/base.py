"""What all screens have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Size
from textual.screen import Screen

if TYPE_CHECKING:
    from ..app import Tabletown


class TownScreen(Screen[None]):
    """A screen of Tabletown."""

    app: Tabletown

    def _screen_resized(self, size: Size) -> None:
        """Textual 8.2 lays out to each size it is told of, and tells itself again: two sizes in a row never end."""
        super()._screen_resized(self.app.size)
        self.refresh()  # sizes that came and went in between have torn what the terminal shows
