"""What bots know of Splendor: positions and moves in numbers, which belong to weights learned from games."""

from __future__ import annotations

from ..state import Splendor
from .features import inputs
from .policy import aspects

__all__ = ["aspects", "inputs", "version"]


def version(s: Splendor) -> str:
    """Each module has weights of its own."""
    return s.module
