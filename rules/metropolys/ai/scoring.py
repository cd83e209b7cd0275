"""Bids of Metropolys that promise most points: see `tabletown.rules.analysis.standing`."""

from __future__ import annotations

from ...core.game import Action
from ..board import places
from ..score import worth
from ..state import Metropolys


def scoring(view: Metropolys) -> list[Action]:
    """None: a bid scores only if it wins."""
    return []


def gaining(view: Metropolys, chosen: Action = ()) -> list[Action]:
    """The bids that open an auction with the chosen building, or else the highest, where it would score most; none
    where it scores nothing, or in an auction.
    """
    if view.bids or not view.players[view.player].hand:
        return []
    value = chosen[2] if chosen else view.players[view.player].hand.bit_length()
    points = {place: worth(view, view.player, place, value) for place in places(view.free)}
    most = max(points.values(), default=0)
    return [("bid", place, value) for place, more in points.items() if more == most > 0]
