"""Marks of the players on pieces of the table, besides the colour: never a single letter, which would name a gem."""

from __future__ import annotations

from tabletown.rules.core.match import Seat
from tabletown.rules.splendor.state import Splendor

SHORT = 3
"""Letters of a name that is a mark as a whole."""


def mark(seats: tuple[Seat, ...], seat: int) -> str:
    """A player's name if it has up to three letters, else its first two letters; "P" and the number of the seat where
    two would have the same.
    """
    starts = [name if len(name) == SHORT else name[:2] for name, _ in seats]
    start = starts[seat]
    return start if starts.count(start) == 1 and len(start) >= 2 and start.isascii() else f"P{seat + 1}"


def host_of(view: Splendor, noble: int) -> int | None:
    """The seat that a noble has visited; None if the noble is still on the table."""
    return next((seat for seat, p in enumerate(view.players) if noble in p.nobles), None)
