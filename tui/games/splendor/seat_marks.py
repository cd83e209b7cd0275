"""Marks of the players on pieces of the table: one letter, besides the colour."""

from __future__ import annotations

from tabletown.rules.core.match import Seat
from tabletown.rules.splendor.state import Splendor


def mark(seats: tuple[Seat, ...], seat: int) -> str:
    """The first letter of a player's name; the number of the seat where two would have the same."""
    letters = [name[:1].upper() for name, _ in seats]
    return letters[seat] if letters.count(letters[seat]) == 1 and letters[seat].isascii() else str(seat + 1)


def host_of(view: Splendor, noble: int) -> int | None:
    """The seat that a noble has visited; None if the noble is still on the table."""
    return next((seat for seat, p in enumerate(view.players) if noble in p.nobles), None)
