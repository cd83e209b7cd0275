"""Pictures of cut gems, drawn from their outline at any size."""

from __future__ import annotations

from functools import lru_cache, partial
from math import cos, hypot, pi, sin

from ...model.palette import Palette
from ...widgets.canvas import Canvas
from .cell_art import RGB, Picture, blend, render, rgb

TABLE = 0.52
"""Size of the gem's flat top, as a fraction of its outline."""
RIM = 0.8
"""Distance from the centre at which the rim of a gem starts, as a fraction of its outline."""
LIGHT = (-0.55, -0.83)
"""Direction that the light comes from, as x and y; y points down."""
WHITE, BLACK = (255.0, 255.0, 255.0), (0.0, 0.0, 0.0)


def ring(corners: int, turn: float = 0.0) -> list[tuple[float, float]]:
    """A regular polygon in the unit circle."""
    return [(cos(2 * pi * (i + turn) / corners), sin(2 * pi * (i + turn) / corners)) for i in range(corners)]


OUTLINES: dict[str, list[tuple[float, float]]] = {
    "white": ring(8, 0.5),
    "blue": [(x * 0.86, y) for x, y in ring(12)],
    "green": [(0.55, -1), (0.9, -0.6), (0.9, 0.6), (0.55, 1), (-0.55, 1), (-0.9, 0.6), (-0.9, -0.6), (-0.55, -1)],
    "red": ring(6),
    "black": [(-0.6, -0.85), (0.6, -0.85), (1, -0.2), (0, 1), (-1, -0.2)],
    "gold": ring(16),
}


def shade(gem: str, x: float, y: float) -> tuple[float, float]:
    """Distance of a point from the centre, above 1 outside the gem, and its lightness. A facet is lit by the angle of
    its edge to the light.
    """
    outline = OUTLINES[gem]
    reach, facing = max(edge(x, y, a, b) for a, b in zip(outline, outline[1:] + outline[:1], strict=True))
    if reach < TABLE:
        return reach, 0.35 if x * LIGHT[0] + y * LIGHT[1] > 0.12 else 0.12
    return reach, 0.62 * facing - 0.12


def edge(x: float, y: float, a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Distance of the point from the centre towards an edge, 1 on it, and how directly the edge faces the light."""
    nx, ny = b[1] - a[1], a[0] - b[0]
    length = hypot(nx, ny)
    nx, ny = nx / length, ny / length
    return (x * nx + y * ny) / (a[0] * nx + a[1] * ny), nx * LIGHT[0] + ny * LIGHT[1]


def colour_at(gem: str, colour: RGB, paper: RGB, glint: RGB | None, x: float, y: float) -> RGB:
    """The colour of a point of the gem; that of the paper beside it. A gem that is hard to see on the paper has a rim
    and facets that glint.
    """
    reach, light = shade(gem, x, y)
    if reach > 1:
        return paper
    if glint is None:
        return blend(colour, WHITE if light > 0 else BLACK, abs(light))
    if reach > RIM:
        return blend(colour, glint, 0.5 + 0.5 * max(0.0, light))
    return blend(blend(colour, paper, 0.4), glint if light > 0 else BLACK, abs(light))


def glint_of(palette: Palette, gem: str, paper: RGB) -> RGB | None:
    """White or black, whichever shows on the paper, for a gem that is hard to see on a card; None for others."""
    if not palette.needs_edge(f"gem-{gem}"):
        return None
    return WHITE if sum(paper) < sum(WHITE) / 2 else BLACK


@lru_cache(maxsize=256)
def picture(palette: Palette, gem: str, width: int, height: int, paper: str) -> Picture:
    """A gem in so many cells."""
    ground = rgb(palette.colour(paper))
    paint = partial(colour_at, gem, rgb(palette.colour(f"gem-{gem}")), ground, glint_of(palette, gem, ground))
    return render(paint, width, height, palette)


def draw_gem(canvas: Canvas, palette: Palette, gem: str, x: int, y: int, width: int, height: int, paper: str) -> None:
    """Draw a gem in `width` columns and `height` rows."""
    for row, cells in enumerate(picture(palette, gem, width, height, paper)):
        canvas.rows[y + row][x : x + width] = cells
