"""Layout of the city, the call, the players, the key of the map and the log in a window of any size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletown.rules.core.game import Action
from tabletown.rules.metropolys.board import NAMES

from ...model.palette import Palette
from ...model.selection import Part
from ...widgets.board import Tile
from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from ...widgets.move_log import LOG
from .call_panel import NARROW, CallPanel, choices
from .map_key import NARROW_KEY
from .plan import Plan, plan
from .player_panel import PlayerPanel

MAP: Part = ("map",)
CALL: Part = ("call",)
KEY: Part = ("key",)

SMALL = 100
"""Columns of a window that are enough for a wide column beside the city and for the key of the map."""
SIDE, LEAST_SIDE, MOST_SIDE, SHARE = 23, 34, 46, 28
"""Columns beside the city in a small window; in others a share in per cent, between two bounds."""
KEY_ROWS, KEY_FROM = 3, 27
"""Rows below the city for the key of the map, and rows of a window that are enough for it."""
LEAST_KEY_ROWS, SIDE_KEY_ROWS = 4, 8
"""Rows of the key in a narrow column, with its heading: those that are enough for the first signs, and for all."""
LOG_ROWS, NARROW_LOG_ROWS = 4, 8
"""Rows of the shortest log, and of the shortest in a narrow column, where most moves take two rows."""
SPACED = 40
"""Rows of a window that are enough for an empty row between players."""
CHOICE = 9
"""Columns of a choice when several share a row."""


class Arrangement(NamedTuple):
    """The division of a window, in cells."""

    city: Rect
    key: Rect | None
    column: Rect


def arrangement(width: int, height: int) -> Arrangement:
    small = width < SMALL
    side = SIDE if small else min(MOST_SIDE, max(LEAST_SIDE, width * SHARE // 100))
    keyed = not small and height >= KEY_FROM
    city = Rect(0, 0, width - side - 1, height - KEY_ROWS * keyed)
    key = Rect(1, city.h + 1, city.w - 1, KEY_ROWS - 1) if keyed else None
    return Arrangement(city, key, Rect(city.w + 1, 0, side, height))


def city_plan(width: int, height: int) -> Plan:
    """The plan of the city for a window of so many columns and rows."""
    return plan(*arrangement(width, height).city[2:])


def lay_out(state: BoardState, palette: Palette, width: int, height: int, boxes: Sequence[Rect]) -> list[Tile]:
    """Lay out all tiles; `boxes` are those of the neighbourhoods. If the log has no room, it replaces the city."""
    city, key, column = arrangement(width, height)
    tiles = [Tile(MAP, city, ""), *(Tile(("place", n), boxes[n], "city") for n in range(len(NAMES)))]
    tiles += [Tile(KEY, key, "")] if key else []
    panels = column_tiles(state, palette, column)
    if state.log_open and not any(tile.part == LOG for tile in panels):
        return log_page(state, palette, Rect(1, 0, width - 2, height))
    return tiles + panels


def log_page(state: BoardState, palette: Palette, rect: Rect) -> list[Tile]:
    """Lay out the players with full wording, and the log."""
    x, y, w, h = rect
    heights = player_heights(state, palette, w - 3, h - 6)
    tops = [sum(heights[:seat]) for seat in range(len(heights))]
    tiles = [Tile(("player", seat), Rect(x, y + tops[seat], w, rows), "players") for seat, rows in enumerate(heights)]
    return [*tiles, Tile(LOG, Rect(x, y + sum(heights), w, h - sum(heights)), "")]


def column_tiles(state: BoardState, palette: Palette, column: Rect) -> list[Tile]:
    """Lay out the call, its choices, the players, and if there is room left the key of the map and the log."""
    x, y, w, h = column
    panel, bids = CallPanel(palette, state, w - 2), choices(state, w - 2)
    rest = len(panel.question()) + choice_rows(bids, w) + len(panel.below())
    players = player_heights(state, palette, w - 3, h - 1 - rest - min(1, len(state.view.bids)))
    rows = min(len(state.view.bids), h - 1 - rest - sum(players))
    call = Rect(x, y, w, 1 + rest + rows)
    tiles = [Tile(CALL, call, ""), *choice_tiles(bids, x, y + 1 + rows + len(panel.question()), w)]
    left, log = h - call.h - sum(players), NARROW_LOG_ROWS if w - 1 <= NARROW else LOG_ROWS
    gap = 1 if h >= SPACED and left >= len(players) + log else 0
    at = y + call.h + (1 if left > len(players) * gap else 0)
    for seat, height in enumerate(players):
        tiles.append(Tile(("player", seat), Rect(x, at, w, height), "players"))
        at += height + gap
    if w <= NARROW_KEY and y + h - at >= LEAST_KEY_ROWS:
        rows = min(SIDE_KEY_ROWS, y + h - at)
        tiles.append(Tile(KEY, Rect(x, at, w, rows), ""))
        at += rows
    if y + h - at >= log:
        tiles.append(Tile(LOG, Rect(x, at, w, y + h - at), ""))
    return tiles


def player_heights(state: BoardState, palette: Palette, columns: int, most: int) -> list[int]:
    """The rows of each player's panel, at most `most` in all; last moves only if there is room, the viewer's last."""
    panels = [PlayerPanel(palette, state, seat, columns) for seat in range(len(state.seats))]
    heights = [len(panel.lines()) for panel in panels]
    for seat in sorted(range(len(panels)), key=lambda seat: seat == state.viewer):
        more = len(panels[seat].last_move())
        if sum(heights) + more <= most:
            heights[seat] += more
    for seat, panel in enumerate(panels):
        if sum(heights) > most:
            heights[seat] = len(panel.lines(rows=0))
    while sum(heights) > most:
        heights[heights.index(max(heights))] -= 1
    return heights


def choice_rows(bids: list[Action], columns: int) -> int:
    each = per_row(columns)
    return -(-len(bids) // each)


def per_row(columns: int) -> int:
    """Number of choices that share a row."""
    return columns // (CHOICE + 1) if columns - 1 <= NARROW else 1


def choice_tiles(bids: list[Action], x: int, y: int, columns: int) -> list[Tile]:
    """Lay out the choices, each with the part of its place, so that both change together."""
    each = per_row(columns)
    wide = (columns - 1) // each
    return [
        Tile(("place", bid[1]), Rect(x + n % each * wide, y + n // each, wide - (each > 1), 1), "")
        for n, bid in enumerate(bids)
    ]
