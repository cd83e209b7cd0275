"""Positions that a review searches for each move, in its quick pass and in its full one."""

from __future__ import annotations

from math import inf

from ..bots.difficulty import difficulty_of
from ..core.match import Match

QUICK = 100
"""Positions that a first, quick pass over all moves of a match searches for each."""
FULL = 1000
"""Least positions of the full pass; more where `hard` searches more."""


def full_depth(match: Match) -> int:
    """Positions that the full pass over a match searches for each move: those of `hard`, and at least FULL."""
    nodes = difficulty_of(match.game, match.states[0], "hard").nodes
    return max(FULL, int(nodes)) if nodes < inf else FULL
