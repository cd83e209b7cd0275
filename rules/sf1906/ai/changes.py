"""Reasons to give up a plan of 1906 San Francisco: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.reason import Piece
from ..state import Sf1906
from ..wording import permit_title


def change(then: Sf1906, view: Sf1906, aims: Iterable[Piece], new: Iterable[Piece], names: Sequence[str]) -> str:
    """Clause on what became of a plot or a permit that the plan was for, on a permit that is new on offer, or on the
    plot that the new plan is for before that of the old one; empty if there is no such thing.
    """
    seat, pieces = view.order[view.acted], [*aims]
    rivals = [n for n in range(len(view.players)) if n != seat]
    for kind, piece in pieces:
        for n in rivals:
            if kind == "plot" and (view.players[n].built & ~then.players[n].built) >> piece & 1:
                return f"{names[n]} built on {view.city.names[piece]}"
            if kind == "permit" and piece in then.permit_row and piece in view.players[n].permits:
                return f"{names[n]} took {title(view, piece)}"
    fresh = [piece for kind, piece in new if kind == "permit" and piece in view.permit_row]
    if come := [permit for permit in fresh if permit not in then.permit_row]:
        return f"{title(view, come[0])} is new on offer"
    before, after = ([piece for kind, piece in some if kind == "plot"] for some in (pieces, new))
    if before and after and view.free >> before[0] & 1:
        return f"{view.city.names[after[0]]} is now the better plot to build on next, not {view.city.names[before[0]]}"
    return ""


def title(s: Sf1906, permit: int) -> str:
    """A permit in a sentence: "the red 3 permit"."""
    return (
        "the wild permit"
        if s.city.kit.permits[permit].colour is None
        else f"the {permit_title(s.city.kit, permit)} permit"
    )
