"""Reasons to give up a plan of Splendor: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.reason import Piece
from ..cards import CARDS, COLOURS, EMPTY
from ..names import slot_label
from ..state import Splendor
from .plan import plain, points_note


def change(then: Splendor, view: Splendor, aims: Iterable[Piece], new: Iterable[Piece], names: Sequence[str]) -> str:
    """Clause on what became of a card that the plan was for, or on one that the new plan is for and that has come to
    the table; empty if neither is so.
    """
    cards, fresh = ([card for kind, card in pieces if kind == "card"] for pieces in (aims, new))
    for card in (card for card in cards if card in then.market and card not in view.market):
        for seat, player in enumerate(view.players):
            verb = "bought" if card in player.cards else "reserved" if card in player.hand else ""
            if verb and seat != view.player:
                colour = f"{COLOURS[CARDS[card].bonus]} " * plain(card)
                return f"{names[seat]} {verb} the {colour}card at {slot_label(then, card)}"
    come = [card for card in fresh if card != EMPTY and card in view.market and card not in then.market]
    return f"{slot_label(view, come[0])}{points_note(come[0])} is new" if come else ""
