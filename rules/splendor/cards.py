"""Colours, development cards and nobles of the base game, read from the tables beside this file."""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import NamedTuple

WHITE, BLUE, GREEN, RED, BLACK, GOLD = range(6)
COLOURS = ("white", "blue", "green", "red", "black", "gold")
LETTERS = "wugrb*"
"""One letter a colour, as notation and screens show it."""

LEVELS = range(3)
"""Levels 1, 2 and 3 of the rulebook are 0, 1 and 2 in code."""


class Card(NamedTuple):
    """A development card; `cost` counts white, blue, green, red and black gems."""

    level: int
    bonus: int
    points: int
    cost: tuple[int, ...]


class Noble(NamedTuple):
    """A noble tile; `cost` counts the bonuses that it asks for."""

    points: int
    cost: tuple[int, ...]


def table(name: str) -> list[dict[str, str]]:
    """The rows of a CSV file of this package."""
    return list(csv.DictReader(files(__package__).joinpath(name).read_text(encoding="utf-8").splitlines()))


def gems(row: dict[str, str]) -> tuple[int, ...]:
    """The five columns of gem colours."""
    return tuple(int(row[colour]) for colour in COLOURS[:GOLD])


CARDS = tuple(
    Card(int(row["level"]) - 1, COLOURS.index(row["bonus"]), int(row["points"]), gems(row))
    for row in table("cards.csv")
)
"""The 90 cards; everywhere else a card is its index in this table."""

NOBLES = tuple(Noble(int(row["points"]), gems(row)) for row in table("nobles.csv"))
"""The 10 nobles; everywhere else a noble is its index in this table."""

BACK = len(CARDS)
"""In a view, BACK + level stands for a card of which only the back is known."""

EMPTY = BACK + len(LEVELS)
"""A market slot without a card."""


def level_of(card: int) -> int:
    """The level of a card, known or only its back."""
    return CARDS[card].level if card < BACK else card - BACK
