"""Facts for a player's decision: costs, the order at the next stop, plots that permits fit, points so far."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from ..core.game import Action, Score
from .building import affordable, build_cost, shared, site_cost, urban_cost
from .city import fitting
from .components import model as c
from .costs import CLEAR_COST, CLEAR_UP_COST, DEVELOP_COST, DISTANCE_COST, RUBBLE_COST
from .score import by_objective, parts
from .state import FACE_DOWN, STRIP, Sf1906
from .turn import card_spaces, possible
from .wording import objective_title


class Cost(NamedTuple):
    """Least dollars that an action costs, now and in the further steps that it leads to."""

    distance: int = 0
    action: int = 0
    """Dollars for clear-up and urban development."""
    year: int = 0
    """The year's cost of building."""
    rubble: int = 0
    cable_car: int = 0

    @property
    def total(self) -> int:
        return self.distance + self.action + self.year + self.rubble + self.cable_car


def cost(s: Sf1906, a: Action) -> Cost:
    """Cost of a legal action to the player to move, without costs already paid."""
    match a:
        case ("act", k):
            return act_cost(s, s.tokens[s.order[s.acted]], k)
        case ("clear", _):
            return Cost(action=CLEAR_COST)
        case ("clear_up",):
            return Cost(action=CLEAR_UP_COST)
        case ("bonus", "build"):
            return Cost(year=build_cost(s), rubble=least_rubble(s, reachable(s, s.order[s.acted], False)))
        case ("spend", *permits):
            return Cost(year=build_cost(s), rubble=least_rubble(s, fitting(s.city, tuple(permits), s.grant) & s.free))
        case ("plot", plot):
            return Cost(year=build_cost(s), rubble=site_cost(s, plot) - build_cost(s))
        case ("urban", kind):
            return cost(s, ("plot", s.plot))._replace(cable_car=urban_cost(s, kind))
        case ("no_urban",):
            return cost(s, ("plot", s.plot))
    return Cost()


def act_cost(s: Sf1906, token: int, k: int) -> Cost:
    """Cost of the action of space `k` with the player's token on space `token`."""
    kind, way = card_spaces(s)[k].kind, DISTANCE_COST * abs(k - token)
    if kind in (c.BUILD, c.BUILD_GRANT):
        sites = reachable(s, s.order[s.acted], kind == c.BUILD_GRANT)
        return Cost(distance=way, year=build_cost(s), rubble=least_rubble(s, sites))
    return Cost(distance=way, action={c.CLEAR_UP: CLEAR_UP_COST, c.URBAN: DEVELOP_COST}.get(kind, 0))


def least_rubble(s: Sf1906, sites: int) -> int:
    """Dollars that rubble adds at the cheapest plot of a mask."""
    return 0 if sites & ~s.rubble else RUBBLE_COST


def acts_from(s: Sf1906, k: int) -> list[tuple[Action, Cost]]:
    """Actions possible from space `k` of the action card, with their costs, without collecting $1.

    None on a pass space, and none at the stop of the earnings spaces.
    """
    if s.stop == STRIP or card_spaces(s)[k].kind == c.PASS:
        return []
    p, acts = s.players[s.order[s.acted]], []
    for to, space in enumerate(card_spaces(s)):
        money = p.money - DISTANCE_COST * abs(to - k)
        if money >= 0 and possible(s, p, space, money):
            acts.append((("act", to), act_cost(s, k, to)))
    return acts


def order_after(s: Sf1906, k: int) -> tuple[int | None, ...]:
    """Order of the next stop if the player to move takes space `k`: seats, the first to act first.

    None marks each free space that a player who has not moved yet may still take.
    """
    count = len(s.city.kit.earnings) if s.stop == STRIP else len(card_spaces(s))
    standing: dict[int, int] = {s.tokens[seat]: seat for seat in s.order[: s.acted]}
    standing[k] = s.order[s.acted]
    later = len(s.order) > s.acted + 1
    return tuple(standing.get(space) for space in range(count - 1, -1, -1) if later or space in standing)


def place_after(s: Sf1906, k: int) -> tuple[int, int]:
    """Earliest and latest place, from 0, of the player to move at the next stop, if they take space `k` now."""
    order, later = order_after(s, k), len(s.order) - s.acted - 1
    at = order.index(s.order[s.acted])
    before, after = order[:at], order[at + 1 :]
    chosen = sum(seat is not None for seat in before)
    return chosen + max(0, later - after.count(None)), chosen + min(len(before) - chosen, later)


def reachable(s: Sf1906, seat: int, grant: bool) -> int:
    """Mask of the free plots that one or two of a player's permits fit, whatever they cost."""
    plots = 0
    for permits in permit_choices(s, seat):
        plots |= fitting(s.city, permits, grant)
    return plots & s.free


def permit_choices(s: Sf1906, seat: int) -> list[tuple[int, ...]]:
    """Every choice of one or two of a player's permits."""
    permits = s.players[seat].permits
    return [*combinations(permits, 1), *combinations(permits, 2)]


def payable(s: Sf1906, permits: tuple[int, ...], grant: bool) -> int:
    """Mask of the plots that these permits fit and that are affordable for the player to move."""
    return fitting(s.city, permits, grant) & affordable(s, s.players[s.order[s.acted]].money)


def ways(s: Sf1906, seat: int, plot: int, grant: bool) -> list[tuple[tuple[int, ...], list[int]]]:
    """Every choice of one or two permits of a player that fits a plot, with the urban types that they share."""
    return [
        (permits, shared(s.city, permits))
        for permits in permit_choices(s, seat)
        if fitting(s.city, permits, grant) >> plot & 1
    ]


def estimate(s: Sf1906, player: int) -> Score:
    """A player's points if the game ended now, each objective separately; those unknown in a view score nothing."""
    sources = parts(s, player, s.players[player])
    return (
        *(
            ("Secret objective" if card == FACE_DOWN else objective_title(s.city.kit, card), points)
            for card, _, points in by_objective(s, player)
        ),
        *sources[2:],
    )
