"""What bots know of Splendor: positions and moves in numbers, which belong to weights learned from games."""

from __future__ import annotations

from .sight import inputs
from .state import Splendor
from .taste import aspects

__all__ = ["aspects", "inputs", "version"]


def version(s: Splendor) -> str:
    """Each module has weights of its own."""
    return s.module
