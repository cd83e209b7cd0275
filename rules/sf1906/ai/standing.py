"""Comparison of the players of 1906 San Francisco: see `tabletown.rules.analysis.standing`."""

from __future__ import annotations

from ...core.game import total_points
from ...core.reason import Comparison
from ..decision_facts import estimate
from ..state import FACE_DOWN, Sf1906


def facts(view: Sf1906) -> list[Comparison]:
    """Points in sight, buildings on the board and in hand, permits, objectives that score beside these, and money."""
    players = view.players
    hidden = any(FACE_DOWN in p.secret for p in players)
    sums = [total_points(estimate(view, seat)) for seat in range(len(players))]
    return [
        Comparison(sums, "point", "points", 4, "secret objectives not counted" * hidden),
        Comparison([p.built.bit_count() for p in players], "building built", "buildings built"),
        Comparison([p.hand for p in players], "building in hand", "buildings in hand", 2),
        Comparison([len(p.permits) for p in players], "permit", "permits", 2),
        Comparison([len(p.secret) for p in players], "secret objective", "secret objectives"),
        Comparison([p.money for p in players], "$", "$", 3),
    ]
