"""Colours as seen with a colour vision deficiency, and perceived distances between colours."""

from __future__ import annotations

from math import dist

from rich.color import ColorSystem
from textual.color import Color

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

DEFICIENCIES: dict[str, Matrix] = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Matrices for linear RGB, at severity 1.0. Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), 1291-1298.
"""
TO_CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
"""Matrices of OKLab, from linear sRGB. Ottosson, "A perceptual color space for image processing" (2020)."""


def linear(colour: Color) -> Vector:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.normalized)
    return red, green, blue


def times(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def oklab(colour: Color, deficiency: str = "none") -> Vector:
    """Lightness from 0 to 1, and two axes of colour, as it looks with a deficiency."""
    seen = times(DEFICIENCIES[deficiency], linear(colour))
    red, green, blue = (min(1.0, max(0.0, c)) for c in seen)
    long, medium, short = (c ** (1 / 3) for c in times(TO_CONES, (red, green, blue)))
    return times(TO_LAB, (long, medium, short))


def distance(first: Color, second: Color, deficiency: str = "none") -> float:
    """Perceived distance of two colours, 1 between black and white; 0.02 is just visible side by side."""
    return dist(oklab(first, deficiency), oklab(second, deficiency))


def as_sent(colour: Color, depth: str) -> Color:
    """The colour that a terminal of that depth shows."""
    if depth == "truecolor":
        return colour
    return Color.from_rich_color(colour.rich_color.downgrade(ColorSystem.EIGHT_BIT))
