"""The end of a year: what it gave everyone and what changes, in a panel that leaves the cards and the city in view."""

from __future__ import annotations

from textwrap import wrap
from typing import NamedTuple

from tabletown.rules.core.game import total_points
from tabletown.rules.core.text import plural
from tabletown.rules.sf1906.decision_facts import estimate
from tabletown.rules.sf1906.state import FACE_DOWN, SPACE, STRIP, Sf1906

from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from .board_facts import fitted
from .tile_painter import TilePainter
from .years_panel import bonus_words

CLOSES = " {enter} closes this; other keys also act ", " {enter} closes; other keys act "
BESIDE = 70
"""Columns of the panel that are enough for two columns of lines."""
SECRET = (" and secret objectives", " + secret", "+")


class YearEnd(NamedTuple):
    """Points of a player at the end of a year."""

    points: int
    gain: int | None
    """Points gained in the year; None if its start was not seen."""
    secret: bool
    """Does the player hold objectives that are secret to the viewer?"""


def points_now(view: Sf1906) -> tuple[int, ...]:
    """Everyone's points so far, as far as the viewer knows them."""
    return tuple(total_points(estimate(view, seat)) for seat in range(len(view.players)))


def starts_year(view: Sf1906) -> bool:
    """True before the first move of a year."""
    return view.stop == STRIP and not view.acted and view.step == SPACE


def year_end(old: BoardState, new: BoardState, start: tuple[int, ...] | None) -> tuple[YearEnd, ...]:
    """Everyone's points when a year ends between two positions, by seat; empty if none does. `start` are those at its
    start, if they are known.
    """
    view: Sf1906 = new.view
    if view.over or view.year != old.view.year + 1:  # a lesson goes on at another position
        return ()
    now = points_now(view)
    return tuple(
        YearEnd(points, points - start[seat] if start else None, FACE_DOWN in view.players[seat].secret)
        for seat, points in enumerate(now)
    )


def chapter(b: TilePainter, ends: tuple[YearEnd, ...]) -> None:
    """Draw the panel: everyone's points and those of the year, and beside them or below what the next year brings."""
    years, now = b.view.city.kit.years, b.view.year
    accent, muted = b.p.style("accent", "card", bold=True), b.p.style("muted", "card")
    b.c.fill(Rect(0, 0, b.w, b.h), b.p.style("ink", "card"))
    rule, title = b.p["strong-rule"], f" {years[now - 1].year} is over "
    b.c.write(0, 0, f"{rule}{title}".ljust(b.w, rule)[: b.w], accent)
    closes = (text.format(enter=b.state.enter) for text in CLOSES)
    if text := next((text for text in closes if len(title) + len(text) + 4 <= b.w), ""):
        b.c.right(b.w - 1, 0, text, muted)
    half, body = b.w // 2, b.h - 1
    stacked = b.w < BESIDE
    lines = [(accent, ways) for ways in changes(b.view)]
    if now < len(years) - 1:
        lines.append((muted, (f"Points before the earnings of {years[now].year}.",)))
    top = 1 if stacked else 1 + (body - len(ends)) // 2
    for seat, end in enumerate(ends):
        player(b, top + seat, b.w - 2 if stacked else half - 2, seat, end)
    if stacked:
        below = [(style, line) for style, ways in lines for line in wrap(ways[0], b.w - 3, subsequent_indent="  ")]
        y = 1 + len(ends) + (len(below) < body - len(ends))
        for row, (style, line) in enumerate(below[: b.h - y], y):
            b.c.write(2, row, line, style)
        if y + len(below) < body:
            b.c.write(2, body, f"{b.state.enter} closes this.", muted)
        return
    top = 1 + (body - len(lines)) // 2
    for row, (style, ways) in enumerate(lines, top):
        b.c.write(half + 2, row, fitted(ways, b.w - half - 3), style)
    for row in range(1, b.h):
        b.c.write(half, row, b.p["frame"][3], b.p.style("frame", "card"))


def player(b: TilePainter, y: int, end: int, seat: int, now: YearEnd) -> None:
    """Write a player's points, and up to column `end` those of the year."""
    gain = "" if now.gain is None else f"{now.gain:+} this year"
    longest = max(len(each.name) for each in b.state.seats)
    b.c.write(2, y, b.state.seats[seat].name, b.p.style(f"seat-{seat + 1}", "card", bold=True))
    x = 2 + longest
    room = end - 1 - x - len(gain) - 1
    ways = [f"{now.points}{more}" for more in SECRET] if now.secret else [plural(now.points, "point"), f"{now.points}"]
    b.c.write(x + 1, y, fitted(ways, room), b.p.style("ink", "card"))
    b.c.right(end, y, gain, b.p.style("good" if (now.gain or 0) > 0 else "muted", "card", bold=True))


def changes(view: Sf1906) -> tuple[tuple[str, ...], ...]:
    """Lines about the new year, the longest wording of each first: the cost of building and the bonus."""
    years = view.city.kit.years
    year = years[view.year]
    if view.year == len(years) - 1:
        return ("Everyone takes a last bonus,", "A last bonus,"), ("then the game ends.",)
    full, *briefer = bonus_words(year, "or")
    before = years[view.year - 1].build_cost
    costs = f"Building {'still' if before == year.build_cost else 'now'} costs ${year.build_cost}."
    bonus = [f"Bonus of {year.year}: {full}.", *(f"{year.year} bonus: {words}." for words in (full, *briefer))]
    return (costs,), tuple(bonus)
