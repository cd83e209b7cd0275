"""What every painter of a tile has in hand."""

from __future__ import annotations

from rich.style import Style

from tabletown.rules.sf1906.state import Player, Sf1906

from ...model.palette import Palette
from ...widgets.board import Tile
from ...widgets.board_state import BoardState
from ...widgets.canvas import Canvas, Rect
from .board_facts import keys, me
from .preview import Look

COLOURS = ("gem-green", "gem-red", "gem-gold", "gem-violet")
"""Of the plots, in the order of the table of colours."""
GRANT = "gem-white"


class Brush:
    """A canvas of the tile's size. How a state looks: the glyphs of a frame say it, colour only repeats it."""

    def __init__(self, palette: Palette, scene: BoardState, tile: Tile, here: bool, look: Look) -> None:
        self.p, self.scene, self.here, self.look = palette, scene, here, look
        self.part, self.w, self.h = tile.part, tile.rect.w, tile.rect.h
        self.view: Sf1906 = scene.view
        self.me: Player = me(scene)
        self.c = Canvas(self.w, self.h, palette.style())
        self.legal = tile.part in scene.options
        self.picked = tile.part in scene.picked

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

    def seat(self, seat: int, solid: bool = True) -> Style:
        return self.p.style(f"seat-{seat + 1}", bold=True, reverse=solid)

    def chip(self, x: int, y: int, text: str, name: str) -> int:
        """Text on a colour; the text says the colour too."""
        return self.c.write(x, y, text, self.p.style(f"{name}-text", name, bold=True))

    @property
    def key(self) -> str:
        """The key that picks this, while it can be picked; it is a digit unless it was given to another."""
        digit = keys(self.scene).get(self.part)
        return self.scene.keys[f"sf1906.choice-{digit}"][:1] if digit else ""
