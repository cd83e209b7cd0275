"""Moves of 1906 San Francisco in sentences; titles of plots, spaces and objectives."""

from __future__ import annotations

from ..core.game import Action
from .building import NO_URBAN, urbans
from .components import model as c
from .components.model import Components, Space
from .notation import KIND_WORDS, TYPE_WORDS, about, permit_names
from .state import STRIP, Sf1906
from .turn import DISTANCE_COST, card_spaces


def objective_title(kit: Components, card: int) -> str:
    """An objective to read: "most buildings on green"."""
    return KIND_WORDS[kit.objectives[card].kind][1].format(about(kit, card))


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
