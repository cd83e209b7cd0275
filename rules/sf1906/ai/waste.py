"""Plain waste in 1906 San Francisco, in words, and what no player would do: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game import Action
from ..components.model import EARN, MATERIALS
from ..decision_facts import act_cost
from ..state import Sf1906
from ..turn import card_spaces

COLLECTED = 1
"""Dollars that anyone can collect in place of an action."""
PLENTY, ENOUGH = 4, 2
"""Buildings in hand from which on no one needs another one, and from which on no one pays for it."""


def waste(s: Sf1906, turn: Sequence[Action]) -> str:
    """The plain waste by the last of a turn's actions so far, before which the position is `s`; empty if there is none.
    The player who moves is "you".
    """
    paid, earned = distance(s, turn[-1]), earnings(s, turn[-1])
    if not paid or not earned or earned - paid > COLLECTED:
        return ""
    return f"you pay ${paid} to earn ${earned}, and to collect ${COLLECTED} costs nothing"


def foolish(s: Sf1906, a: Action) -> bool:
    """True for an action that looks foolish: plain waste, or one building too many for the hand."""
    if waste(s, [a]):
        return True
    hand = s.players[s.order[s.acted]].hand
    takes = a[0] == "act" and card_spaces(s)[a[1]].kind == MATERIALS
    return takes and hand >= (ENOUGH if distance(s, a) else PLENTY)


def distance(s: Sf1906, a: Action) -> int:
    """Dollars for the way to an action of the card."""
    return act_cost(s, s.tokens[s.order[s.acted]], a[1]).distance if a[0] == "act" else 0


def earnings(s: Sf1906, a: Action) -> int:
    """Dollars that an action of the card earns."""
    space = card_spaces(s)[a[1]] if a[0] == "act" else None
    return space.dollars if space and space.kind == EARN else 0
