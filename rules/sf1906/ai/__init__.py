"""What bots know of 1906 San Francisco: how to put positions and moves into numbers, for which weights were learned."""

from __future__ import annotations

from ...bots.evaluation import Manner
from ..state import Sf1906
from .features import inputs
from .policy import aspects

__all__ = ["MANNER", "aspects", "inputs", "version"]

MANNER = Manner(explore=0.4, temper=1.0)
"""Measured: in the manner of the other games it won 33 of 100 games of two against this, at 150 positions a move."""


def version(s: Sf1906) -> str:
    """The same weights for all."""
    return "base"
