"""Comparison of the players of Metropolys: see `tabletown.rules.analysis.standing`."""

from __future__ import annotations

from ...core.game import total_points
from ...core.reason import Comparison
from ..board import SMALLEST, values
from ..objectives import FACE_DOWN
from ..score import score
from ..state import Metropolys


def facts(view: Metropolys) -> list[Comparison]:
    """Points in sight, and tall buildings still to bid with, by their values, which every player sees."""
    secret = max([p.cards.count(FACE_DOWN) for p in view.players])
    note = f"secret card{'s' * (secret > 1)} not counted" * (secret > 0)
    tall = [sum(value >= SMALLEST[2] for value in values(p.hand)) for p in view.players]
    return [
        Comparison([total_points(parts) for parts in score(view)], "point", "points", 3, note),
        Comparison(tall, f"building above {SMALLEST[2] - 1} left", f"buildings above {SMALLEST[2] - 1} left"),
    ]
