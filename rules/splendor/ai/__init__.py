"""Splendor for bots: features of positions and actions, for weights learned by self-play."""

from __future__ import annotations

from ..state import Splendor
from .features import features
from .policy import action_features

__all__ = ["action_features", "features", "version"]


def version(s: Splendor) -> str:
    """Name of the weights: that of the module, since each module has its own."""
    return s.module
