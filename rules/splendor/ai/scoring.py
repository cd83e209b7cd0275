"""Moves of Splendor that score or buy at once: see `tabletown.rules.analysis.standing`."""

from __future__ import annotations

from ...core.game import Action
from ..cards import CARDS
from ..state import Splendor
from ..turn import legal


def scoring(view: Splendor) -> list[Action]:
    """Purchases of cards with points, the most first, and one for each card."""
    bought = {a[1]: a for a in legal(view) if a[0] == "buy" and CARDS[a[1]].points}
    return sorted(bought.values(), key=lambda a: -CARDS[a[1]].points)


def gaining(view: Splendor, chosen: Action = ()) -> list[Action]:
    """Purchases, one for each card, whatever is chosen."""
    return list({a[1]: a for a in legal(view) if a[0] == "buy"}.values())
