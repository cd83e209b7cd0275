"""Plain waste in 1906 San Francisco, in words, and what no player would do: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game import Action
from ..components.model import CLEAR_UP, EARN, MATERIALS, URBAN
from ..costs import CLEAR_COST, CLEAR_UP_COST
from ..decision_facts import act_cost
from ..state import Sf1906
from ..turn import card_spaces

COLLECTED = 1
"""Dollars that anyone can collect in place of an action."""
STEP = CLEAR_UP_COST
"""Dollars for a step in either direction on the development board, without a token."""
PLENTY, ENOUGH = 4, 2
"""Buildings in hand from which on no one needs another one, and from which on no one pays for it."""


def waste(s: Sf1906, turn: Sequence[Action]) -> str:
    """The plain waste by the last of a turn's actions so far, before which the position is `s`; empty if there is none.
    The player who moves is "you".
    """
    paid, earned = distance(s, turn[-1]), earnings(s, turn[-1])
    if goes_nowhere(s, turn[-1]):
        return f"you pay ${paid + STEP} to move nowhere and get $1 back, and to collect ${COLLECTED} costs nothing"
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


def goes_nowhere(s: Sf1906, a: Action) -> bool:
    """True for an action of the card that pays only for a step on from the top right corner of the development board,
    which brings less than it costs.
    """
    kind = card_spaces(s)[a[1]].kind if a[0] == "act" else ""
    if kind not in (CLEAR_UP, URBAN):
        return False
    p, grid = s.players[s.order[s.acted]], s.city.kit.grid
    clears = kind == CLEAR_UP and s.rubble and p.money - distance(s, a) >= CLEAR_COST
    return (p.row, p.column) == (len(grid) - 1, len(grid[0]) - 1) and not clears


def distance(s: Sf1906, a: Action) -> int:
    """Dollars for the way to an action of the card."""
    return act_cost(s, s.tokens[s.order[s.acted]], a[1]).distance if a[0] == "act" else 0


def earnings(s: Sf1906, a: Action) -> int:
    """Dollars that an action of the card earns."""
    space = card_spaces(s)[a[1]] if a[0] == "act" else None
    return space.dollars if space and space.kind == EARN else 0
