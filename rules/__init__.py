"""Rules of board games: plain Python, the standard library only, nothing about screens.

A game is a package of functions named in `GAMES`; `tabletown.rules.core.game` says which functions.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from .core.game import Game

GAMES = ("splendor", "metropolys", "sf1906")


def load(name: str) -> Game[Any]:
    """The game of that name; raises KeyError for a name that is not in `GAMES`."""
    if name not in GAMES:
        raise KeyError(name)
    return cast("Game[Any]", import_module(f"tabletown.rules.{name}"))
