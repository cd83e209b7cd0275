"""The city without the districts that are not in play: there is only water."""

from __future__ import annotations

from .raster import LAND, WATER, Raster, row_mask


def shored(city: Raster, in_play: int) -> list[bytes]:
    """The areas by quarters, with water in place of land that is not in play and of its lakes."""
    land = bytes(ord("1" if area < LAND and in_play >> area & 1 else "0") for area in range(256))
    lakes = touched(city.rows, [row_mask(row, land) for row in city.rows])
    kept = [area if area >= WATER or area in lakes or (area < LAND and in_play >> area & 1) else WATER
            for area in range(256)]  # fmt: skip
    return [row.translate(bytes(kept)) for row in city.rows]


def touched(rows: list[bytes], masks: list[int]) -> set[int]:
    """The lakes beside land in play."""
    around = spread(masks)
    return {
        area for row, mask in zip(rows, around, strict=True) for x, area in enumerate(row)
        if LAND <= area < WATER and mask >> x & 1
    }  # fmt: skip


def spread(masks: list[int]) -> list[int]:
    """Masks by row, wider by one quarter on all sides."""
    wide = [mask | mask << 1 | mask >> 1 for mask in masks]
    return [above | row | below for above, row, below in zip([0, *wide], wide, [*wide[1:], 0], strict=False)]
