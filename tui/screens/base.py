"""What all screens have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.await_remove import AwaitRemove
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

if TYPE_CHECKING:
    from ..app import Tabletown


class TownScreen(Screen[None]):
    """A screen of Tabletown."""

    app: Tabletown
    KEYED: ClassVar[tuple[type[Widget], ...]] = ()
    """Widgets of which one has the focus: its keys are heard before the screen's."""

    @classmethod
    def keyed(cls) -> tuple[type[Widget], ...]:
        return cls.KEYED

    def remove(self) -> AwaitRemove:
        """What its workers still find out must not meet a screen of which half is gone."""
        self.workers.cancel_node(self)
        return super().remove()

    def _screen_resized(self, size: Size) -> None:
        """Textual 8.2 lays out to each size it is told of, and tells itself again: two sizes in a row never end."""
        super()._screen_resized(self.app.size)
        self.refresh()  # sizes that came and went in between have torn what the terminal shows
