"""Base of the painter of 1906 San Francisco, which the functions that paint a tile take as `b`."""

from __future__ import annotations

from rich.style import Style

from tabletown.rules.sf1906.state import Player, Sf1906

from ...model.palette import Palette
from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from ...widgets.move_log import draw_log
from ...widgets.painter import Painter
from ...widgets.tiles import Tile
from .board_facts import initial, viewing_player
from .preview import Preview
from .recap import log_entries

FIELDS = ("plot-green", "plot-red", "plot-yellow", "plot-violet")
"""Names of the theme's colours for plots, in the order of the kit's colours."""
GRANT = "industry"
OWN = "You"
"""The name of the only person at a table, whose initial is that of yellow plots."""


class TilePainter(Painter):
    """Painter of one tile with its canvas, the position and the preview."""

    def __init__(self, palette: Palette, state: BoardState, tile: Tile, at_cursor: bool, preview: Preview) -> None:
        super().__init__(palette, state, tile, at_cursor)
        self.preview = preview
        self.view: Sf1906 = state.view
        self.me: Player = viewing_player(state)

    @property
    def has_bodies(self) -> bool:
        """Do cards stand out from the table by their colour, so that they need no rule?"""
        return not self.p.flat and self.p.colour("card") != self.p.colour("felt")

    @property
    def edge_style(self) -> Style:
        """Style of an edge that shows whether the tile can be picked, is picked or has the cursor."""
        name = "cursor" if self.at_cursor else "picked" if self.picked else "legal" if self.legal else "frame"
        return self.p.style(name, bold=self.at_cursor or bool(self.picked))

    def centre(self, y: int, text: str, style: Style, width: int | None = None) -> int:
        """Write text in the middle of a row; return its first column."""
        x = max(0, ((width or self.w) - len(text)) // 2)
        self.c.write(x, y, text, style)
        return x

    def start_of(self, name: str, mark: str = "") -> int:
        """The column of a plot's name, with a mark before it, in the middle; at the left of every tile where the
        longest name in words has no margin on both sides.
        """
        longest = max(map(len, self.view.city.kit.colours)) + 2
        if " " in name and longest <= self.w < longest + 2:
            return max(0, int(len(name) < self.w) - len(mark))
        return max(0, (self.w - len(mark + name)) // 2)

    @property
    def key(self) -> str:
        """The first character of the key that picks this part, by default a digit; empty if it has no key."""
        digit = self.preview.keys.get(self.part)
        instead = self.part[0] == "do" and self.legal
        return self.state.keys[f"sf1906.choice-{digit}" if digit else "sf1906.instead"][:1] if digit or instead else ""

    def permit_field(self, permit: int) -> str:
        """The name of a permit's colour in the theme."""
        colour = self.view.city.kit.permits[permit].colour
        return GRANT if colour is None else FIELDS[colour]

    def sign(self, seat: int, width: int = 1) -> str:
        """A player in `width` columns: your own mark, or "You" where it fits; the initial of anybody else."""
        if self.state.seats[seat].name != OWN:
            return initial(self.state, seat)
        return OWN if width >= len(OWN) else self.p["own"]

    def token(self, x: int, y: int, seat: int, wide: bool = True) -> int:
        """Write a player's token, the sign on the player's colour; return the column after it."""
        width = 3 if wide else 1
        return self.chip(x, y, self.sign(seat, width).center(width), f"seat-{seat + 1}")

    def log(self) -> None:
        draw_log(self.c, self.p, self.state, log_entries(self.state))
        if not self.preview.paged:
            self.c.fill(Rect(0, 0, self.w, 1), self.p.style())
            self.heading(0, 0, self.w, "Log")

    def heading(self, x: int, y: int, width: int, title: str, note: str = "", strong: bool = False) -> None:
        """Draw the title of a panel: in a large window, where all panels are on screen, without the rule."""
        if self.preview.paged or strong:
            return super().heading(x, y, width, title, note, strong)
        self.c.write(x + 2, y, title[: width - 2], self.p.style("ink", bold=True))
        if note and len(title) + len(note) + 6 <= width:
            self.c.right(x + width - 1, y, f" {note} ", self.p.style("muted"))
