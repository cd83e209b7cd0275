"""The cells of every table in windows of every size: no tile overlaps, is outside or cut off; all have labels.

`LABELS` has the texts required on a part that can be picked; a game's own checks are with its other tests and take
their pictures from `tests.tui.board_pictures`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from rich.color import Color as RichColor
from rich.style import Style
from textual.color import Color

from tabletown import themes
from tabletown.rules import GAMES
from tabletown.rules.metropolys.board import NAMES
from tabletown.themes.colours import READABLE, contrast
from tabletown.tui.model.selection import Part
from tabletown.tui.widgets.board import Board
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.canvas import Canvas, Rect
from tabletown.tui.widgets.tiles import Tile
from tests.themes.colour_vision import as_sent
from tests.tui import board_pictures as pictures
from tests.tui.app_driver import MIDDLE, SMALL
from tests.tui.board_pictures import SHIPPED, Picture

WIDTHS, HEIGHTS = range(80, 221), range(24, 71)
DIAGONAL = [(width, HEIGHTS[7 * n % len(HEIGHTS)]) for n, width in enumerate(WIDTHS)]
"""Sizes in which every width and every height occurs, small heights beside large widths too."""
SAMPLE = [(width, height) for width in WIDTHS for height in HEIGHTS[9 * width % 38 :: 38]]
"""One or two heights of each width, other ones at the next width; `whole_grid.py` has all."""
CORNERS = [(80, 24), (80, 70), (220, 24), (220, 70), (120, 36), (160, 45)]
PEOPLE = ("You", "greedy", "greedy", "greedy")


@dataclass(frozen=True)
class TableMoment:
    """A moment of a random game."""

    game: str
    seats: int
    plies: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game, *(value for _, value in self.options), f"{self.seats}p", str(self.plies)])


SCENES = [
    TableMoment("splendor", 2, 0),
    TableMoment("splendor", 4, 60),
    *(
        TableMoment("splendor", 3, 40, (("module", name),))
        for name in ("cities", "trading_posts", "orient", "strongholds")
    ),
    TableMoment("metropolys", 2, 0),
    TableMoment("metropolys", 3, 30, (("version", "family"),)),
    TableMoment("metropolys", 4, 45),
    TableMoment("sf1906", 2, 0),
    TableMoment("sf1906", 3, 40),
    TableMoment("sf1906", 4, 70),
]
LATE = {scene.game: scene for scene in SCENES}
"""The last scene of each game."""
HALVES = {scene: DIAGONAL[n % 2 :: 2] for n, scene in enumerate(SCENES) if scene not in LATE.values()}
"""The other scenes, each with every other size: a game has all sizes in two scenes, and `SAMPLE` in its last."""

LABELS: dict[tuple[str, str], Callable[[Any, Part], str]] = {
    ("metropolys", "place"): lambda view, part: rf"\b{NAMES[part[1]]}\b",
    ("splendor", "card"): lambda view, part: r"\d-\d",
}
"""Patterns required on parts that can be picked, by game and kind of part; by default a letter or number."""


@cache
def set_up(scene: TableMoment) -> tuple[Board, BoardState]:
    match = pictures.play_on(scene.game, scene.plies, PEOPLE[: scene.seats], dict(scene.options))
    board = pictures.make_board(scene.game)
    return board, pictures.seen_by_mover(match, board)


def faults(scene: TableMoment, width: int, height: int) -> list[str]:
    """Faults of a scene in a window of that size."""
    board, state = set_up(scene)
    picture = pictures.paint(board, state, width, height)
    return [f"{width}x{height} {fault}" for fault in geometry(picture, width, height) + unlabelled(picture, state)]


def geometry(picture: Picture, width: int, height: int) -> list[str]:
    """Tiles that overlap or are outside the window, and text beyond its tile."""
    return [
        *(f"{a} lies over {b}" for a, b in pictures.overlaps(picture.tiles)),
        *(f"{part} lies outside" for part in pictures.outside(picture.tiles, width, height)),
        *(f"cut off: {text}" for text in picture.cut),
    ]


def unlabelled(picture: Picture, state: BoardState) -> list[str]:
    """Parts that can be picked and are on the table without what names them."""
    missing = []
    for part, rect, _ in picture.tiles:
        if part in state.options:
            pattern = LABELS.get((state.game.NAME, part[0]), lambda view, part: r"\w")(state.view, part)
            if not re.search(pattern, picture.text(rect)):
                missing.append(f"{part} has no {pattern!r}: {picture.text(rect)!r}")
    return missing


@pytest.mark.slow
@pytest.mark.parametrize("scene", HALVES, ids=str)
def test_a_table_is_whole_at_every_width_and_every_height(scene: TableMoment) -> None:
    assert not [fault for size in CORNERS + HALVES[scene] for fault in faults(scene, *size)][:20]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_whole_in_a_sample_of_sizes(game: str) -> None:
    assert not [fault for size in CORNERS + SAMPLE for fault in faults(LATE[game], *size)][:20]


THEMES = [(theme, depth) for theme in SHIPPED if not SHIPPED[theme].ansi for depth in ("truecolor", "256")]


@pytest.mark.slow
@pytest.mark.parametrize("theme, depth", THEMES, ids=["-".join(case) for case in THEMES])
def test_every_letter_on_every_table_can_be_read(theme: str, depth: str) -> None:
    problems = {}
    for scene in SCENES:
        state = set_up(scene)[1]
        lit = pictures.make_board(scene.game, pictures.palette(theme, depth))
        for size in (SMALL, MIDDLE):
            picture = pictures.paint(lit, state, *size)
            problems |= {
                pair: f"{scene} {size}" for pair in unreadable(picture.canvas, lit.palette.colour("faint"), depth)
            }
    assert not problems


def unreadable(canvas: Canvas, faint: Color, depth: str) -> set[str]:
    """Ink and paper of letters and digits with too little contrast. Parts that are not in play can be faint."""
    pairs = {painted(style) for row in canvas.rows for char, style in row if char.isalnum()}
    return {
        f"{ink.hex} on {paper.hex}: {ratio:.2f}"
        for ink, paper in pairs
        if (ratio := contrast(as_sent(ink, depth), as_sent(paper, depth))) < (3.0 if ink == faint else READABLE)
    }


def painted(style: Style) -> tuple[Color, Color]:
    """Ink and paper of a cell."""
    assert isinstance(style.color, RichColor) and isinstance(style.bgcolor, RichColor)
    ink, paper = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
    return (paper, ink) if style.reverse else (ink, paper)


# Controls: planted faults are found


def test_planted_faults_of_the_cells_are_found() -> None:
    board, state = set_up(SCENES[0])
    whole = pictures.paint(board, state, *SMALL)
    assert not geometry(whole, *SMALL) + unlabelled(whole, state)
    part, rect, zone = next(tile for tile in whole.tiles if tile.part in state.options)
    moved = Picture([*whole.tiles, Tile(part, Rect(rect.x + 1, rect.y, rect.w, rect.h), zone)], whole.canvas)
    assert any("lies over" in fault for fault in geometry(moved, *SMALL))
    beyond = Picture([Tile(part, Rect(79, 0, 2, 1), zone)], whole.canvas)
    assert any("lies outside" in fault for fault in geometry(beyond, *SMALL))
    blank = Picture([Tile(part, rect, zone)], Canvas(*SMALL, board.palette.style()))
    assert unlabelled(blank, state)


def test_text_beyond_its_tile_is_found() -> None:
    lost: list[str] = []
    with pictures.recorded(lost.append):
        canvas = Canvas(5, 1, Style())
        canvas.write(2, 0, "abc  ", Style())
        assert not lost
        canvas.write(3, 0, "abc", Style())
    assert lost == ["abc"]


def test_letters_that_cannot_be_read_are_found() -> None:
    colours = pictures.palette()
    canvas = Canvas(8, 1, colours.style())
    canvas.write(0, 0, "a", colours.style("frame"))
    canvas.write(1, 0, "b", colours.style("faint"))
    assert len(unreadable(canvas, colours.colour("faint"), "truecolor")) == 1


def test_all_themes_and_all_sizes_are_looked_at() -> None:
    assert {width for width, _ in DIAGONAL} == set(WIDTHS) and {height for _, height in DIAGONAL} == set(HEIGHTS)
    for game in GAMES:
        assert set(DIAGONAL) == {size for scene, sizes in HALVES.items() if scene.game == game for size in sizes}
    assert {theme.name for theme in themes.shipped()} == {theme for theme, _ in THEMES} | {"ansi", "ansi-light"}
