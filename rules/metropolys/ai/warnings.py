"""Warnings that the game may end soon: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.text import plural
from ..board import NAMES
from ..state import Metropolys
from .endgame import steps_to_end

MOST = 3
"""The most buildings that are named."""


def warning(view: Metropolys, names: Sequence[str]) -> str:
    """A clause on the player who can end the game with the next building, or build all that is left without being
    outbid, the player to move first; empty if nobody can.
    """
    if view.over:
        return ""
    order = sorted(range(len(names)), key=lambda seat: seat != view.player)
    return next((text for seat in order if (text := ending(view, seat, names[seat]))), "")


def ending(view: Metropolys, seat: int, name: str) -> str:
    """A clause on how soon a player can end the game; empty if others can still outbid that player."""
    left, is_you = view.players[seat].hand.bit_count(), name == "you"
    left += sum(bidder == seat for bidder, _, _ in view.bids)
    wins = "you win" if is_you else f"{name} wins"
    if left == 1:
        return f"the game ends as soon as {wins} an auction"
    steps = steps_to_end(view, seat)
    if not steps:
        return ""
    subject = "you start" if is_you else f"{name} starts"
    when = "" if seat == view.player and not view.bids else f"when {subject} the next auction, "
    return f"{when}{name} can end the game: {unopposed(steps)}"


def unopposed(steps: Sequence[tuple[int, int]]) -> str:
    """A clause on the last buildings of a player, with a way to bid them that nobody can outbid if they are few:
    "nobody can outbid the last 2 buildings on the right places, such as 6 on C1, then 9 on C14".
    """
    bids = [f"{value} on {NAMES[place]}" for place, value in steps]
    way = f", such as {', then '.join(bids)}" if len(bids) <= MOST else ""
    return f"nobody can outbid the last {plural(len(bids), 'building')} on the right places{way}"
