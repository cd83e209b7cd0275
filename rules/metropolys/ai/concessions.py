"""Points that a move of Metropolys gives up although it is as good: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from ...core.game import Action
from ...core.text import plural
from ..score import worth
from ..state import Metropolys


def concession(view: Metropolys, best: Action, other: Action) -> str:
    """A clause on a bid that scores less at once than the best one; empty if it does not."""
    match best, other:
        case ("bid", place, value), ("bid", there, lower):
            fewer = worth(view, view.player, place, value) - worth(view, view.player, there, lower)
            if fewer > 0:
                return f"it brings {plural(fewer, 'point')} less now, but the search sees no difference by the end"
    return ""
