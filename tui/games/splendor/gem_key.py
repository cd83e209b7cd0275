"""The key of the gems: their letters and the arrow of reduced prices."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.splendor.cards import COLOURS, LETTERS
from tabletown.rules.splendor.state import Player, Splendor

from ...model.palette import Palette
from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from ...widgets.painter import Painter
from ...widgets.tiles import Tile
from .costs import CardCosts, viewing_player

EARLY = 14
"""Rounds in which an empty reserve says how to reserve a card."""
FULL_GAP = 4
"""Rows beside the nobles from which their caption comes first; where there are fewer it comes last."""
DISCOUNT = (" you pay only 1", " pay only 1", " pay 1")
"""The meaning of the arrow of a reduced price, the longest wording first."""


class GemKeyPainter(CardCosts, Painter):
    """Painter of one tile with gems, on a canvas of the tile's size."""

    def __init__(self, palette: Palette, state: BoardState, tile: Tile, at_cursor: bool) -> None:
        super().__init__(palette, state, tile, at_cursor)
        self.view: Splendor = state.view
        self.me: Player = viewing_player(state)

    def gem_chip(self, x: int, y: int, text: str, colour: int, bold: bool = True) -> int:
        """Write text on the colour of a gem; return the column after it."""
        return self.chip(x, y, text, f"gem-{COLOURS[colour]}", bold)

    @property
    def early(self) -> bool:
        """Is this one of the first rounds?"""
        return self.state.ply < EARLY * len(self.state.seats)

    def discount(self, y: int) -> int:
        """Explain in a row the prices that bonuses reduce; return the row after it."""
        x = self.gem_chip(0, y, "W3", 0)
        x = self.c.write(x, y, f"{self.p['then']}1", self.p.style("good", bold=True))
        text = next((text for text in DISCOUNT if x + len(text) <= self.w), "")
        if text:
            self.c.write(x, y, text, self.p.style("muted"))
            return y + 1
        self.c.fill(Rect(0, y, self.w, 1), self.p.style())
        return y

    def legend(self, y: int) -> int:
        """Write the letters of the gems, where rows are few only those that are no initials; return the row after."""
        colours = list(range(len(COLOURS)))
        below = 1 + (self.h < FULL_GAP)
        if len(rows := self.in_rows(colours)) > self.h - y - below:
            rows = self.in_rows([c for c in colours if COLOURS[c][0] != LETTERS[c]])
        if len(rows) > self.h - y - 1:
            return y
        for row in rows:
            x = 0
            for colour in row:
                x = self.gem_chip(x, y, LETTERS[colour].upper(), colour)
                x = self.c.write(x, y, f" {COLOURS[colour]}", self.p.style("muted")) + 1
            y += 1
        return y

    def in_rows(self, colours: Sequence[int]) -> list[list[int]]:
        """Colours in rows that are wide enough for their letters and names."""
        rows: list[list[int]] = []
        room = 0
        for colour in colours:
            length = len(COLOURS[colour]) + 2
            if length > room:
                rows.append([])
                room = self.w
            rows[-1].append(colour)
            room -= length + 1
        return rows
