"""Warnings of what rivals could do once a bid of the viewer has won, before it is made."""

from __future__ import annotations

from tabletown.rules.metropolys.state import Metropolys
from tabletown.rules.metropolys.turn import build

from ...narration.grammar import owned
from ...widgets.board_state import BoardState
from .recap import finishers, hand_with_bids, in_runs, unbeatable


def warnings(state: BoardState, place: int, value: int) -> tuple[str, ...]:
    """Wordings of what the building would let a rival do that none can do yet, the longest first; none if nothing."""
    assert state.viewer is not None
    view, seat, after = state.view, state.viewer, once_built(state.view, state.viewer, place, value)
    names = [name for name, _ in state.seats]
    if new := [who for who in finishers(after) if who != seat and who not in finishers(view)]:
        return (f"then {names[new[0]]} can end the game",)
    now, then = unbeatable(view, seat), unbeatable(after, seat)
    if new := [who for who in then if who not in now]:
        rival, highest = owned(names[new[0]]), hand_with_bids(after, seat).bit_length()
        above = in_runs(then[new[0]])
        return (
            f"your highest is then {highest}: you cannot outbid {rival} {above}",
            f"then you cannot outbid {rival} {above}",
        )
    return ()


def once_built(view: Metropolys, seat: int, place: int, value: int) -> Metropolys:
    """The position after an auction that the building has won."""
    after = view.copy()
    for bidder, where, lying in view.bids:
        after.players[bidder].hand |= 1 << lying - 1
        after.free |= 1 << where
    after.bids = ()
    build(after, seat, place, value)
    return after
