"""Notation of moves of Metropolys, for typing and for the log."""

from __future__ import annotations

from ..core.game import Action
from .board import NAMES
from .state import Metropolys


def notation(s: Metropolys, a: Action) -> str:
    """Notation: "bid 7 C9" or "pass"."""
    match a:
        case ("bid", place, value):
            return f"bid {value} {NAMES[place]}"
        case _:
            return "pass"
