"""Reasons to give up a plan of Splendor: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.reason import Piece
from ..cards import CARDS, COLOURS, EMPTY
from ..names import slot_label
from ..state import Splendor
from .plan import gap, payable, plain, points_note

NOBLE = 3
"""Points of a noble."""
NEAR = 2
"""Most gems that a player may need for a card that matters to their chances."""


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


def cause(then: Splendor, view: Splendor, rose: bool, names: Sequence[str]) -> str:
    """Clause on the best new card that the player to move can buy or nearly, if the chances `rose`; else on the best
    card in reach that a rival has taken, or the most points that a rival has scored; empty if there is none.
    """
    me = view.player
    if rose:
        new = [c for c in view.market if c != EMPTY and c not in then.market and CARDS[c].points and plain(c)]
        new = [c for c in new if payable(view, me, c) or gap(view.players[me], c) <= NEAR]
        best = max(new, key=lambda card: CARDS[card].points, default=None)
        return "" if best is None else f"{slot_label(view, best)}{points_note(best)} is new"
    losses = list[tuple[int, str]]()
    for seat, player in enumerate(view.players):
        if seat == me:
            continue
        for verb, held in (("bought", player.cards), ("reserved", player.hand)):
            for card in (c for c in held if c in then.market and plain(c)):
                if CARDS[card].points and (verb == "bought" or gap(then.players[me], card) <= NEAR):
                    text = f"{names[seat]} {verb} {slot_label(then, card)}{points_note(card)}"
                    losses.append((CARDS[card].points, text))
        if gained := len(player.nobles) - len(then.players[seat].nobles):
            losses.append((NOBLE * gained, f"{names[seat]} gained a noble"))
    return max(losses, default=(0, ""))[1]
