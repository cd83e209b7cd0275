"""What the functions that paint a tile of 1906 San Francisco work with."""

from __future__ import annotations

from rich.style import Style

from tabletown.rules.sf1906.state import Player, Sf1906

from ...model.palette import Palette
from ...widgets.board import Tile
from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from ...widgets.painter import Painter
from .board_facts import keys, viewing_player
from .preview import Preview

COLOURS = ("gem-green", "gem-red", "gem-gold", "gem-violet")
"""Of the plots, in the order of the table of colours."""
GRANT = "gem-white"


class TilePainter(Painter):
    """A canvas of the tile's size, with what every picture of a tile needs."""

    def __init__(self, palette: Palette, state: BoardState, tile: Tile, here: bool, preview: Preview) -> None:
        super().__init__(palette, state, tile, here)
        self.preview = preview
        self.view: Sf1906 = state.view
        self.me: Player = viewing_player(state)

    @property
    def edge(self) -> str:
        """The frame that says whether this can be picked, is picked, or has the cursor."""
        return self.p["cursor" if self.here else "strong" if self.legal or self.picked else "frame"]

    @property
    def edge_style(self) -> Style:
        name = "cursor" if self.here else "picked" if self.picked else "legal" if self.legal else "faint"
        return self.p.style(name, bold=self.here or self.picked)

    def frame(self) -> None:
        self.c.fill(Rect(1, 1, self.w - 2, self.h - 2), self.p.style(paper="card"))
        self.c.box(Rect(0, 0, self.w, self.h), self.edge, self.edge_style)

    def centre(self, y: int, text: str, style: Style) -> None:
        self.c.write(max(1, (self.w - len(text)) // 2), y, text, style)

    @property
    def key(self) -> str:
        """The key that picks this, while it can be picked; it is a digit unless it was given to another."""
        digit = keys(self.state).get(self.part)
        return self.state.keys[f"sf1906.choice-{digit}"][:1] if digit else ""
