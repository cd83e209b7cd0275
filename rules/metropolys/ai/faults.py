"""Faults of a move of Metropolys by itself: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from ...core.game import Action
from ...core.text import plural
from ..board import NAMES, values
from ..score import worth
from ..state import Metropolys
from ..turn import PASS, higher, standing
from .differences import risk

LITTLE = 2
"""Most points that are too few for a building."""


def fault(view: Metropolys, action: Action, best: Action, names: Sequence[str], likely: object = None) -> str:
    """A clause on what a move gives up and the best one does not, without naming that; empty if there is nothing."""
    if action == PASS:
        bidder, place, value = view.bids[-1]
        pays = worth(view, bidder, place, value)
        return f"it leaves {names[bidder]} {NAMES[place]} for {plural(pays, 'point')}" if pays > 0 else ""
    _, place, value = action
    little = [*poor(view, place, value, best)]
    return ", and ".join([*little, *unsafe(view, place, value, best, names)]) or dear(view, place, value)


def poor(s: Metropolys, place: int, value: int, best: Action) -> Iterator[str]:
    """Phrase for a place that brings little or costs points, unless that of the best bid brings no more."""
    pays = worth(s, s.player, place, value)
    if best != PASS and worth(s, s.player, *best[1:]) <= pays:
        return
    if pays < 0:
        yield f"{NAMES[place]} costs you {plural(-pays, 'point')} now"
    elif pays <= LITTLE:
        brings = f"brings only {plural(pays, 'point')}" if pays else "scores nothing"
        yield f"{NAMES[place]} {brings} now for your {value}"


def unsafe(s: Metropolys, place: int, value: int, best: Action, names: Sequence[str]) -> Iterator[str]:
    """Phrase for the rival who can outbid it most cheaply, unless the best bid can be outbid by as little."""
    rivals = risk(s, place, value)
    if not rivals:
        return
    rival = min(rivals, key=lambda seat: rivals[seat])
    if best == PASS or min(risk(s, *best[1:]).values(), default=inf) > rivals[rival]:
        yield f"{names[rival]} can outbid it with {rivals[rival]}"


def dear(s: Metropolys, place: int, value: int) -> str:
    """A clause on a lower building that nobody could outbid either; empty if there is none."""
    own = values(higher(s.players[s.player].hand, standing(s)))
    is_dear = not risk(s, place, value) and any(mine < value and not risk(s, place, mine) for mine in own)
    return "nobody could outbid a lower building of yours there either" if is_dear else ""
