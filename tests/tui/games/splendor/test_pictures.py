"""Pictures on Splendor's table, and what explains its letters and arrows to a newcomer."""

from __future__ import annotations

import pytest
from textual.color import Color

from tabletown.rules.splendor.cards import COLOURS, LETTERS, NOBLES
from tabletown.themes.colours import contrast
from tabletown.tui.games.splendor.cell_art import cell
from tabletown.tui.games.splendor.gem_art import picture
from tabletown.tui.games.splendor.layout import GAP
from tabletown.tui.games.splendor.noble_art import LOOKS, portrait
from tabletown.tui.screens.table import Table
from tests.rules.splendor.positions import bonuses
from tests.rules.splendor.positions import table as lay_table
from tests.tui.app_driver import MIDDLE, SMALL, current_table, make_app, run_app
from tests.tui.board_pictures import palette
from tests.tui.sample_matches import match_from_state

INK, PAPER = (250.0, 10.0, 10.0), (10.0, 10.0, 10.0)


@pytest.mark.parametrize("colours, glyph", [
    ((PAPER, PAPER, PAPER, PAPER), " "),
    ((INK, PAPER, PAPER, PAPER), "▘"),
    ((INK, INK, PAPER, PAPER), "▀"),
    ((PAPER, INK, INK, PAPER), "▞"),
])  # fmt: skip
def test_a_cell_shows_its_two_colours_in_quarters(colours: tuple[tuple[float, float, float], ...], glyph: str) -> None:
    assert cell(colours, palette()["quadrants"])[0] == glyph


@pytest.mark.parametrize("theme", ["dusk", "paper", "contrast", "okabe"])
@pytest.mark.parametrize("depth", ["truecolor", "256"])
def test_every_gem_can_be_seen_on_its_card(theme: str, depth: str) -> None:
    p = palette(theme, depth)
    paper = p.colour("card")
    for gem in COLOURS:
        cells = [style for row in picture(p, gem, 8, 4, "card") for _, style in row]
        inks = [Color.from_rich_color(colour) for style in cells for colour in (style.color, style.bgcolor) if colour]
        visible = [ink for ink in inks if contrast(ink, paper) >= 1.5]
        assert len(visible) > len(inks) / 4 and max(contrast(ink, paper) for ink in inks) >= 3, gem


def test_every_noble_has_a_portrait_of_its_own() -> None:
    pictures = [str(portrait(palette(), noble, 5, 3)) for noble in range(len(NOBLES))]
    assert len(LOOKS) == len(NOBLES) == len(set(pictures))


@pytest.mark.parametrize("size, drawn", [(SMALL, False), (MIDDLE, True)])
async def test_portraits_are_drawn_where_there_is_room(size: tuple[int, int], drawn: bool) -> None:
    s = lay_table()
    s.nobles = (0,)
    async with run_app(make_app(Table(match_from_state(s), None)), size) as pilot:
        board = current_table(pilot).board
        tile = board.tile(("noble", 0))
        assert tile is not None
        inside = [cell[0] for row in board.canvas.rows[1 : tile.rect.h - 1] for cell in row[1 : tile.rect.w - 1]]
        assert any(char in "▀▄▌▐▘▝▖▗▚▞" for char in inside) == drawn


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
async def test_the_letter_of_a_pile_is_underlined_in_its_name(size: tuple[int, int]) -> None:
    """B is black, so blue is U."""
    async with run_app(make_app(Table(match_from_state(lay_table()), None)), size) as pilot:
        board = current_table(pilot).board
        for colour in range(5):
            tile = board.tile(("gem", colour))
            assert tile is not None
            rows = board.canvas.rows[tile.rect.y : tile.rect.y + tile.rect.h]
            cells = [cell for row in rows for cell in row[tile.rect.x : tile.rect.x + tile.rect.w]]
            underlined = [char for char, style in cells if style.underline and char in COLOURS[colour]]
            assert underlined == [LETTERS[colour]]


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
async def test_the_arrow_of_a_reduced_price_is_explained_once_there_is_one(size: tuple[int, int]) -> None:
    for owned in ("", "w"):
        s = lay_table()
        bonuses(s, 0, owned)
        async with run_app(make_app(Table(match_from_state(s), None)), size) as pilot:
            board = current_table(pilot).board
            tile = board.tile(GAP)
            assert tile is not None
            rows = board.canvas.rows[: tile.rect.h]
            text = "\n".join("".join(char for char, _ in row[tile.rect.x :][: tile.rect.w]) for row in rows)
            assert (f"W3{board.palette['then']}1" in text) == bool(owned)
