"""Steps of a player of Metropolys in words: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...core.game import Action
from ..board import NAMES
from ..state import Metropolys
from ..turn import advance
from ..wording import describe


def together(steps: Sequence[tuple[Metropolys, Action]]) -> list[str]:
    """Phrases for steps one after the other, given as pairs of the position before a step and its action; a bid that
    nobody can outbid builds at once, so that its player goes on.
    """
    return [built(s, a) or describe(s, a, "second", True) for s, a in steps]


def built(s: Metropolys, a: Action) -> str:
    """A bid that ends the auction as nobody can outbid it: "build 9 on S4 (nobody can outbid it)"; empty for others."""
    after = s.copy()
    advance(after, a, Random(0))
    match a:
        case ("bid", place, value) if not after.bids:
            return f"build {value} on {NAMES[place]} (nobody can outbid it)"
    return ""
