"""The turning points of your own play, to try again: how many, and from which loss on."""

from __future__ import annotations

TURNING_POINTS = 3
"""Most moves after the game that can be tried again."""
LEAST = 0.05
"""Least loss of such a move, from 0 to 1."""


def turning_points_title(count: int) -> str:
    """Title of a list of turning points: "Your three turning points"."""
    return f"Your {('', '', 'two ', 'three ')[count]}turning point{'s' * (count > 1)}"
