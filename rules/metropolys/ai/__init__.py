"""What bots know of Metropolys: positions and moves in numbers that learned weights belong to."""

from __future__ import annotations

from ..state import Metropolys
from .features import features
from .policy import action_features

__all__ = ["action_features", "features", "version"]


def version(s: Metropolys) -> str:
    """Family and Expert have weights of their own."""
    return s.version
