"""Rules of board games: plain Python, the standard library only, nothing about screens.

`GAMES` has the names of all games, `load` returns one; `tabletown.rules.core.game` defines the protocol of a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .core.registry import games, load

if TYPE_CHECKING:
    from .core.match import Match, Seat

    GAMES: tuple[str, ...]

__all__ = ["GAMES", "Match", "Seat", "load"]


def __getattr__(name: str) -> Any:
    """Look up GAMES, Match or Seat at their first use, as many commands need none of them."""
    if name == "GAMES":
        return games()
    if name in ("Match", "Seat"):
        from .core import match

        return getattr(match, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
