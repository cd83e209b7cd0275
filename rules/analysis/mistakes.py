"""Mistakes in a review: the loss that makes one, and how many are listed as the biggest."""

from __future__ import annotations

from math import sqrt

LEAST = 0.02
"""Least loss of winning chances that counts after an endless search, from 0 to 1."""
UNCERTAINTY = 0.3
"""The addition to LEAST for a search of one position; it shrinks with the square root of their number."""
NOTABLE = 0.05
"""Loss, from 0 to 1, from which on a coach stops a move, and a review lists it among the mistakes."""
MINOR = 0.1
"""Loss, from 0 to 1, below which a mistake is called small."""
WORST = 8
"""Most moves listed as biggest mistakes."""


def least_loss(nodes: float) -> float:
    """Least loss that counts as a mistake in a search of that many positions."""
    return LEAST + UNCERTAINTY / sqrt(nodes)
