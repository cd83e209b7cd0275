"""Painting of the years and their bonuses."""

from __future__ import annotations

from textwrap import wrap

from tabletown.rules.core.text import join_words
from tabletown.rules.sf1906.components.model import Bonus, Year

from .tile_painter import TilePainter

AFTER_YEAR = 4
"""The column after a year, for the mark where there is no room before it."""
WIDE = 40
"""Most columns of a panel whose heading holds all that it says."""
SHORT_TITLE, NOTE_FROM = "Years (cost)", 31
"""A title that leaves room for a note, and columns that are enough for the whole title beside it."""
INDENTED = 30
"""Columns of the panel that are enough for lines below the title of the heading."""


def years(b: TilePainter) -> None:
    """Write a line for each year with its building cost and bonus; this year highlighted, past years faint.

    Where there is no room for all of them the past ones are left out.
    """
    kit, now = b.view.city.kit, b.view.year
    rows = b.h - 1
    across = 1 if rows >= len(kit.years) or b.w < 60 else 2
    start = 2 * (b.w >= INDENTED)
    each = b.w // across
    written = [
        (n, lines(year, n == 0, n == len(kit.years) - 1, each - start - (across > 1)))
        for n, year in enumerate(kit.years)
    ]
    if sum(len(some) for _, some in written) > rows * across:
        written = written[now:]
    listed = [(n, line, k == 0) for n, some in written for k, line in enumerate(some)]
    heading(b, len(kit.years) - 1 - listed[: rows * across][-1][0])
    for k, (n, line, first) in enumerate(listed[: rows * across]):
        x, y = k // rows * each, 1 + k % rows
        ink = "accent" if n == now else "faint" if n < now else "ink"
        b.c.write(x + start, y, line, b.p.style(ink, bold=n == now))
        if n == now and first:
            b.c.write(x + (start - 1 if start else AFTER_YEAR), y, b.p["here"], b.p.style("accent"))


def heading(b: TilePainter, hidden: int) -> None:
    """Write the heading, with the number of later years for which there is no room, or with the last bonus alone."""
    last = f"Last: {bonus_words(b.view.city.kit.years[-1], 'or')[-1]}"
    if hidden == 1 and len("Years") + len(last) + 6 <= b.w:
        return b.heading(0, 0, b.w, "Years", last)
    more = f"{hidden} more" if hidden else ""
    if b.w > WIDE:
        b.heading(0, 0, b.w - 1, "Years", more or "(cost of building): bonus")
    else:
        b.heading(0, 0, b.w, SHORT_TITLE if more and b.w < NOTE_FROM else f"{SHORT_TITLE}: bonus", more)
    return None


def lines(year: Year, both: bool, last: bool, room: int) -> list[str]:
    """A year in lines of `room` columns: "1907 ($1): permit or objective", or shorter, or in more than one line.

    `both`: all bonuses are given; `last`: the bonus comes after the last year.
    """
    head = f"{'Last' if last else year.year} (${year.build_cost}): "
    texts = bonus_words(year, "and" if both else "or")
    texts += [mark.join(words_of(part)[-1] for part in year.bonus) for mark in ((" + ",) if both else (" / ", "/"))]
    if fits := next((text for text in texts if len(head + text) <= room), ""):
        return [head + fits]
    return wrap(head + texts[0], room, subsequent_indent=" " * len(head))


def bonus_words(year: Year, joins: str) -> list[str]:
    """Wordings of the bonus of a year, the longest first: "permit or a free step right"."""
    parts = [words_of(part) for part in year.bonus]
    return [join_words([words[min(n, len(words) - 1)] for words in parts], joins) for n in range(max(map(len, parts)))]


def words_of(part: Bonus) -> tuple[str, ...]:
    """Wordings of a part of a bonus, the longest first."""
    if part.kind == "right":
        return "a free step right", "a step right", "a step"
    if part.kind != "money":
        return (part.kind,)
    return (f"${part.dollars} each built", f"${part.dollars} each") if part.per_built else (f"${part.dollars}",)
