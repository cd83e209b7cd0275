"""Comparison of the players of 1906 San Francisco: see `tabletown.rules.analysis.standing`."""

from __future__ import annotations

from ...core.game import total_points
from ...core.reason import Comparison
from ..decision_facts import estimate
from ..state import Sf1906


def facts(view: Sf1906) -> list[Comparison]:
    """Points in sight, buildings on the board, permits and money."""
    players = view.players
    return [
        Comparison([total_points(estimate(view, seat)) for seat in range(len(players))], "point", "points", 4),
        Comparison([p.built.bit_count() for p in players], "building built", "buildings built"),
        Comparison([len(p.permits) for p in players], "permit", "permits", 2),
        Comparison([p.money for p in players], "$", "$", 4),
    ]
