"""Moves of Metropolys in sentences."""

from __future__ import annotations

from ..core.game import Action
from ..core.text import Perspective, in_perspective
from .board import NAMES
from .state import Metropolys


def describe(s: Metropolys, a: Action, perspective: Perspective = "third", brief: bool = False) -> str:
    """The action as a sentence without its subject: "opens with 7 on C9"; `brief` has no consequences to leave out."""
    match a:
        case ("bid", place, value):
            words = f"{'bid' if s.bids else 'open with'} {value} on {NAMES[place]}"
        case _:
            words = "pass"
    return in_perspective(words, perspective)
