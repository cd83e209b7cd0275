"""What the functions that paint a tile of 1906 San Francisco work with."""

from __future__ import annotations

from rich.style import Style

from tabletown.rules.sf1906.state import Player, Sf1906

from ...model.palette import Palette
from ...widgets.board import Tile
from ...widgets.board_state import BoardState
from ...widgets.painter import Painter
from .board_facts import initial, viewing_player
from .preview import Preview

FIELDS = ("plot-green", "plot-red", "plot-yellow", "plot-violet")
"""Of the plots, in the order of the table of colours."""
GRANT = "industry"


class TilePainter(Painter):
    """A canvas of the tile's size, with what every picture of a tile needs."""

    def __init__(self, palette: Palette, state: BoardState, tile: Tile, here: bool, preview: Preview) -> None:
        super().__init__(palette, state, tile, here)
        self.preview = preview
        self.view: Sf1906 = state.view
        self.me: Player = viewing_player(state)

    @property
    def edge_style(self) -> Style:
        """The edge that says whether this can be picked, is picked, or has the cursor."""
        name = "cursor" if self.here else "picked" if self.picked else "legal" if self.legal else "frame"
        return self.p.style(name, bold=self.here or bool(self.picked))

    def centre(self, y: int, text: str, style: Style, width: int | None = None) -> int:
        """Text in the middle of a row; the column where it begins."""
        x = max(0, ((width or self.w) - len(text)) // 2)
        self.c.write(x, y, text, style)
        return x

    @property
    def key(self) -> str:
        """The key that picks this, where it has one; it is a digit unless it was given to another."""
        digit = self.preview.keys.get(self.part)
        instead = self.part[0] == "do" and self.legal
        return self.state.keys[f"sf1906.choice-{digit}" if digit else "sf1906.instead"][:1] if digit or instead else ""

    def permit_field(self, permit: int) -> str:
        """The name of the colour of a permit."""
        colour = self.view.city.kit.permits[permit].colour
        return GRANT if colour is None else FIELDS[colour]

    def token(self, x: int, y: int, seat: int, wide: bool = True) -> int:
        """A player's token: the initial on the player's colour; the column after it."""
        letter = initial(self.state, seat)
        return self.chip(x, y, f" {letter} " if wide else letter, f"seat-{seat + 1}")
