"""Features of actions in 1906 San Francisco, from which the policy is learned."""

from __future__ import annotations

from ...core.game import Action
from ...core.game_ai import ActionFeatures
from ..building import affordable, shared, site_cost
from ..city import fitting
from ..components import model as c
from ..components.model import LIGHT, Bonus, Space
from ..costs import DISTANCE_COST
from ..limits import MONEY_MAX
from ..objectives import points
from ..state import ACT, BONUS, CLEAR, OBJECTIVE, PERMIT, PLOT, SPACE, SPEND, STRIP, URBAN, Sf1906
from ..turn import card_spaces, possible
from .action_values import ActionScorer, Numbers, action_value, build, earn, materials, objective, permit, urban
from .features import pair_kinds, reach, step_up, urban_value
from .objective_values import ObjectiveValues

KINDS = {c.BUILD_GRANT: c.BUILD}
"""Actions that share the weights of another kind."""


def scored(m: ActionScorer, value: float, more: Numbers = ()) -> Numbers:
    """Features of an action of any kind: a constant 1, its worth and the stage of the game, then `more`."""
    return 1.0, value / 3, m.late, value * m.late / 3, *more


def spaces(m: ActionScorer, legal: list[Action]) -> list[ActionFeatures]:
    """Features of spaces: the action there, the best other one from there, and the place in the next order."""
    s, p = m.s, m.p
    if s.stop == STRIP:
        last = len(s.city.kit.earnings) - 1
        return [
            (
                "strip",
                scored(m, m.dollar * gained, (gained / 3, k / last, k * m.late / last, gained * (p.money < 3) / 3)),
            )
            for k, gained in [(k, min(s.city.kit.earnings[k], MONEY_MAX - p.money)) for _, k in legal]
        ]
    card = card_spaces(s)
    action_values = [action_value(m, space, p.money) if possible(s, p, space, p.money) else None for space in card]
    return [space_features(m, k, card[k], action_values) for _, k in legal]


def space_features(m: ActionScorer, k: int, space: Space, action_values: list[Numbers | None]) -> ActionFeatures:
    right = k / (len(action_values) - 1)
    position = right, right * m.late, right * right
    if space.kind == c.PASS:
        return "space pass", (1.0, m.late, m.p.money / 10)
    others = [
        values[0] - m.dollar * DISTANCE_COST * abs(to - k)
        for to, values in enumerate(action_values)
        if values and to != k and DISTANCE_COST * abs(to - k) <= m.p.money
    ]
    other = max(m.dollar, max(others, default=0.0))
    own = action_values[k]
    if own is None:
        return "space none", scored(m, other, position)
    over = max(0.0, other - own[0]) / 3
    return f"space {KINDS.get(space.kind, space.kind)}", scored(m, own[0], (*own[1:], other / 3, over, *position))


def acts(m: ActionScorer, legal: list[Action]) -> list[ActionFeatures]:
    token, card = m.s.tokens[m.seat], card_spaces(m.s)
    features: list[ActionFeatures] = []
    for a in legal:
        if a[0] == "collect":
            features.append(("collect", (1.0, m.late, m.p.money / 10, float(m.p.money < 2))))
            continue
        way = DISTANCE_COST * abs(a[1] - token)
        value, *more = action_value(m, card[a[1]], m.p.money - way)
        kind = KINDS.get(card[a[1]].kind, card[a[1]].kind)
        features.append(
            (kind, scored(m, value - way * m.dollar, (*more, way / 2, way * m.late / 2, (m.p.money - way) / 10)))
        )
    return features


# Further decisions


def permits(m: ActionScorer, legal: list[Action]) -> list[ActionFeatures]:
    """Features of permits: the plots that they open, and the symbols that they share with others."""
    s, held = m.s, m.p.permits
    features: list[ActionFeatures] = []
    before = m.w.best(m.near) if m.near else 0.0
    pairs = pair_kinds(s, held)
    card_before = m.card_value(pairs)
    for _, card in legal:
        near = reach(s, (*held, card))
        alone = reach(s, (card,))
        both = pair_kinds(s, (*held, card))
        features.append(
            (
                "take permit",
                (
                    1.0,
                    min(near.bit_count() - m.near.bit_count(), 6) / 3,
                    (m.w.best(near) - before if near else 0.0) / 5,
                    (m.card_value(both) - card_before) / 5 if both != pairs else 0.0,
                    (both.bit_count() - pairs.bit_count()) / 2,
                    float(s.city.kit.permits[card].colour is None),
                    (m.w.best(alone) if alone else 0.0) / 5,
                    float(alone > 0),
                    float(near > 0) - float(m.near > 0),
                ),
            )
        )
    return features


def objectives(m: ActionScorer, legal: list[Action]) -> list[ActionFeatures]:
    """Features of objectives by kind: points now, promised, and now for the best rival; or of a draw from the deck."""
    s = m.s
    features: list[ActionFeatures] = []
    for a in legal:
        if a[0] == "objective_deck":
            features.append(("deck", (1.0, m.late)))
            continue
        now, promise = points(s, m.seat, a[1]), hope(m, a[1])
        rival = max([points(s, seat, a[1]) for seat in range(len(s.players)) if seat != m.seat])
        kind = s.city.kit.objectives[a[1]].kind
        features.append((kind, (1.0, now / 4, m.late, now * m.late / 4, promise / 4, promise * m.late / 4, rival / 4)))
    return features


def hope(m: ActionScorer, card: int) -> float:
    """Points that an objective promises the player if they take it."""
    return ObjectiveValues(m.s, m.seat, (card,)).hope


def clears(m: ActionScorer, legal: list[Action]) -> list[ActionFeatures]:
    """Features of plots to clear: the points of objectives there, and whether the player's permits fit."""
    features: list[ActionFeatures] = []
    for a in legal:
        if a[0] == "clear_up":
            features.append(("no token", (1.0, m.late, m.w.token / 3, m.p.money / 10)))
            continue
        near = m.near >> a[1] & 1
        features.append(("token", (1.0, float(near), near * m.w.gain(a[1]) / 5, m.w.gain(a[1]) / 5)))
    return features


def spends(m: ActionScorer, legal: list[Action]) -> list[ActionFeatures]:
    """Features of permits to spend: the best plot that they fit, the urban card that they bring, the permits left."""
    s, held = m.s, m.p.permits
    open_ = affordable(s, m.p.money)
    features: list[ActionFeatures] = []
    for a in legal:
        spent = a[1:]
        plots = fitting(s.city, spent, s.grant) & open_
        kinds = sum([1 << kind for kind in shared(s.city, spent) if s.piles[kind]])
        left = tuple([card for card in held if card not in spent])
        site, card, rest = m.w.best(plots), m.card_value(kinds), reach(s, left)
        features.append(
            (
                "spend two" if len(spent) > 1 else "spend one",
                scored(
                    m,
                    site + card,
                    (
                        card / 5,
                        float(kinds > 0),
                        sum([s.city.kit.permits[permit].colour is None for permit in spent]),
                        float(rest > 0),
                        min(rest.bit_count(), 8) / 6,
                        (m.w.best(rest) if rest else 0.0) / 5,
                        float(not plots & ~s.rubble),
                        min(plots.bit_count(), 4) / 3,
                    ),
                ),
            )
        )
    return features


def plots(m: ActionScorer, legal: list[Action]) -> list[ActionFeatures]:
    s, p = m.s, m.p
    pays_cable = m.card_value(sum([1 << kind for kind in shared(s.city, s.spent)])) / 5
    left = reach(s, tuple([card for card in p.permits if card not in s.spent]))
    features: list[ActionFeatures] = []
    for _, plot in legal:
        gain, rubble = m.w.gain(plot), s.rubble >> plot & 1
        money = p.money - site_cost(s, plot)
        features.append(
            (
                "plot",
                scored(
                    m,
                    gain,
                    (
                        float(rubble),
                        rubble * (step_up(s, m.w, p) + m.w.token) / 5,
                        rubble * m.late,
                        money / 10,
                        float(left >> plot & 1),
                        pays_cable * (money > 0),
                        (s.city.neighbours[plot] & s.free).bit_count() / 3,
                    ),
                ),
            )
        )
    return features


def urbans(m: ActionScorer, legal: list[Action]) -> list[ActionFeatures]:
    lights = m.lights()
    features: list[ActionFeatures] = []
    for a in legal:
        if a[0] == "no_urban":
            features.append(("no urban", (1.0, m.late)))
            continue
        value = urban_value(m.s, m.w, a[1], lights)
        light = float(a[1] == LIGHT)
        features.append(("card", scored(m, value, (light, light * lights / 3, light * m.late, m.w.urban[a[1]] / 3))))
    return features


def bonuses(m: ActionScorer, legal: list[Action]) -> list[ActionFeatures]:
    parts = {part.kind: part for part in m.s.city.kit.years[m.s.year].bonus}
    return [(f"bonus {kind}", bonus(m, parts[kind])) for _, kind in legal]


def bonus(m: ActionScorer, part: Bonus) -> Numbers:
    match part.kind:
        case "building":
            value, *more = materials(m)
        case "permit":
            value, *more = permit(m)
        case "objective":
            value, *more = objective(m)
        case "right":
            value, *more = urban(m)
        case "build":
            value, *more = build(m, m.p.money, False)
        case _:
            value, *more = earn(m, part.dollars * (m.p.built.bit_count() if part.per_built else 1))
    return scored(m, value, tuple(more))


STEPS = {
    SPACE: spaces,
    ACT: acts,
    PERMIT: permits,
    OBJECTIVE: objectives,
    CLEAR: clears,
    SPEND: spends,
    PLOT: plots,
    URBAN: urbans,
    BONUS: bonuses,
}
"""Function for the features of the actions of each step."""


def action_features(s: Sf1906, legal: list[Action]) -> list[ActionFeatures]:
    """Kind and features of each action, the first a constant 1."""
    return STEPS[s.step](ActionScorer(s), legal)
