"""Painting of the development board."""

from __future__ import annotations

from rich.style import Style

from .board_facts import fitted
from .tile_painter import TilePainter


def town(b: TilePainter) -> None:
    """Draw the development board, from red for negative points to green for positive ones; tokens as initials. The
    numbers of your row and column, which objectives may score, are highlighted.
    """
    kit = b.view.city.kit
    wide = max(3, min(5, (b.w - 4) // len(kit.grid[0])))
    left = min(1, b.w - len(kit.grid[0]) * wide - 3)
    deep = 2 if b.h >= 2 * len(kit.grid) + 2 else 1
    for up, line in enumerate(kit.grid):
        y = deep * (len(kit.grid) - 1 - up)
        for column, value in enumerate(line):
            cell(b, (up, column), value, (left + column * wide, y, wide, deep))
        b.c.right(left + len(line) * wide + 3, y, str(kit.row_sidebar[up]), edge_style(b, up == b.me.row))
    below = deep * len(kit.grid)
    for column, value in enumerate(kit.column_sidebar):
        b.c.right(left + (column + 1) * wide - 1, below, str(value), edge_style(b, column == b.me.column))
    steps = ("Develop moves right, Clear up moves up", "right: Develop, up: Clear up", "right: urban, up: clear")
    b.c.write(0, below + 1, fitted(steps, b.w), b.p.style("muted"))
    if b.h > below + 2:
        x = 0
        for seat, p in enumerate(b.view.players):
            x = b.token(x + 1, below + 2, seat, wide=False)
            x = b.c.write(x, below + 2, f" {kit.grid[p.row][p.column]:<3}", b.p.style("ink"))


def edge_style(b: TilePainter, own: bool) -> Style:
    """The style of a number at the edge of the board; `own`: of the viewing player's row or column."""
    return b.p.style("accent" if own else "muted", bold=own)


def cell(b: TilePainter, at: tuple[int, int], value: int, rect: tuple[int, int, int, int]) -> None:
    """Draw a space of the board: its tokens, and its points unless tokens leave no room; `rect` in cells."""
    x, y, wide, deep = rect
    style = slope(b, value)
    for row in range(deep):
        b.c.write(x, y + row, " " * wide, style)
    seats = [seat for seat, p in enumerate(b.view.players) if (p.row, p.column) == at]
    room = wide - len(seats) * (deep == 1)
    if len(str(value)) <= room:
        b.c.right(x + min(room, wide - 1), y, str(value), style)
    if len(seats) > wide:
        b.c.right(x + wide, y + deep - 1, "all", b.p.style("ink", bold=True, reverse=True))
        return
    for n, seat in enumerate(seats):
        b.token(x + wide - len(seats) + n, y + deep - 1, seat, wide=False)


def slope(b: TilePainter, value: int) -> Style:
    """The style of a value: the larger it is, the more red (negative) or green (positive)."""
    extreme = max(abs(n) for line in b.view.city.kit.grid for n in line)
    share = round(0.2 + 0.8 * abs(value) / extreme, 2)
    return b.p.washed("ink", "plot-green" if value > 0 else "plot-red", share)
