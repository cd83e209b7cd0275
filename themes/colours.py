"""Colours of a table: those of a theme, and the shades derived from them at a depth of colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color

if TYPE_CHECKING:
    from textual.theme import Theme

READABLE = 4.5
"""Least contrast of text with its ground (WCAG 2.1, 1.4.3)."""
FIELDS = (
    "industry", "lodgings", "mall", "administration", "park", "land", "land-2", "prized", "prized-2", "river", "lake",
    "bridge", "plot-green", "plot-red", "plot-yellow", "plot-violet", "sign", "rubble", "roof",
)  # fmt: skip
"""Fill colours of places and plates."""
PLATES = ("seat-1", "seat-2", "seat-3", "seat-4", "cursor", "legal", "picked", "good", "warn", "fresh")
"""Other colours behind text."""
SHADES = (
    *(f"{name}-{shade}" for name in FIELDS for shade in ("dim", "edge", "dim-text")),
    *(f"{name}-text" for name in (*FIELDS, *PLATES)),
)
"""Colours derived from others where a theme does not give them."""
FROM_INTERFACE = {"accent": "cursor", "error": "warn", "panel": "card"}
"""Colours of the interface that tables use too, and the game colours that replace those a theme leaves out."""
STEP_BACK, EDGE = 0.3, 0.8
"""Shares of felt in the colours of a field that cannot be picked and of a field's border."""
EXACT = "-256"
"""Suffix of variables with an exact colour for terminals of 256 colours."""
CUBE = (0, 95, 135, 175, 215, 255)
"""Levels of red, green and blue in the cube of xterm's colours 16 to 231."""


def table_colours(theme: Theme, depth: str) -> dict[str, str]:
    """The colours of a theme by name, in a terminal of that depth: truecolor, 256, 16 or none.

    Each field X has `X-dim`, blended with the felt, `X-edge` for its border, and `X-text` and `X-dim-text` for
    readable text on X and X-dim; each plate X has `X-text`. Colours that the theme gives itself are kept.
    """
    given = {name: value for name, value in theme.variables.items() if not name.endswith(EXACT)}
    if depth == "256":
        given |= {name[: -len(EXACT)]: value for name, value in theme.variables.items() if name.endswith(EXACT)}
    for name, instead in FROM_INTERFACE.items():
        given.setdefault(name, getattr(theme, name) or given[instead])
    if theme.ansi:
        return ansi_shades(given) | given
    derived = shades(given)
    return (derived if depth != "256" else {name: as_xterm(value) for name, value in derived.items()}) | given


def for_depth(theme: Theme, depth: str) -> Theme:
    """The theme whose style sheets show its exact colours too, in a terminal of 256 colours; else the same."""
    if depth != "256":
        return theme
    exact = {name[: -len(EXACT)]: value for name, value in theme.variables.items() if name.endswith(EXACT)}
    interface: dict[str, Any] = {field.name: exact[field.name] for field in fields(theme) if field.name in exact}
    return replace(theme, variables={**theme.variables, **exact}, **interface)


def shades(given: Mapping[str, str]) -> dict[str, str]:
    """Shades of fields and plates whose colours can be mixed, as hex."""
    felt, ink = Color.parse(given["felt"]), Color.parse(given["ink"])
    mixed: dict[str, str] = {}
    for name in FIELDS:
        field = Color.parse(given[name])
        dim = Color.parse(given.get(f"{name}-dim", field.blend(felt, STEP_BACK).hex))
        mixed |= {f"{name}-dim": dim.hex, f"{name}-edge": field.blend(felt, EDGE).hex}
        mixed[f"{name}-dim-text"] = ink_on(dim, ink)
    return mixed | {f"{name}-text": ink_on(Color.parse(given[name]), ink) for name in (*FIELDS, *PLATES)}


def ansi_shades(given: Mapping[str, str]) -> dict[str, str]:
    """Shades in a terminal with its own colours, whose values are unknown: felt for X-dim, black for X-text."""
    colours: dict[str, str] = {}
    for name in FIELDS:
        colours |= {f"{name}-dim": given["felt"], f"{name}-edge": "ansi_bright_black", f"{name}-dim-text": given["ink"]}
    return colours | {f"{name}-text": "ansi_black" for name in (*FIELDS, *PLATES)}


def ink_on(paper: Color, ink: Color) -> str:
    """The ink as hex where it is readable on that paper, else black or white, whichever has more contrast."""
    extremes = (Color(0, 0, 0), Color(255, 255, 255))
    return (ink if contrast(ink, paper) >= READABLE else max(extremes, key=lambda c: contrast(c, paper))).hex


def contrast(first: Color, second: Color) -> float:
    """Contrast ratio of two colours, from 1 to 21 (WCAG 2.1)."""

    def luminance(colour: Color) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.normalized]
        return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def exact_colours(table: Any) -> dict[str, str]:
    """Exact colours by name from xterm numbers; a field may have two, the second for X-dim. Raises ValueError."""
    colours: dict[str, str] = {}
    for name, numbers in table.items() if isinstance(table, dict) else [("colours-256", table)]:
        both = numbers if isinstance(numbers, list) else [numbers] * 2
        if len(both) != 2 or not all(n in range(16, 256) for n in both):
            raise ValueError(f"{name} cannot be colour {numbers!r} in the 256-colour palette")
        shades = ("", "-dim") if name in FIELDS else ("",)
        colours |= {f"{name}{shade}{EXACT}": xterm(n) for shade, n in zip(shades, both, strict=False)}
    return colours


def inherited(base: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """Variables that a theme takes from another: all but exact colours of names that it sets itself."""
    return {
        name: value
        for name, value in base.items()
        if not name.endswith(EXACT) or name.removesuffix(EXACT).removesuffix("-dim") not in own
    }


def as_xterm(colour: str) -> str:
    """The colour that a terminal of 256 colours shows for a hex value."""
    for _ in range(2):  # Rich sends a neighbour for four greys of the cube
        number = RichColor.parse(colour).downgrade(ColorSystem.EIGHT_BIT).number
        assert number is not None
        colour = xterm(number)
    return colour


def xterm(number: int) -> str:
    """Hex colour that Rich sends as xterm's colour 16 to 255; for greys it differs slightly from xterm's own value."""
    if number >= 232:
        return "#" + f"{round(10.2 * (number - 231)):02x}" * 3
    red, rest = divmod(number - 16, 36)
    return "#" + "".join(f"{CUBE[level]:02x}" for level in (red, *divmod(rest, 6)))
