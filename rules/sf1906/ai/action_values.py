"""Approximate worth in points of each action of 1906 San Francisco to the player to move."""

from __future__ import annotations

from ..building import affordable, build_cost
from ..components import model as c
from ..components.model import LIGHT, Space
from ..costs import CLEAR_UP_COST, DEVELOP_COST, RUBBLE_COST
from ..limits import MONEY_MAX
from ..objectives import points
from ..state import Player, Sf1906
from .features import pair_kinds, reach, stage, step_right, step_up, urban_counts, urban_value
from .objective_values import ObjectiveValues

Numbers = tuple[float, ...]


class ActionScorer:
    """The player to move, with the approximate worth in points of a dollar and of other things to them."""

    __slots__ = ("dollar", "late", "near", "p", "s", "seat", "w")

    def __init__(self, s: Sf1906) -> None:
        self.s, self.seat = s, s.order[s.acted]
        self.p: Player = s.players[self.seat]
        self.late, self.w = stage(s), ObjectiveValues(s, self.seat)
        self.dollar = 1.0 - 0.7 * self.late
        self.near = reach(s, self.p.permits)

    def lights(self) -> int:
        return urban_counts(self.s.city.kit, self.p.urban)[LIGHT]

    def card_value(self, kinds: int) -> float:
        """Worth of the best urban card of the types in a mask; 0 for none."""
        lights = self.lights() if kinds & 1 << LIGHT else 0
        return max(
            [urban_value(self.s, self.w, k, lights) for k in range(len(self.s.piles)) if kinds >> k & 1] or [0.0]
        )


# The worth of each action, then further features


def earn(m: ActionScorer, dollars: int) -> Numbers:
    gained = min(dollars, MONEY_MAX - m.p.money)
    return m.dollar * gained, gained / 3, float(m.p.money < 3)


def materials(m: ActionScorer) -> Numbers:
    hand = m.p.hand
    return (
        (3.2 if hand < 2 else 0.8) * min(1.0, 3 * (1 - m.late)),
        float(hand == 0),
        float(hand == 1),
        len(m.p.permits) / 3,
    )


def permit(m: ActionScorer) -> Numbers:
    held = len(m.p.permits)
    return (3.7, 3.4, 2.9, 2.0, 1.3)[held] * min(1.0, 3 * (1 - m.late)), float(held == 0), held / 3, float(not m.near)


def objective(m: ActionScorer) -> Numbers:
    best = max([points(m.s, m.seat, card) for card in m.s.objective_row], default=0)
    return 2.5 - m.late, best / 4, best * m.late / 4


def clear_up(m: ActionScorer, money: int) -> Numbers:
    gain, token = step_up(m.s, m.w, m.p), m.w.token if money > CLEAR_UP_COST and m.s.rubble else 0.0
    return gain + max(0.0, token - m.dollar) - CLEAR_UP_COST * m.dollar, gain / 3, token / 3


def urban(m: ActionScorer) -> Numbers:
    gain = step_right(m.s, m.w, m.p)
    return gain - DEVELOP_COST * m.dollar, gain / 3


def build(m: ActionScorer, money: int, grant: bool) -> Numbers:
    cost, open_ = build_cost(m.s), affordable(m.s, money)
    near = reach_grant(m.s, m.p.permits) & open_ if grant else m.near & open_
    site = m.w.best(near) if near else 0.0
    card = m.card_value(pair_kinds(m.s, m.p.permits))
    rubble = float(not near & ~m.s.rubble)
    value = 4.0 + site + card - (cost + RUBBLE_COST * rubble) * m.dollar
    return value, site / 5, card / 5, len(m.p.permits) / 3, rubble, float(grant)


def reach_grant(s: Sf1906, permits: tuple[int, ...]) -> int:
    """Mask of the free plots whose colour or number is on one of the permits."""
    plots = 0
    for card in permits:
        plots |= s.city.permit_colour[card] | s.city.permit_number[card]
    return plots & s.free


def action_value(m: ActionScorer, space: Space, money: int) -> Numbers:
    """Approximate worth in points of a space's action, then further features of it."""
    match space.kind:
        case c.EARN:
            return earn(m, space.dollars)
        case c.MATERIALS:
            return materials(m)
        case c.PERMIT:
            return permit(m)
        case c.OBJECTIVE:
            return objective(m)
        case c.CLEAR_UP:
            return clear_up(m, money)
        case c.URBAN:
            return urban(m)
    return build(m, money, space.kind == c.BUILD_GRANT)
