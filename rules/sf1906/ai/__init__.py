"""1906 San Francisco for bots: features of positions and actions, for weights learned by self-play."""

from __future__ import annotations

from ...core.search_params import SearchParams
from ..state import Sf1906
from .features import features
from .policy import action_features
from .waste import foolish

__all__ = ["GIVEN_LENGTH", "SEARCH_PARAMS", "action_features", "features", "foolish", "version"]

GIVEN_LENGTH = True
"""The game lasts six years."""
SEARCH_PARAMS = SearchParams(c_puct=0.4, prior_temperature=1.0)
"""Measured: with the default parameters the search won 33 of 100 two-player games against these, at 150 positions a
move."""


def version(s: Sf1906) -> str:
    """Name of the weights, the same for every game of 1906 San Francisco."""
    return "base"
