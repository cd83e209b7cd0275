"""Painting of the players: money, points, buildings, permits, cards, objectives and the last action."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tabletown.rules.core.game import total_points
from tabletown.rules.core.text import plural
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
from .tile_painter import TilePainter

FULL = 6
"""Rows of a player's panel that are enough for everything."""


def player(b: TilePainter, seat: int) -> None:
    """Draw a player: money and points, buildings, permits, urban cards and rubble, objectives, the last action."""
    turn = b.state.game.turn(b.view) == seat
    b.spine(0, 0, b.h, seat, turn)
    identity(b, seat)
    lines: list[Callable[[TilePainter, int, int], object]] = [buildings, held_permits, urban_cards, held_goals]
    lines = [buildings, belongings] if b.h < 4 else [*lines, own_points if seat == b.state.viewer else last_action]
    for y, line in enumerate(lines[: b.h - 1], 1):
        line(b, seat, y)


def identity(b: TilePainter, seat: int) -> None:
    """Write name, money and known points, and that secret objectives may add more."""
    view, p = b.view, b.view.players[seat]
    total, best = total_points(b.state.game.score(view)[seat]), view.best_builder == seat
    texts: tuple[str, ...] = (plural(total, "point"), str(total))
    if FACE_DOWN in p.secret:
        texts = (f"{plural(total, 'point')} + secret", f"{total} + secret", f"{total}+")
    name = b.state.seats[seat].name
    points = fitted(texts, b.w - 5 - len(name) - len(f"${p.money}"))
    room = b.w - 4 - len(points) - len(f" ${p.money}")
    name = name if len(name) <= room else f"{name[: room - 1]}."
    x = b.c.write(2, 0, name, b.p.style("cursor", reverse=True) if b.at_cursor else b.seat_style(seat, solid=False))
    x = b.c.write(x + 1, 0, f"${p.money}", b.p.style("accent", bold=True))
    if best and x + 14 + len(points) < b.w:
        b.c.write(x + 1, 0, "Best Builder", b.p.style("good", bold=True))
    b.c.right(b.w, 0, points, b.p.style("good" if best else "ink", bold=True))


def buildings(b: TilePainter, seat: int, y: int) -> None:
    """Write the buildings built and in hand, and if there is room those in the pool."""
    p = b.view.players[seat]
    built, hand = p.built.bit_count(), p.hand
    ways = (
        ((("buildings: ", built), (" of ", BUILDINGS), (" built, ", hand), (" in hand, ", p.pool)), " in the pool"),
        ((("buildings: ", built), (" of ", BUILDINGS), (" built, ", hand)), " in hand"),
        ((("buildings ", built), ("/", BUILDINGS), (", ", hand)), " in hand"),
        ((("", built), ("/", BUILDINGS), (" built, ", hand)), " in hand"),
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


def held_permits(b: TilePainter, seat: int, y: int, x: int = 2) -> int:
    """Write permits as chips with the labels of plots, in a panel of four rows also the number of objectives; return
    the column after the permits.
    """
    permits = b.view.players[seat].permits
    names = [permit_label(b.view, permit) for permit in permits]
    if len(" ".join(names)) + len("objective") <= b.w - x:
        data = b.view.city.kit.permits
        names = ["wild" if data[permit].colour is None else permit_label(b.view, permit) for permit in permits]
    for name, permit in zip(names, permits, strict=True):
        x = b.chip(x, y, name, b.permit_field(permit)) + 1
    x = x if permits else b.c.write(x, y, "no permits", b.p.style("faint")) + 1
    if b.h == 4:
        b.c.right(b.w, y, fitted(goal_words(b, seat)[1:], b.w - x), b.p.style("muted"))
    return x


def urban_cards(b: TilePainter, seat: int, y: int, x: int = 2) -> None:
    """Write the numbers of urban cards and of rubble tokens, by type if there is room."""
    p = b.view.players[seat]
    counts = [(kind, n) for kind in range(len(URBAN_TYPES)) if (n := urban_count(b.view.city, p, kind))]
    rubble = [f"rubble {p.rubble}"] * (p.rubble > 0)
    if not counts and not rubble:
        return no_urban_cards(b, seat, y, x)
    total = sum(n for _, n in counts)
    ways = [[(f"{words[kind]} ", n) for kind, n in counts] for words in (TYPE_WORDS, SHORT_TYPES)]
    ways += [[(words, total)] * (total > 0) for words in ("urban cards ", "urban ")]
    room = b.w - x
    fits = (way for way in ways if len(" ".join([*(f"{words}{n}" for words, n in way), *rubble])) <= room)
    for words, n in next(fits, ways[-1]):
        x = b.c.write(x, y, words, b.p.style("good"))
        x = b.c.write(x, y, f"{n} "[: b.w - x], b.p.style("ink", bold=True))
    b.c.write(x, y, fitted((*rubble, f"r {p.rubble}", ""), b.w - x) if rubble else "", b.p.style("ink"))
    return None


SHORT_TYPES = tuple(word.lower() for word in BRIEF_TYPES)


def no_urban_cards(b: TilePainter, seat: int, y: int, x: int) -> None:
    """Write that there are none; in a panel with a row to spare the points that are counted without them."""
    if b.h < FULL:
        own_points(b, seat, y, x)
    else:
        b.c.write(x, y, "no urban cards", b.p.style("faint"))


def own_points(b: TilePainter, seat: int, y: int, x: int = 2) -> None:
    """Write the points of the development board and of money, which make the total negative at the start."""
    points = dict(b.state.game.score(b.view)[seat])
    development, money = points["Development"], points["Money"]
    texts = [f"points: {name} {development}, money {money}" for name in ("development", "dev.")]
    texts.append("")
    b.c.write(x, y, fitted(texts, b.w - x), b.p.style("muted"))


def belongings(b: TilePainter, seat: int, y: int) -> None:
    """Write permits, urban cards and rubble in one row."""
    urban_cards(b, seat, y, held_permits(b, seat, y))


def goal_words(b: TilePainter, seat: int) -> tuple[str, ...]:
    """Wordings of the numbers of open and of secret objectives, the longest first."""
    count, secret = len(b.view.players[seat].open), len(b.view.players[seat].secret)
    alone = plural(count, "objective") if not secret else plural(secret, "secret objective")
    both = f"{plural(count, 'objective')} + {secret} secret"
    return both if count and secret else alone, plural(count + secret, "objective"), f"{count + secret} obj."


def held_goals(b: TilePainter, seat: int, y: int) -> None:
    """Write the numbers of open and of secret objectives."""
    b.c.write(2, y, fitted(goal_words(b, seat), b.w - 2), b.p.style("muted"))


def last_action(b: TilePainter, seat: int, y: int) -> None:
    """Write the last action, without its details if the sentence is too long."""
    text, room = last_move(b.state, seat)[0], b.w - 2
    texts = [text, *(text.partition(end)[0] for end in (" (", ",", " as the "))]
    short = text[: room - 3].rpartition(" ")[0] + " ..." if len(text) > room else text
    b.c.write(2, y, fitted((*texts, short), room), b.p.style("muted"))
