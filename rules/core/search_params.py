"""Parameters of the tree search: how far it explores, and how far it trusts the policy."""

from __future__ import annotations

from typing import NamedTuple


class SearchParams(NamedTuple):
    """Parameters of the tree search that suit a game."""

    c_puct: float = 0.8
    """Weight of exploration in PUCT (Rosin 2011; Silver et al. 2017)."""
    prior_temperature: float = 2.0
    """Divisor of the policy's logits, as a policy learned from searches that it guided itself is overconfident."""


SAMPLES = 8
"""Worlds at the start of a search, which takes them in rotation."""
VISITS_PER_WORLD = 64
"""Visits to each world before the search samples another one."""
ROOT_NOISE = 0.1
"""Share of the root's priors that is spread evenly, so that no move is overlooked."""
MAX_CHILDREN = 40
"""Most actions that a world adds to a node below the root, the likeliest by the policy."""
FPU_REDUCTION = 0.1
"""First-play urgency: an unvisited edge counts as its node's probability of winning less this."""
NUMBERS_PER_DEPTH = 8
"""Random numbers of one depth of a world; further draws take those of the next depths."""
DEPTHS = 32
"""Depths with numbers of their own; deeper ones repeat them."""
