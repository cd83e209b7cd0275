"""The search for a hint: the one by which a review judges the move afterwards, so that it does not blame a hint."""

from __future__ import annotations

from tabletown.rules.analysis.review_depth import full_depth
from tabletown.rules.core.match import Match

HINT_LEVEL = "ismcts"
HINT_SECONDS = 10.0
"""Maximum thinking time of a hint, for slow machines; else the number of positions limits it."""
LONGER = 4
"""Factor by which a hint that is asked for again searches more positions."""


def hint_nodes(match: Match, longer: bool = False) -> int:
    """Positions that a hint searches."""
    return full_depth(match) * (LONGER if longer else 1)


def hint_seed(match: Match, ply: int) -> str:
    """Seed of the search for a hint."""
    return match.seed_for(ply, "review")
