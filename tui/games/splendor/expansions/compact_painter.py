"""Cards in four rows, for tables with more on them than the base game's: the head of a card is its upper edge."""

from __future__ import annotations

from tabletown.rules.splendor.cards import COLOURS, LETTERS

from ....widgets.canvas import Rect
from ..painter import SplendorPainter

NAME = 3
"""Cells of a card's name, on the upper edge before its head."""


class CompactPainter(SplendorPainter):
    """As the base game's painter where there are five rows and more."""

    @property
    def low(self) -> bool:
        return self.h < 5

    def body(self) -> int:
        return 1 if self.low else super().body()

    def band(self, bonus: int, points: int) -> None:
        if not self.low:
            return super().band(bonus, points)
        name = f"gem-{COLOURS[bonus]}"
        style = self.p.style(f"{name}-text", name, bold=True)
        self.c.fill(Rect(NAME + 1, 0, self.w - NAME - 2, 1), style)
        return self.c.right(self.w - 1, 0, f"{points or ''} {LETTERS[bonus].upper()} ", style)

    def fresh(self) -> None:
        if self.low:
            self.c.write(1, self.h - 1, "new", self.p.style("fresh", bold=True))
        else:
            super().fresh()

    def room(self) -> int:
        return super().room() - 4 * (self.low and self.is_fresh)
