"""Comparison of the players of Splendor: see `tabletown.rules.analysis.standing`."""

from __future__ import annotations

from ...core.reason import Comparison
from ..state import Splendor


def facts(view: Splendor) -> list[Comparison]:
    """Points and bonuses; tokens come and go, and say little."""
    players = view.players
    return [
        Comparison([p.points for p in players], "point", "points", 3),
        Comparison([sum(p.bonuses) for p in players], "bonus", "bonuses", 2),
    ]
