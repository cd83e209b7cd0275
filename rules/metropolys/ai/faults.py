"""Faults of a move of Metropolys by itself: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.game import Action
from ...core.text import plural
from ..board import NAMES, values
from ..score import worth
from ..state import Metropolys
from ..turn import PASS, higher, standing
from .differences import risk

LITTLE = 2
"""Most points that are too few for a building."""


def fault(view: Metropolys, action: Action, names: Sequence[str]) -> str:
    """A clause on what a move gives up, without naming a better one; empty if nothing can be named."""
    if action == PASS:
        bidder, place, value = view.bids[-1]
        pays = worth(view, bidder, place, value)
        return f"it leaves {names[bidder]} {NAMES[place]} for {plural(pays, 'point')}" if pays > 0 else ""
    _, place, value = action
    return ", and ".join([*poor(view, place, value), *unsafe(view, place, value, names)])


def poor(s: Metropolys, place: int, value: int) -> Iterator[str]:
    """Phrase for a place that brings little or costs points."""
    pays = worth(s, s.player, place, value)
    if pays < 0:
        yield f"{NAMES[place]} costs you {plural(-pays, 'point')} now"
    elif pays <= LITTLE:
        brings = f"brings only {plural(pays, 'point')}" if pays else "scores nothing"
        yield f"{NAMES[place]} {brings} now for your {value}"


def unsafe(s: Metropolys, place: int, value: int, names: Sequence[str]) -> Iterator[str]:
    """Phrase for the rival who can outbid it most cheaply, or for a lower building that nobody could outbid either."""
    if rivals := risk(s, place, value):
        rival = min(rivals, key=lambda seat: rivals[seat])
        yield f"{names[rival]} can outbid it with {rivals[rival]}"
        return
    own = values(higher(s.players[s.player].hand, standing(s)))
    if any(mine < value and not risk(s, place, mine) for mine in own):
        yield "nobody could outbid a lower building of yours there either"
