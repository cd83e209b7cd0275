"""Painting of the players: money, points, buildings, permits, cards, objectives and the last action."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from textwrap import wrap
from typing import TypeAlias

from tabletown.rules.core.game import total_points
from tabletown.rules.core.text import plural, third_person
from tabletown.rules.sf1906.components.model import URBAN_TYPES
from tabletown.rules.sf1906.notation import TYPE_WORDS
from tabletown.rules.sf1906.objectives import urban_count
from tabletown.rules.sf1906.state import BUILDINGS, FACE_DOWN

from .board_facts import (
    BRIEF_TYPES,
    fitted,
    last_move,
    permit_label,
)
from .detail_phrases import SOURCES
from .tile_painter import TilePainter

FULL, LOW, LOWEST = 6, 4, 3
"""Rows of a player's panel that are enough for everything, of one without objectives, and of one in which the first row
has the buildings too.
"""


GLUE = "\N{NO-BREAK SPACE}"
"""A space at which no line is broken."""


def player(b: TilePainter, seat: int) -> None:
    """Draw a player: money and points, buildings, permits, urban cards and rubble; in a higher panel also objectives,
    and the points by source or the last action.
    """
    turn = b.state.game.turn(b.view) == seat
    b.spine(0, 0, b.h, seat, turn)
    identity(b, seat)
    if b.h <= LOWEST:
        in_hand(b, seat)
        return
    buildings(b, seat, 1)
    y = holdings(b, seat, 2, min(2, b.h - 2) + (b.h > FULL))
    if b.h <= LOW:
        return
    for line in (held_goals, own_points if seat == b.state.viewer else last_action):
        if y < b.h:
            line(b, seat, y)
        y += 1


def in_hand(b: TilePainter, seat: int) -> None:
    """Write the permits with the buildings in hand, then the urban cards and rubble, in the rows there are below the
    first.
    """
    if b.h > 1:
        x, hand = held_permits(b, seat, 1), b.view.players[seat].hand
        b.c.right(b.w, 1, fitted((f"{hand} in hand", ""), b.w - x), b.p.style("muted"))
    if b.h > 2:
        named = counts(b, seat)[:NAMED_TYPES]
        brief = [(name[:3], n, ink) for name, n, ink in named[-1]] if named else []
        ways = (*named, [(f"{name} ", n, ink) for name, n, ink in brief], brief)
        fits = (way for way in ways if len(flowed(way, b.w - 2, b.w - 2)) == 1)
        write_counts(b, 2, 2, [next(fits, brief)])
        if not named:
            b.c.write(2, 2, "no cards, no rubble", b.p.style("faint"))


def identity(b: TilePainter, seat: int) -> None:
    """Write name, money and known points, and that secret objectives may add more; in a low panel also the number of
    buildings built.
    """
    view, p = b.view, b.view.players[seat]
    total, best = total_points(b.state.game.score(view)[seat]), view.best_builder == seat
    texts: tuple[str, ...] = (plural(total, "point"), str(total))
    if FACE_DOWN in p.secret:
        texts = (f"{plural(total, 'point')} + secret", f"{total} + secret", f"{total}+")
    name = b.state.seats[seat].name
    start = b.token(2, 0, seat, wide=False) + 1
    end = b.w
    built = f" {p.built.bit_count()} built" if b.h <= LOWEST else ""
    points = fitted(texts, end - 2 - start - len(name) - len(f"${p.money}{built}"))
    room = end - 1 - start - len(points) - len(f" ${p.money}{built}")
    name = name if len(name) <= room else f"{name[: room - 1]}."
    x = b.c.write(start, 0, name, b.p.style("cursor", reverse=True) if b.at_cursor else b.seat_style(seat, solid=False))
    x = b.c.write(x + 1, 0, f"${p.money}", b.p.style("accent", bold=True))
    x = b.c.write(x, 0, built, b.p.style("muted"))
    if best and x + 14 + len(points) < end:
        b.c.write(x + 1, 0, "Best Builder", b.p.style("good", bold=True))
    b.c.right(end, 0, points, b.p.style("good" if best else "ink", bold=True))


def buildings(b: TilePainter, seat: int, y: int) -> None:
    """Write the buildings built and in hand, and if there is room those in the pool."""
    p = b.view.players[seat]
    built, hand = p.built.bit_count(), p.hand
    ways = (
        ((("buildings: ", built), (" of ", BUILDINGS), (" built, ", hand), (" in hand, ", p.pool)), " in the pool"),
        ((("buildings: ", built), (" of ", BUILDINGS), (" built, ", hand)), " in hand"),
        ((("", built), (" of ", BUILDINGS), (" built, ", hand)), " in hand"),
    )
    x = 2
    numbers, end = next((way for way in ways if columns(*way) <= b.w - x), ways[-1])
    for words, n in numbers:
        x = b.c.write(x, y, words, b.p.style("muted"))
        x = b.c.write(x, y, str(n), b.p.style("ink", bold=True))
    b.c.write(x, y, end[: b.w - x], b.p.style("muted"))


def columns(numbers: Iterable[tuple[str, int]], end: str) -> int:
    """Width of numbers, each with the words before it, and of the words after the last."""
    return sum(len(f"{words}{n}") for words, n in numbers) + len(end)


def held_permits(b: TilePainter, seat: int, y: int) -> int:
    """Write permits as chips with the labels of plots; return the column after them."""
    permits = b.view.players[seat].permits
    if not permits:
        return b.c.write(2, y, "no permits", b.p.style("faint")) + 3
    x = 2
    for permit in permits:
        name = "wild" if b.view.city.kit.permits[permit].colour is None else permit_label(b.view, permit)
        x = b.chip(x, y, name, b.permit_field(permit)) + 1
    return x


def holdings(b: TilePainter, seat: int, y: int, rows: int) -> int:
    """Write permits, then the numbers of urban cards by type and of rubble tokens, in so many rows; in short names or
    as a total where room is short. Return the row below.
    """
    x, room, below = held_permits(b, seat, y), b.w - 2, y + rows
    named = counts(b, seat)
    if not named:
        if rows > 1:
            b.c.write(2, y + 1, "no cards, no rubble", b.p.style("faint"))
        return min(below, y + 2)
    starts = [(2, y + 1), (x, y)][rows < 2 :]
    by_type, totals = named[:NAMED_TYPES], named[NAMED_TYPES:]
    for ways, (left, top) in (*product(by_type, starts[:1]), *product(by_type, starts[1:]), *product(totals, starts)):
        if top + len(lines := flowed(ways, room, b.w - left)) <= below:
            return write_counts(b, left, top, lines)
    return below


NAMED_TYPES = 2
"""Wordings of the numbers in `counts` that name each type; the others are totals."""
Counts: TypeAlias = list[tuple[str, int, str]]
"""Numbers, each with its name and the colour of that."""


def counts(b: TilePainter, seat: int) -> list[Counts]:
    """Wordings of the numbers of urban cards and of rubble tokens, the longest first; empty if there are none."""
    p = b.view.players[seat]
    kinds = [(kind, n) for kind in range(len(URBAN_TYPES)) if (n := urban_count(b.view.city, p, kind))]
    rubble = [("rubble ", p.rubble, "ink")] * (p.rubble > 0)
    if not kinds and not rubble:
        return []
    named = [[*((f"{words[kind]} ", n, "good") for kind, n in kinds), *rubble] for words in (TYPE_WORDS, SHORT_TYPES)]
    total = sum(n for _, n in kinds)
    totals: list[Counts] = [[(words, total, "good")] * bool(total) for words in ("urban cards ", "urban ")]
    return [*named, *([*some, *rubble] for some in totals), totals[-1] or rubble]


def flowed(counts: Counts, room: int, first: int) -> list[Counts]:
    """Numbers, each after its name, in as many rows of `room` columns as they need; the first row has `first`."""
    rows: list[Counts] = [[]]
    for count in counts:
        line = " ".join(f"{name}{n}" for name, n, _ in (*rows[-1], count))
        if len(line) > (room if len(rows) > 1 else first):
            rows.append([])
        rows[-1].append(count)
    return rows


def write_counts(b: TilePainter, x: int, y: int, rows: list[Counts]) -> int:
    """Write rows of numbers, each after its name, the first row from column `x` on; return the row below."""
    for row, line in enumerate(rows, y):
        at = x if row == y else 2
        for name, n, ink in line:
            at = b.c.write(at, row, name, b.p.style(ink))
            at = b.c.write(at, row, f"{n} "[: b.w - at], b.p.style("ink", bold=True))
    return y + len(rows)


SHORT_TYPES = tuple(word.lower() for word in BRIEF_TYPES)


def own_points(b: TilePainter, seat: int, y: int, x: int = 2) -> None:
    """Write the points by source in the rows left; if they do not fit, the key for their panel unless it is shown."""
    hint = [f"{b.state.keys['sf1906.points']}: points by source"] * b.preview.paged
    write_lines(b, x, y, point_lines(b, seat, b.h - y, b.w - x) or hint)


def point_lines(b: TilePainter, seat: int, rows: int, room: int) -> list[str]:
    """The points by source in so many rows of `room` columns, in the first wording that fits; empty if none does."""
    points = dict(b.state.game.score(b.view)[seat])
    counted = [f"{name}{GLUE}{n}" for name, keys in SOURCES.items() if (n := sum(points[key] for key in keys))]
    for start in ("points: ", ""):
        if len(lines := wrap(start + (", ".join(counted) or "0"), room)) <= rows:
            return [line.replace(GLUE, " ") for line in lines]
    return []


def write_lines(b: TilePainter, x: int, y: int, lines: list[str], ink: str = "muted") -> None:
    for row, line in enumerate(lines, y):
        b.c.write(x, row, line, b.p.style(ink))


def goal_words(b: TilePainter, seat: int) -> tuple[str, ...]:
    """Wordings of the numbers of open and of secret objectives, the longest first."""
    count, secret = len(b.view.players[seat].open), len(b.view.players[seat].secret)
    if count and secret:
        return f"{count} open, {plural(secret, 'secret objective')}", f"{count} open, {secret} secret"
    return (plural(secret, "secret objective"),) if secret else (plural(count, "open objective"),)


def held_goals(b: TilePainter, seat: int, y: int) -> None:
    """Write the numbers of open and of secret objectives."""
    b.c.write(2, y, fitted(goal_words(b, seat), b.w - 2), b.p.style("muted"))


def last_action(b: TilePainter, seat: int, y: int) -> None:
    """Write the last action in the rows left, without its details if the sentence is too long."""
    last, room, rows = last_move(b.state, seat), b.w - 2, b.h - y
    text = third_person(last.text) if last else ""
    texts = [text, *(text.partition(end)[0] for end in (" (", ",", " as the "))]
    fits = (lines for some in texts if len(lines := wrap(some, room)) <= rows)
    write_lines(b, 2, y, next(fits, wrap(text, room, max_lines=rows, placeholder=" ...")))
