"""Actions of 1906 San Francisco in words: short for typing, in a sentence for people, and why one is refused."""

from __future__ import annotations

from functools import lru_cache

from ..core.game import Action
from .building import NO_URBAN, urbans
from .components import model as c
from .components.model import Components, Space
from .state import STRIP, Sf1906
from .turn import DISTANCE_COST, card_spaces

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
            return f"clears the rubble of {s.city.names[plot]} for $3"
        case ("clear_up",):
            return "pays $2 for clear-up without a token"
        case ("spend", *cards):
            return f"spends {' and '.join(permit_names(kit)[card] for card in cards)}"
        case ("plot", plot):
            return f"builds on {plot_title(s, plot)}{urban_after(s, plot)}"
        case ("urban", kind):
            return f"takes a {TYPE_WORDS[kind]} card"
        case ("bonus", kind):
            return f"{BONUS_WORDS[kind]} as the bonus of {kit.years[s.year].year}"
    return "takes no urban card"


def urban_after(s: Sf1906, plot: int) -> str:
    """The urban card that building there brings without a choice."""
    after = s.copy()
    after.plot = plot
    choices = urbans(after)
    return f", taking a {TYPE_WORDS[choices[0][1]]} card" if len(choices) == 1 and choices[0] != NO_URBAN else ""


def plot_title(s: Sf1906, plot: int) -> str:
    """ "red 3 at C2", and its rubble."""
    city = s.city
    rubble = ", clearing its rubble" if s.rubble >> plot & 1 else ""
    return f"{city.kit.colours[city.colours[plot]]} {city.numbers[plot]} at {city.names[plot]}{rubble}"


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
