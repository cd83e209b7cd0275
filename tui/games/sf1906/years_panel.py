"""Painting of the years and their bonuses."""

from __future__ import annotations

from tabletown.rules.sf1906.components.model import Bonus, Year

from .board_facts import fitted
from .tile_painter import TilePainter


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
    ways = [*zip(*(bonus_words(part) for part in year.bonus), strict=True)]
    texts = [(" and " if both else " or ").join(way) for way in ways]
    texts.append(("+" if both else "/").join(ways[-1]))
    return head + fitted(texts, room - len(head))


def bonus_words(part: Bonus) -> tuple[str, str, str]:
    """A part of a bonus in words, the longest first."""
    if part.kind == "money":
        dollars = f"${part.dollars}"
        return (f"{dollars} a building", f"{dollars} each", "money") if part.per_built else (dollars,) * 3
    return {
        "right": ("a step right", "a step right", "a step"),
        "objective": ("objective", "objective", "obj."),
    }.get(part.kind, (part.kind,) * 3)
