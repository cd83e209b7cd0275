"""The end of a year: what it gave everyone and what changes, in a panel over the map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tabletown.rules.core.game import total_points
from tabletown.rules.sf1906.decision_facts import estimate
from tabletown.rules.sf1906.state import FACE_DOWN, SPACE, STRIP, Sf1906

from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from .board_facts import fitted
from .tile_painter import TilePainter
from .years_panel import bonus_words

ROWS_BESIDE = 4
"""Rows of the panel besides those of the players: title, rule, and two about the next year."""
BESIDE = 2
"""Columns of the letters of the rows of plots, with the gap to these."""
CLOSES = " {enter} closes this; other keys also act ", " {enter} closes; other keys act "
SECRET = (" and secret objectives", " + secret")


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


def place(city: Rect, plots: Iterable[Rect], seats: int) -> Rect:
    """The place of the panel over the map and the letters beside it: as few whole rows of plots as hold it, near the
    middle, but not all rows but one.
    """
    starts = sorted({plot.y for plot in plots})
    ends = [*starts[1:], city.y + city.h]
    spans = [(end - start, start) for start in starts for end in ends if end - start >= seats + ROWS_BESIDE]
    middle = city.y + city.h / 2
    h, y = min(spans, key=lambda span: (span[0], abs(span[1] + span[0] / 2 - middle)), default=(city.h, city.y))
    if city.h - h < city.h / 2 - 1:
        h, y = city.h, city.y
    return Rect(city.x - BESIDE, y, city.w + BESIDE - 1, h)


def chapter(b: TilePainter, ends: tuple[YearEnd, ...]) -> None:
    """Draw the panel: everyone's points and those of the year, then what the next year brings."""
    years, now = b.view.city.kit.years, b.view.year
    accent, card = b.p.style("accent", "card", bold=True), b.p.style("ink", "card")
    b.c.fill(Rect(0, 0, b.w, b.h), card)
    rule, title = b.p["strong-rule"], f" {years[now - 1].year} is over "
    b.c.write(0, 0, f"{rule}{title}".ljust(b.w, rule)[: b.w], accent)
    closes = (text.format(enter=b.state.enter) for text in CLOSES)
    if text := next((text for text in closes if len(title) + len(text) + 4 <= b.w), ""):
        b.c.right(b.w - 1, 0, text, b.p.style("muted", "card"))
    top = 1 + (b.h - len(ends) - ROWS_BESIDE) // 2
    for seat, end in enumerate(ends):
        player(b, top + seat, seat, end)
    y = top + len(ends)
    b.c.write(2, y, b.p["rule"] * (b.w - 4), b.p.style("frame", "card"))
    if now < len(years) - 1:
        b.c.write(4, y, f" before the earnings of {years[now].year} ", b.p.style("muted", "card"))
    for row, ways in enumerate(changes(b.view), y + 1):
        b.c.write(2, row, fitted(ways, b.w - 4), accent)


def player(b: TilePainter, y: int, seat: int, end: YearEnd) -> None:
    """Write a player's points, and at the end of the row those of the year."""
    gain = "" if end.gain is None else f"{end.gain:+} this year"
    longest = max(len(each.name) for each in b.state.seats)
    b.c.write(2, y, b.state.seats[seat].name, b.p.style(f"seat-{seat + 1}", "card", bold=True))
    x = 2 + longest
    room = b.w - 3 - x - len(gain) - 1
    ways = [f"{end.points}{more}" for more in SECRET] if end.secret else [f"{end.points} points", f"{end.points}"]
    b.c.write(x + 1, y, fitted(ways, room), b.p.style("ink", "card"))
    b.c.right(b.w - 2, y, gain, b.p.style("good" if (end.gain or 0) > 0 else "muted", "card", bold=True))


def changes(view: Sf1906) -> tuple[tuple[str, ...], ...]:
    """Lines about the new year, the longest wording of each first: the cost of building and the bonus."""
    years = view.city.kit.years
    year = years[view.year]
    if view.year == len(years) - 1:
        return (f"{year.year}: everyone takes a last bonus,", f"{year.year}: a last bonus,"), ("then the game ends.",)
    full, *briefer = bonus_words(year, "or")
    before = years[view.year - 1].build_cost
    costs = f"Building {'still' if before == year.build_cost else 'now'} costs ${year.build_cost}."
    bonus = [f"Bonus of {year.year}: {full}.", *(f"{year.year} bonus: {words}." for words in (full, *briefer))]
    return (costs,), tuple(bonus)
