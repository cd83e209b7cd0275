"""Building in 1906 San Francisco: permits, plot, costs, and the urban card that comes with two permits (rulebook,
"Build")."""

from __future__ import annotations

from itertools import combinations

from ..core.game import Action
from .city import City, fitting, places
from .components.model import URBAN_TYPES
from .costs import RUBBLE_COST
from .effects import pay, right, up
from .state import BUILDINGS, NOBODY, NONE, STRIP, Player, Sf1906

PLOTS: list[Action] = [("plot", plot) for plot in range(100)]
URBANS: list[Action] = [("urban", kind) for kind in range(len(URBAN_TYPES))]
NO_URBAN: Action = ("no_urban",)


def build_cost(s: Sf1906) -> int:
    """Dollars that a building costs this year, without rubble."""
    return s.city.kit.years[s.year].build_cost


def affordable(s: Sf1906, money: int) -> int:
    """Mask of the free plots on which `money` dollars are enough to build, the year's cost included."""
    left = money - build_cost(s)
    if left < 0:
        return 0
    return s.free if left >= RUBBLE_COST else s.free & ~s.rubble


def can_build(s: Sf1906, p: Player, money: int, grant: bool) -> bool:
    """Return whether the player can build with `money` dollars: a building in hand, and permits that fit a plot.

    Any two permits may give colour and number, and any one both. With a grant, colour or number is enough.
    """
    if not p.hand or not p.permits:
        return False
    colour = number = 0
    c = s.city
    for permit in p.permits:
        colour |= c.permit_colour[permit]
        number |= c.permit_number[permit]
    return bool((colour | number if grant else colour & number) & affordable(s, money))


def spends(s: Sf1906) -> list[Action]:
    """Legal ways to spend one or two permits: those that fit an affordable plot."""
    p, c, grant = s.players[s.order[s.acted]], s.city, s.grant
    open_ = affordable(s, p.money)
    actions: list[Action] = [("spend", permit) for permit in p.permits if fitting(c, (permit,), grant) & open_]
    for pair in combinations(p.permits, 2):
        if fitting(c, pair, grant) & open_:
            actions.append(("spend", *pair))
    return actions


def plots(s: Sf1906) -> list[Action]:
    open_ = affordable(s, s.players[s.order[s.acted]].money)
    return [PLOTS[plot] for plot in places(fitting(s.city, s.spent, s.grant) & open_)]


def shared(c: City, permits: tuple[int, ...]) -> list[int]:
    """Urban types that two permits share; none for a single permit."""
    if len(permits) < 2:
        return []
    first, second = (c.kit.permits[permit].symbols for permit in permits)
    return [kind for kind in first if kind in second]


def site_cost(s: Sf1906, plot: int) -> int:
    """Dollars to build on a plot: the year's cost, and RUBBLE_COST for rubble."""
    return build_cost(s) + RUBBLE_COST * (s.rubble >> plot & 1)


def urban_cost(s: Sf1906, kind: int) -> int:
    """Dollars for the top card of a pile: $1 for a cable car, else nothing."""
    pile = s.city.kit.piles[kind]
    return s.city.kit.urban_cards[pile[len(pile) - s.piles[kind]]].cost


def urbans(s: Sf1906) -> list[Action]:
    """Legal urban cards after building: those of a shared type that are affordable.

    The player may decline only where no card is free.
    """
    money = s.players[s.order[s.acted]].money - site_cost(s, s.plot)
    kinds = [kind for kind in shared(s.city, s.spent) if s.piles[kind]]
    costs = {kind: urban_cost(s, kind) for kind in kinds}
    cards = [URBANS[kind] for kind in sorted(kinds) if costs[kind] <= money]
    return cards if any(costs[kind] == 0 for kind in kinds) else [*cards, NO_URBAN]


def construct(s: Sf1906, seat: int, kind: int) -> None:
    """Build on the chosen plot with the chosen permits, and take an urban card of type `kind` unless it is NONE.

    All costs are paid before anything is gained. The first player to have built all buildings takes Best Builder.
    """
    p, bit = s.players[seat], 1 << s.plot
    pay(p, site_cost(s, s.plot) + (urban_cost(s, kind) if kind != NONE else 0))
    s.discards += s.spent
    p.permits = tuple([permit for permit in p.permits if permit not in s.spent])
    if s.rubble & bit:
        s.rubble ^= bit
        p.rubble += 1
        up(s.city, p)
    p.hand -= 1
    p.built |= bit
    s.free ^= bit
    if kind != NONE:
        pile = s.city.kit.piles[kind]
        p.urban += (pile[len(pile) - s.piles[kind]],)
        s.piles[kind] -= 1
        right(s.city, p)
    s.grant, s.spent, s.plot = False, (), NONE
    if s.best_builder == NOBODY and p.built.bit_count() == BUILDINGS:
        s.best_builder = seat


def last_card(s: Sf1906) -> bool:
    """Return whether the game ends when everybody has acted at this stop (rulebook, "End of the game")."""
    if s.stop == STRIP:
        return s.year == len(s.city.kit.years) - 1
    return s.best_builder != NOBODY
