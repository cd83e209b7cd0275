"""Painting of the points so far."""

from __future__ import annotations

from tabletown.rules.core.game import total_points

from .board_facts import viewing_seat
from .tile_painter import TilePainter

SHORT_SOURCES = {"Common objectives": "Common obj.", "Personal objectives": "Personal obj."}
"""Sources of points by other names where room is short."""


def points(b: TilePainter) -> None:
    """Draw the points by source of the player shown, with bars on one scale."""
    parts = b.state.game.score(b.view)[viewing_seat(b.state)]
    names = [SHORT_SOURCES.get(name, name) if b.w < 30 else name for name, _ in parts]
    begin = max(map(len, names)) + 2
    room = b.w - begin - 4
    scale = max(8, *(abs(n) for _, n in parts))
    for y, (name, (_, n)) in enumerate(zip(names, parts, strict=True)):
        b.c.write(1, y, name, b.p.style("muted"))
        if n:
            b.bar(begin, y, room, n, scale, f"seat-{viewing_seat(b.state) + 1}" if n > 0 else "warn")
        b.c.right(b.w, y, str(n), b.p.style("ink" if n > 0 else "warn" if n < 0 else "faint"))


def points_total(b: TilePainter) -> str:
    """The points so far, for a heading."""
    return str(total_points(b.state.game.score(b.view)[viewing_seat(b.state)]))
