"""Warnings that the game may end soon: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.text import plural, possessive
from ..state import Metropolys
from .endgame import can_finish


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
    if not can_finish(view, seat):
        return ""
    if seat == view.player and not view.bids:
        return f"nobody can outbid the {plural(left, 'building')} that {'you have' if is_you else f'{name} has'} left"
    whose = "your" if is_you else possessive(name)
    return f"once {wins} an auction, nobody can outbid {whose} other {plural(left - 1, 'building')}"
