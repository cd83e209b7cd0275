"""Warnings that the game may end soon: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.text import join_words, plural
from ..board import NAMES
from ..state import Metropolys
from .endgame import steps_to_end

MOST = 3
"""The most buildings that are named."""
FEW = 2
"""Buildings that a rival has left at most who can soon end the game."""


def warning(view: Metropolys, names: Sequence[str]) -> str:
    """A clause on the player who can end the game with the next building, or build all that is left without being
    outbid, the player to move first; else on the rivals with few buildings left; empty if there is nobody of these.
    """
    if view.over:
        return ""
    order = sorted(range(len(names)), key=lambda seat: seat != view.player)
    return next((text for seat in order if (text := ending(view, seat, names[seat]))), "") or nearly_done(view, names)


def nearly_done(view: Metropolys, names: Sequence[str]) -> str:
    """A clause on the rivals of the player to move who have few buildings left; empty if nobody has."""
    near = [names[seat] for seat in range(len(names)) if seat != view.player and buildings_left(view, seat) <= FEW]
    verb = "have" if near[1:] or near == ["you"] else "has"
    return f"{join_words(near)} {verb} only {plural(FEW, 'building')} left to build" if near else ""


def buildings_left(view: Metropolys, seat: int) -> int:
    """The buildings that a player must still build, those in bids too."""
    return view.players[seat].hand.bit_count() + sum(bidder == seat for bidder, _, _ in view.bids)


def ending(view: Metropolys, seat: int, name: str) -> str:
    """A clause on how soon a player can end the game; empty if others can still outbid that player."""
    is_you = name == "you"
    wins = "you win" if is_you else f"{name} wins"
    if buildings_left(view, seat) == 1:
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
