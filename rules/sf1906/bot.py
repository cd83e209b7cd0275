"""What bots know of 1906 San Francisco: how to put positions and moves into numbers, for which weights were learned."""

from __future__ import annotations

from .sight import inputs
from .state import Sf1906
from .taste import aspects

__all__ = ["aspects", "inputs", "version"]


def version(s: Sf1906) -> str:
    """The same weights for all."""
    return "base"
