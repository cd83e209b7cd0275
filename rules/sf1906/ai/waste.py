"""Plain waste in 1906 San Francisco, in words, and what no player would do: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game import Action
from ...core.text import plural
from ..components.model import CLEAR_UP, EARN, MATERIALS, URBAN
from ..costs import CLEAR_COST, CLEAR_UP_COST
from ..decision_facts import act_cost
from ..limits import MONEY_MAX
from ..objectives import points
from ..state import Sf1906
from ..turn import card_spaces
from .objective_values import drawn, on_offer

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
    return poor_bonus(s, turn[-1]) or poor_action(s, turn[-1])


def poor_bonus(s: Sf1906, a: Action) -> str:
    """The waste by an objective as the last bonus of a year that promises fewer points than the money is worth; empty
    if there is none.
    """
    kit, seat = s.city.kit, s.order[s.acted]
    if a != ("bonus", "objective") or s.year != len(kit.years) - 2:
        return ""
    p = s.players[seat]
    dollars = sum(part.dollars * (p.built.bit_count() if part.per_built else 1) for part in kit.years[s.year].bonus)
    worth = kit.money_points[min(MONEY_MAX, p.money + dollars)] - kit.money_points[p.money]
    at_once = max((points(s, seat, card) for card in s.objective_row), default=0)
    promised = max(drawn(s, seat), on_offer(s, seat) + at_once)
    if worth <= promised:
        return ""
    return f"an objective brings about {plural(promised, 'point')}, and the ${dollars} in its place score {worth}"


def poor_action(s: Sf1906, a: Action) -> str:
    """The waste by an action that pays for nothing, or for what is free; empty if there is none."""
    paid, earned = distance(s, a), earnings(s, a)
    if goes_nowhere(s, a):
        return f"you pay ${paid + STEP} to move nowhere and get $1 back, and to collect ${COLLECTED} costs nothing"
    if not paid or not earned or earned - paid > COLLECTED:
        return ""
    return f"you pay ${paid} to earn ${earned}, and to collect ${COLLECTED} costs nothing"


def foolish(s: Sf1906, a: Action) -> bool:
    """True for an action that looks foolish: one that pays for nothing, or one building too many for the hand."""
    if poor_action(s, a):
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
