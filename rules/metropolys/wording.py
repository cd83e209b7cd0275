"""Moves of Metropolys in sentences."""

from __future__ import annotations

from ..core.game import Action
from .board import NAMES
from .state import Metropolys


def describe(s: Metropolys, a: Action) -> str:
    """The action as a sentence without its subject."""
    match a:
        case ("bid", place, value):
            return f"{'outbids' if s.bids else 'opens'} with {value} on {NAMES[place]}"
        case _:
            return "passes"
