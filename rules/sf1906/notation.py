"""Actions of 1906 San Francisco in words: short for typing, in a sentence for people, and why one is refused."""

from __future__ import annotations

from functools import lru_cache

from ..game import Action
from . import components as c
from .building import RUBBLE_COST, build_cost, can_build, shared
from .city import fitting
from .components import Components, Space
from .state import (
    ACT,
    BONUS,
    CLEAR,
    OBJECTIVE,
    PERMIT,
    PERMIT_LIMIT,
    PLOT,
    SPACE,
    SPEND,
    STRIP,
    URBAN,
    Player,
    Sf1906,
)
from .turn import DISTANCE_COST, card_spaces, legal

UNKNOWN = "There is no such move now."
SYMBOL_LETTERS = ("L", "C", "H", "P")
TYPE_WORDS = ("light", "cable car", "hydrant", "park")


@lru_cache(maxsize=8)
def permit_names(kit: Components) -> tuple[str, ...]:
    """A short name for each permit: colour, number and symbols as in "R3LP", "*LP" for a grant.

    Cards that look the same are told apart by their name in the table.
    """
    short = [
        f"{'*' if p.colour is None else f'{kit.letters[p.colour]}{p.number}'}"
        + "".join(SYMBOL_LETTERS[kind] for kind in sorted(p.symbols))
        for p in kit.permits
    ]
    return tuple(
        name if short.count(name) == 1 else f"{name}-{p.name}" for name, p in zip(short, kit.permits, strict=True)
    )


KIND_WORDS = {
    "majority_colour": ("most-{}", "most buildings on {}"),
    "majority_rubble": ("most-rubble", "most rubble"),
    "per_building": ("buildings", "buildings built"),
    "development_column_sidebar": ("urban-level", "urban development"),
    "development_row_sidebar": ("clear-up-level", "clear-up"),
    "per_isolated_building": ("isolated", "isolated buildings"),
    "per_building_next_to_rival": ("next-to-rivals", "buildings next to rivals"),
    "per_own_adjacent_pair": ("pairs", "pairs of own buildings"),
    "per_surrounded_corner": ("corners", "surrounded corners"),
    "per_building_of_colour": ("on-{}", "buildings on {}"),
    "per_set_of_4_colours": ("colour-sets", "sets of four colours"),
    "per_urban_card_of_type": ("{}-cards", "{} cards"),
    "per_set_of_4_urban_types": ("urban-sets", "sets of four urban types"),
    "per_rubble_token": ("rubble", "rubble tokens"),
    "per_3_dollars": ("dollars", "every $3"),
}
"""For each kind of objective a name to type and one to read, with the colour or urban type for {}."""


def about(kit: Components, card: int) -> str:
    """The colour or urban type of an objective, or nothing."""
    o = kit.objectives[card]
    words = {"colour": kit.colours, "type": TYPE_WORDS}.get(c.KINDS[o.kind][0])
    return words[o.of] if words else ""


def objective_title(kit: Components, card: int) -> str:
    """An objective to read: "most buildings on green"."""
    return KIND_WORDS[kit.objectives[card].kind][1].format(about(kit, card))


@lru_cache(maxsize=8)
def objective_names(kit: Components) -> tuple[str, ...]:
    """An objective to type: "most-green"; cards of one kind are told apart by their name in the table."""
    cards = range(len(kit.objectives))
    short = [KIND_WORDS[kit.objectives[card].kind][0].format(about(kit, card)).replace(" ", "-") for card in cards]
    return tuple(name if short.count(name) == 1 else f"{name}-{kit.objectives[n].name}" for n, name in enumerate(short))


def notation(s: Sf1906, a: Action) -> str:
    """Such as "space 2", "act 3", "permit R3LP", "spend R3LP G5CP", "plot C2", "urban light". Spaces count from 1."""
    kit = s.city.kit
    match a:
        case ("space" | "act" as verb, k):
            return f"{verb} {k + 1}"
        case ("permit" | "spend" as verb, *cards):
            return " ".join([verb, *(permit_names(kit)[card] for card in cards)])
        case ("objective", card):
            return f"objective {objective_names(kit)[card]}"
        case ("clear" | "plot" as verb, plot):
            return f"{verb} {s.city.names[plot]}"
        case ("urban", kind):
            return f"urban {TYPE_WORDS[kind].replace(' ', '-')}"
        case ("bonus", kind):
            return f"bonus {kind}"
    return str(a[0]).replace("_", "-")


ACTION_WORDS = {
    c.MATERIALS: "takes a building",
    c.PERMIT: "goes for a permit",
    c.OBJECTIVE: "goes for an objective",
    c.CLEAR_UP: "clears up",
    c.URBAN: "pays $2 for urban development",
    c.BUILD: "builds",
    c.BUILD_GRANT: "builds with the grant",
}
BONUS_WORDS = {
    "building": "takes a building",
    "permit": "goes for a permit",
    "objective": "goes for an objective",
    "right": "develops without paying",
    "build": "builds",
    "money": "takes money",
}


def describe(s: Sf1906, a: Action) -> str:
    """The action as a sentence without its subject."""
    kit = s.city.kit
    match a:
        case ("space", k):
            return describe_space(s, k)
        case ("act", k):
            return describe_act(s, k)
        case ("collect",):
            return "collects $1 instead of an action"
        case ("permit", card):
            return f"takes the permit {permit_names(kit)[card]}"
        case ("objective", card):
            return f"takes the objective {objective_title(kit, card)}"
        case ("objective_deck",):
            return "takes an objective from the deck, face down"
        case ("clear", plot):
            return f"pays $3 and clears the rubble of {s.city.names[plot]}"
        case ("clear_up",):
            return "pays $2 for clear-up without a token"
        case ("spend", *cards):
            return f"spends {' and '.join(permit_names(kit)[card] for card in cards)}"
        case ("plot", plot):
            return f"builds on {plot_title(s, plot)}"
        case ("urban", kind):
            return f"takes {'an' if TYPE_WORDS[kind][0] in 'aeiou' else 'a'} {TYPE_WORDS[kind]} card"
        case ("bonus", kind):
            return f"{BONUS_WORDS[kind]} as the bonus of {kit.years[s.year].year}"
    return "takes no urban card"


def plot_title(s: Sf1906, plot: int) -> str:
    """ "red 3 at C2", and its rubble."""
    c = s.city
    rubble = ", clearing its rubble" if s.rubble >> plot & 1 else ""
    return f"{c.kit.colours[c.colours[plot]]} {c.numbers[plot]} at {c.names[plot]}{rubble}"


def space_title(space: Space) -> str:
    """What stands on a space of an action card: "clear up", "earnings $3"."""
    return f"earnings ${space.dollars}" if space.kind == c.EARN else SPACE_TITLES[space.kind]


SPACE_TITLES = {kind: kind.replace("_", " ") for kind in c.ACTIONS} | {c.BUILD_GRANT: "build with grant"}


def describe_space(s: Sf1906, k: int) -> str:
    if s.stop == STRIP:
        return f"moves to the earnings of ${s.city.kit.earnings[k]}"
    space = card_spaces(s)[k]
    if space.kind == c.PASS:
        return "passes"
    return f"moves to {space_title(space)}"


def describe_act(s: Sf1906, k: int) -> str:
    space = card_spaces(s)[k]
    far = abs(k - s.tokens[s.order[s.acted]])
    done = f"earns ${space.dollars}" if space.kind == c.EARN else ACTION_WORDS[space.kind]
    return done + (f", paying ${DISTANCE_COST * far} for the way" if far else "")


def refusal(s: Sf1906, a: Action) -> str:
    """Why the action is not legal now; empty when it is."""
    if a in legal(s):
        return ""
    if s.over:
        return "The game is over."
    if not (isinstance(a, tuple) and a and isinstance(a[0], str) and a[0] in STEPS):
        return UNKNOWN
    if s.step not in STEPS[a[0]]:
        return f"First {WANTED[s.step]}."
    if not all(isinstance(x, (int, str)) for x in a[1:]):
        return UNKNOWN
    match a:
        case ("space", int(k)):
            return refuse_space(s, k)
        case ("act", int(k)):
            return refuse_act(s, k)
        case ("permit", _):
            return "That permit is not in the row."
        case ("objective", _):
            return "That objective is not in the row."
        case ("objective_deck",):
            return "The deck of objectives is empty."
        case ("clear", int(plot)):
            return refuse_clear(s, plot)
        case ("spend", *cards):
            return refuse_spend(s, tuple(cards))
        case ("plot", int(plot)):
            return refuse_plot(s, plot)
        case ("urban", int(kind)):
            return refuse_urban(s, kind)
        case ("no_urban",):
            return "A card that costs nothing is always taken."
        case ("bonus", str(kind)):
            return refuse_bonus(s, kind)
    return UNKNOWN


STEPS = {
    "space": (SPACE,),
    "act": (ACT,),
    "collect": (ACT,),
    "permit": (PERMIT,),
    "objective": (OBJECTIVE,),
    "objective_deck": (OBJECTIVE,),
    "clear": (CLEAR,),
    "clear_up": (CLEAR,),
    "spend": (SPEND,),
    "plot": (PLOT,),
    "urban": (URBAN,),
    "no_urban": (URBAN,),
    "bonus": (BONUS,),
}
"""When each verb is due."""

WANTED = (
    "move your token to a free space",
    "choose an action of this card, or collect $1",
    "take a permit of the row",
    "take an objective of the row or the deck",
    "choose what to clear",
    "choose one or two permits to spend",
    "choose the plot to build on",
    "choose an urban card",
    "choose your bonus",
)
"""What a player does at each step, SPACE to BONUS."""


def refuse_space(s: Sf1906, k: int) -> str:
    count = len(s.city.kit.earnings) if s.stop == STRIP else len(card_spaces(s))
    return "Another token stands there." if k in range(count) else f"There are spaces 1 to {count}."


def refuse_act(s: Sf1906, k: int) -> str:
    """Why an action of the card cannot be done now."""
    side, seat = card_spaces(s), s.order[s.acted]
    if k not in range(len(side)):
        return f"There are spaces 1 to {len(side)}."
    p, space = s.players[seat], side[k]
    money = p.money - DISTANCE_COST * abs(k - s.tokens[seat])
    if space.kind == c.PASS:
        return "That space is for passing."
    if money < 0:
        return f"The way costs ${p.money - money}, and you have ${p.money}."
    match space.kind:
        case c.EARN:
            return "You have $15 already."
        case c.PERMIT:
            return NO_PERMIT_LEFT if not s.permit_row else FULL
        case c.MATERIALS:
            return NO_POOL
        case c.OBJECTIVE:
            return NO_OBJECTIVE
        case c.CLEAR_UP | c.URBAN:
            return f"It costs $2, and when the way is paid you have ${money}."
    return refuse_build(s, p, money, space.kind == c.BUILD_GRANT)


FULL = f"You have {PERMIT_LIMIT} permits already."
NO_PERMIT_LEFT = "There is no permit left in the row."
NO_POOL = "Your pool of buildings is empty."
NO_OBJECTIVE = "No objectives are left."


def refuse_build(s: Sf1906, p: Player, money: int, grant: bool) -> str:
    """Why a player cannot build for so much money."""
    if not p.hand:
        return "You have no building in hand."
    if not p.permits:
        return "You have no permit."
    if money < build_cost(s):
        return f"Building costs ${build_cost(s)} this year, and you would have ${money} for it."
    if can_build(s, p, money + RUBBLE_COST, grant):
        return "What your permits fit has rubble, and you cannot pay $3 more."
    return "Your permits fit no free plot."


def refuse_clear(s: Sf1906, plot: int) -> str:
    if plot not in range(len(s.city.names)) or not s.rubble >> plot & 1:
        return "There is no rubble there."
    return "With a token it costs $3."


def refuse_spend(s: Sf1906, cards: tuple[object, ...]) -> str:
    """Why these permits cannot be spent."""
    held = s.players[s.order[s.acted]].permits
    if not 1 <= len(cards) <= 2 or len(set(cards)) < len(cards):
        return "Spend one or two permits."
    if any(card not in held for card in cards):
        return "You do not hold that permit."
    if ("spend", *reversed(cards)) in legal(s):
        return "Name the permit that you took first before the other."
    fit = fitting(s.city, tuple(card for card in cards if isinstance(card, int)), s.grant) & s.free
    return "What they fit has rubble, and you cannot pay $3 more." if fit else "They fit no free plot."


def refuse_plot(s: Sf1906, plot: int) -> str:
    if plot not in range(len(s.city.names)):
        return "There is no such plot."
    if not s.free >> plot & 1:
        return "There is a building already."
    if not fitting(s.city, s.spent, s.grant) >> plot & 1:
        return f"The permits spent do not fit {plot_title(s, plot)}."
    return "There is rubble, and you cannot pay $3 more."


def refuse_urban(s: Sf1906, kind: int) -> str:
    if kind not in shared(s.city, s.spent):
        return "The permits spent do not share that symbol."
    return "That pile is empty." if not s.piles[kind] else "You cannot pay for it."


def refuse_bonus(s: Sf1906, kind: str) -> str:
    if kind not in [part.kind for part in s.city.kit.years[s.year].bonus]:
        return f"That is not a bonus of {s.city.kit.years[s.year].year}."
    p = s.players[s.order[s.acted]]
    reasons = {"building": NO_POOL, "objective": NO_OBJECTIVE, "permit": FULL if s.permit_row else NO_PERMIT_LEFT}
    return reasons.get(kind) or refuse_build(s, p, p.money, False)
