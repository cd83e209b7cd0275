"""Features of a player's position in 1906 San Francisco, from which its value is learned."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from ..building import build_cost
from ..city import City
from ..components import model as c
from ..components.model import LIGHT, URBAN_TYPES, Components
from ..costs import RUBBLE_COST
from ..score import parts
from ..state import ACT, BUILDINGS, CLEAR, OBJECTIVE, PERMIT, SPACE, SPEND, STRIP, URBAN, Player, Sf1906
from ..turn import card_spaces
from .objective_values import ObjectiveValues

BUILDS = (c.BUILD, c.BUILD_GRANT)
UNKNOWN = 4.0
"""Approximate points that an objective unknown in a view will score in the end."""
FAR = 7
"""Number of stops to the next build action where there is none."""

FEATURE_NAMES = (
    "points from common objectives",
    "points from personal objectives",
    "points from the development board",
    "points from urban cards",
    "points from money",
    "points (count more later on)",
    "points at the very end",
    "possible points from objectives",
    "possible points from objectives (count less later on)",
    "personal objectives",
    "buildings built",
    "buildings built, squared",
    "buildings built (count more later on)",
    "a building in hand",
    "a second one",
    "more than two",
    "a building in hand (counts more later on)",
    "dollars",
    "square root of money",
    "dollars (count more later on)",
    "dollars short of the cost of building",
    "what a dollar is worth",
    "permits",
    "permits, squared",
    "permits (count more later on)",
    "grants",
    "plots within reach",
    "any plot within reach",
    "points from objectives on the best of those plots",
    "points from objectives on the best free plot",
    "ready to build",
    "ready, with a build action coming up",
    "ready, with a build action coming up (counts more later on)",
    "best urban card for two of the permits",
    "lights",
    "lights, squared",
    "types of urban cards",
    "points from objectives for the best urban type left",
    "what a step right gains",
    "what a step up gains",
    "development column",
    "clear-up row",
    "rubble tokens",
    "points from objectives for a rubble token",
    "still to act here",
    "turn order on this card",
    "turn order on the next card",
    "to move",
    "about to choose an action",
    "about to choose an action, with building among the choices",
    "about to take a permit",
    "about to take an objective",
    "about to clear up",
    "about to build",
    "Best Builder",
    "stage of the game",
    "players",
)
"""Names of the features."""


def stage(s: Sf1906) -> float:
    """Progress of the game from 0 at the start to 1 at the end: by years, or by the leader's buildings if greater."""
    stops = len(s.ring) + 1
    years = (stops * s.year + s.stop) / (stops * (len(s.city.kit.years) - 1))
    built = max([p.built.bit_count() for p in s.players]) / BUILDINGS
    return min(1.0, max(years, built * built))


@lru_cache(maxsize=1 << 10)
def build_stops(city: City, ring: tuple[int, ...]) -> tuple[tuple[float, float], ...]:
    """[stop]: closeness of the next build action for a player who has not acted there, and for one who has.

    Closeness is 1 for a build action at this stop, 1/2 for the next stop and so on.
    """
    builds = [False] + [any(space.kind in BUILDS for space in city.sides[card]) for card in ring]
    count = len(builds)
    ways = [next((n for n in range(FAR) if builds[(stop + n) % count]), FAR) for stop in range(count)]
    return tuple([(1 / (1 + ways[stop]), 1 / (2 + ways[(stop + 1) % count])) for stop in range(count)])


def reach(s: Sf1906, permits: tuple[int, ...]) -> int:
    """Mask of the free plots that one or two of these permits fit."""
    colour = number = 0
    colours, numbers = s.city.permit_colour, s.city.permit_number
    for permit in permits:
        colour |= colours[permit]
        number |= numbers[permit]
    return colour & number & s.free


@lru_cache(maxsize=1 << 13)
def twice(kit: Components, permits: tuple[int, ...]) -> int:
    """Mask of the urban types that any two of these permits share."""
    seen = shared_types = 0
    for permit in permits:
        for kind in kit.permits[permit].symbols:
            shared_types |= seen & 1 << kind
            seen |= 1 << kind
    return shared_types


def pair_kinds(s: Sf1906, permits: tuple[int, ...]) -> int:
    """Mask of the urban types that any two of these permits share and of which cards are left."""
    both = twice(s.city.kit, permits)
    return sum([both & 1 << kind for kind, left in enumerate(s.piles) if left]) if both else 0


def urban_value(s: Sf1906, w: ObjectiveValues, kind: int, lights: int) -> float:
    """Approximate points of a pile's top card for a player with `lights` lights, objectives included; 0 if empty."""
    left = s.piles[kind]
    if not left:
        return 0.0
    kit = s.city.kit
    if kind == LIGHT:
        return kit.lights[lights + 1] - kit.lights[lights] + w.urban[kind]
    pile = kit.piles[kind]
    card = kit.urban_cards[pile[len(pile) - left]]
    return card.points - card.cost / 2 + w.urban[kind]


@lru_cache(maxsize=1 << 13)
def urban_counts(kit: Components, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Number of these urban cards of each type."""
    types = [kit.urban_cards[card].type for card in cards]
    return tuple([types.count(kind) for kind in range(len(URBAN_TYPES))])


def step_right(s: Sf1906, w: ObjectiveValues, p: Player) -> float:
    """Approximate points of a step of urban development, objectives included."""
    grid = s.city.kit.grid
    if p.column + 1 < len(grid[0]):
        return grid[p.row][p.column + 1] - grid[p.row][p.column] + w.right
    return grid[p.row + 1][p.column] - grid[p.row][p.column] + w.up if p.row + 1 < len(grid) else 0.5


def step_up(s: Sf1906, w: ObjectiveValues, p: Player) -> float:
    """Approximate points of a step of clear-up, objectives included."""
    grid = s.city.kit.grid
    if p.row + 1 < len(grid):
        return grid[p.row + 1][p.column] - grid[p.row][p.column] + w.up
    return grid[p.row][p.column + 1] - grid[p.row][p.column] + w.right if p.column + 1 < len(grid[0]) else 0.5


def standing(s: Sf1906, seat: int) -> tuple[float, float, float]:
    """Features of the order: 1.0 if the player has not moved at this stop, and how early they will; else how far right
    the token is.
    """
    turn, rivals = s.order.index(seat), len(s.order) - 1
    if turn > s.acted or (turn == s.acted and s.step == SPACE):
        return 1.0, 1 - turn / rivals, 0.0
    spaces = s.city.kit.earnings if s.stop == STRIP else card_spaces(s)
    return 0.0, 0.0, min(1.0, s.tokens[seat] / (len(spaces) - 1))


NOTHING = (0.0,) * 7


def pending(s: Sf1906) -> tuple[float, ...]:
    """Features of the pending step for the player to move: the seven from "to move" on."""
    step = s.step
    build = step == ACT and any([space.kind in BUILDS for space in card_spaces(s)])
    return (
        1.0,
        float(step == ACT),
        float(build),
        float(step == PERMIT),
        float(step == OBJECTIVE),
        float(step == CLEAR),
        float(SPEND <= step <= URBAN),
    )


def features(s: Sf1906, player: int) -> tuple[float, ...]:
    """Features of a player's position, each about 0 to 2, in the order of FEATURE_NAMES; takes views too."""
    p, w, late = s.players[player], ObjectiveValues(s, player), stage(s)
    common, personal, development, urban, best, money = [n for _, n in parts(s, player, p)]
    held = personal + UNKNOWN * late * w.unknown
    points = common + held + development + urban + best + money
    return (
        common / 10,
        held / 10,
        development / 10,
        urban / 10,
        money / 5,
        points * late / 20,
        points * late**8 / 20,
        w.hope / 10,
        w.hope * (1 - late) / 10,
        (len(p.open) + len(p.secret)) / 4,
        *works(s, player, p, w, late),
        *cards_of(s, p, w),
        step_right(s, w, p) / 3,
        step_up(s, w, p) / 3,
        p.column / 4,
        p.row / 4,
        p.rubble / 3,
        w.token / 3,
        *standing(s, player),
        *(pending(s) if not s.over and s.order[s.acted] == player else NOTHING),
        best / 3,
        late,
        (len(s.players) - 2) / 2,
    )


def works(s: Sf1906, seat: int, p: Player, w: ObjectiveValues, late: float) -> tuple[float, ...]:
    """Features of a player's buildings, money and permits, and of the means to build."""
    built, hand, dollars, permits = p.built.bit_count(), p.hand, p.money, len(p.permits)
    near = reach(s, p.permits)
    cost = build_cost(s)
    if not near & ~s.rubble:
        cost += RUBBLE_COST
    missing = max(0, cost - dollars)
    ready = float(hand > 0 and near > 0 and not missing)
    waits, soon = build_stops(s.city, s.ring)[s.stop]
    acts = ready * (waits if s.order.index(seat) >= s.acted else soon)
    return (
        built / 6,
        built * built / 36,
        built * late / 6,
        float(hand > 0),
        float(hand > 1),
        max(0, hand - 2) / 2,
        (hand > 0) * late,
        dollars / 10,
        sqrt(dollars) / 3,
        dollars * late / 10,
        missing / 3,
        w.dollar,
        permits / 3,
        permits * permits / 9,
        permits * late / 3,
        float(sum([s.city.kit.permits[card].colour is None for card in p.permits])),
        min(near.bit_count(), 8) / 6,
        float(near > 0),
        (w.best(near) if near and hand else 0.0) / 5,
        (w.best(s.free) if s.free else 0.0) / 5,
        ready,
        acts,
        acts * late,
    )


def cards_of(s: Sf1906, p: Player, w: ObjectiveValues) -> tuple[float, ...]:
    """Features of a player's urban cards, and of the points that further ones bring."""
    counts = urban_counts(s.city.kit, p.urban)
    lights, pairs = counts[LIGHT], pair_kinds(s, p.permits)
    values = [urban_value(s, w, kind, lights) for kind in range(len(URBAN_TYPES))]
    return (
        max([value for kind, value in enumerate(values) if pairs >> kind & 1], default=0.0) / 5,
        lights / 3,
        lights * lights / 9,
        (len(counts) - counts.count(0)) / 3,
        max(w.urban) / 3,
    )
