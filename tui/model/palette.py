"""Styles by the names of a theme's colours, and the glyphs in use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rich.style import Style
from textual.color import Color

from tabletown.themes.colours import READABLE, as_xterm, contrast, ink_on

BLACK = 0
"""Number of black among a terminal's own colours."""
VISIBLE = 1.5
"""Contrast from which a plate is visible without an edge."""
QUIET = (0.5, 0.4, 0.3, 0.2, 0.1)
"""Shares of its ground in a quiet ink: the first with enough contrast."""


class Palette:
    """Rich styles by the names of `themes.colours.table_colours`, and the glyphs in use.

    `flat` is set where colours cannot be mixed: 16 colours of the terminal, or none; `bare` where there are none.
    """

    def __init__(self, variables: Mapping[str, str], glyphs: Mapping[str, str], flat: bool, bare: bool = False) -> None:
        self._variables, self.glyphs, self.flat, self.bare = variables, glyphs, flat, bare
        self.style = cache(self._style)
        self.needs_edge = cache(self._needs_edge)
        self.washed = cache(self._washed)
        self.faded = cache(self._faded)
        self.quiet = cache(self._quiet)
        self.seen_from = cache(self._seen_from)

    def colour(self, name: str) -> Color:
        return Color.parse(self._variables[name])

    def _seen_from(self, seat: int, seats: int) -> Palette:
        """The palette in which a seat of so many has the colour of the first one, the next one that of the second, and
        so on.
        """
        turned = [(f"seat-{(seat + n) % seats + 1}", f"seat-{n + 1}") for n in range(seats)]
        names = [(own + end, source + end) for own, source in turned for end in ("", "-text")]
        colours = {name: self._variables[source] for name, source in names if source in self._variables}
        return Palette({**self._variables, **colours}, self.glyphs, self.flat, self.bare)

    def _style(self, ink: str = "ink", paper: str = "felt", *, bold: bool = False, dim: bool = False,
               reverse: bool = False, strike: bool = False, underline: bool = False) -> Style:  # fmt: skip
        """Style from the names of two colours and attributes; faint ink is also dimmed where there is no grey.

        The terminal's black is never bold: consoles show bold black as dark grey, which is hard to read on a plate.
        """
        colour = self.colour(ink)
        return Style(
            color=colour.rich_color,
            bgcolor=self.colour(paper).rich_color,
            bold=bold and colour.ansi != BLACK,
            dim=dim or (self.flat and ink == "faint"),
            reverse=reverse,
            strike=strike,
            underline=underline,
        )

    def _needs_edge(self, name: str) -> bool:
        """True for a colour hardly visible on a card, such as black in a dark theme; False for terminal colours."""
        return not self.flat and contrast(self.colour(name), self.colour("card")) < VISIBLE

    def _washed(self, ink: str, name: str, amount: float, *, bold: bool = False, underline: bool = False) -> Style:
        """Ink on the felt with a fraction of a colour mixed in; on the plain felt where colours cannot be mixed.

        Plain ink becomes the colour's own ink where that is more legible, and black or white where neither is legible.
        """
        felt = self.colour("felt")
        paper = felt if self.flat else felt.blend(self.colour(name), amount)
        text = self.colour(ink)
        if ink == "ink" and not self.flat:
            own = self.colour(f"{name}-text") if f"{name}-text" in self._variables else text
            text = Color.parse(ink_on(paper, max(text, own, key=lambda colour: contrast(colour, paper))))
        return Style(color=text.rich_color, bgcolor=paper.rich_color, bold=bold, underline=underline)

    def ink(self, name: str, bold: bool = False) -> Style:
        """Style with a colour as ink and no background."""
        return Style(color=self.colour(name).rich_color, bold=bold)

    def _faded(self, name: str, amount: float) -> Style:
        """Style with a colour as ink, faded towards the felt by a fraction from 0 to 1."""
        felt = self.colour("felt")
        ink = self.colour(name) if self.flat else self.colour(name).blend(felt, amount)
        return Style(color=ink.rich_color, bgcolor=felt.rich_color)

    def _quiet(self, ink: str, paper: str, least: float = READABLE) -> Style:
        """Style with an ink blended towards its ground as far as the contrast stays at least `least`, in 256 colours
        too; unblended where colours cannot be mixed.
        """
        if self.flat:
            return self._style(ink, paper)
        colour, ground = self.colour(ink), self.colour(paper)
        xterm_ground = Color.parse(as_xterm(ground.hex))
        blends = [colour.blend(ground, share) for share in QUIET]
        quiet = [
            blend
            for blend in blends
            if min(contrast(blend, ground), contrast(Color.parse(as_xterm(blend.hex)), xterm_ground)) >= least
        ]
        return Style(color=(quiet or [colour])[0].rich_color, bgcolor=ground.rich_color)

    def __getitem__(self, glyph: str) -> str:
        return self.glyphs[glyph]
