"""Metropolys for bots: features of positions and actions, for weights learned by self-play."""

from __future__ import annotations

from ..state import Metropolys
from .endgame import decided
from .features import features
from .likely_worlds import determinize
from .policy import action_features

__all__ = ["GIVEN_LENGTH", "action_features", "decided", "determinize", "features", "version"]

GIVEN_LENGTH = True
"""A game lasts as long as buildings and places last."""


def version(s: Metropolys) -> str:
    """Name of the weights: "family" or "expert", which have weights of their own."""
    return s.version
