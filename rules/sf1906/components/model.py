"""Cards and boards of 1906 San Francisco, and the numbers that every component set must have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..limits import MONEY_MAX

SEATS = (2, 3, 4)
PLOT_CARDS, PERMITS, GRANTS, ACTION_CARDS, URBAN_CARDS, COLOURS = 8, 42, 2, 6, 17, 4
RUBBLE_A_SIDE = 2
DECKS = {"initial": 8, "personal": 16, "best_builder": 1}
"""Number of objective cards in each deck."""

URBAN_TYPES = ("light", "cable_car", "hydrant", "park")
LIGHT, CABLE_CAR, HYDRANT, PARK = range(len(URBAN_TYPES))

EARN, MATERIALS, PERMIT, OBJECTIVE, CLEAR_UP, URBAN, BUILD, BUILD_GRANT, PASS = ACTIONS = (
    *("earn", "materials", "permit", "objective", "clear_up", "urban", "build", "build_grant", "pass"),
)
"""Actions of the spaces on action cards."""

SPACES = (*ACTIONS[1:], *(f"{EARN}{n}" for n in range(1, MONEY_MAX + 1)))
BONUSES = ("building", "permit", "objective", "right", "build", "money_2", "money_3", "per_built_1", "per_built_2")
OPENING = ("building", "permit")
"""Bonus of the first year, of which every player takes all parts."""

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
"""Kinds of objective: "colour" or "type" if a card is for one of these, and whether it has points of its own."""

MAJORITIES = ("majority_colour", "majority_rubble")
"""Kinds of objective with points by rank."""


class PlotCard(NamedTuple):
    name: str
    plots: tuple[tuple[int, int], ...]
    """Colour and number of each plot, by letter."""
    rubble: tuple[tuple[int, ...], tuple[int, ...]]
    """Plots with rubble on sides A and B."""


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
    """Colour or urban type that it counts; -1 for none."""
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
    """True when the dollars are for each building built."""


class Year(NamedTuple):
    year: int
    build_cost: int
    bonus: tuple[Bonus, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Components:
    """A component set; one object for each set of tables in a process."""

    name: str
    """The value of the option `components`."""
    colours: tuple[str, ...]
    letters: tuple[str, ...]
    """Letter of each colour."""
    cells: tuple[str, ...]
    """Layout of a plot card as rows of plot letters; "." is a plaza."""
    turned: bool
    """True when the lower row of cards is upside down."""
    card_columns: dict[int, int]
    """Number of plot cards in a row of the map, by number of players."""
    plot_cards: tuple[PlotCard, ...]
    permits: tuple[Permit, ...]
    objectives: tuple[Objective, ...]
    """Objective cards without Best Builder."""
    best_builder: int
    """Points of Best Builder."""
    action_cards: tuple[ActionCard, ...]
    urban_cards: tuple[UrbanCard, ...]
    piles: tuple[tuple[int, ...], ...]
    """Urban cards of each type, in the order in which they are taken."""
    lights: tuple[int, ...]
    """Points by number of light cards."""
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
