"""How good a position and a move of 1906 San Francisco look: what the bots for any game ask here."""

from __future__ import annotations

from collections.abc import Iterable
from operator import mul

from ..game import Action
from . import components as c
from .building import RUBBLE_COST, shared
from .city import fitting, places
from .components import LIGHT, Space
from .objectives import points, urban_count
from .outlook import hands
from .score import parts
from .state import (
    ACT,
    BONUS,
    BUILDINGS,
    CLEAR,
    FACE_DOWN,
    OBJECTIVE,
    PERMIT,
    PLOT,
    SPACE,
    SPEND,
    STRIP,
    URBAN,
    Player,
    Sf1906,
)
from .turn import DISTANCE_COST, card_spaces, possible

CHANCE_SCALE = 7.5
"""Of `python -m rules.bots.arena sf1906 greedy greedy --games 60 --seed 3 --calibrate`, rounded."""

STOPS = 7
"""The earnings strip and six cards."""
PERMIT_WORTH = (0.0, 3.7, 7.1, 10.0, 12.0, 13.3)
"""What so many permits are worth early, in about points."""
ENOUGH = 12
"""Dollars beyond which more hardly help."""

TRAITS = (
    ("points", 0.7, 1.05),
    ("buildings built", 4.5, 1.0),
    ("dollars", 0.6, 0.0),
    ("a building in hand", 2.4, 0.7),
    ("a second one", 2.6, 0.2),
    ("permits", 0.9, 0.15),
    ("plots within reach", 0.11, 0.05),
    ("permits that share a symbol", 0.5, 1.2),
    ("objectives", 1.9, 0.5),
    ("a place further right", 0.05, 0.4),
)
"""What an evaluation adds up, with its weight early and late in the game.

Set by hand between first guesses and what `python -m rules.bots.fit sf1906 --level greedy --games 300 --seed 1` (16,548
positions) made of them, and tried by greedy bots in some hundred games.
"""

EARLY = [early for _, early, _ in TRAITS]
LATE = [late for _, _, late in TRAITS]
WEIGHTS = EARLY + LATE


def stage(s: Sf1906) -> float:
    """From 0 at the beginning to 1 at the end: the years, or the buildings of whoever has most."""
    years = (STOPS * s.year + s.stop) / (STOPS * (len(s.city.kit.years) - 1))
    built = max([p.built.bit_count() for p in s.players]) / BUILDINGS
    return min(1.0, max(years, built * built))


def traits(s: Sf1906, seat: int) -> tuple[float, ...]:
    """The values that belong to TRAITS."""
    p = s.players[seat]
    return (
        sum([n for _, n in parts(s, seat, p)]),
        p.built.bit_count(),
        min(p.money, ENOUGH),
        p.hand > 0,
        p.hand > 1,
        PERMIT_WORTH[len(p.permits)],
        min(8, reach(s, p).bit_count()),
        has_pair(s, p),
        len(p.open) + len(p.secret),
        place(s, seat),
    )


def place(s: Sf1906, seat: int) -> float:
    """How far right a token lies, about from 0 to 2 on every card and on the strip."""
    return 2 * s.tokens[seat] / (len(s.city.sides[0]) - 1 if s.stop != STRIP else len(s.city.kit.earnings) - 1)


def reach(s: Sf1906, p: Player) -> int:
    """The free plots that some permits of the player fit; a mask."""
    colour = number = 0
    for permit in p.permits:
        colour |= s.city.permit_colour[permit]
        number |= s.city.permit_number[permit]
    return colour & number & s.free


def has_pair(s: Sf1906, p: Player) -> bool:
    """Do two permits of the player share a symbol of which there are cards?"""
    seen = 0
    for permit in p.permits:
        for kind in s.city.kit.permits[permit].symbols:
            if s.piles[kind] and seen >> kind & 1:
                return True
            seen |= 1 << kind
    return False


def features(s: Sf1906, player: int) -> tuple[float, ...]:
    """The traits twice, as an early and as a late game weighs them: what WEIGHTS are fitted to."""
    late, found = stage(s), traits(s, player)
    return (*((1 - late) * x for x in found), *(late * x for x in found))


def evaluate(s: Sf1906, player: int) -> float:
    """How well a player stands, in about points."""
    found = traits(s, player)
    if s.over:
        return found[0]
    late = stage(s)
    value: float = (1 - late) * sum(map(mul, EARLY, found)) + late * sum(map(mul, LATE, found))
    return value


def priors(s: Sf1906, legal: list[Action]) -> list[float]:
    """For each action how promising it looks, in about points."""
    return JUDGES[s.step](s, legal)


def dollar(s: Sf1906) -> float:
    """What a dollar is worth now."""
    return 0.3 + 0.8 * (1 - stage(s))


def judge_spaces(s: Sf1906, legal: list[Action]) -> list[float]:
    """The best action within a space's reach, and the place in the next order."""
    if s.stop == STRIP:
        return [dollar(s) * s.city.kit.earnings[k] + 0.2 * k for _, k in legal]
    p, price = s.players[s.order[s.acted]], dollar(s)
    worth = act_worth(s, p)
    found = []
    for _, k in legal:
        if card_spaces(s)[k].kind == c.PASS:
            found.append(0.2 * k)
            continue
        best = price
        for to, value in worth:
            way = DISTANCE_COST * abs(to - k)
            if way <= p.money:
                best = max(best, value - price * way)
        found.append(best + 0.2 * k)
    return found


def judge_acts(s: Sf1906, legal: list[Action]) -> list[float]:
    seat = s.order[s.acted]
    worth, price = dict(act_worth(s, s.players[seat])), dollar(s)
    return [
        price if a[0] == "collect" else worth.get(a[1], 0.0) - price * DISTANCE_COST * abs(a[1] - s.tokens[seat])
        for a in legal
    ]


def act_worth(s: Sf1906, p: Player) -> list[tuple[int, float]]:
    """For each action of the card that the player could do on its space what it is worth."""
    left, price = 1 - stage(s), dollar(s)
    return [
        (k, worth_of(space, p, left, price)) for k, space in enumerate(card_spaces(s)) if possible(s, p, space, p.money)
    ]


def worth_of(space: Space, p: Player, left: float, price: float) -> float:
    match space.kind:
        case c.EARN:
            return price * min(space.dollars, c.MONEY_MAX - p.money)
        case c.MATERIALS:
            return (3.2 if p.hand < 2 else 0.8) * min(1.0, 3 * left)
        case c.PERMIT:
            return (PERMIT_WORTH[len(p.permits) + 1] - PERMIT_WORTH[len(p.permits)]) * min(1.0, 3 * left)
        case c.OBJECTIVE:
            return 1.5 + left
        case c.CLEAR_UP:
            return 2.2 - 2.5 * price
        case c.URBAN:
            return 1.8 - 2 * price
        case c.BUILD | c.BUILD_GRANT:
            return 6.0
    return 0.0


def judge_permits(s: Sf1906, legal: list[Action]) -> list[float]:
    """What a permit adds to what the player's permits reach, and symbols that are shared."""
    p, found = s.players[s.order[s.acted]], []
    for _, card in legal:
        near = reach_with(s, (*p.permits, card))
        pairs = [kind for held in p.permits for kind in shared(s.city, (held, card)) if s.piles[kind]]
        found.append(0.15 * near.bit_count() + 0.8 * bool(pairs) + 2.0 * (s.city.kit.permits[card].colour is None))
    return found


def reach_with(s: Sf1906, permits: tuple[int, ...]) -> int:
    colour = number = 0
    for permit in permits:
        colour |= s.city.permit_colour[permit]
        number |= s.city.permit_number[permit]
    return colour & number & s.free


def judge_objectives(s: Sf1906, legal: list[Action]) -> list[float]:
    """What an objective of the row pays already; that of the deck about the average."""
    seat = s.order[s.acted]
    return [1.8 if a[0] == "objective_deck" else 0.5 + points(s, seat, a[1]) for a in legal]


def judge_clears(s: Sf1906, legal: list[Action]) -> list[float]:
    """A token is worth what objectives pay for it and its dollar costs; best where the player could build."""
    seat = s.order[s.acted]
    p = s.players[seat]
    wanted = [s.city.kit.objectives[card].kind for card in (*s.common, *p.open, *p.secret) if card != FACE_DOWN]
    token = 2.0 * ("per_rubble_token" in wanted) + 1.0 * ("majority_rubble" in wanted) + 0.3
    near = reach(s, p)
    return [token - dollar(s) + 0.5 * (near >> a[1] & 1) if a[0] == "clear" else 0.0 for a in legal]


def site_gains(s: Sf1906, seat: int, plots: Iterable[int]) -> dict[int, float]:
    """By what a player's known objectives would pay more for a building on each of these plots, its rubble included."""
    t, p = s.copy(), s.players[seat]
    own = t.players[seat]
    cards = [card for card in (*s.common, *p.open, *p.secret) if card != FACE_DOWN]
    before, found = sum([points(s, seat, card) for card in cards]), {}
    for plot in plots:
        bit = 1 << plot
        own.built |= bit
        t.free ^= bit
        found[plot] = float(sum([points(t, seat, card) for card in cards]) - before)
        own.built ^= bit
        t.free ^= bit
        if s.rubble & bit:
            found[plot] += 1.5 - RUBBLE_COST * dollar(s)
    return found


def judge_spends(s: Sf1906, legal: list[Action]) -> list[float]:
    """The best plot that the permits fit and the urban card that they bring, less what the permits are worth."""
    seat = s.order[s.acted]
    p = s.players[seat]
    within = 0
    for permits in hands(s, seat):
        within |= fitting(s.city, permits, s.grant)
    gains = site_gains(s, seat, places(within & s.free))
    found = []
    for a in legal:
        permits = a[1:]
        best = max([gains[plot] for plot in places(fitting(s.city, permits, s.grant) & s.free)])
        best += max([urban_worth(s, seat, kind) for kind in shared(s.city, permits) if s.piles[kind]], default=0.0)
        worth = PERMIT_WORTH[len(p.permits)] - PERMIT_WORTH[len(p.permits) - len(permits)]
        grants = sum([s.city.kit.permits[permit].colour is None for permit in permits])
        found.append(best - (worth + grants) * min(1.0, 0.2 + 1.5 * (1 - stage(s))))
    return found


def judge_plots(s: Sf1906, legal: list[Action]) -> list[float]:
    gains = site_gains(s, s.order[s.acted], [plot for _, plot in legal])
    return [gains[plot] for _, plot in legal]


def urban_worth(s: Sf1906, seat: int, kind: int) -> float:
    """The points of the top card of a pile for a player, a step right and what objectives make of it."""
    kit, p = s.city.kit, s.players[seat]
    pile = kit.piles[kind]
    card = kit.urban_cards[pile[len(pile) - s.piles[kind]]]
    worth = 1.3 + card.points - card.cost * dollar(s)
    if kind == LIGHT:
        lights = urban_count(s.city, p, LIGHT)
        worth += kit.lights[lights + 1] - kit.lights[lights] + 1.2 * (1 - stage(s))
    for held in (*s.common, *p.open, *p.secret):
        if held != FACE_DOWN and kit.objectives[held].kind == "per_urban_card_of_type":
            worth += kit.objectives[held].points * (kit.objectives[held].of == kind)
    return worth


def judge_urban(s: Sf1906, legal: list[Action]) -> list[float]:
    seat = s.order[s.acted]
    return [urban_worth(s, seat, a[1]) if a[0] == "urban" else 0.0 for a in legal]


def judge_bonuses(s: Sf1906, legal: list[Action]) -> list[float]:
    p, left, price = s.players[s.order[s.acted]], 1 - stage(s), dollar(s)
    parts_ = {part.kind: part for part in s.city.kit.years[s.year].bonus}
    worth = {
        "building": worth_of(Space(c.MATERIALS), p, left, price),
        "objective": worth_of(Space(c.OBJECTIVE), p, left, price),
        "build": 5.0,
        "right": 1.3,
    }
    found = []
    for _, kind in legal:
        if kind == "permit":
            found.append(worth_of(Space(c.PERMIT), p, left, price))
        elif kind == "money":
            part = parts_["money"]
            dollars = part.dollars * (p.built.bit_count() if part.per_built else 1)
            found.append(price * min(dollars, c.MONEY_MAX - p.money))
        else:
            found.append(worth[kind])
    return found


JUDGES = {
    SPACE: judge_spaces,
    ACT: judge_acts,
    PERMIT: judge_permits,
    OBJECTIVE: judge_objectives,
    CLEAR: judge_clears,
    SPEND: judge_spends,
    PLOT: judge_plots,
    URBAN: judge_urban,
    BONUS: judge_bonuses,
}
"""How the actions of each step are judged."""
