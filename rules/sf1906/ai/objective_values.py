"""Points that a player's known objectives would give next for plots, urban cards, rubble, steps and dollars."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..city import City
from ..components.model import COLOURS, URBAN_TYPES, Objective
from ..objectives import DOLLARS, majority, rivals, urban_count
from ..state import BUILDINGS, FACE_DOWN, Sf1906

SET_STEP = (0.0, 10.0, 3.5, 2.0, 1.2)
"""[missing]: worth in points of the next one towards a set of four."""
SET_HOPE = (0.0, 5.0, 2.5, 1.0, 0.0)
"""[missing]: points that such a set promises in the end."""
HALFWAY = 0.4
"""Share of its points for a corner that is not surrounded yet."""
TIE_BREAK = 0.3
"""Worth in points of a step towards a majority that changes no rank."""


class ObjectiveValues:
    """Worth of plots, cards, tokens, steps and dollars to one player by the objectives, in points."""

    __slots__ = (
        *("building", "dollar", "hope", "left", "own", "p", "right", "s", "seat"),
        *("sites", "token", "unknown", "up", "urban"),
    )

    def __init__(self, s: Sf1906, seat: int, asked: tuple[int, ...] = ()) -> None:
        """Add up the worth by all known objectives of the player, or by those in `asked` alone."""
        p = s.players[seat]
        self.s, self.seat, self.p, self.own = s, seat, p, p.built
        self.left = BUILDINGS - p.built.bit_count()
        self.building = self.dollar = self.hope = self.right = self.token = self.up = 0.0
        """Worth of a building anywhere, of a dollar, of all objectives in the end, of a step right, of a rubble token
        and of a step up."""
        self.sites: list[tuple[int, float]] = []
        """Masks of plots, each with the further worth of a building there; may be negative."""
        self.urban = [0.0] * len(URBAN_TYPES)
        """Worth of an urban card of each type beyond its own points."""
        self.unknown = 0
        """Number of objectives that are face down in a view."""
        cards = s.city.kit.objectives
        for card in asked or (*s.common, *p.open, *p.secret):
            if card == FACE_DOWN:
                self.unknown += 1
            else:
                o = cards[card]
                OBJECTIVE_VALUES[o.kind](self, o)

    def gain(self, plot: int) -> float:
        """Points by the objectives for a building on a plot."""
        return self.building + sum([value for plots, value in self.sites if plots >> plot & 1])

    def best(self, plots: int) -> float:
        """Approximate points by the objectives for a building on the best plot of a mask, which must not be empty."""
        total = self.building
        for site, value in self.sites:
            if value < 0:
                site = ~site
            if plots & site:
                plots &= site
                total += max(value, 0.0)
            else:
                total += min(value, 0.0)
        return total


def drawn(view: Sf1906, seat: int) -> int:
    """Points that an objective from the deck promises a player on average."""
    seen = {*view.common, *(card for p in view.players for card in (*p.open, *p.secret))}
    unseen = [card for card in range(len(view.city.kit.objectives)) if card not in seen]
    return round(sum(ObjectiveValues(view, seat, (card,)).hope for card in unseen) / max(1, len(unseen)))


def on_offer(view: Sf1906, seat: int) -> int:
    """The most points that an objective on offer promises a player."""
    hopes = (ObjectiveValues(view, seat, (card,)).hope for card in view.objective_row)
    return round(max(hopes, default=0.0))


def around(c: City, plots: int) -> int:
    """Mask of the plots next to any of these."""
    beside, neighbours = 0, c.neighbours
    while plots:
        low = plots & -plots
        beside |= neighbours[low.bit_length() - 1]
        plots ^= low
    return beside


def alone(c: City, own: int, others: int) -> int:
    """Mask of the plots of `own` that have none of `others` next to them."""
    isolated, rest = 0, own
    while rest:
        low = rest & -rest
        if not c.neighbours[low.bit_length() - 1] & others:
            isolated |= low
        rest ^= low
    return isolated


@lru_cache(maxsize=1 << 12)
def more_of(ranks: tuple[int, ...], counts: tuple[int, ...], seat: int) -> float:
    """Points that one more brings in a majority, TIE_BREAK at least."""
    raised = [n + (other == seat) for other, n in enumerate(counts)]
    return max(majority(ranks, raised, seat) - majority(ranks, [*counts], seat), TIE_BREAK)


def ranks(w: ObjectiveValues) -> tuple[int, ...]:
    return w.s.city.kit.majority[w.s.city.seats]


def majority_colour(w: ObjectiveValues, o: Objective) -> None:
    there = w.s.city.of_colour[o.of]
    more = more_of(ranks(w), tuple([(p.built & there).bit_count() for p in w.s.players]), w.seat)
    w.sites.append((there, more))
    w.hope += more / 2 if w.left else 0.0


def majority_rubble(w: ObjectiveValues, o: Objective) -> None:
    more = more_of(ranks(w), tuple([p.rubble for p in w.s.players]), w.seat)
    w.token += more
    w.hope += more / 2


def per_building(w: ObjectiveValues, o: Objective) -> None:
    w.building += o.points
    w.hope += o.points * w.left / 2


def step_of(sidebar: tuple[int, ...], at: int) -> int:
    """Points of the next step along a sidebar; 0 at its end."""
    return sidebar[at + 1] - sidebar[at] if at + 1 < len(sidebar) else 0


def column_sidebar(w: ObjectiveValues, o: Objective) -> None:
    sidebar = w.s.city.kit.column_sidebar
    w.right += step_of(sidebar, w.p.column)
    w.hope += (sidebar[-1] - sidebar[w.p.column]) / 2


def row_sidebar(w: ObjectiveValues, o: Objective) -> None:
    sidebar = w.s.city.kit.row_sidebar
    w.up += step_of(sidebar, w.p.row)
    w.hope += (sidebar[-1] - sidebar[w.p.row]) / 2


def isolated(w: ObjectiveValues, o: Objective) -> None:
    c, free = w.s.city, w.s.free
    built = c.all & ~free
    fit = free & ~around(c, built)
    w.sites.append((fit, float(o.points)))
    if single := alone(c, w.own, built):
        w.sites.append((around(c, single), -float(o.points)))
    w.hope += o.points * min(w.left, fit.bit_count(), 3) / 2


def next_to_rival(w: ObjectiveValues, o: Objective) -> None:
    w.sites.append((around(w.s.city, rivals(w.s, w.seat)), float(o.points)))
    w.hope += o.points * w.left / 2


def adjacent_pair(w: ObjectiveValues, o: Objective) -> None:
    w.sites.append((around(w.s.city, alone(w.s.city, w.own, w.own)), float(o.points)))
    w.hope += o.points * (w.left // 2) / 2


def surrounded_corner(w: ObjectiveValues, o: Objective) -> None:
    c, free = w.s.city, w.s.free
    enclosed = alone(c, c.corners & free, free)
    w.sites += [(enclosed, float(o.points)), (c.corners & ~enclosed, HALFWAY * o.points)]
    if waiting := w.own & c.corners & ~alone(c, w.own & c.corners, free):
        w.sites.append((around(c, waiting), HALFWAY * o.points))
    w.hope += o.points * min(w.left, (c.corners & free).bit_count()) / 3


def of_colour(w: ObjectiveValues, o: Objective) -> None:
    there = w.s.city.of_colour[o.of]
    w.sites.append((there, float(o.points)))
    w.hope += o.points * min(w.left, (there & w.s.free).bit_count(), 4) / 2


def colour_set(w: ObjectiveValues, o: Objective) -> None:
    colours = w.s.city.of_colour
    counts = [(w.own & colours[colour]).bit_count() for colour in range(COLOURS)]
    least = min(counts)
    missing = counts.count(least)
    if missing <= w.left:
        plots = sum([colours[colour] for colour in range(COLOURS) if counts[colour] == least])
        w.sites.append((plots, o.points / 10 * SET_STEP[missing]))
        w.hope += o.points / 10 * SET_HOPE[missing]


def urban_of_type(w: ObjectiveValues, o: Objective) -> None:
    w.urban[o.of] += o.points
    w.hope += o.points * min(w.left, w.s.piles[o.of], 3) / 2


def urban_set(w: ObjectiveValues, o: Objective) -> None:
    counts = [urban_count(w.s.city, w.p, kind) for kind in range(len(URBAN_TYPES))]
    least = min(counts)
    missing = counts.count(least)
    if missing <= w.left:
        for kind, count in enumerate(counts):
            if count == least:
                w.urban[kind] += o.points / 10 * SET_STEP[missing]
        w.hope += o.points / 10 * SET_HOPE[missing]


def rubble_token(w: ObjectiveValues, o: Objective) -> None:
    w.token += o.points
    w.hope += float(o.points)


def per_3_dollars(w: ObjectiveValues, o: Objective) -> None:
    w.dollar += o.points / DOLLARS
    w.hope += float(o.points)


OBJECTIVE_VALUES: dict[str, Callable[[ObjectiveValues, Objective], None]] = {
    "majority_colour": majority_colour,
    "majority_rubble": majority_rubble,
    "per_building": per_building,
    "development_column_sidebar": column_sidebar,
    "development_row_sidebar": row_sidebar,
    "per_isolated_building": isolated,
    "per_building_next_to_rival": next_to_rival,
    "per_own_adjacent_pair": adjacent_pair,
    "per_surrounded_corner": surrounded_corner,
    "per_building_of_colour": of_colour,
    "per_set_of_4_colours": colour_set,
    "per_urban_card_of_type": urban_of_type,
    "per_set_of_4_urban_types": urban_set,
    "per_rubble_token": rubble_token,
    "per_3_dollars": per_3_dollars,
}
"""Function that adds the worth of things by each kind of objective."""
