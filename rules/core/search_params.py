"""Parameters of the tree search: how far it explores, and how far it trusts the policy."""

from __future__ import annotations

from typing import NamedTuple


class SearchParams(NamedTuple):
    """Parameters of the tree search that suit a game."""

    c_puct: float = 0.8
    """Weight of exploration in PUCT (Rosin 2011; Silver et al. 2017)."""
    prior_temperature: float = 2.0
    """Divisor of the policy's logits, as a policy learned from searches that it guided itself is overconfident."""
