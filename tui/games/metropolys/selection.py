"""The parts of Metropolys' actions that the player picks for a bid."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.game import Action

from ...model.selection import Part
from ...widgets.board_state import BoardState

PASSES: Part = ("do", "pass")
"""The only part of a pass."""


def parts(action: Action) -> Sequence[Part]:
    """The parts to pick for an action."""
    match action:
        case ("bid", place, value):
            return [("place", place), ("value", value)]
        case _:
            return [PASSES]


def passes_now(state: BoardState) -> bool:
    """Is a pass picked?"""
    return PASSES in state.picked


def preferred(state: BoardState) -> Action | None:
    """The lowest bid on the place picked, or the only action left; else None."""
    if any(part[0] == "place" for part in state.picked):
        return next((a for a in state.left if a[0] == "bid"), None)
    return state.left[0] if len(state.left) == 1 else None


def bids_on(state: BoardState, place: int | None) -> list[Action]:
    """The legal bids on a place, or for None on any place."""
    return [a for a in state.game.legal(state.view) if a[0] == "bid" and place in (None, a[1])]


def at_least(bids: Sequence[Action], more: str = " or more") -> str:
    """The buildings that are enough: "7 or more", with `more` as its end, or the only one."""
    values = {bid[2] for bid in bids}
    return f"{min(values)}{more}" if len(values) > 1 else str(min(values))


def value_first(state: BoardState) -> int:
    """The building that was picked before its place; 0 if there is none."""
    return next((part[1] for part in state.picked[:1] if part[0] == "value"), 0)
