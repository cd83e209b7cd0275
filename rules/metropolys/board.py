"""The board of Metropolys: districts, neighbourhoods and what lies between them, read from the table beside this file.

A neighbourhood is its index in NEIGHBOURHOODS; a set of them is a mask, an int with one bit for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from ..core.tables import read_csv

DISTRICTS = ("Center", "North", "East", "South", "West")
CENTER = 0
OUTER = range(1, len(DISTRICTS))
"""The peripheral districts clockwise; each lies next to the one after it, the last next to the first."""

TYPES = ("industry", "lodgings", "mall", "administration", "park")
BUILDINGS = range(1, 14)
"""The values of the buildings that every player has."""

SIZES = ("small", "medium", "tall")
SMALLEST = (1, 6, 10)
"""The lowest value of each size."""

CORNERS = frozenset(
    frozenset(pair.split("/")) for pair in ("C5/C11", "C6/C10", "N2/N8", "N3/N6", "E1/E5", "E2/E3", "W6/W10", "W7/W9")
)
"""Neighbourhoods that touch at a corner alone, which is not enough to be adjacent."""


class Neighbourhood(NamedTuple):
    """One building site; the board has no names, so "C9" is ours."""

    name: str
    district: int
    type: int
    outer_edge: bool
    """Does it lie on the border of the city?"""
    blind_alley: bool
    """Is it surrounded by water with one way out?"""
    land: tuple[str, ...]
    """The neighbourhoods it shares an edge with."""
    bridges: tuple[str, ...]
    """The neighbourhoods at the other ends of its bridges."""
    statues: tuple[str, ...]
    lakes: tuple[str, ...]


def neighbourhood(row: dict[str, str]) -> Neighbourhood:
    return Neighbourhood(
        row["id"],
        DISTRICTS.index(row["district"].capitalize()),
        TYPES.index(row["type"]),
        row["outer_edge"] == "1",
        row["blind_alley"] == "1",
        *(tuple(row[column].split()) for column in ("land", "bridges", "statues", "lakes")),
    )


NEIGHBOURHOODS = tuple(map(neighbourhood, read_csv(__package__, "neighbourhoods.csv")))
NAMES = tuple(n.name for n in NEIGHBOURHOODS)


def mask(names: Iterable[str]) -> int:
    """The neighbourhoods of these names."""
    return sum(1 << NAMES.index(name) for name in names)


def round_each(column: Callable[[Neighbourhood], tuple[str, ...]]) -> tuple[int, ...]:
    """For each statue or lake what lies round it, in the order of their names."""
    names = sorted({name for n in NEIGHBOURHOODS for name in column(n)}, key=lambda name: (len(name), name))
    return tuple(mask(n.name for n in NEIGHBOURHOODS if name in column(n)) for name in names)


NEIGHBOURS = tuple(mask(n.land + n.bridges) for n in NEIGHBOURHOODS)
"""What is adjacent to each neighbourhood, over land or a bridge."""

DISTRICT_PLACES = tuple(mask(n.name for n in NEIGHBOURHOODS if n.district == d) for d in range(len(DISTRICTS)))
TYPE_PLACES = tuple(mask(n.name for n in NEIGHBOURHOODS if n.type == t) for t in range(len(TYPES)))
BLIND_ALLEYS = mask(n.name for n in NEIGHBOURHOODS if n.blind_alley)
BORDERS = mask(n.name for n in NEIGHBOURHOODS if n.outer_edge)
BRIDGES = tuple(sorted({mask((n.name, end)) for n in NEIGHBOURHOODS for end in n.bridges}))
"""The two ends of each bridge."""
STATUES = round_each(lambda n: n.statues)
LAKES = round_each(lambda n: n.lakes)


@lru_cache(maxsize=1 << 14)
def places(mask: int) -> tuple[int, ...]:
    """The neighbourhoods of a mask, in order."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


@cache
def values(hand: int) -> tuple[int, ...]:
    """The buildings of a hand, lowest first: bit v - 1 stands for value v."""
    return tuple(place + 1 for place in places(hand))


def size(value: int) -> int:
    """Which of SIZES a building has."""
    return (value >= SMALLEST[1]) + (value >= SMALLEST[2])
