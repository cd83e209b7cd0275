"""Colours, development cards and nobles, read from the tables beside this file."""

from __future__ import annotations

from typing import NamedTuple

from ..core.csv_tables import read_csv

WHITE, BLUE, GREEN, RED, BLACK, GOLD = range(6)
COLOURS = ("white", "blue", "green", "red", "black", "gold")
LETTERS = "wugrb*"
"""Letter of each colour in notation and on screens."""

LEVELS = range(3)
"""Levels 1, 2 and 3 of the rulebook are 0, 1 and 2 in code."""


class Card(NamedTuple):
    """A development card; `cost` counts white, blue, green, red and black gems."""

    level: int
    bonus: int
    """Colour of its bonus; GOLD for a card of the Orient without one of its own."""
    points: int
    cost: tuple[int, ...]
    kind: str = "base"
    """Kind of a card of the Orient, which decides its effect, see `orient`; "base" for other cards."""
    bonuses: int = 1
    """Number of bonuses of its colour."""
    discards: int | None = None
    """Colour of the bonuses to discard for it, which are then its whole cost."""


class Noble(NamedTuple):
    """A noble tile; `cost` counts the bonuses required."""

    points: int
    cost: tuple[int, ...]


def gems(row: dict[str, str]) -> tuple[int, ...]:
    """Numbers in the five columns of gem colours of a row."""
    return tuple(int(row[colour]) for colour in COLOURS[:GOLD])


BASE_CARDS = tuple(
    Card(int(row["level"]) - 1, COLOURS.index(row["bonus"]), int(row["points"]), gems(row))
    for row in read_csv(__package__, "cards.csv")
)
"""The 90 cards of the base game."""

ORIENT_CARDS = tuple(
    Card(
        int(row["level"]) - 1,
        COLOURS.index(row["bonus"]),
        int(row["points"]),
        gems(row),
        row["kind"],
        int(row["bonuses"]),
        COLOURS.index(row["discards"]) if row["discards"] else None,
    )
    for row in read_csv(__package__, "orient.csv")
)
"""The 30 cards of the Orient."""

CARDS = BASE_CARDS + ORIENT_CARDS
"""All cards; everywhere else a card is its index in this table, and those of the Orient are 90 to 119."""

NOBLES = tuple(Noble(int(row["points"]), gems(row)) for row in read_csv(__package__, "nobles.csv"))
"""The 10 nobles; everywhere else a noble is its index in this table."""

DECK = tuple(c.level + len(LEVELS) * (c.kind != "base") for c in CARDS)
"""Deck of each card: 0 to 2 of the base game by level, 3 to 5 of the Orient."""

BONUS = [card.bonus for card in CARDS]
POINTS = [card.points for card in CARDS]
"""The colour of each card's bonus, and its points."""

DECKS = range(2 * len(LEVELS))

BACK = len(CARDS)
"""Marker in views: BACK + deck stands for a card of which only the back is known."""

EMPTY = BACK + len(DECKS)
"""Marker of a market slot without a card."""


def deck_of(card: int) -> int:
    """The deck of a card, known or only its back."""
    return DECK[card] if card < BACK else card - BACK


def level_of(card: int) -> int:
    """The level of a card, known or only its back."""
    return deck_of(card) % len(LEVELS)
