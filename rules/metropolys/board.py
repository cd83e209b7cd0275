"""Board of Metropolys: districts, neighbourhoods, bridges, statues and lakes, read from the table beside this file.

A neighbourhood is its index in NEIGHBOURHOODS; a set of them is a mask, an int with one bit for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from ..core.csv_tables import read_csv

DISTRICTS = ("Centre", "North", "East", "South", "West")
CENTRE = 0
OUTER = range(1, len(DISTRICTS))
"""The peripheral districts clockwise; each is next to the following one, the last next to the first."""

TYPES = ("industry", "lodgings", "mall", "administration", "park")
BUILDINGS = range(1, 14)
"""Values of the buildings of each player."""

SIZES = ("small", "medium", "tall")
SMALLEST = (1, 6, 10)
"""Lowest value of each size."""

CORNERS = frozenset(
    frozenset(pair.split("/")) for pair in ("C5/C11", "C6/C10", "N2/N8", "N3/N6", "E1/E5", "E2/E3", "W6/W10", "W7/W9")
)
"""Neighbourhoods that only touch at a corner and so are not adjacent."""


class Neighbourhood(NamedTuple):
    """A building site; the board prints no names, so names such as "C9" are Tabletown's."""

    name: str
    district: int
    type: int
    outer_edge: bool
    """True on the border of the city."""
    blind_alley: bool
    """True where water leaves only one way out; no token is placed there."""
    land: tuple[str, ...]
    """Neighbourhoods that share an edge with it."""
    bridges: tuple[str, ...]
    """Neighbourhoods at the other ends of its bridges."""
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
    """Mask of the neighbourhoods of these names."""
    return sum(1 << NAMES.index(name) for name in names)


def round_each(column: Callable[[Neighbourhood], tuple[str, ...]]) -> tuple[int, ...]:
    """Masks of the neighbourhoods round each statue or lake, in the order of their names."""
    names = sorted({name for n in NEIGHBOURHOODS for name in column(n)}, key=lambda name: (len(name), name))
    return tuple(mask(n.name for n in NEIGHBOURHOODS if name in column(n)) for name in names)


NEIGHBOURS = tuple(mask(n.land + n.bridges) for n in NEIGHBOURHOODS)
"""Masks of the neighbourhoods adjacent to each one, over land or a bridge."""

DISTRICT_PLACES = tuple(mask(n.name for n in NEIGHBOURHOODS if n.district == d) for d in range(len(DISTRICTS)))
TYPE_PLACES = tuple(mask(n.name for n in NEIGHBOURHOODS if n.type == t) for t in range(len(TYPES)))
BLIND_ALLEYS = mask(n.name for n in NEIGHBOURHOODS if n.blind_alley)
BORDERS = mask(n.name for n in NEIGHBOURHOODS if n.outer_edge)
BRIDGES = tuple(sorted({mask((n.name, end)) for n in NEIGHBOURHOODS for end in n.bridges}))
"""Masks of the two ends of each bridge."""
STATUES = round_each(lambda n: n.statues)
LAKES = round_each(lambda n: n.lakes)


@lru_cache(maxsize=1 << 14)
def places(mask: int) -> tuple[int, ...]:
    """Neighbourhoods of a mask, in order."""
    neighbourhoods = []
    while mask:
        lowest = mask & -mask
        neighbourhoods.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(neighbourhoods)


@cache
def values(hand: int) -> tuple[int, ...]:
    """Values of the buildings in a hand, lowest first; bit v - 1 stands for value v."""
    return tuple(place + 1 for place in places(hand))


def size(value: int) -> int:
    """Index in SIZES of a building's size."""
    return (value >= SMALLEST[1]) + (value >= SMALLEST[2])
