"""Layout of the city, the auction, the players, the key of the map and the log in a window of any size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletown.rules.core.game import Action

from ...model.palette import Palette
from ...model.selection import Part
from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from ...widgets.move_log import LOG
from ...widgets.tiles import Tile
from .auction_panel import NARROW, AuctionPanel, choices, worth
from .city_plan import Plan, plan
from .player_panel import PlayerPanel
from .raster import EVERYWHERE

MAP: Part = ("map",)
STORY: Part = ("story",)
"""The auctions that have ended since the viewer's last move."""
AUCTION: Part = ("auction",)
"""The bids and the question, above the choices."""
PASS_KEY: Part = ("pass_key",)
KEY, SIDE_KEY = ("key",), ("side_key",)
"""The key of the map below the city, and the rest of it in the column of a small window."""

SMALL = 100
"""Columns of a window that are enough for a wide column beside the city and for the key of the map."""
SIDE, LEAST_SIDE, MOST_SIDE, SHARE = 23, 34, 46, 28
"""Columns beside the city in a small window; in others a share in per cent, between two bounds."""
KEY_ROWS, LOW_KEY_ROWS, KEY_FROM = 3, 1, 27
"""Rows below the city for the key of the map: in a wide window with so many rows at least, and in others."""
MARGIN_FROM = 30
"""Rows of a board that are enough for an empty one above the city."""
SIDE_KEY_ROWS, FEW_KEY_ROWS = 6, 4
"""Rows of the rest of a small window's key in its column, with the heading: all of it, and without the pieces."""
LEAST_KEY_ROWS = 3
"""Rows of the heading, and of tokens and statues, which in the first auction are explained even in one or two rows."""
LOG_ROWS, NARROW_LOG_ROWS = 3, 8
"""Rows of the shortest log: its heading and two moves, and in a narrow column, where most take two rows."""
SPACED = 40
"""Rows of a window that are enough for an empty row between players."""
SHARED = 3
"""The most choices in a narrow column that always have a row each; if there are more, two may share one."""


class Arrangement(NamedTuple):
    """The division of a window, in cells."""

    city: Rect
    key: Rect
    column: Rect


def arrangement(width: int, height: int) -> Arrangement:
    small = width < SMALL
    side = SIDE if small else min(MOST_SIDE, max(LEAST_SIDE, width * SHARE // 100))
    below = LOW_KEY_ROWS if small or height < KEY_FROM else KEY_ROWS
    above = 1 if height >= MARGIN_FROM else 0
    left = 1
    city = Rect(left, above, width - side - 1 - left, height - below - above)
    key = Rect(1, above + city.h, width - side - 2, below)
    return Arrangement(city, key, Rect(width - side, 0, side, height))


def city_plan(width: int, height: int, in_play: int = EVERYWHERE) -> Plan:
    """The plan of the city for a window of so many columns and rows; `in_play` is a mask of places."""
    return plan(*arrangement(width, height).city[2:], in_play)


def lay_out(state: BoardState, palette: Palette, width: int, height: int, boxes: Sequence[Rect]) -> list[Tile]:
    """Lay out all tiles; `boxes` are those of the neighbourhoods, empty ones of those that are not in play. If the log
    has no room, it replaces the players.
    """
    city, key, column = arrangement(width, height)
    if state.under_text and width < SMALL:
        column = column._replace(h=column.h - key.h)  # beside the key nobody's last row alone
    tiles = [Tile(MAP, city, "")]
    tiles += [
        Tile(("place", n), box._replace(x=box.x + city.x, y=box.y + city.y), "city")
        for n, box in enumerate(boxes)
        if box.w
    ]
    tiles += [Tile(KEY, key, "")]
    panels = column_tiles(state, palette, column)
    if state.log_open and not any(tile.part == LOG for tile in panels):
        panels = with_log(panels, column)
    return tiles + panels


def with_log(panels: list[Tile], column: Rect) -> list[Tile]:
    """The story and the auction with its choices, and below them the log in place of everything else."""
    auction = [tile for tile in panels if tile.zone != "players" and tile.part != SIDE_KEY]
    bottom = max(tile.rect.y + tile.rect.h for tile in auction)
    return [*auction, Tile(LOG, Rect(column.x, bottom, column.w, column.y + column.h - bottom), "")]


def column_tiles(state: BoardState, palette: Palette, column: Rect) -> list[Tile]:
    """Lay out the auction, its choices, the players, and if there is room left the key of the map and the log."""
    x, y, w, h = column
    panel, bids = AuctionPanel(palette, state, w - 2), choices(state, w - 2)
    asked, below, bids_made = len(panel.question()), len(panel.below()), len(state.view.bids)
    each, heights = choice_heights(state, palette, bids, w, h - 1 - asked - below - min(1, bids_made))
    rest = asked + choice_rows(heights, each) + below
    log = 0 if w - 1 <= NARROW else LOG_ROWS
    least, roomy = h - 1 - rest - min(1, bids_made), h - 1 - rest - bids_made
    players = player_heights(state, palette, w - 3, least, roomy)
    rows = min(bids_made, h - 1 - rest - sum(players))
    tiles, top = [], y
    if ended := panel.story(h - 2 - rest - rows - sum(players) - log):
        tiles, top = [Tile(STORY, Rect(x, y, w, 1 + len(ended)), "")], y + 1 + len(ended)
    auction = Rect(x, top, w, 1 + rows + asked)
    tiles += [Tile(AUCTION, auction, ""), *choice_tiles(bids, heights, each, x, top + auction.h, w)]
    at = top + 1 + rows + rest
    tiles += [Tile(PASS_KEY, Rect(x, at - below, w, below), "")] * below
    if w - 1 <= NARROW:
        return tiles + narrow_tiles(players, Rect(x, at, w, y + h - at), is_first=not any(state.view.values))
    left = y + h - at - sum(players)
    gap = 1 if h >= SPACED and left >= len(players) + log else 0
    spare = left - len(players) * gap
    at += 1 if spare > 0 and spare != log else 0
    for seat, height in enumerate(players):
        tiles.append(Tile(("player", seat), Rect(x, at, w, height), "players"))
        at += height + gap
    if y + h - at >= log:
        tiles.append(Tile(LOG, Rect(x, at, w, y + h - at), ""))
    return tiles


def narrow_tiles(players: list[int], room: Rect, *, is_first: bool) -> list[Tile]:
    """Lay out the players at the foot of a narrow column, and above them the whole rest of the key, in the first
    auction some of it in any case, and the log where there is room, so that only the auction grows and shrinks.
    """
    x, top, w, h = room
    at, tiles = top + h - sum(players), list[Tile]()
    foot = at
    for seat, height in enumerate(players):
        tiles.append(Tile(("player", seat), Rect(x, at, w, height), "players"))
        at += height
    least = range(LEAST_KEY_ROWS, 0, -1) if is_first else ()
    if rows := next((rows for rows in (SIDE_KEY_ROWS, FEW_KEY_ROWS, *least) if rows <= foot - top), 0):
        foot -= rows
        tiles.append(Tile(SIDE_KEY, Rect(x, foot, w, rows), ""))
    if foot - top >= NARROW_LOG_ROWS:
        tiles.append(Tile(LOG, Rect(x, top, w, foot - top), ""))
    return tiles


def free_column(tiles: Sequence[Tile], column: Rect, viewer: int | None) -> Rect:
    """The larger part of a wide column below the auction that is not the viewer's own panel; empty in a narrow one."""
    rects = {tile.part: tile.rect for tile in tiles}
    if column.w < LEAST_SIDE or AUCTION not in rects:
        return Rect(column.x, 0, column.w, 0)
    choosing = [tile.rect for tile in tiles if tile.part in (AUCTION, PASS_KEY) or is_choice(tile)]
    top, bottom = max(rect.y + rect.h for rect in choosing), column.y + column.h
    own = rects.get(("player", viewer), Rect(column.x, top, column.w, 0))
    parts = ((top, own.y), (own.y + own.h, bottom))
    first, end = max(parts, key=lambda part: part[1] - part[0])
    return Rect(column.x, first, column.w, end - first)


def player_heights(state: BoardState, palette: Palette, columns: int, most: int, roomy: int) -> list[int]:
    """The rows of each player's panel, at most `most` in all; the viewer's cards in sentences, districts led alone and
    shared in rows of their own, and last moves only within `roomy`, the viewer's last.
    """
    panels = [PlayerPanel(palette, state, seat, columns) for seat in range(len(state.seats))]
    heights = [len(panel.lines()) for panel in panels]
    if state.viewer is not None:
        explained = len(panels[state.viewer].lines(rows=roomy))
        if sum(heights) - heights[state.viewer] + explained <= roomy:
            heights[state.viewer] = explained
    for seat, panel in enumerate(panels):
        more = len(panel.lines(rows=heights[seat] + 1)) - heights[seat]
        if more > 0 and sum(heights) + more <= roomy:
            heights[seat] += more
    for seat in sorted(range(len(panels)), key=lambda seat: seat == state.viewer):
        more = len(panels[seat].last_move())
        if sum(heights) + more <= roomy:
            heights[seat] += more
    while sum(heights) > most:
        shorter = [len(panel.lines(rows=height - 1)) for panel, height in zip(panels, heights, strict=True)]
        saving = [seat for seat, rows in enumerate(shorter) if rows < heights[seat]]
        seat = max(saving or range(len(panels)), key=lambda seat: (heights[seat], seat != state.viewer))
        heights[seat] = shorter[seat] if saving else heights[seat] - 1
    return heights


def choice_heights(
    state: BoardState, palette: Palette, bids: list[Action], columns: int, most: int
) -> tuple[int, list[int]]:
    """The number of choices that share a row, and the rows of each: more for all its reasons, as far as choices and
    players have room in `most` rows, the place picked and then those worth most first.
    """
    low, panel = [1] * len(bids), AuctionPanel(palette, state, columns - 1)
    shared = columns - 1 <= NARROW and len(bids) > SHARED
    players = sum(len(PlayerPanel(palette, state, seat, columns - 3).lines()) for seat in range(len(state.seats)))
    spare = most - players - len(bids)
    if shared and spare < 0:
        return 2, low
    if shared and not state.view.bids:
        spare -= SIDE_KEY_ROWS
    heights = low[:]
    first = [("place", bid[1]) in state.picked for bid in bids]
    for n in sorted(range(len(bids)), key=lambda n: (first[n], worth(state.view, bids[n])), reverse=True):
        more = panel.rows_of(bids[n]) - 1
        if more <= spare:
            heights[n], spare = 1 + more, spare - more
    return 1, heights


def choice_rows(heights: list[int], each: int) -> int:
    """Number of rows of all choices."""
    return sum(heights[::each])


def choice_tiles(bids: list[Action], heights: list[int], each: int, x: int, y: int, columns: int) -> list[Tile]:
    """Lay out the choices, each with the part of its place, so that both change together."""
    wide = (columns - 1) // each
    starts = [y + choice_rows(heights[: n - n % each], each) for n in range(len(bids))]
    return [
        Tile(("place", bid[1]), Rect(x + n % each * wide, top, wide - ((n + 1) % each > 0), high), "")
        for n, (bid, top, high) in enumerate(zip(bids, starts, heights, strict=True))
    ]


def is_choice(tile: Tile) -> bool:
    """Is a tile the line of a choice, not the label of its place on the map?"""
    return tile.part[0] == "place" and not tile.zone
