"""The biggest mistakes of your own, to try again: how many."""

from __future__ import annotations

TURNING_POINTS = 3
"""Most moves after the game that can be tried again."""


def turning_points_title(count: int) -> str:
    """Title of a list of your mistakes: "Your three biggest mistakes"."""
    return f"Your {('', '', 'two ', 'three ')[count]}biggest mistake{'s' * (count > 1)}"
