"""Pictures of cut gems, drawn from their outline at any size in half blocks."""

from __future__ import annotations

from functools import cache
from math import cos, hypot, pi, sin
from typing import NamedTuple

from ...model.palette import Palette
from ...widgets.canvas import Canvas

TABLE = 0.52
"""Size of the gem's flat top, as a fraction of its outline."""
LIGHT = (-0.55, -0.83)
"""Direction that the light comes from, as x and y; y points down."""


def ring(corners: int, turn: float = 0.0) -> list[tuple[float, float]]:
    """A regular polygon in the unit circle."""
    return [(cos(2 * pi * (i + turn) / corners), sin(2 * pi * (i + turn) / corners)) for i in range(corners)]


OUTLINES: dict[str, list[tuple[float, float]]] = {
    "white": ring(8, 0.5),
    "blue": [(x * 0.86, y) for x, y in ring(12)],
    "green": [(0.55, -1), (0.9, -0.6), (0.9, 0.6), (0.55, 1), (-0.55, 1), (-0.9, 0.6), (-0.9, -0.6), (-0.55, -1)],
    "red": [(x, y) for x, y in ring(6)],
    "black": [(0, -1), (0.95, 0), (0, 1), (-0.95, 0)],
    "gold": ring(16),
}


SAMPLES = 4
"""Points sampled along each side of a pixel, for smooth edges."""


class Pixel(NamedTuple):
    light: float
    """-1 (black) to 1 (white); 0 is the colour of the gem."""
    cover: float
    """Fraction of the pixel that the gem fills, 0 to 1."""


@cache
def pixels(gem: str, width: int, height: int) -> list[list[Pixel]]:
    """A picture of the gem as [row][column], in pixels."""
    return [[pixel(gem, x, y, width, height) for x in range(width)] for y in range(height)]


def pixel(gem: str, x: int, y: int, width: int, height: int) -> Pixel:
    offsets = [(i + 0.5) / SAMPLES for i in range(SAMPLES)]
    lights = [shade(gem, (x + dx) / width * 2 - 1, (y + dy) / height * 2 - 1) for dy in offsets for dx in offsets]
    inside = [light for light in lights if light is not None]
    return Pixel(sum(inside) / max(1, len(inside)), len(inside) / len(lights))


def shade(gem: str, x: float, y: float) -> float | None:
    """Lightness of a point, None outside the gem. A facet is lit by the angle of its edge to the light."""
    outline = OUTLINES[gem]
    reach, facing = max(edge(x, y, a, b) for a, b in zip(outline, outline[1:] + outline[:1], strict=True))
    if reach > 1:
        return None
    if reach < TABLE:
        return 0.35 if x * LIGHT[0] + y * LIGHT[1] > 0.12 else 0.12
    return 0.62 * facing - 0.12


def edge(x: float, y: float, a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Distance of the point from the centre towards an edge, 1 on it, and how directly the edge faces the light."""
    nx, ny = b[1] - a[1], a[0] - b[0]
    length = hypot(nx, ny)
    nx, ny = nx / length, ny / length
    return (x * nx + y * ny) / (a[0] * nx + a[1] * ny), nx * LIGHT[0] + ny * LIGHT[1]


def draw_gem(canvas: Canvas, palette: Palette, gem: str, x: int, y: int, width: int, height: int, paper: str) -> None:
    """Draw a gem in `width` columns and `height` rows; each row is two pixels high."""
    picture = pixels(gem, width, height * 2)
    for row in range(height):
        for column in range(width):
            upper, lower = picture[2 * row][column], picture[2 * row + 1][column]
            if upper.cover or lower.cover:
                canvas.rows[y + row][x + column] = ("▀", palette.shaded(f"gem-{gem}", paper, upper, lower))
