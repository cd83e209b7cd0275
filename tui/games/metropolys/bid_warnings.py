"""Warnings of what rivals could do once the viewer has made a bid or won with it, before it is made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tabletown.rules.core.game import total_points
from tabletown.rules.core.text import join_words
from tabletown.rules.metropolys.ai.endgame import LastTurn, between_auctions, ends_after, played_out, steps_to_end
from tabletown.rules.metropolys.ai.standing import most_hidden
from tabletown.rules.metropolys.objectives import FACE_DOWN
from tabletown.rules.metropolys.score import score
from tabletown.rules.metropolys.state import Metropolys
from tabletown.rules.metropolys.turn import build

from ...narration.grammar import owned
from ...widgets.board_state import BoardState
from .preview import Position
from .recap import finishers, hand_with_bids, in_runs, unbeatable


def ending_warnings(state: BoardState, place: int, value: int) -> tuple[str, ...]:
    """Wordings of how a rival could end the game in one go after the bid, the longest first; none if nobody could."""
    assert state.viewer is not None
    names = [name for name, _ in state.seats]
    for rival, last in endings(Position(state.view), state.viewer, place, value):
        outbids = rival in ends_after(state.view, place, value)
        name = names[rival]
        words = f"{name} can outbid it and end the game" if outbids else f"once it wins, {name} can end the game"
        unless = f"{words} unless {join_words([names[seat] for seat in last.unless], 'or')} outbids" * bool(last.unless)
        full = unless or words
        return tuple(dict.fromkeys((f"{full} ({totals(last.end, state.viewer, rival, names)})", full, words)))
    return ()


def pass_warning(state: BoardState) -> str:
    """A clause on the rivals who could end the game in one go once the bid that a pass lets stand wins; empty if nobody
    could then who cannot now.
    """
    seat, place, value = state.view.bids[-1]
    then = set(finishers(once_built(state.view, seat, place, value))) - set(finishers(state.view)) - {state.viewer}
    names = join_words([state.seats[who].name for who in sorted(then)], "or")
    return f"if {value} wins, {names} can end the game" if then else ""


def warnings(state: BoardState, place: int, value: int) -> tuple[str, ...]:
    """Wordings of the buildings of a rival that one could no longer outbid, the longest first; none without any."""
    assert state.viewer is not None
    view, seat = state.view, state.viewer
    names = [name for name, _ in state.seats]
    now, then = unbeatable(view, seat), unbeatable(after := once_built(view, seat, place, value), seat)
    if new := [who for who in then if who not in now]:
        rivals, highest = owned(names[new[0]]), hand_with_bids(after, seat).bit_length()
        above = in_runs(then[new[0]])
        return (
            f"in later auctions your highest is {highest}: you cannot outbid {rivals} {above}",
            f"you cannot outbid {rivals} {above} later",
        )
    return ()


@lru_cache(maxsize=64)
def endings(position: Position, seat: int, place: int, value: int) -> list[tuple[int, LastTurn]]:
    """The rivals who could end the game before the player's next turn by outbidding that bid, and those who, once it is
    built, could end it by opening an auction and cannot yet: each with that end.
    """
    view = position.view
    ends = ends_after(view, place, value)
    after = once_built(view, seat, place, value)
    for who in finishers(after):
        if who != seat and who not in finishers(view):
            ends.setdefault(who, LastTurn(played_out(between_auctions(after, who), steps_to_end(after, who))))
    return [*ends.items()]


def totals(end: Metropolys, seat: int, rival: int, names: Sequence[str]) -> str:
    """The points of the viewer and of a rival in a position: "you 27, Hana 23 + up to 4"."""
    own, theirs = (total_points(score(end)[who]) for who in (seat, rival))
    most = most_hidden(end, rival) if FACE_DOWN in end.players[rival].cards else 0
    return f"you {own}, {names[rival]} {theirs}{f' + up to {most}' * bool(most)}"


def once_built(view: Metropolys, seat: int, place: int, value: int) -> Metropolys:
    """The position after an auction that the building has won."""
    after = between_auctions(view, seat)
    build(after, seat, place, value)
    return after
