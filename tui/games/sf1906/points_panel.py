"""Painting of the points so far, and of what money scores."""

from __future__ import annotations

from tabletown.rules.core.game import total_points

from .board_facts import point_sources, viewing_seat
from .layout import SCALE_ROWS
from .tile_painter import TilePainter

SHORT_SOURCES = {"Common objectives": "Common", "Personal objectives": "Personal"}
"""Sources of points by other names where room is short."""


def points(b: TilePainter) -> None:
    """Draw the points by source of the player shown, with bars on one scale."""
    parts = point_sources(b.state, b.preview.paged)
    names = [SHORT_SOURCES.get(name, name) if b.w < 30 else name for name, _ in parts]
    begin = max(map(len, names), default=0) + 3
    room = b.w - begin - 4
    scale = max(8, *(abs(n) for _, n in parts))
    for y, (name, (_, n)) in enumerate(zip(names, parts, strict=True)):
        b.c.write(2, y, name, b.p.style("muted"))
        if n:
            b.bar(begin, y, room, n, scale, f"seat-{viewing_seat(b.state) + 1}" if n > 0 else "warn")
        b.c.right(b.w, y, str(n), b.p.style("ink" if n > 0 else "warn" if n < 0 else "faint"))
    if b.h >= len(parts) + SCALE_ROWS:
        money_scale(b, len(parts))


def money_scale(b: TilePainter, y: int) -> None:
    """Write the least dollars for each number of points, and the points below, with your place on the scale."""
    points = b.view.city.kit.money_points
    steps = [dollars for dollars, n in enumerate(points) if not dollars or n != points[dollars - 1]]
    now = max((dollars for dollars in steps if dollars <= b.me.money), default=0)
    x = 2
    for dollars in steps:
        texts = f"{'$' * (x == 2)}{dollars}", str(points[dollars])
        wide = max(map(len, texts))
        if x + wide > b.w:
            return
        for row, text in enumerate(texts, y):
            style = b.p.style("accent" if dollars == now else "muted", bold=dollars == now)
            b.c.write(x, row, text.rjust(wide), style)
        x += wide + 1


def points_total(b: TilePainter) -> str:
    """The points so far, for a heading."""
    return str(total_points(b.state.game.score(b.view)[viewing_seat(b.state)]))
