"""A table painted without an app, cell by cell, in a window of any size: its tiles, and text that was cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any, cast
from unittest.mock import patch

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size

from tabletown import rules, themes
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match
from tabletown.themes.colours import table_colours
from tabletown.tui.model.palette import Palette
from tabletown.tui.model.selection import Part, Selection
from tabletown.tui.screens.match_base import board_class
from tabletown.tui.widgets.board import Board
from tabletown.tui.widgets.board_controller import BoardController
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.canvas import Canvas, Rect
from tabletown.tui.widgets.tiles import Tile
from tests.tui.sample_matches import make_seats

AROUND = 3
"""Rows of a window that the board does not have: the prompt, the status line and the keys."""
SHIPPED = {theme.name: theme for theme in themes.shipped()}


@dataclass(frozen=True)
class Picture:
    """A table as it is painted."""

    tiles: list[Tile]
    canvas: Canvas
    cut: list[str] = field(default_factory=list)
    """Text that was written beyond a tile, with the tile."""

    def text(self, rect: Rect) -> str:
        """The text in a part of the window, row by row."""
        rows = self.canvas.rows[rect.y : rect.y + rect.h]
        return "\n".join("".join(char for char, _ in row[rect.x : rect.x + rect.w]) for row in rows)


def palette(theme: str = "dusk", depth: str = "truecolor", glyphs: str = "unicode") -> Palette:
    colours, bare = table_colours(SHIPPED[theme], depth), depth == "none"
    return Palette(colours, themes.glyphs(glyphs), bare or depth == "16", bare)


def make_board(game: str, colours: Palette | None = None) -> Board:
    """A board that no screen holds."""
    return board_class(game)(colours or palette(), cast(BoardController, None))


def play_on(game: str, plies: int, seats: Sequence[str], options: dict[str, str], seed: int = 1) -> Match:
    """A random match of that number of plies, or to its end; it prefers buying and building."""
    loaded: Any = rules.load(game)
    match, rng = Match(game, make_seats(*seats), defaults(loaded) | options, seed), Random(seed)
    while match.player is not None and len(match.log) < plies:
        legal = match.legal()
        liked = [a for a in legal if a[0] in ("buy", "bid", "plot", "spend")] or legal
        match.act(liked[int(rng.random() * len(liked))])
    return match


def seen_by_mover(match: Match, board: Board) -> BoardState:
    """The table as seen by the player to move, with all parts that can be picked; at the end as seen by seat 0."""
    viewer = match.player or 0
    view = match.view(len(match.log), viewer)
    legal = match.legal() if match.player is not None else []
    selection = Selection(legal, board.parts)
    return BoardState(
        match.game,
        view,
        match.view(max(0, len(match.log) - len(match.seats)), viewer),
        viewer,
        match.seats,
        selection.options(),
        (),
        tuple(selection.left()),
        ply=len(match.log),
        active=bool(legal),
    )


def paint(board: Board, state: BoardState, width: int, height: int, cursor: Part | None = None) -> Picture:
    """The table in a window of that size."""
    board._room = Size(width, height - AROUND)
    tiles = board.lay_out(state, *board._room)
    picture = Picture(tiles, Canvas(width, height - AROUND, board.palette.style()))
    for tile in tiles:
        with recorded(lambda text, tile=tile: picture.cut.append(f"{tile.part}: {text!r}")):  # type: ignore[misc]
            picture.canvas.paste(tile.rect.x, tile.rect.y, board.paint(state, tile, tile.part == cursor))
    return picture


@contextmanager
def recorded(lost: Callable[[str], None]) -> Iterator[None]:
    """Tell of every text of which something is written beyond its canvas."""
    write = Canvas.write

    def checked(canvas: Canvas, x: int, y: int, text: str, style: Style) -> int:
        after = write(canvas, x, y, text, style)
        beyond = text.rstrip() and (x < 0 or x + cell_len(text.rstrip()) > canvas.width or not 0 <= y < canvas.height)
        if beyond and canvas.width and canvas.height:
            lost(text)
        return after

    with patch.object(Canvas, "write", checked):
        yield


def overlaps(tiles: Sequence[Tile]) -> list[tuple[Part, Part]]:
    """Pairs of tiles that share a cell, except for backgrounds without a cursor and the tiles on them."""
    return [
        (b.part, a.part)
        for a, b in combinations(tiles, 2)
        if overlap(a.rect, b.rect) and (a.zone or not within(b.rect, a.rect))
    ]


def within(a: Rect, b: Rect) -> bool:
    return b.x <= a.x and b.y <= a.y and a.x + a.w <= b.x + b.w and a.y + a.h <= b.y + b.h


def overlap(a: Rect, b: Rect) -> bool:
    across = min(a.x + a.w, b.x + b.w) > max(a.x, b.x)
    return across and min(a.y + a.h, b.y + b.h) > max(a.y, b.y)


def outside(tiles: Sequence[Tile], width: int, height: int) -> list[Part]:
    """Tiles that are not inside the window."""
    return [
        part
        for part, (x, y, w, h), _ in tiles
        if x < 0 or y < 0 or w < 1 or h < 1 or x + w > width or y + h > height - AROUND
    ]
