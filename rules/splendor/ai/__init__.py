"""What bots know of Splendor: positions and moves in numbers, which belong to weights learned from games."""

from __future__ import annotations

from ..state import Splendor
from .features import features
from .policy import action_features

__all__ = ["action_features", "features", "version"]


def version(s: Splendor) -> str:
    """Each module has weights of its own."""
    return s.module
