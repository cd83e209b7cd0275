"""Positions of the bridges in a city of any size: straight across the water, from one end to the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .maps import Bridge
from .raster import Raster

Cell = tuple[int, int]

REACH = 9
"""Columns around a bridge's place on the map that are searched for a way across."""
LONGEST = 12
"""Length of the longest bridge, in cells."""


class Deck(NamedTuple):
    """A bridge: the areas at its ends, its direction, and its cells in order."""

    ends: frozenset[int]
    upright: bool
    cells: tuple[Cell, ...]


@lru_cache(maxsize=4)
def columns_of(rows: tuple[int, ...], width: int) -> tuple[int, ...]:
    """The bits of rows as columns: bit `y` of column `x` is bit `x` of row `y`."""
    return tuple(sum(1 << y for y, row in enumerate(rows) if row >> x & 1) for x in range(width))


def decks(raster: Raster) -> tuple[Deck, ...]:
    """The best crossing for every bridge whose ends are on the raster, without overlaps."""
    taken: set[Cell] = set()
    best_decks = []
    for bridge in raster.map.bridges:
        ways = crossings(raster, bridge, taken)
        if deck := min(ways, key=lambda way: cost(raster, bridge, way), default=None):
            taken.update(deck.cells)
            best_decks.append(deck)
    return tuple(best_decks)


def centre(raster: Raster, bridge: Bridge) -> tuple[float, float]:
    """The middle of the drawn deck, in cells of the window."""
    xs, ys = zip(*bridge.deck, strict=True)
    return raster.scaled((min(xs) + max(xs) + 1) / 2, (min(ys) + max(ys) + 1) / 2)


def cost(raster: Raster, bridge: Bridge, deck: Deck) -> float:
    """Cost of a crossing: its length in columns (a row counts as two), its distance from the drawing, its direction."""
    x, y = centre(raster, bridge)
    across = abs(sum(cx for cx, _ in deck.cells) / len(deck.cells) + 0.5 - x)
    along = abs(sum(cy for _, cy in deck.cells) / len(deck.cells) + 0.5 - y)
    length = len(deck.cells) * (2 if deck.upright else 1)
    return length + 0.5 * across + along + 4 * (deck.upright != bridge.upright)


def crossings(raster: Raster, bridge: Bridge, taken: set[Cell]) -> Iterator[Deck]:
    """Every straight crossing over free water between the two ends, near the bridge's place on the map."""
    x, y = map(int, centre(raster, bridge))
    for water in raster.water:
        for upright in (True, False):
            lines, line, middle, reach = (
                (columns_of(water, raster.width), x, y, REACH) if upright else (water, y, x, REACH // 2)
            )
            for aside in range(max(0, line - reach), min(len(lines), line + reach + 1)):
                for begin, end in stretches(lines[aside], middle):
                    cells = tuple((aside, n) if upright else (n, aside) for n in range(begin, end))
                    way = spanned(raster, cells, upright, bridge.ends)
                    if way and not taken.intersection(way):
                        yield Deck(bridge.ends, upright, way)


def stretches(line: int, middle: int) -> Iterator[tuple[int, int]]:
    """Stretches of water along a line, near `middle` and short enough for a bridge: first cell and end."""
    first = max(0, middle - LONGEST)
    window, at = line >> first & (1 << middle + LONGEST + 1 - first) - 1, first
    while window:
        dry = (window & -window).bit_length() - 1
        window, at = window >> dry, at + dry
        wet = (~window & window + 1).bit_length() - 1
        if wet <= LONGEST:
            yield at, at + wet
        window, at = window >> wet, at + wet


def spanned(raster: Raster, way: tuple[Cell, ...], upright: bool, ends: frozenset[int]) -> tuple[Cell, ...]:
    """A stretch of water, extended by mixed cells at its ends; empty if it does not join the areas of the bridge."""
    dx, dy = (0, 1) if upright else (1, 0)
    cells, reached = way, set[int]()
    for (x, y), side in ((way[0], (-dx, -dy)), (way[-1], (dx, dy))):
        beyond, back = (x + side[0], y + side[1]), (-side[0], -side[1])
        bank = facing(raster, x, y, side)
        if not bank & ends and raster.holds(*beyond):
            bank = facing(raster, *beyond, back)
            if not bank & ends:
                bank = facing(raster, *beyond, side)
                cells = (beyond, *cells) if side[0] + side[1] < 0 else (*cells, beyond)
        reached |= bank
    return cells if reached >= ends else ()


def facing(raster: Raster, x: int, y: int, side: Cell) -> set[int]:
    """The areas of the two quarters on one side of a cell."""
    a, b, c, d = raster.quarters(x, y)
    return {(0, -1): {a, b}, (0, 1): {c, d}, (-1, 0): {a, c}, (1, 0): {b, d}}[side]
