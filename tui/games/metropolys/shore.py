"""The city without the places that are not in play: water along its shore, and beyond that the outside of the city."""

from __future__ import annotations

from .raster import LAND, OUT, WATER, Raster, row_mask

SHORE = (7, 3)
"""Quarters of water beside the places in play, across and down; bridges that lead to other places stand on it."""


def shored(city: Raster, in_play: int) -> list[bytes]:
    """The areas by quarters, with water or the outside in place of land that is not in play and of its lakes."""
    land = bytes(ord("1" if area < LAND and in_play >> area & 1 else "0") for area in range(256))
    masks = [row_mask(row, land) for row in city.rows]
    lakes = touched(city.rows, masks)
    near, beyond = (bytes(drawn_area(area, in_play, lakes, other) for area in range(256)) for other in (WATER, OUT))
    shore = shores(masks, 2 * city.width)
    pairs = [(row.translate(near), row.translate(beyond), bits) for row, bits in zip(city.rows, shore, strict=True)]
    return [bytes(wet if bit == "1" else dry for wet, dry, bit in zip(*pair, strict=True)) for pair in pairs]


def drawn_area(area: int, in_play: int, lakes: set[int], other: int) -> int:
    """The area in place of one of the map, with `other` for all that is not of the places in play or outside; of lakes
    only those of the set are kept.
    """
    kept = in_play >> area & 1 if area < LAND else area == OUT or area in lakes
    return area if kept else other


def touched(rows: list[bytes], masks: list[int]) -> set[int]:
    """The lakes beside land in play."""
    around = spread(masks)
    return {
        area for row, mask in zip(rows, around, strict=True) for x, area in enumerate(row)
        if LAND <= area < WATER and mask >> x & 1
    }  # fmt: skip


def shores(masks: list[int], columns: int) -> list[str]:
    """By row, a character 1 for each quarter that is land of the masks or near it, else 0."""
    across, down = SHORE
    for step in range(across):
        masks = spread(masks) if step < down else [mask | mask << 1 | mask >> 1 for mask in masks]
    return [f"{mask & (1 << columns) - 1:0{columns}b}"[::-1] for mask in masks]


def spread(masks: list[int]) -> list[int]:
    """Masks by row, wider by one quarter on all sides."""
    wide = [mask | mask << 1 | mask >> 1 for mask in masks]
    return [above | row | below for above, row, below in zip([0, *wide], wide, [*wide[1:], 0], strict=False)]
