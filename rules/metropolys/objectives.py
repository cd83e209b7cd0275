"""Secret objective cards of both editions, and their points (Family and Expert player aids).

A card is its index in OBJECTIVES.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ..core.csv_tables import read_csv
from .board import (
    BORDERS,
    BRIDGES,
    DISTRICT_PLACES,
    LAKES,
    NEIGHBOURHOODS,
    NEIGHBOURS,
    STATUES,
    TYPE_PLACES,
    TYPES,
    places,
)


class Objective(NamedTuple):
    """An objective card, with its points for each building or group that fulfils the task."""

    deck: str
    """Name of its deck: "family area", "expert area" or "neighbourhood"."""
    name: str
    points: int
    task: str

    @property
    def kind(self) -> str:
        """The name of the card by its deck, the same in both editions."""
        return "type card" if self.deck == "neighbourhood" else "map card"


OBJECTIVES = tuple(
    Objective(row["deck"], row["name"], int(row["points"]), row["task"])
    for row in read_csv(__package__, "objectives.csv")
)
FACE_DOWN = len(OBJECTIVES)
"""Marker in views of a card that is not known."""

FAMILY_AREA, EXPERT_AREA, NEIGHBOURHOOD = (
    tuple(card for card, o in enumerate(OBJECTIVES) if o.deck == deck)
    for deck in ("family area", "expert area", "neighbourhood")
)


def decks(version: str, seats: int) -> tuple[tuple[int, ...], ...]:
    """Decks of which every player gets one card each. With two players Edge is removed."""
    if version == "expert":
        return EXPERT_AREA, NEIGHBOURHOOD
    return (tuple(card for card in FAMILY_AREA if seats > 2 or OBJECTIVES[card].name != "edge"),)


def union(masks: tuple[int, ...]) -> int:
    """Union of masks."""
    combined = 0
    for mask in masks:
        combined |= mask
    return combined


FEATURES = {"bridges": union(BRIDGES), "statues": union(STATUES), "lakes": union(LAKES), "edge": BORDERS}
MATCHING = {card: FEATURES[OBJECTIVES[card].name] for card in FAMILY_AREA} | {
    card: TYPE_PLACES[TYPES.index(OBJECTIVES[card].name)] for card in NEIGHBOURHOOD
}
"""Masks of the neighbourhoods that count for each card that pays for single buildings.

Printed features count, even a bridge to a district that is not in play.
"""


def chains() -> tuple[int, ...]:
    """Masks of all groups of three connected neighbourhoods: one in the middle, two next to it."""
    middles = enumerate(NEIGHBOURS)
    return tuple(sorted({1 << m | 1 << a | 1 << b for m, near in middles for a, b in combinations(places(near), 2)}))


def threes(round_lakes: tuple[int, ...]) -> tuple[int, ...]:
    """Masks of any three neighbourhoods round one lake, each with a bit for the lake, so that it scores only once."""
    return tuple(
        1 << len(NEIGHBOURHOODS) + lake | 1 << a | 1 << b | 1 << c
        for lake, shore in enumerate(round_lakes)
        for a, b, c in combinations(places(shore), 3)
    )


BOARD = (1 << len(NEIGHBOURHOODS)) - 1
GROUPS = {"bridges": BRIDGES, "statues": STATUES, "lakes": threes(LAKES), "chains": chains()}
"""Masks of the groups that each expert map card pays for; a building counts for only one group of a card."""


@lru_cache(maxsize=1 << 16)
def grouping(card: int, own: int) -> tuple[int, ...]:
    """Masks of as many groups as possible of a player's buildings for an expert map card, without overlap."""
    name = OBJECTIVES[card].name
    if name == "districts":
        return tuple(own & district for district in DISTRICT_PLACES if (own & district).bit_count() >= 3)
    missing = BOARD & ~own
    return tuple(group & BOARD for group in packing([group for group in GROUPS[name] if not group & missing]))


def packing(groups: list[int]) -> tuple[int, ...]:
    """As many of these groups as possible without a common bit; all groups have the same number of bits.

    Recursive search: the highest bit belongs to one of its groups in the result, or to none.
    """
    if not groups:
        return ()
    every = union(tuple(groups))
    most, highest = every.bit_count() // groups[0].bit_count(), 1 << every.bit_length() - 1
    best: tuple[int, ...] = ()
    for group in groups:
        if group & highest and len(packed := (group, *packing([g for g in groups if not g & group]))) > len(best):
            best = packed
            if len(best) == most:
                return best
    packed = packing([group for group in groups if not group & highest])
    return packed if len(packed) > len(best) else best


def paid(card: int, own: int) -> int:
    """Points of a card for the buildings of a mask; 0 for a card that is not known."""
    if card == FACE_DOWN:
        return 0
    times = (own & MATCHING[card]).bit_count() if card in MATCHING else len(grouping(card, own))
    return OBJECTIVES[card].points * times
