"""Styles by the names of a theme's colours, and the glyphs in use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rich.style import Style
from textual.color import Color

from tabletown.themes.colours import contrast, ink_on

VISIBLE = 1.5
"""The contrast from which on a plate is seen without an edge."""


class Palette:
    """Rich styles by the names of `themes.colours.table_colours`, and the glyphs in use.

    `flat` is set where colours cannot be mixed: 16 colours of the terminal, or none; `bare` where there are none.
    """

    def __init__(self, variables: Mapping[str, str], glyphs: Mapping[str, str], flat: bool, bare: bool = False) -> None:
        self._variables, self.glyphs, self.flat, self.bare = variables, glyphs, flat, bare
        self.style = cache(self._style)
        self.needs_edge = cache(self._needs_edge)
        self.shaded = cache(self._shaded)
        self.washed = cache(self._washed)
        self.faded = cache(self._faded)

    def colour(self, name: str) -> Color:
        return Color.parse(self._variables[name])

    def _style(self, ink: str = "ink", paper: str = "felt", *, bold: bool = False, dim: bool = False,
               reverse: bool = False, strike: bool = False, underline: bool = False) -> Style:  # fmt: skip
        """Names of two colours, and attributes. Dim is an attribute only where there is no grey to dim with."""
        return Style(
            color=self.colour(ink).rich_color,
            bgcolor=self.colour(paper).rich_color,
            bold=bold,
            dim=dim or (self.flat and ink == "faint"),
            reverse=reverse,
            strike=strike,
            underline=underline,
        )

    def _needs_edge(self, name: str) -> bool:
        """True for a colour that is hardly seen on a card, as black in a dark theme; not for the terminal's own."""
        return not self.flat and contrast(self.colour(name), self.colour("card")) < VISIBLE

    def _washed(self, ink: str, name: str, amount: float, *, bold: bool = False, underline: bool = False) -> Style:
        """Ink on the felt with that fraction of a colour mixed in; where colours cannot be mixed, on the felt.

        Text is in the colour's own ink where that is read better, and in black or white where neither can be read.
        """
        felt = self.colour("felt")
        paper = felt if self.flat else felt.blend(self.colour(name), amount)
        text = self.colour(ink)
        if ink == "ink" and not self.flat:
            own = self.colour(f"{name}-text") if f"{name}-text" in self._variables else text
            text = Color.parse(ink_on(paper, max(text, own, key=lambda colour: contrast(colour, paper))))
        return Style(color=text.rich_color, bgcolor=paper.rich_color, bold=bold, underline=underline)

    def ink(self, name: str, bold: bool = False) -> Style:
        """A colour as ink on whatever lies behind."""
        return Style(color=self.colour(name).rich_color, bold=bold)

    def _faded(self, name: str, amount: float) -> Style:
        """A colour as ink that has stepped back to the felt by that fraction."""
        felt = self.colour("felt")
        ink = self.colour(name) if self.flat else self.colour(name).blend(felt, amount)
        return Style(color=ink.rich_color, bgcolor=felt.rich_color)

    def _shaded(self, name: str, paper: str, upper: tuple[float, float], lower: tuple[float, float]) -> Style:
        """Two pixels of a picture, each (light, cover): light from -1, black, to 1, white; cover from 0 to 1."""
        colour, ground = self.colour(name), self.colour(paper)
        ink, back = (ground.blend(lighten(colour, light), cover) for light, cover in (upper, lower))
        return Style(color=ink.rich_color, bgcolor=back.rich_color)

    def __getitem__(self, glyph: str) -> str:
        return self.glyphs[glyph]


def lighten(colour: Color, light: float) -> Color:
    return colour.blend(Color(255, 255, 255) if light > 0 else Color(0, 0, 0), abs(light))
