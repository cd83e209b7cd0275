"""The drawn city sampled for a window: the area of each quarter of a cell, with rounded corners.

An area is a neighbourhood (by its index), a lake, the river or the outside of the city.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from math import cos, pi, sin
from operator import itemgetter
from typing import NamedTuple

from tabletown.rules.metropolys.board import CENTRE, DISTRICT_PLACES, NAMES

from .maps import OUTSIDE, RIVER, city

LAND = len(NAMES)
"""The number of neighbourhoods; smaller areas are neighbourhoods."""
OUT, WATER = 63, 62
"""The areas outside the city and of the river; lakes are numbered from `LAND`."""
WIDE_ROWS = 27
"""Rows that are enough for a city sampled from the wide map."""
RADIUS = 1.25
"""Radius of a sample, in columns of the map."""
IS_WATER = bytes(ord("1" if area >= WATER else "0") for area in range(256))
PHASES = (4, 5)
"""Samples of each character of the map, across and down."""
MARGIN = (4, 2)
"""Columns and rows of the map round the places in play that a window shows: the river and the other end of bridges."""
LEAST_SHARE, MARGIN_SHARE = 0.45, 0.3
"""The room of a column or row of the map with few places in play, and of one in the margin, as shares of that of a full
one.
"""
FULL = 0.7
"""A column or row of the map is full with so much land in play, as a share of that of the fullest one."""
EVERYWHERE = (1 << LAND) - 1
"""Mask of all places."""

Disc = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Votes in three rows round a sample, indexed by a mask of the five characters of a row that have an area."""


class Section(NamedTuple):
    """Columns or rows of samples that a window shows, from `start`; those with few places in play are narrower, so
    `room` holds the room up to the end of each.
    """

    start: int
    room: tuple[float, ...]

    @property
    def end(self) -> int:
        return self.start + len(self.room)

    def nearest(self, cells: int) -> list[int]:
        """The samples of so many equal cells, counted from the start."""
        unit = self.room[-1] / cells
        return [bisect_right(self.room, (n + 0.5) * unit) for n in range(cells)]

    def scaled(self, sample: float, cells: int) -> float:
        """A position among samples as one among so many equal cells."""
        at = min(max(0.0, sample - self.start), float(len(self.room)))
        whole = int(at)
        before = self.room[whole - 1] if whole else 0.0
        after = self.room[whole] if whole < len(self.room) else before
        return (before + (at - whole) * (after - before)) * cells / self.room[-1]


class Raster:
    """Areas by quarters of cells: `rows[y][x]`, two quarters a cell in both directions; size in cells.

    It shows the part of the map with the places of the mask `in_play`; unless it is drawn `evenly`, columns and rows
    with few of these places are narrower.
    """

    def __init__(self, width: int, height: int, in_play: int = EVERYWHERE, evenly: bool = False) -> None:
        self.width, self.height = width, height
        name = "wide" if height >= WIDE_ROWS else "compact"
        self.map = city(name)
        self.across, self.down = sections(name, in_play, evenly)
        part = [row[self.across.start : self.across.end] for row in samples(name)[self.down.start : self.down.end]]
        self.rows = trimmed(resampled(part, self.across.nearest(2 * width), self.down.nearest(2 * height)))
        water = [(row_mask(top, IS_WATER), row_mask(bottom, IS_WATER)) for top, bottom in self.cell_rows()]
        self.water = tuple(tuple(cells_of(*pair, least) for pair in water) for least in (3, 2))
        """Masks by row of the cells that are river or outside the city to three quarters, and of those to one half."""

    def cell_rows(self) -> Iterator[tuple[bytes, bytes]]:
        """The upper and lower quarters of each row of cells."""
        return zip(self.rows[::2], self.rows[1::2], strict=True)

    def quarters(self, x: int, y: int) -> tuple[int, int, int, int]:
        """The areas of a cell: top left, top right, bottom left, bottom right."""
        top, bottom = self.rows[2 * y : 2 * y + 2]
        return top[2 * x], top[2 * x + 1], bottom[2 * x], bottom[2 * x + 1]

    def area(self, x: int, y: int) -> int:
        """The most frequent area of a cell."""
        quarters = self.quarters(x, y)
        return max(quarters, key=quarters.count)

    def holds(self, x: int, y: int) -> bool:
        return 0 <= x < self.width and 0 <= y < self.height

    def scaled(self, x: float, y: float) -> tuple[float, float]:
        """A point of the map in cells of the window."""
        return (
            self.across.scaled(x * PHASES[0], self.width),
            self.down.scaled(y * PHASES[1], self.height),
        )


def row_mask(row: bytes | bytearray, selected: bytes) -> int:
    """Mask of the quarters of a row selected by `selected`, a table of the characters 0 and 1 by area."""
    return int(row[::-1].translate(selected), 2)


def cells_of(top: int, bottom: int, least: int) -> int:
    """Mask of the cells with at least `least` (2 to 4) quarters in the masks of two rows of quarters."""
    a, b, c, d = top, top >> 1, bottom, bottom >> 1
    both = a & b & c & d, a & b & (c | d) | (a | b) & c & d, a & b | c & d | (a | b) & (c | d)
    return squeezed(both[4 - least])


def squeezed(mask: int) -> int:
    """Every second bit of a mask, moved together."""
    return int(f"{mask:b}"[::-1][::2][::-1] or "0", 2)


@cache
def samples(name: str) -> tuple[bytes, ...]:
    """A map enlarged by `PHASES`: each sample is the most frequent area on a disc, which rounds corners."""
    drawn = city(name)
    codes = {RIVER: WATER, OUTSIDE: OUT, **drawn.places}
    codes |= {lake: LAND + n for n, lake in enumerate(drawn.lakes)}
    rim, beyond = bytes([OUT, OUT]), bytes([OUT]) * (drawn.width + 4)
    grid = [beyond, *(rim + bytes(map(codes.__getitem__, row)) + rim for row in drawn.rows), beyond]
    rows: list[bytes] = []
    for above, row, below in zip(grid, grid[1:], grid[2:], strict=False):
        around = [above[x : x + 5] + row[x : x + 5] + below[x : x + 5] for x in range(drawn.width)]
        rows += map(b"".join, zip(*map(voted, around), strict=True))
    return tuple(rows)


@cache
def voted(near: bytes) -> tuple[bytes, ...]:
    """Rows of samples of the middle one of 5 by 3 characters."""
    areas = sorted(set(near), key=lambda area: area != near[7])
    if len(areas) == 1:
        return (near[7:8] * PHASES[0],) * PHASES[1]
    masks = [sum(1 << n for n, area in enumerate(near) if area == this) for this in areas]
    halves = [(mask & 31, mask >> 5 & 31, mask >> 10) for mask in masks]

    def commonest(disc: Disc) -> int:
        above, middle, below = disc
        votes = [above[a] + middle[b] + below[c] for a, b, c in halves]
        return areas[votes.index(max(votes))]

    return tuple(bytes(commonest(disc(px, py)) for px in range(PHASES[0])) for py in range(PHASES[1]))


@cache
def disc(px: int, py: int) -> Disc:
    """Votes of 18 points of a disc round sample `px`, `py`; half as high in rows as it is wide in columns."""
    points = [(0.0, 0.0)] * 2
    points += [(r * cos(k * pi / 4), r * sin(k * pi / 4)) for r in (0.5 * RADIUS, RADIUS) for k in range(8)]
    x, y = (px + 0.5) / PHASES[0], (py + 0.5) / PHASES[1]
    touched = Counter((int(x + dx + 2), int(y + dy / 2 + 1)) for dx, dy in points)
    above, middle, below = (
        tuple(sum(touched[column, row] for column in range(5) if mask >> column & 1) for mask in range(32))
        for row in range(3)
    )
    return above, middle, below


@cache
def sections(name: str, in_play: int, evenly: bool) -> tuple[Section, Section]:
    """The columns and the rows of a map with all places of a mask and what is round them, in samples."""
    rows = samples(name)
    across, down = (margin * phases for margin, phases in zip(MARGIN, PHASES, strict=True))
    land, centre = (
        [row.translate(bytes(area < LAND and mask >> area & 1 for area in range(256))) for row in rows]
        for mask in (in_play, EVERYWHERE if evenly or in_play == EVERYWHERE else DISTRICT_PLACES[CENTRE])
    )
    columns, central_columns = ([*map(sum, zip(*part, strict=True))] for part in (land, centre))
    rows_used, central_rows = ([*map(sum, part)] for part in (land, centre))
    return section(columns, central_columns, across), section(rows_used, central_rows, down)


def section(used: Sequence[int], central: Sequence[int], margin: int) -> Section:
    """The lines of samples, by the numbers of samples in play and in the Centre of each, that have some, and a margin
    round them. Those of the Centre, which is always in play, are full.
    """
    lines = [n for n, count in enumerate(used) if count]
    start, end, full = max(0, lines[0] - margin), lines[-1] + 1 + margin, FULL * max(used)
    shares = [
        1.0 if core else LEAST_SHARE + (1 - LEAST_SHARE) * min(1, count / full) if count else MARGIN_SHARE
        for count, core in zip(used[start:end], central[start:end], strict=True)
    ]
    return Section(start, tuple(accumulate(shares)))


def resampled(source: Sequence[bytes], columns: Sequence[int], rows: Sequence[int]) -> list[bytearray]:
    """The samples in those columns and rows."""
    part = itemgetter(*columns)
    return [bytearray(part(source[y])) for y in rows]


def trimmed(rows: list[bytearray]) -> list[bytes]:
    """Rows in which spikes one quarter wide have the area beside them. Changes `rows`."""
    for up, row, down in zip(rows, rows[1:], rows[2:], strict=False):
        for x in range(1, len(row) - 1):
            area = row[x]
            if area == WATER:
                continue
            left, right = row[x - 1], row[x + 1]
            if area != left and area != right:
                area = row[x] = right if right < WATER else left
            if area not in (up[x], down[x], WATER):
                row[x] = down[x] if down[x] < WATER else up[x]
    return [bytes(row) for row in rows]
