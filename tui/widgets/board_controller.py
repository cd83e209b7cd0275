"""The receiver of what is picked on a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from textual import events

from ..model.selection import Part


class BoardController(Protocol):
    """Receiver of a board's picks. It is called directly: keys typed ahead would overtake a message."""

    async def hear(self, event: events.Key) -> None:
        """Handle a key, in the order typed."""

    def laid_out(self) -> None:
        """The board has been laid out for the first time."""

    def resized(self) -> None:
        """The board has been laid out in another size."""

    def picked(self, part: Part, go: bool = False) -> None:
        """A part was picked; with `go` play it at once if that makes an action."""

    def repicked(self, parts: Sequence[Part]) -> None:
        """These parts are picked in place of all others."""

    def forced(self, part: Part) -> None:
        """A part of the only action within a turn is on the board: play it."""

    def clicked(self, part: Part, seen: bool) -> None:
        """A part was clicked; `seen` if the cursor was there already, so that the player knows what it does."""

    def awaits(self, text: str) -> None:
        """The board waits for a key, with `text` as the prompt; an empty text ends the wait."""

    def cycled(self, kind: str, step: int = 1) -> None:
        """Replace the picked part of this kind by the next one, or for a step of -1 by the previous one."""

    def stepped(self, ply: int) -> None:
        """Show the position after this ply."""

    def turned(self) -> None:
        """The board shows something else of the same position; close the log to make room for it."""
