"""Headings and bars on a canvas, shared by boards, charts and score sheets."""

from __future__ import annotations

from rich.cells import cell_len

from ..model.palette import Palette
from .canvas import Canvas


def draw_heading(
    canvas: Canvas, p: Palette, x: int, y: int, width: int, title: str, note: str = "", strong: bool = False
) -> None:
    """Draw a title on a rule, and a note at its end if there is room: panels have no box."""
    rule, ink = ("strong-rule", "accent") if strong else ("rule", "frame")
    canvas.write(x, y, p[rule] * width, p.style(ink))
    canvas.write(x + 1, y, f" {title} "[: width - 1], p.style("ink", bold=True))
    if note and cell_len(title) + cell_len(note) + 6 <= width:
        canvas.right(x + width - 1, y, f" {note} ", p.style("muted"))


def draw_bar(canvas: Canvas, p: Palette, x: int, y: int, width: int, value: float, scale: float, ink: str) -> int:
    """Draw a bar half a row high, so that it does not touch that of the row above, dashed for a value below 0; `width`
    cells are `scale`. Return the column after it.
    """
    full, half = (p["slim"][n] for n in (0, 1))
    halves = min(2 * width, max(round(2 * width * abs(value) / scale), bool(value))) if scale else 0
    text = half * ((halves + 1) // 2) if value < 0 else full * (halves // 2) + half * (halves % 2)
    return canvas.write(x, y, text, p.style(ink))


def progress_bar(p: Palette, width: int, share: float) -> str:
    """Characters of a bar of `width` cells, of which that share is filled, 0 to 1."""
    filled = bar(p, width, share, 1.0)
    return filled + p["part"] * (width - len(filled))


def bar(p: Palette, width: int, value: float, scale: float) -> str:
    """Characters of a bar in eighths of a cell, `width` cells for `scale`; at least an eighth unless the value is 0."""
    eighths = min(8 * width, max(round(8 * width * abs(value) / scale), bool(value))) if scale else 0
    cells, rest = divmod(eighths, 8)
    return p["full"] * cells + (p["eighths"][rest - 1] if rest else "")
