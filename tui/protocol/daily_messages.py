"""Messages about hints at practice tables, both ways."""

from __future__ import annotations

from typing import Any

from .message import Message, Number

# From clients.


class AskHint(Message, frozen=True):
    """Ask for a hint on the player's decision at a practice table; Hint follows, later than a bot's move would."""

    ply: Number
    """Number of actions played before it."""


# From the server.


class Hint(Message, frozen=True):
    """A move that a bot would choose with what the player may know."""

    ply: int
    action: list[Any]
    """Empty when there is no hint."""
    value: float
    """The player's winning chance with it, 0 to 1."""
    line: list[list[Any]]
    """The likely play, starting with it."""
    others: list[tuple[list[Any], float]]
    """The next best moves with the player's winning chance."""
