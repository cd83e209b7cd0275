"""Portraits of nobles in a few shapes: a background, shoulders, hair, a face and a hat; drawn at any size."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

from tabletown.rules.splendor.cards import COLOURS, GOLD, NOBLES

from ...model.palette import Palette
from ...widgets.canvas import Canvas
from .cell_art import RGB, Picture, blend, render, rgb

GILT, EYE = (222.0, 178.0, 66.0), (38.0, 28.0, 30.0)
SKIN = ((240.0, 205.0, 172.0), (226.0, 178.0, 140.0), (196.0, 146.0, 108.0))
HAIR = ((64.0, 44.0, 34.0), (126.0, 78.0, 42.0), (206.0, 160.0, 82.0), (150.0, 150.0, 154.0), (152.0, 62.0, 38.0))
BACKGROUND = 0.45
"""Fraction of the nobles' colour in the background."""
FACE = (0.0, -0.08, 0.42, 0.46)
"""Centre and radii of the face."""


class Look(NamedTuple):
    """A noble's features; `skin` and `hair` are positions in the tables above."""

    hat: str
    skin: int
    hair: int
    long_hair: bool = False
    beard: bool = False


LOOKS = (
    Look("crown", 0, 1, long_hair=True),
    Look("beret", 1, 0),
    Look("crown", 1, 4, beard=True),
    Look("hood", 0, 2, long_hair=True),
    Look("turban", 2, 0, beard=True),
    Look("beret", 0, 3, beard=True),
    Look("crown", 0, 2, long_hair=True),
    Look("hood", 1, 0, long_hair=True),
    Look("beret", 0, 4),
    Look("crown", 1, 0, beard=True),
)
"""The look of each noble."""


class Colours(NamedTuple):
    ground: RGB
    cloth: RGB
    trim: RGB
    """The colour of hat and collar, where the hat is not a crown."""


def within(x: float, y: float, centre_x: float, centre_y: float, width: float, height: float) -> bool:
    """Is a point inside an ellipse?"""
    return ((x - centre_x) / width) ** 2 + ((y - centre_y) / height) ** 2 <= 1


def hat_at(look: Look, colours: Colours, x: float, y: float) -> RGB | None:
    """The colour of the hat at a point, None beside it."""
    match look.hat:
        case "crown" if abs(x) < 0.46 and -0.92 + 0.34 * abs(abs(2.2 * x) % 1 - 0.5) * 2 < y < -0.42:
            return GILT
        case "beret" if within(x, y, -0.1, -0.55, 0.62, 0.26):
            return colours.trim
        case "turban" if within(x, y, 0, -0.5, 0.56, 0.36) and y < -0.25:
            return colours.trim
        case "hood" if within(x, y, 0, -0.1, 0.66, 0.76) and not within(x, y, 0, 0.02, 0.46, 0.52):
            return colours.trim
    return None


def colour_at(look: Look, colours: Colours, fine: bool, x: float, y: float) -> RGB:
    """The colour of a point; eyes only in a picture that is `fine` enough."""
    if (hat := hat_at(look, colours, x, y)) is not None:
        return hat
    hair = HAIR[look.hair]
    if within(x, y, *FACE):
        if fine and y < 0.02 and (within(x, y, -0.17, -0.08, 0.09, 0.09) or within(x, y, 0.17, -0.08, 0.09, 0.09)):
            return EYE
        if y < -0.36 or (look.beard and y > 0.1 and not within(x, y, 0, 0.14, 0.12, 0.07)):
            return hair
        return SKIN[look.skin]
    if within(x, y, 0, -0.2, 0.54, 0.5) or (look.long_hair and abs(x) < 0.56 and -0.2 < y < 0.5):
        return hair
    if within(x, y, 0, 1.15, 0.98, 0.72):
        return colours.trim if abs(x) < 0.16 * (y + 0.4) + 0.06 else colours.cloth
    return colours.ground


@lru_cache(maxsize=64)
def portrait(palette: Palette, noble: int, width: int, height: int) -> Picture:
    """A noble in so many cells, dressed in two of the colours required."""
    asked = [rgb(palette.colour(f"gem-{COLOURS[c]}")) for c in range(GOLD) if NOBLES[noble].cost[c]]
    ground = blend(rgb(palette.colour("card")), rgb(palette.colour("noble")), BACKGROUND)
    paint = partial(colour_at, LOOKS[noble], Colours(ground, asked[0], asked[-1]), width > 5)
    return render(paint, width, height, palette)


def draw_portrait(canvas: Canvas, palette: Palette, noble: int, x: int, y: int, width: int, height: int) -> None:
    for row, cells in enumerate(portrait(palette, noble, width, height)):
        canvas.rows[y + row][x : x + width] = cells
