"""A match's board as pixels: the cells of the screen, drawn in the font that comes with matplotlib."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, cast

import numpy as np
from matplotlib import get_data_path
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tabletown import themes
from tabletown.rules.core.match import Match
from tabletown.themes.colours import table_colours

from ..model.palette import Palette
from ..narration import game_ui
from ..narration.narrator import onlooker, story
from ..widgets.board import Board
from ..widgets.board_state import BoardState
from ..widgets.canvas import Canvas
from ..widgets.svg import SHADES, Cell, cells, shapes

THEME = "dusk"
COLUMNS, ROWS = 120, 36
"""Size of the board in the picture, in cells."""
WIDE, HIGH, FONT_SIZE = 8, 16, 13
"""Width and height of a cell, and size of the font, in pixels."""

Box: TypeAlias = tuple[float, float, float, float]


def picture(match: Match) -> NDArray[np.uint8]:
    """The board as an array of (HIGH * ROWS, WIDE * COLUMNS, 3) bytes: red, green and blue."""
    canvas = board_canvas(match)
    image = Image.new("RGB", (WIDE * canvas.width, HIGH * canvas.height))
    draw = ImageDraw.Draw(image, "RGBA")
    for y in range(canvas.height):
        for x, cell in enumerate(cells(canvas.strip(y))):
            draw_cell(draw, x, y, cell)
    return np.array(image)


def board_canvas(match: Match) -> Canvas:
    """The board's cells, without cursor or choices."""
    viewer, ply = onlooker(match), len(match.log)
    view = match.view(ply, viewer)
    log = game_ui.load(match.name).annotate_log(story(match, ply), view, match.seats)
    state = BoardState(match.game, view, view, viewer, match.seats, story=tuple(log), ply=ply)
    board = board_of(match.name)
    canvas = Canvas(COLUMNS, ROWS, board.palette.style())
    for tile in board.lay_out(state, COLUMNS, ROWS):
        canvas.paste(tile.rect.x, tile.rect.y, board.paint(state, tile, False))
    return canvas


@cache
def board_of(game: str) -> Board:
    """A game's board, in no screen."""
    theme = next(theme for theme in themes.shipped() if theme.name == THEME)
    palette = Palette(table_colours(theme, "truecolor"), themes.glyphs("unicode"), flat=False)
    return cast(Board, game_ui.load(game).board(palette, None))


@cache
def font(bold: bool) -> ImageFont.FreeTypeFont:
    """The font that comes with matplotlib."""
    name = f"DejaVuSansMono{'-Bold' * bold}.ttf"
    return ImageFont.truetype(Path(get_data_path(), "fonts", "ttf", name), FONT_SIZE)


def draw_cell(draw: ImageDraw.ImageDraw, x: int, y: int, cell: Cell) -> None:
    """Draw the background of a cell, then its blocks and lines, or its letter."""
    if not cell.char:
        return
    left, top = x * WIDE, y * HIGH
    draw.rectangle((left, top, left + WIDE - 1, top + HIGH - 1), cell.paper)
    blocks = shapes(cell.char)
    if blocks is None:
        draw.text((left, top), cell.char, cell.ink, font("bold" in cell.decoration))
    for block in blocks or ():
        draw.rectangle(corners(x, y, block), ink(cell))


def corners(x: int, y: int, shape: Box) -> Box:
    """First and last pixel of a rectangle of a cell, given in cells."""
    left, top, width, height = shape
    first = (round((x + left) * WIDE), round((y + top) * HIGH))
    last = (round((x + left + width) * WIDE) - 1, round((y + top + height) * HIGH) - 1)
    return *first, max(first[0], last[0]), max(first[1], last[1])


def ink(cell: Cell) -> Any:
    """Colour of a cell's blocks, a shade let through its background."""
    return f"{cell.ink}{round(255 * SHADES.get(cell.char, 1)):02x}"
