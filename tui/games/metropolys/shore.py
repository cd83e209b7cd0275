"""The city without the districts that are not in play: there is only ground, and the river round the others."""

from __future__ import annotations

from copy import copy
from functools import lru_cache, reduce
from operator import or_

from tabletown.rules.metropolys.board import NAMES

from .bridges import Cell
from .city_plan import BOLD, Plan, marked, packed, plan
from .raster import LAND, OUT, WATER, Raster, row_mask

SHARE = 28
"""Divisor of a city's columns that gives the breadth of the river round the districts in play."""


@lru_cache(maxsize=8)
def played(width: int, height: int, in_play: int) -> Plan:
    """The plan of a city in which everything else is outside: other places, their lakes, and the river far away.

    `in_play` is a mask of places.
    """
    city = plan(width, height)
    if in_play + 1 == 1 << len(NAMES):
        return city
    raster = copy(city.raster)
    raster.rows = shored(city.raster, in_play)
    return city._replace(raster=raster, cells=packed(marked(raster.rows, width >= BOLD)))


@lru_cache(maxsize=32)
def spot(width: int, height: int, in_play: int, district: int, columns: int) -> Cell | None:
    """The start of `columns` free cells near the middle of a district that is not in play; None if there are none.

    `district` is a mask of places. The cells at both ends are free too.
    """
    drawn, city = plan(width, height).raster, played(width, height, in_play).raster
    cells = [(x, y) for y in range(height) for x in range(width)]
    free = {cell for cell in cells if city.quarters(*cell) == (OUT,) * 4}
    inside = [cell for cell in free if (area := drawn.area(*cell)) < LAND and district >> area & 1]
    margin = {(x, y) for y in range(height) for x in (-1, width)}
    around = free | margin
    starts = [(x, y) for x, y in free if all((x + n, y) in around for n in range(-1, columns + 1))]
    if not inside or not starts:
        return None
    middle_x = sum(x for x, _ in inside) / len(inside) - columns / 2
    middle_y = sum(y for _, y in inside) / len(inside)
    return min(starts, key=lambda cell: (abs(cell[0] - middle_x) + 2 * abs(cell[1] - middle_y), cell))


def shored(city: Raster, in_play: int) -> list[bytes]:
    """The areas by quarters: water as far as the river reaches from land in play, and outside beyond it."""
    land = bytes(ord("1" if area < LAND and in_play >> area & 1 else "0") for area in range(256))
    masks = [row_mask(row, land) for row in city.rows]
    near, lakes = closed(masks, 2 * city.width, max(2, city.width // SHARE)), touched(city.rows, masks)
    rows = []
    for row, mask, close in zip(city.rows, masks, near, strict=True):
        kept = bytearray(row)
        for x, area in enumerate(row):
            if area != OUT and not mask >> x & 1 and area not in lakes:
                kept[x] = WATER if close >> x & 1 else OUT
        rows.append(bytes(kept))
    return rows


def closed(masks: list[int], columns: int, reach: int) -> list[int]:
    """Masks widened by `reach` cells, in rows half as many, without gaps that are narrower than twice that."""
    far = widened(masks, 4 * reach, reach * 2)
    everywhere = (1 << columns) - 1
    return [~mask & everywhere for mask in widened([~mask & everywhere for mask in far], 2 * reach, reach)]


def widened(masks: list[int], across: int, down: int) -> list[int]:
    """Masks by row, spread by so many quarters to the sides, and up and down."""
    for _ in range(across):
        masks = [mask | mask << 1 | mask >> 1 for mask in masks]
    return [union(masks[max(0, y - down) : y + down + 1]) for y in range(len(masks))]


def touched(rows: list[bytes], masks: list[int]) -> set[int]:
    """The lakes beside land in play."""
    around = widened(masks, 1, 1)
    return {
        area for row, mask in zip(rows, around, strict=True) for x, area in enumerate(row)
        if LAND <= area < WATER and mask >> x & 1
    }  # fmt: skip


def union(masks: list[int]) -> int:
    return reduce(or_, masks)
