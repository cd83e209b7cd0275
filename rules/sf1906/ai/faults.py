"""Faults of a move of 1906 San Francisco that a better one does not have: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game import Action
from ...core.text import plural
from ..state import Sf1906
from .differences import now
from .plan import Likely, Plan
from .waste import waste

MUCH = 2
"""Least points that a move forgoes this turn for that to be its fault."""


def fault(view: Sf1906, action: Action, best: Action, names: Sequence[str], likely: Likely) -> str:
    """A clause on what a move gives up and the best one does not, without naming that; empty if there is nothing."""
    if wasted := waste(view, (action,)):
        return wasted
    mine, theirs = (now(Plan(view, (each,), names, likely, 0)) for each in (best, action))
    if mine - theirs < MUCH or mine <= 0:
        return ""
    return f"you score {plural(theirs, 'point') if theirs > 0 else 'nothing'} this turn, and could score {mine}"
