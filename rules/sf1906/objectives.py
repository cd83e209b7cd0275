"""Points of each kind of objective (rulebook, "Objectives"). A card is its index in the component set."""

from __future__ import annotations

from collections.abc import Callable

from .city import City, places
from .components.model import COLOURS, URBAN_TYPES, Objective
from .state import FACE_DOWN, Player, Sf1906

DOLLARS = 3
"""Dollars for each time that the objective for money scores."""


def points(s: Sf1906, seat: int, card: int) -> int:
    """Points of an objective for a player; 0 for a card that is not known."""
    if card == FACE_DOWN:
        return 0
    o = s.city.kit.objectives[card]
    return PAYS[o.kind](s, seat, o)


def majority(ranks: tuple[int, ...], counts: list[int], seat: int) -> int:
    """Points by rank for the most of something; tied players share the sum of their ranks; 0 for a count of 0."""
    own = counts[seat]
    if not own:
        return 0
    above, tied = sum([n > own for n in counts]), counts.count(own)
    return sum(ranks[above : above + tied]) // tied


def majority_colour(s: Sf1906, seat: int, o: Objective) -> int:
    there = s.city.of_colour[o.of]
    return majority(s.city.kit.majority[s.city.seats], [(p.built & there).bit_count() for p in s.players], seat)


def majority_rubble(s: Sf1906, seat: int, o: Objective) -> int:
    return majority(s.city.kit.majority[s.city.seats], [p.rubble for p in s.players], seat)


def rivals(s: Sf1906, seat: int) -> int:
    """Mask of the plots with buildings of other players."""
    return s.city.all & ~s.free & ~s.players[seat].built


def next_to(c: City, own: int, others: int) -> int:
    """Number of buildings in `own` with one of `others` next to them."""
    return sum([c.neighbours[plot] & others != 0 for plot in places(own)])


def isolated(s: Sf1906, seat: int) -> int:
    """Number of a player's buildings without any building next to them."""
    own = s.players[seat].built
    return own.bit_count() - next_to(s.city, own, s.city.all & ~s.free)


def surrounded_corners(s: Sf1906, seat: int) -> int:
    """Number of a player's buildings on corners of the map with all plots next to them built on, by anyone."""
    return sum([not s.city.neighbours[plot] & s.free for plot in places(s.players[seat].built & s.city.corners)])


def pairs(c: City, own: int) -> int:
    """Greatest number of pairs of adjacent buildings, each building in at most one pair (maximum matching).

    A building with a neighbour belongs to a pair in some best pairing, as the neighbour can always leave its own pair
    for it.
    """
    while own:
        lowest = own & -own
        own ^= lowest
        if beside := c.neighbours[lowest.bit_length() - 1] & own:
            return 1 + max([pairs(c, own ^ 1 << plot) for plot in places(beside)])
    return 0


def colour_sets(c: City, own: int) -> int:
    return min([(own & c.of_colour[colour]).bit_count() for colour in range(COLOURS)])


def urban_count(c: City, p: Player, kind: int) -> int:
    """Number of urban cards of a type that a player has."""
    return sum([card in c.kit.piles[kind] for card in p.urban])


def urban_sets(c: City, p: Player) -> int:
    return min([urban_count(c, p, kind) for kind in range(len(URBAN_TYPES))])


PAYS: dict[str, Callable[[Sf1906, int, Objective], int]] = {
    "majority_colour": majority_colour,
    "majority_rubble": majority_rubble,
    "per_building": lambda s, seat, o: o.points * s.players[seat].built.bit_count(),
    "development_column_sidebar": lambda s, seat, o: s.city.kit.column_sidebar[s.players[seat].column],
    "development_row_sidebar": lambda s, seat, o: s.city.kit.row_sidebar[s.players[seat].row],
    "per_isolated_building": lambda s, seat, o: o.points * isolated(s, seat),
    "per_building_next_to_rival": lambda s, seat, o: o.points * next_to(s.city, s.players[seat].built, rivals(s, seat)),
    "per_own_adjacent_pair": lambda s, seat, o: o.points * pairs(s.city, s.players[seat].built),
    "per_surrounded_corner": lambda s, seat, o: o.points * surrounded_corners(s, seat),
    "per_building_of_colour": lambda s, seat, o: (
        o.points * (s.players[seat].built & s.city.of_colour[o.of]).bit_count()
    ),
    "per_set_of_4_colours": lambda s, seat, o: o.points * colour_sets(s.city, s.players[seat].built),
    "per_urban_card_of_type": lambda s, seat, o: o.points * urban_count(s.city, s.players[seat], o.of),
    "per_set_of_4_urban_types": lambda s, seat, o: o.points * urban_sets(s.city, s.players[seat]),
    "per_rubble_token": lambda s, seat, o: o.points * s.players[seat].rubble,
    "per_3_dollars": lambda s, seat, o: o.points * (s.players[seat].money // DOLLARS),
}
"""Function for the points of each kind of objective for a player."""
