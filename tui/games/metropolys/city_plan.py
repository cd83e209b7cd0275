"""The parts of the city that depend only on its size: fields, borders, outlines, bridges, statues, label boxes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from typing import NamedTuple

from tabletown.rules.metropolys.board import NAMES, NEIGHBOURHOODS, places

from ...widgets.canvas import Rect
from .bridges import Cell, Deck, decks
from .raster import EVERYWHERE, LAND, Raster, cells_of, row_mask
from .shore import shored

BORDER, RING = 64, 128
"""Bits of a quarter: at the border of its place, where it is darker; in the outline of its place."""
AREA = BORDER - 1
"""Mask of the bits of a quarter that hold its area."""
RINGED, BOLD = 76, 100
"""Columns that are enough for outlines, and for outlines two quarters wide at the sides."""
PLINTHS = 100
"""Columns that are enough for statues with a plinth."""
DEEP = 6
"""The most rows of a box."""
NARROW = 6
"""Columns of a box of one row that are enough for a name with its type and a piece."""
MARK, BUILDING = 2, 3
"""Columns of a token, the smallest piece beside a name, and of a building."""
CENTRED = 8
"""Columns of a box that are enough for blanks on both sides of its label."""
STACKED = 3
"""The fewest columns for a name above a piece."""
ROOMY = (5, 2)
"""The smallest columns and rows of a box inside the outline that has room for a label."""

AROUND = {
    name: frozenset(i for i, n in enumerate(NEIGHBOURHOODS) if name in n.statues)
    for n in NEIGHBOURHOODS
    for name in n.statues
}
"""The neighbourhoods round each statue."""


class Plan(NamedTuple):
    """The city at one size."""

    raster: Raster
    drawn: Raster
    """The same part of the map with the places that are not in play."""
    cells: tuple[tuple[int, ...], ...]
    """Rows of cells, each with its four quarters (area and bits), top left in the lowest byte."""
    decks: tuple[Deck, ...]
    statues: dict[str, Cell]
    boxes: tuple[Rect, ...]
    """The label box of each neighbourhood: the best within it; an empty one of those not in play."""
    inner: tuple[Rect, ...]
    """The label box of each neighbourhood inside its outline, or over it if there is no room inside."""

    @property
    def width(self) -> int:
        return self.raster.width

    @property
    def height(self) -> int:
        return self.raster.height

    @property
    def outlined(self) -> bool:
        """Is the city large enough for outlined places?"""
        return self.width >= RINGED


@lru_cache(maxsize=16)
def plan(width: int, height: int, in_play: int = EVERYWHERE) -> Plan:
    """The plan of a city of so many columns and rows that shows the places of the mask `in_play`; everything else is
    outside: other places, their lakes, and the river far away. Where that leaves no room for a name or a bridge, the
    map is drawn evenly.
    """
    drawn = planned(width, height, in_play)
    return drawn if in_play == EVERYWHERE or whole(drawn, in_play) else planned(width, height, in_play, evenly=True)


def whole(drawn: Plan, in_play: int) -> bool:
    """Have all places in play room for their names, and are all bridges between them there?"""
    built = {deck.ends for deck in drawn.decks}
    return all(drawn.boxes[place].w >= len(NAMES[place]) for place in places(in_play)) and all(
        bridge.ends in built for bridge in drawn.raster.map.bridges if bridge.ends <= {*places(in_play)}
    )


def planned(width: int, height: int, in_play: int, evenly: bool = False) -> Plan:
    """The plan of a city; with columns and rows as on the map if it is drawn `evenly`."""
    field = Raster(width, height, in_play, evenly)
    bridges = decks(field)
    taken = {cell for deck in bridges for cell in deck.cells}
    statues = {
        name: statue(field, name, taken)
        for name in field.map.statues
        if any(in_play >> place & 1 for place in AROUND[name])
    }
    for x, y in statues.values():
        taken |= {(x - 1, y), (x, y), (x + 1, y)} if width >= PLINTHS else {(x, y)}
    city = field if in_play == EVERYWHERE else copy(field)
    if city is not field:
        city.rows = shored(field, in_play)
    rows = marked(city.rows, width >= BOLD)
    boxes = separate_boxes(rows, extents(city.rows), taken)
    inner = tuple(within(rows, outer, place, taken) for place, outer in enumerate(boxes))
    return Plan(city, field, packed(rows), bridges, statues, boxes, inner if width >= RINGED else boxes)


# Quarters


def marked(rows: list[bytes], bold: bool) -> list[bytearray]:
    """The areas with the bits for borders to the right and below, and for the outline inside each place."""
    masks = [row_masks(row) for row in rows]
    land = [sum(mask for area, mask in row.items() if area < LAND) for row in masks]
    bits = [bytearray(row) for row in rows]
    for y, row in enumerate(masks):
        above, below = (masks[n] if 0 <= n < len(rows) else {} for n in (y - 1, y + 1))
        land_below = land[y + 1] if y + 1 < len(rows) else 0
        for area, mask in row.items():
            if area < LAND:
                under, over = below.get(area, 0), above.get(area, 0)
                set_bits(bits[y], BORDER, mask & ((land[y] & ~mask) >> 1 | land_below & ~under))
                set_bits(bits[y], RING, mask & ~surrounded(mask, over, under, bold))
    return bits


def row_masks(row: bytes) -> dict[int, int]:
    """Masks by area of the quarters of a row that have it."""
    return {area: row_mask(row, IS[area]) for area in set(row)}


IS = [bytes(ord("1" if other == area else "0") for other in range(256)) for area in range(BORDER)]


def surrounded(mask: int, over: int, under: int, bold: bool) -> int:
    """Mask of the quarters that have only their own area round them, two wide at the sides if `bold`."""
    inside = mask & over & under
    inside &= inside << 1 & inside >> 1
    return inside & mask << 2 & mask >> 2 if bold else inside


def set_bits(row: bytearray, bit: int, columns: int) -> None:
    while columns:
        lowest = columns & -columns
        row[lowest.bit_length() - 1] |= bit
        columns ^= lowest


def packed(rows: list[bytearray]) -> tuple[tuple[int, ...], ...]:
    """Rows of cells, the four quarters of each packed in one number."""
    pairs = [[a | b << 8 for a, b in zip(row[::2], row[1::2], strict=True)] for row in rows]
    return tuple(
        tuple(top | bottom << 16 for top, bottom in zip(upper, lower, strict=True))
        for upper, lower in zip(pairs[::2], pairs[1::2], strict=True)
    )


# Statues


def statue(field: Raster, name: str, taken: set[Cell]) -> Cell:
    """The free cell for a statue in which its three places come closest to each other."""
    sx, sy = field.map.statues[name]
    left, top = field.scaled(sx, sy)
    reach_x, reach_y = 4 + field.width // 40, 2 + field.height // 20
    near = [
        (x, y)
        for y in range(max(0, int(top) - reach_y), min(field.height, int(top) + reach_y + 2))
        for x in range(max(1, int(left) - reach_x), min(field.width - 1, int(left) + reach_x + 2))
        if (x, y) not in taken
    ]
    return max(near, key=lambda cell: meeting(field, cell, AROUND[name]))


def meeting(field: Raster, cell: Cell, around: frozenset[int]) -> tuple[int, int, int]:
    """Number of the places that a cell and the quarters round it touch, quarters of the rarest place, and of all."""
    x, y = cell
    rows = field.rows[max(0, 2 * y - 1) : 2 * y + 3]
    near = [area for row in rows for area in row[max(0, 2 * x - 1) : 2 * x + 3]]
    near += field.quarters(x, y)
    counts = [near.count(place) for place in around]
    return sum(map(bool, counts)), min(counts), sum(counts)


# Boxes for labels


def extents(rows: list[bytes]) -> list[Rect]:
    """The bounding box of each neighbourhood, in cells; an empty one if there is none."""
    corners: list[list[int]] = [[10**6, 10**6, -1, -1] for _ in NAMES]
    for y, row in enumerate(rows):
        for area in set(row):
            if area < LAND:
                sides = corners[area]
                left, right = row.index(area), row.rindex(area)
                corners[area] = [min(sides[0], left), min(sides[1], y), max(sides[2], right), y]
    halved = [tuple(side // 2 for side in sides) for sides in corners]
    return [
        Rect(left, top, right - left + 1, bottom - top + 1) if right >= left else Rect(0, 0, 0, 0)
        for left, top, right, bottom in halved
    ]


def separate_boxes(rows: list[bytearray], extents: list[Rect], taken: set[Cell]) -> tuple[Rect, ...]:
    """A box for each neighbourhood, without overlaps and where there is room with a blank between them."""
    used, beside, boxes = set(taken), set[Cell](), []
    for place, extent in enumerate(extents):
        rect = box(rows, extent, place, used | beside)
        if not holds(rect, place) or (rect.w < NARROW and rect.h == 1):
            close = box(rows, extent, place, used)
            rect = close if close.h > 1 or not holds(rect, place) else rect
        x, y, w, h = rect
        used |= {(x + dx, y + dy) for dy in range(h) for dx in range(w)}
        beside |= {(column, y + dy) for dy in range(h) for column in (x - 1, x + w)}
        boxes.append(rect)
    columns = len(rows[0]) // 2
    wide = apart([widened(rect, used, columns, len(NAMES[place])) for place, rect in enumerate(boxes)], taken)
    return spread(wide, used, columns)


def apart(boxes: list[Rect], taken: set[Cell]) -> tuple[Rect, ...]:
    """The boxes; one high enough for name, piece and sign below each other leaves a blank before the next box, and one
    that name and sign fill also before a bridge or a statue on the cells `taken`.
    """
    starts = {(x, y + dy) for x, y, _, h in boxes for dy in range(h)}

    def narrowed(place: int, box: Rect) -> Rect:
        x, y, w, h = box
        near = starts | taken if w <= len(NAMES[place]) + MARK else starts if h >= STACKED else set()
        return (
            Rect(x, y, w - 1, h) if w > STACKED and h > 1 and any((x + w, y + dy) in near for dy in range(h)) else box
        )

    return tuple([narrowed(place, box) for place, box in enumerate(boxes)])


def spread(boxes: tuple[Rect, ...], used: set[Cell], columns: int) -> tuple[Rect, ...]:
    """The boxes; of two that touch, the right one is moved a column to the right, else the left one to the left, if it
    keeps a blank there or the next box is so wide that its label does.
    """
    moved, used = [*boxes], set(used)
    wide = {(x + dx, y + dy) for x, y, w, h in boxes if w >= CENTRED for dx in (0, w - 1) for dy in range(h)}
    for left, right in ((a, b) for b in range(len(boxes)) for a in range(len(boxes)) if touching(boxes[a], boxes[b])):
        for place, step in ((right, 1), (left, -1)):
            x, y, w, h = moved[place]
            ahead = [x + w, x + w + 1] if step > 0 else [x - 1, x - 2]
            near = {(column, y + dy) for column in ahead for dy in range(h)} & used
            free = near <= wide and not any(column == ahead[0] for column, _ in near)
            if touching(moved[left], moved[right]) and free and 0 <= ahead[0] < columns:
                moved[place] = Rect(x + step, y, w, h)
                used |= {(ahead[0], y + dy) for dy in range(h)}
    return tuple(moved)


def touching(left: Rect, right: Rect) -> bool:
    """Does the right box start where the left one ends, and is one of them low and narrow?"""
    tight = any(box.h == 1 and box.w < NARROW for box in (left, right))
    return left.x + left.w == right.x and left.y < right.y + right.h and right.y < left.y + left.h and tight


def widened(rect: Rect, used: set[Cell], columns: int, name: int) -> Rect:
    """A narrow box of one row, with free cells at its sides that keep a blank to the other boxes, unless a building
    beside a name of so many columns needs them.
    """
    x, y, w, h = rect
    if h > 1 or w >= NARROW or not w:
        return rect
    for column in (x - 1, x + w):
        near = {(column - 1, y), (column + 1, y)} - {(n, y) for n in range(x, x + w)}
        free = (column, y) not in used and (w < name + BUILDING or not near & used)
        if w < NARROW and 0 <= column < columns and free:
            x, w = min(x, column), w + 1
            used.add((column, y))
    return Rect(x, y, w, h)


def box(rows: list[bytearray], extent: Rect, place: int, taken: set[Cell]) -> Rect:
    """The best box of cells that are all a place's own; if too narrow, of cells that are mostly or half its own."""
    widest = Rect(extent.x, extent.y, 0, 0)
    for least in (4, 3, 2):
        candidate = best(extent, room(rows, extent, taken, OWN[place], least))
        if candidate.w > widest.w:
            widest = candidate
        if holds(widest, place):
            break
    return widest


def holds(rect: Rect, place: int) -> bool:
    """Does a box hold the name of a place and a token, beside each other or one above the other?"""
    return rect.w >= len(NAMES[place]) + MARK or (rect.w >= STACKED and rect.h > 1)


def within(rows: list[bytearray], outer: Rect, place: int, taken: set[Cell]) -> Rect:
    """The best box inside the outline if it is large enough, else the outer one."""
    inner = best(outer, room(rows, outer, taken, INSIDE[place], 4))
    return inner if inner.w >= ROOMY[0] and inner.h >= ROOMY[1] else outer


OWN = [bytes(ord("1" if quarter & AREA == place else "0") for quarter in range(256)) for place in range(LAND)]
INSIDE = [bytes(ord("1" if quarter & ~BORDER == place else "0") for quarter in range(256)) for place in range(LAND)]
"""Tables by neighbourhood of the quarters that are its own, and of those that are not in its outline."""


def room(rows: list[bytearray], extent: Rect, taken: set[Cell], own: bytes, least: int) -> list[list[int]]:
    """Length of the run of free cells to the right from each cell of an extent."""
    left, top, width, height = extent
    part, runs = slice(2 * left, 2 * (left + width)), []
    for y in range(top, top + height):
        free = cells_of(row_mask(rows[2 * y][part], own), row_mask(rows[2 * y + 1][part], own), least)
        run = [0] * (width + 1)
        for x in range(width - 1, -1, -1):
            if free >> x & 1 and (left + x, y) not in taken:
                run[x] = run[x + 1] + 1
        runs.append(run[:-1])
    return runs


def best(extent: Rect, runs: list[list[int]]) -> Rect:
    """The box that is worth most, by `box_value`; empty if there is none."""
    candidates = boxes(runs)
    x, y, w, h = max(candidates, key=lambda box: box_value(box[2], box[3]), default=(0, 0, 0, 0))
    return Rect(extent.x + x, extent.y + y, w, h)


def boxes(runs: list[list[int]]) -> Iterator[tuple[int, int, int, int]]:
    """Every box of free cells that cannot be extended up and to the left: column, row, columns, rows."""
    for y, row in enumerate(runs):
        for x, wide in enumerate(row):
            if wide and not (x and row[x - 1] and y and runs[y - 1][x - 1]):
                for deep, below in enumerate(runs[y : y + DEEP], 1):
                    wide = min(wide, below[x])
                    if not wide:
                        break
                    yield x, y, wide, deep


def box_value(wide: int, deep: int) -> float:
    """The worth of a box: columns count up to ten, a second row only if name and piece fit below each other."""
    if wide < STACKED:
        return wide
    return min(wide, 10) * 3 + min(deep, 3 if wide > STACKED else 2) * 8 + 0.2 * wide * deep
