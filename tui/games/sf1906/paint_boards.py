"""Painting of the development board, the points and the years."""

from __future__ import annotations

from rich.style import Style

from tabletown.rules.core.game import total_points
from tabletown.rules.sf1906.components.model import Bonus, Year

from .board_facts import fitted, viewing_seat
from .tile_painter import TilePainter

# The development board


def town(b: TilePainter) -> None:
    """Draw the development board, from red for negative points to green for positive ones; tokens as initials."""
    kit = b.view.city.kit
    wide = max(3, min(5, (b.w - 4) // len(kit.grid[0])))
    left = min(1, b.w - len(kit.grid[0]) * wide - 3)
    deep = 2 if b.h >= 2 * len(kit.grid) + 2 else 1
    for up, line in enumerate(kit.grid):
        y = deep * (len(kit.grid) - 1 - up)
        for column, value in enumerate(line):
            cell(b, (up, column), value, (left + column * wide, y, wide, deep))
        b.c.right(left + len(line) * wide + 3, y, str(kit.row_sidebar[up]), b.p.style("muted"))
    below = deep * len(kit.grid)
    for column, value in enumerate(kit.column_sidebar):
        b.c.right(left + (column + 1) * wide - 1, below, str(value), b.p.style("muted"))
    steps = ("Develop: right, clear up: up", "right: develop, up: clear", "right: urban, up: clear")
    b.c.write(0, below + 1, fitted(steps, b.w), b.p.style("muted"))
    if b.h > below + 2:
        x = 0
        for seat, p in enumerate(b.view.players):
            x = b.token(x + 1, below + 2, seat, wide=False)
            x = b.c.write(x, below + 2, f" {kit.grid[p.row][p.column]:<3}", b.p.style("ink"))


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


# Points and years


SHORT_SOURCES = {"Common objectives": "Common goals", "Personal objectives": "Personal goals"}
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


def years(b: TilePainter) -> None:
    """Write a line for each year with its building cost and bonus; this year highlighted, past years faint."""
    kit, now = b.view.city.kit, b.view.year
    rows = b.h - 1
    across = 1 if rows >= len(kit.years) or b.w < 60 else 2
    numbers = list(range(len(kit.years)))
    if len(numbers) > rows * across:
        first = min(now, len(numbers) - rows * across)
        numbers = numbers[max(0, first) : max(0, first) + rows * across]
    b.heading(
        0, 0, b.w - 1 if b.w > 40 else b.w, "Years" if b.w > 40 else "Years: cost, bonus", "building costs; bonus"
    )
    each = b.w // across
    for k, n in enumerate(numbers):
        x, y = k // rows * each, 1 + k % rows
        ink = "accent" if n == now else "faint" if n < now else "ink"
        b.c.write(x, y, b.p["here"] if n == now else " ", b.p.style("accent"))
        b.c.write(x + 1, y, year_line(kit.years[n], n == 0, each - 2), b.p.style(ink, bold=n == now))


def year_line(year: Year, both: bool, room: int) -> str:
    """A year in `room` columns: "1907 $1 permit or objective", or shorter. `both`: all bonuses are given."""
    head = f"{year.year} ${year.build_cost} "
    joins = (" and ", " + ") if both else (" or ", "/")
    ways = zip(*(bonus_words(part) for part in year.bonus), strict=True)
    texts = [join.join(way) for way in ways for join in joins]
    return head + fitted(texts, room - len(head))


def bonus_words(part: Bonus) -> tuple[str, str, str]:
    """A part of a bonus in words, the longest first."""
    if part.kind == "money":
        dollars = f"${part.dollars}"
        return (f"{dollars} a building", f"{dollars} each", "cash") if part.per_built else (dollars,) * 3
    return {
        "right": ("a step right", "a step right", "step"),
        "objective": ("objective", "objective", "goal"),
    }.get(part.kind, (part.kind,) * 3)
