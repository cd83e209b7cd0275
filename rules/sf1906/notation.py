"""Notation of moves of 1906 San Francisco, for typing and for the log; short names of permits and objectives."""

from __future__ import annotations

from functools import lru_cache

from ..core.game import Action
from .components import model as c
from .components.model import Components
from .state import Sf1906

SYMBOL_LETTERS = ("L", "C", "H", "P")

TYPE_WORDS = ("light", "cable car", "hydrant", "park")


@lru_cache(maxsize=8)
def permit_names(kit: Components) -> tuple[str, ...]:
    """Short name of each permit: colour, number and symbols as in "R3LP", "*LP" for a grant.

    Identical cards get their name in the table as a suffix.
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
    "majority_colour": ("most-{}", "Most {}"),
    "majority_rubble": ("most-rubble", "Most rubble"),
    "per_building": ("buildings", "Each building"),
    "development_column_sidebar": ("urban-level", "Steps right"),
    "development_row_sidebar": ("clear-up-level", "Steps up"),
    "per_isolated_building": ("isolated", "Standing alone"),
    "per_building_next_to_rival": ("next-to-rivals", "Next to rivals"),
    "per_own_adjacent_pair": ("pairs", "Adjacent pairs"),
    "per_surrounded_corner": ("corners", "Surrounded corners"),
    "per_building_of_colour": ("on-{}", "Built on {}"),
    "per_set_of_4_colours": ("colour-sets", "4-colour sets"),
    "per_urban_card_of_type": ("{}-cards", "{} cards"),
    "per_set_of_4_urban_types": ("urban-sets", "Urban card sets"),
    "per_rubble_token": ("rubble", "Rubble tokens"),
    "per_3_dollars": ("dollars", "Every $3"),
}
"""Names of each kind of objective, one to type and one to read; {} stands for the colour or urban type."""


def about(kit: Components, card: int) -> str:
    """Colour or urban type of an objective in words; empty for none."""
    o = kit.objectives[card]
    words = {"colour": kit.colours, "type": TYPE_WORDS}.get(c.KINDS[o.kind][0])
    return words[o.of] if words else ""


@lru_cache(maxsize=8)
def objective_names(kit: Components) -> tuple[str, ...]:
    """Name to type of each objective: "most-green"; cards of the same name get their name in the table as a suffix."""
    cards = range(len(kit.objectives))
    short = [KIND_WORDS[kit.objectives[card].kind][0].format(about(kit, card)).replace(" ", "-") for card in cards]
    return tuple(name if short.count(name) == 1 else f"{name}-{kit.objectives[n].name}" for n, name in enumerate(short))


def notation(s: Sf1906, a: Action) -> str:
    """Notation: "space 2", "act 3", "permit R3LP", "spend R3LP G5CP", "plot A2", "urban light". Spaces count from 1."""
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
