"""What bots know of Splendor: how to put positions and moves into numbers, which weights learned from games belong to."""

from __future__ import annotations

from .sight import inputs
from .state import Splendor
from .taste import aspects

__all__ = ["aspects", "inputs", "version"]


def version(s: Splendor) -> str:
    """Each module has weights of its own."""
    return s.module
