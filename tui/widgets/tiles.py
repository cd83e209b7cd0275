"""The tiles of a board, and the tile that an arrow key moves the cursor to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..model.selection import Part
from .canvas import Rect


class Tile(NamedTuple):
    """A rectangle that shows one part of the board; the cursor can move to it."""

    part: Part
    rect: Rect
    zone: str
    """The group of tiles that Tab moves by; empty if the cursor cannot move to the tile."""


DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def nearest(start: Tile, tiles: Iterable[Tile], dx: int, dy: int) -> Tile | None:
    """The tile that an arrow key should move to from `start`: close in the direction, with little sideways offset."""
    best, least = None, 0.0
    for tile in tiles:
        along, aside = gap(start.rect, tile.rect, dx, dy)
        if along > 0:
            cost = along + 4 * aside
            if best is None or cost < least:
                best, least = tile, cost
    return best


def gap(a: Rect, b: Rect, dx: int, dy: int) -> tuple[float, float]:
    """Distance from a to b along the direction, 0 if b is not beyond a, and sideways; in widths of a cell."""
    (ax, ay), (bx, by) = a.centre, b.centre
    x, y = bx - ax, (by - ay) * 2
    if dx:
        clear = b.x >= a.x + a.w if dx > 0 else b.x + b.w <= a.x
        overlap = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
        return (x * dx if clear else 0.0), 0.2 * abs(y) if overlap > 0 else abs(y)
    clear = b.y >= a.y + a.h if dy > 0 else b.y + b.h <= a.y
    overlap = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
    return (y * dy if clear else 0.0), 0.2 * abs(x) if overlap > 0 else abs(x)
