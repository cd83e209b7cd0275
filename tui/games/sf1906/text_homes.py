"""Places of hints and lessons over the table."""

from __future__ import annotations

from collections.abc import Sequence

from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from ...widgets.tiles import Tile
from .board_facts import viewing_seat
from .layout import BELOW_RING, HINT_ROWS, MIN_PLAYER_ROWS, sizes

FOOT_ROWS = 6
"""Rows of a hint at the bottom of a large window."""
KEPT_ROWS = 2
"""Rows at the top of a player's panel that no text in a small window covers: money, points and buildings."""


def lesson_homes(state: BoardState, tiles: Sequence[Tile], board: tuple[int, int], all_panels: bool) -> Sequence[Rect]:
    """In a small window over the panels, if possible below the own one; where a step speaks of what is there, over the
    permits or the ring. Never over the city.
    """
    if all_panels:
        return ()
    own = next((rect.h for part, rect, _ in tiles if part == ("player", viewing_seat(state))), MIN_PLAYER_ROWS)
    beside = [beside_city(state, board, kept)[1] for kept in (min(own, MIN_PLAYER_ROWS), KEPT_ROWS, 0)]
    ring = Rect(0, 0, board[0], sizes(state.view, *board).ring)
    return *beside, *over_permits(state, tiles, board), ring


def over_permits(state: BoardState, tiles: Sequence[Tile], board: tuple[int, int]) -> Sequence[Rect]:
    """The place of the permits and what is below them; empty where they are not shown."""
    left, _ = beside_city(state, board)
    return [Rect(0, rect.y, left, board[1] - rect.y) for part, rect, _ in tiles if part == ("shelf", "row")]


def hint_homes(state: BoardState, tiles: Sequence[Tile], board: tuple[int, int], all_panels: bool) -> Sequence[Rect]:
    """In a small window below the top of everyone's panel; where that is too little, over the ring if permits or
    objectives are to choose from, else at the foot from the permits on, or over whole panels. In a large window below
    the permits, beside the panels if there is room.
    """
    width, height = board
    if all_panels:
        ends = [rect.y + rect.h for part, rect, _ in tiles if part[0] in ("permit", "room")]
        top, below = max([*ends, height - FOOT_ROWS]), max(ends)
        whole = Rect(0, top, width, height - top)
        left = Rect(0, below, sizes(state.view, width, height).left, height - below)
        return (left, whole) if left.h > FOOT_ROWS else (whole,)
    tops = [rect.y + min(rect.h, KEPT_ROWS) for part, rect, _ in tiles if part[0] == "player"]
    panels = beside_city(state, board)[1]
    low = max(tops, default=panels.y)
    rest = panels._replace(y=low, h=height - low)
    if tops and rest.h >= HINT_ROWS:
        return (rest,)
    if state.view.step in BELOW_RING:
        return Rect(0, 0, width, sizes(state.view, width, height).ring), rest
    strips = [rect._replace(w=width) for rect in over_permits(state, tiles, board)]
    return [*strips, rest, *over_last_players(state, tiles, board)] if tops else strips


def over_last_players(state: BoardState, tiles: Sequence[Tile], board: tuple[int, int]) -> Sequence[Rect]:
    """The rows from the panel of a player on, which cover that panel and all below it whole, the fewest first; never
    the own one.
    """
    panels = [(part[1], rect.y) for part, rect, _ in tiles if part[0] == "player"]
    later = panels[next((n for n, (seat, _) in enumerate(panels, 1) if seat == viewing_seat(state)), 0) :]
    return [Rect(0, y, board[0], board[1] - y) for _, y in reversed(later)]


def year_end_home(state: BoardState, tiles: Sequence[Tile], board: tuple[int, int], all_panels: bool) -> Rect:
    """The place of the panel about the end of a year: in a small window that of the panels, in a large one below the
    permits. Never over the cards, of which a player thinks who chooses the next earnings.
    """
    if all_panels:
        return hint_homes(state, tiles, board, all_panels)[0]
    _, panels = beside_city(state, board)
    return panels._replace(y=panels.y - 1, h=panels.h + 1)


def beside_city(state: BoardState, board: tuple[int, int], kept: int = 0) -> tuple[int, Rect]:
    """The columns of the city in a small window, and the place of the panels below their title and `kept` rows."""
    width, height = board
    size = sizes(state.view, width, height)
    x, top = size.left + 1, size.ring + 1 + kept
    return size.left, Rect(x, top, width - x, height - top)
