"""The city without the places that are not in play: they are dark land without borders."""

from __future__ import annotations

from .raster import LAND, UNPLAYED, WATER, Raster, row_mask


def shored(city: Raster, in_play: int) -> list[bytes]:
    """The areas by quarters, with one area for all land that is not in play, and water in place of its lakes."""
    land = bytes(ord("1" if area < LAND and in_play >> area & 1 else "0") for area in range(256))
    lakes = touched(city.rows, [row_mask(row, land) for row in city.rows])
    kept = bytes(drawn_area(area, in_play, lakes) for area in range(256))
    return [row.translate(kept) for row in city.rows]


def drawn_area(area: int, in_play: int, lakes: set[int]) -> int:
    """The area in place of one of the map; of its lakes only those of the set are kept."""
    if area < LAND:
        return area if in_play >> area & 1 else UNPLAYED
    return area if area >= WATER or area in lakes else WATER


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
