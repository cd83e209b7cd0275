"""The cards and boards of 1906 San Francisco, and what every component set has in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

SEATS = (2, 3, 4)
PLOT_CARDS, PERMITS, GRANTS, ACTION_CARDS, URBAN_CARDS, COLOURS = 8, 42, 2, 6, 17, 4
RUBBLE_A_SIDE = 2
DECKS = {"initial": 8, "personal": 16, "best_builder": 1}
"""Objective cards of each deck."""

MONEY_MAX = 15
URBAN_TYPES = ("light", "cable_car", "hydrant", "park")
LIGHT, CABLE_CAR, HYDRANT, PARK = range(len(URBAN_TYPES))

EARN, MATERIALS, PERMIT, OBJECTIVE, CLEAR_UP, URBAN, BUILD, BUILD_GRANT, PASS = ACTIONS = (
    *("earn", "materials", "permit", "objective", "clear_up", "urban", "build", "build_grant", "pass"),
)
"""What a space of an action card offers."""

SPACES = (*ACTIONS[1:], *(f"{EARN}{n}" for n in range(1, MONEY_MAX + 1)))
BONUSES = ("building", "permit", "objective", "right", "build", "money_2", "money_3", "per_built_1", "per_built_2")
OPENING = ("building", "permit")
"""The bonus of the first year, of which everybody takes all."""

KINDS = {
    "majority_colour": ("colour", False),
    "majority_rubble": ("", False),
    "per_building": ("", True),
    "development_column_sidebar": ("", False),
    "development_row_sidebar": ("", False),
    "per_isolated_building": ("", True),
    "per_building_next_to_rival": ("", True),
    "per_own_adjacent_pair": ("", True),
    "per_surrounded_corner": ("", True),
    "per_building_of_colour": ("colour", True),
    "per_set_of_4_colours": ("", True),
    "per_urban_card_of_type": ("type", True),
    "per_set_of_4_urban_types": ("", True),
    "per_rubble_token": ("", True),
    "per_3_dollars": ("", True),
    "best_builder": ("", True),
}
"""Kinds of objective: what each is about, and whether the card says how many points it gives a time."""

MAJORITIES = ("majority_colour", "majority_rubble")
"""Kinds of objectives that pay by rank."""


class PlotCard(NamedTuple):
    name: str
    plots: tuple[tuple[int, int], ...]
    """Colour and number of each plot, by letter."""
    rubble: tuple[tuple[int, ...], tuple[int, ...]]
    """Its plots with rubble on sides A and B."""


class Permit(NamedTuple):
    name: str
    colour: int | None
    """None for a grant."""
    number: int | None
    symbols: tuple[int, int]
    """Two urban types."""


class Objective(NamedTuple):
    name: str
    deck: str
    kind: str
    of: int
    """The colour or urban type that it is about; -1 for none."""
    points: int


class Space(NamedTuple):
    """A space of an action card."""

    kind: str
    dollars: int = 0
    """Dollars of an EARN space."""


class ActionCard(NamedTuple):
    name: str
    two_players: tuple[Space, ...]
    more_players: tuple[Space, ...]


class UrbanCard(NamedTuple):
    name: str
    type: int
    points: int
    cost: int


class Bonus(NamedTuple):
    """Part of a year's bonus: "building", "permit", "objective", "right", "build" or "money"."""

    kind: str
    dollars: int = 0
    per_built: bool = False
    """Are the dollars for each building built?"""


class Year(NamedTuple):
    year: int
    build_cost: int
    bonus: tuple[Bonus, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Components:
    """One component set; the same object for the same tables, also in another process."""

    name: str
    """The value of the option `components`."""
    colours: tuple[str, ...]
    letters: tuple[str, ...]
    """One for each colour."""
    cells: tuple[str, ...]
    """A plot card as rows of plot letters; "." is a plaza."""
    turned: bool
    """Does the lower row of cards lie upside down?"""
    card_columns: dict[int, int]
    """Plot cards in a row of the map, by number of players."""
    plot_cards: tuple[PlotCard, ...]
    permits: tuple[Permit, ...]
    objectives: tuple[Objective, ...]
    """Without Best Builder."""
    best_builder: int
    """The points of that card."""
    action_cards: tuple[ActionCard, ...]
    urban_cards: tuple[UrbanCard, ...]
    piles: tuple[tuple[int, ...], ...]
    """The urban cards of each type, the first to be taken first."""
    lights: tuple[int, ...]
    """Points for so many light cards."""
    grid: tuple[tuple[int, ...], ...]
    """[row][column] of the development board, from the bottom and from the left."""
    row_sidebar: tuple[int, ...]
    column_sidebar: tuple[int, ...]
    money_points: tuple[int, ...]
    years: tuple[Year, ...]
    earnings: tuple[int, ...]
    """Dollars of the earnings spaces, left to right."""
    majority: dict[int, tuple[int, ...]]
    """Points by rank, by number of players."""

    def __repr__(self) -> str:
        return f"Components({self.name!r})"
