"""Where the city, the players and the log lie."""

from __future__ import annotations

from ...model.selection import Part
from ...widgets.board import Tile
from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from ...widgets.move_log import LOG
from .maps import Map, city

MAP: Part = ("map",)


def drawn_city(width: int, height: int) -> Map:
    """The map for a window."""
    wide = city("wide")
    return wide if width >= wide.width + 30 and height >= wide.height else city("compact")


def place(state: BoardState, width: int, height: int) -> list[Tile]:
    """The wide map where it fits, else the compact one; players beside the wide one and below the compact one."""
    drawn, seats = drawn_city(width, height), len(state.seats)
    wide = drawn is city("wide")
    tiles = [Tile(MAP, Rect(0, 0, drawn.width, drawn.height), "")]
    if wide or not state.log_open:
        for place, (x, y, w, h) in enumerate(drawn.labels):
            rows = 2 if wide else 1
            tiles.append(Tile(("place", place), Rect(x, y + (h - rows) // 2, w, rows), "city"))
    if wide:
        return tiles + beside(seats, Rect(drawn.width + 1, 0, width - drawn.width - 1, height))
    if state.log_open:
        return beside(seats, Rect(1, 0, width - 2, height))
    each = width // seats
    return tiles + [
        Tile(("player", seat), Rect(seat * each, drawn.height, each, 1), "players") for seat in range(seats)
    ]


def beside(seats: int, rect: Rect) -> list[Tile]:
    """Players one below the other, then the log."""
    x, y, w, h = rect
    each = 6 if h >= 26 else max(3, min(6, (h - 4) // seats))
    tiles = [Tile(("player", seat), Rect(x, y + seat * each, w, each), "players") for seat in range(seats)]
    return [*tiles, Tile(LOG, Rect(x, y + seats * each, w, h - seats * each), "")]
