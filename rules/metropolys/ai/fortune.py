"""Luck of bids of Metropolys that a review calls mistakes: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game import Action
from ..board import BUILDINGS
from ..state import Metropolys
from .differences import risk


def fortune(s: Metropolys, played: Action, better: Action, later: Sequence[Metropolys]) -> str:
    """A clause on a bid that nobody outbid in the game although it was easier to outbid than the better one; empty for
    any other move. `later` are the positions that followed.
    """
    match played, better:
        case ("bid", place, value), ("bid", there, other):
            never = BUILDINGS[-1] + 1
            easier = min(risk(s, place, value).values(), default=never) < min(
                risk(s, there, other).values(), default=never
            )
            ended = next((each for each in later if not each.bids), None)
            if easier and ended is not None and ended.players[s.player].places >> place & 1:
                return "nobody outbid it"
    return ""
