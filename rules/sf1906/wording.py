"""Moves of 1906 San Francisco in sentences; titles of plots, spaces and objectives."""

from __future__ import annotations

from ..core.game import Action
from ..core.text import Perspective, in_perspective, plural
from .building import NO_URBAN, urbans
from .components import model as c
from .components.model import Components, Space
from .costs import DISTANCE_COST
from .effects import at_corner
from .limits import MONEY_MAX
from .notation import KIND_WORDS, TYPE_WORDS, about
from .state import STRIP, Sf1906
from .turn import card_spaces


def objective_title(kit: Components, card: int) -> str:
    """Title of an objective, the same wherever it is named: "Most green", "Cable car cards"."""
    title = KIND_WORDS[kit.objectives[card].kind][1].format(about(kit, card))
    return title[:1].upper() + title[1:]


def permit_title(kit: Components, card: int) -> str:
    """Title of a permit: "red 3"; "wild" for one that fits any plot."""
    permit = kit.permits[card]
    return "wild" if permit.colour is None else f"{kit.colours[permit.colour]} {permit.number}"


def spent_title(kit: Components, card: int) -> str:
    """Title of a permit in a sentence about spending: "red 3", "the wild permit"."""
    return "the wild permit" if kit.permits[card].colour is None else permit_title(kit, card)


def told_apart(s: Sf1906, card: int) -> str:
    """Title of a permit to spend; with its symbols, "yellow 5 (park)", if the player to move has another such one."""
    kit, held = s.city.kit, s.players[s.order[s.acted]].permits
    title = spent_title(kit, card)
    alike = [other for other in held if spent_title(kit, other) == title]
    return f"{title} ({', '.join(symbol_words(kit, card))})" if len(alike) > 1 else title


def symbol_words(kit: Components, card: int) -> list[str]:
    """The urban types of a permit's symbols in words."""
    return [TYPE_WORDS[kind] for kind in sorted(kit.permits[card].symbols)]


ACTION_WORDS = {
    c.MATERIALS: "take a building",
    c.PERMIT: "take the Permit action",
    c.OBJECTIVE: "take the Objective action",
    c.CLEAR_UP: "clear up",
    c.URBAN: "develop for $2",
    c.BUILD: "build",
    c.BUILD_GRANT: "build with a grant",
}

BONUS_WORDS = {
    "building": "take a building",
    "permit": "take a permit",
    "objective": "take an objective",
    "right": "take a free step right",
    "build": "build",
}


def describe(s: Sf1906, a: Action, perspective: Perspective = "third", brief: bool = False) -> str:
    """The action as a sentence without its subject: "takes the red 3 permit (light, park)".

    `brief` leaves out its consequences.
    """
    effects = [] if brief else consequences(s, a)
    return in_perspective(", ".join([predicate(s, a), *effects]), perspective)


def predicate(s: Sf1906, a: Action) -> str:
    """The action alone, its verb in the base form."""
    kit = s.city.kit
    match a:
        case ("space", k):
            return describe_space(s, k)
        case ("act", k):
            space = card_spaces(s)[k]
            return f"earn ${space.dollars}" if space.kind == c.EARN else ACTION_WORDS[space.kind]
        case ("collect",):
            return "collect $1"
        case ("permit", card):
            article = "a" if kit.permits[card].colour is None else "the"
            return f"take {article} {permit_title(kit, card)} permit ({', '.join(symbol_words(kit, card))})"
        case ("objective", card):
            return f'take the objective "{objective_title(kit, card)}"'
        case ("objective_deck",):
            return "take a secret objective from the deck"
        case ("clear", plot):
            return f"clear {s.city.names[plot]} of rubble for $3"
        case ("clear_up",):
            return "pay $2 to move up without taking rubble"
        case ("spend", *cards):
            return f"spend {' and '.join(told_apart(s, card) for card in cards)}"
        case ("plot", plot):
            return f"build on {plot_title(s, plot)}"
        case ("urban", kind):
            return f"take a {TYPE_WORDS[kind]} card"
        case ("bonus", kind):
            return f"{bonus_words(s, kind)} as the {bonus_year(s)} bonus"
    return "take no urban card"


def bonus_year(s: Sf1906) -> str:
    """The year of a bonus, to come before "bonus"; "last" for the one after the last year."""
    years = s.city.kit.years
    return "last" if s.year == len(years) - 1 else str(years[s.year].year)


def bonus_words(s: Sf1906, kind: str) -> str:
    """The choice of a part of the year's bonus: "take a permit", "take $3"."""
    if kind != "money":
        return BONUS_WORDS[kind]
    part = next(part for part in s.city.kit.years[s.year].bonus if part.kind == kind)
    built = s.players[s.order[s.acted]].built.bit_count()
    return f"take ${part.dollars * (built if part.per_built else 1)}"


def consequences(s: Sf1906, a: Action) -> list[str]:
    """Phrases for consequences of the action without a choice, such as "taking a park card"."""
    match a:
        case ("act", k):
            far = abs(k - s.tokens[s.order[s.acted]])
            back = step_dollar(s, paid=True) if card_spaces(s)[k].kind == c.URBAN else []
            return [*([distance_words(far)] if far else []), *back]
        case ("clear", _) | ("clear_up",):
            return step_dollar(s, paid=True)
        case ("bonus", "right") if s.players[s.order[s.acted]].money < MONEY_MAX:
            return step_dollar(s)
        case ("urban", _):
            return step_dollar(s)
        case ("plot", plot):
            card = urban_after(s, plot)
            return ["clearing its rubble"] * (s.rubble >> plot & 1) + card + (step_dollar(s) if card else [])
    return []


def step_dollar(s: Sf1906, paid: bool = False) -> list[str]:
    """Phrase for the $1 that a step brings the player to move at the end of the development board, back if the step is
    `paid` for; empty elsewhere.
    """
    words = "getting $1 back" if paid else "getting $1 for the step"
    return [words] * at_corner(s.city, s.players[s.order[s.acted]])


def distance_words(spaces: int) -> str:
    """Phrase for what an action costs that is so many spaces away from the token."""
    return f"paying ${DISTANCE_COST * spaces} to act {plural(spaces, 'space')} away"


def urban_after(s: Sf1906, plot: int) -> list[str]:
    """Phrase for an urban card that building on a plot brings without a choice."""
    after = s.copy()
    after.plot = plot
    choices = urbans(after)
    return [f"taking a {TYPE_WORDS[choices[0][1]]} card"] if len(choices) == 1 and choices[0] != NO_URBAN else []


def plot_title(s: Sf1906, plot: int) -> str:
    """Title of a plot: "red 3 at A2"."""
    city = s.city
    return f"{city.kit.colours[city.colours[plot]]} {city.numbers[plot]} at {city.names[plot]}"


def space_title(space: Space) -> str:
    """Title of a space of an action card: "clear up", "earnings $3"."""
    return f"earnings ${space.dollars}" if space.kind == c.EARN else SPACE_TITLES[space.kind]


SPACE_TITLES = {
    c.MATERIALS: "materials",
    c.PERMIT: "permit",
    c.OBJECTIVE: "objective",
    c.CLEAR_UP: "clear up",
    c.URBAN: "develop",
    c.BUILD: "build",
    c.BUILD_GRANT: "build with grant",
    c.PASS: "pass",
}

SPACE_WORDS = {c.CLEAR_UP: "Clear-up", c.BUILD_GRANT: "Grant"}
"""Names of spaces before the word "space" that are not their titles."""


def describe_space(s: Sf1906, k: int) -> str:
    if s.stop == STRIP:
        return f"choose earnings of ${s.city.kit.earnings[k]}"
    space = card_spaces(s)[k]
    if space.kind == c.PASS:
        return "pass"
    if space.kind == c.EARN:
        return f'take the "Earn ${space.dollars}" space'
    return f"take the {SPACE_WORDS.get(space.kind, space_title(space).capitalize())} space"
