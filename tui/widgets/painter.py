"""Base of all games' painters: one tile on a canvas of its size, painted by the kind of its part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from rich.style import Style

from ..model.palette import Palette
from ..model.selection import Part
from .board_state import BoardState
from .canvas import Canvas, Rect
from .headings_and_bars import draw_bar, draw_heading
from .move_log import draw_log
from .tiles import Tile


class Painter:
    """Painter of one tile. A game has a method for each kind of tile, or a function in `PAINTERS`."""

    PAINTERS: ClassVar[Mapping[str, Callable[..., None]]] = {}
    """Functions by the kind of part; each takes the painter and the rest of the part."""

    def __init__(self, palette: Palette, state: BoardState, tile: Tile, at_cursor: bool) -> None:
        self.p, self.state, self.tile, self.at_cursor = palette, state, tile, at_cursor
        self.part: Part = tile.part
        self.w, self.h = tile.rect.w, tile.rect.h
        self.c = Canvas(self.w, self.h, palette.style())
        self.legal = tile.part in state.options
        self.picked = state.picked.count(tile.part)

    def paint(self) -> Canvas:
        """Paint the tile and return its canvas."""
        kind, *which = self.part
        paint: Callable[..., Any] | None = self.PAINTERS.get(kind)
        if paint is not None:
            paint(self, *which)
        else:
            getattr(self, kind)(*which)
        return self.c

    def outline(self, strong: bool, ink: str, style: Style | None = None) -> None:
        """Draw a frame whose shape shows whether the tile can be picked, is picked or has the cursor; the colour only
        repeats it. The background inside is that of a card.
        """
        glyphs = self.p["cursor" if self.at_cursor else "strong" if strong or self.picked else "frame"]
        name = "cursor" if self.at_cursor else "picked" if self.picked else "legal" if strong or self.legal else ink
        self.c.fill(Rect(1, 1, self.w - 2, self.h - 2), self.p.style(paper="card"))
        self.c.box(Rect(0, 0, self.w, self.h), glyphs, style or self.p.style(name, bold=self.at_cursor or strong))

    def chip(self, x: int, y: int, text: str, colour: str, bold: bool = True) -> int:
        """Write text on a colour of the palette, underlined if hard to see on a card; return the column after it."""
        return self.c.write(x, y, text, self.chip_style(colour, bold))

    def chip_style(self, colour: str, bold: bool = True) -> Style:
        """Style of text on a colour of the palette, underlined if hard to see on a card."""
        return self.p.style(f"{colour}-text", colour, bold=bold, underline=self.p.needs_edge(colour))

    def seat_style(self, seat: int, solid: bool = True, underline: bool = False) -> Style:
        """Style in the colour of a seat, as background if `solid`."""
        return self.p.style(f"seat-{seat + 1}", bold=True, reverse=solid, underline=underline)

    def heading(self, x: int, y: int, width: int, title: str, note: str = "", strong: bool = False) -> None:
        """Draw a title on a rule, and a note at its end if there is room: panels have no box."""
        draw_heading(self.c, self.p, x, y, width, title, note, strong)

    def spine(self, x: int, y: int, height: int, seat: int, wide: bool) -> None:
        """Draw the coloured edge of a player's panel, double width (`wide`) for the player to move."""
        for row in range(y, y + height):
            self.c.write(x, row, self.p["full" if wide else "half"], self.seat_style(seat, solid=False))

    def bar(self, x: int, y: int, width: int, value: float, scale: float, colour: str) -> int:
        """Draw a slim bar for a value, `width` cells for `scale`; return the column after it."""
        return draw_bar(self.c, self.p, x, y, width, value, scale, colour)

    def log(self) -> None:
        draw_log(self.c, self.p, self.state)
