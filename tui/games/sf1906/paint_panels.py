"""Painting of the players and the objectives, and of the headings of all panels."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.rules.core.game import total_points
from tabletown.rules.sf1906.components.model import URBAN_TYPES
from tabletown.rules.sf1906.objectives import points as objective_points
from tabletown.rules.sf1906.objectives import urban_count
from tabletown.rules.sf1906.state import FACE_DOWN, deck_size

from .board_facts import (
    fitted,
    holder_of,
    last_move,
    objective_title,
    objective_value,
    permit_label,
    permit_words,
    viewing_seat,
)
from .paint_boards import points_total
from .tile_painter import TilePainter

HEADS = {
    "players": "Players",
    "objectives": "Objectives",
    "town": "Development",
    "points": "Points so far",
    "piles": "Urban cards",
}
PAGE_KEYS = {"players": "a", "objectives": "b", "town": "d", "points": "e"}
"""The key of each panel in a small window."""


def head(b: TilePainter, page: str) -> None:
    """Draw the title of a panel; in a small window with the keys of the other panels."""
    title = HEADS[page]
    if page == "points":
        title = f"{title}: {points_total(b)}"
    keys = " ".join(b.state.keys[f"sf1906.{name}"] for name in PAGE_KEYS)
    notes = {"objectives": ("pays, now", "now"), "players": ("points",)}.get(page, ("",))
    if b.preview.paged and page != "piles":
        notes = (f"{keys}: pages", keys)
    b.heading(0, 0, b.w, title, fitted(notes, b.w - len(title) - 6))


# Players


def player(b: TilePainter, seat: int) -> None:
    """Draw a player: money and points, buildings, permits, urban cards and rubble, objectives, the last action."""
    turn = b.state.game.turn(b.view) == seat
    b.spine(0, 0, b.h, seat, turn)
    identity(b, seat)
    lines: list[Callable[[TilePainter, int, int], object]] = [buildings, held_permits, urban_cards]
    lines = [buildings, belongings] if b.h < 4 else [*lines, held_goals, last_action]
    for y, line in enumerate(lines[: b.h - 1], 1):
        line(b, seat, y)


def identity(b: TilePainter, seat: int) -> None:
    """Write name, money and known points, with a plus for secret objectives."""
    view, p = b.view, b.view.players[seat]
    total = total_points(b.state.game.score(view)[seat])
    points = f"{total}{'+' * (FACE_DOWN in p.secret)}"
    points = fitted((f"{points} points", f"{points} pt", points), b.w - 19)
    best = view.best_builder == seat
    name = b.state.seats[seat].name
    room = b.w - 4 - len(points) - len(f" ${p.money}")
    name = name if len(name) <= room else f"{name[: room - 1]}."
    x = b.c.write(2, 0, name, b.p.style("cursor", reverse=True) if b.at_cursor else b.seat_style(seat, solid=False))
    x = b.c.write(x + 1, 0, f"${p.money}", b.p.style("accent", bold=True))
    if best and x + 14 + len(points) < b.w:
        b.c.write(x + 1, 0, "Best Builder", b.p.style("good", bold=True))
    b.c.right(b.w, 0, points, b.p.style("good" if best else "ink", bold=True))


def buildings(b: TilePainter, seat: int, y: int) -> None:
    """Write the buildings built, in hand and in the pool; in a low panel also the objectives."""
    p, x = b.view.players[seat], 2
    for n, (count, word) in enumerate(((p.built.bit_count(), "built"), (p.hand, "hand"), (p.pool, "pool"))):
        x = b.c.write(x, y, str(count), b.p.style("ink", bold=True))
        x = b.c.write(x, y, f" {word}{', ' if n < 2 and b.h > 3 and b.w > 25 else ' ' * (n < 2)}", b.p.style("muted"))
    if b.h < 4:
        b.c.right(b.w, y, f"{len(p.open)}+{len(p.secret)}", b.p.style("muted"))


def held_permits(b: TilePainter, seat: int, y: int, x: int = 2, room: int = 0) -> int:
    """Write permits as chips, in words if they fit; return the column after them."""
    permits = b.view.players[seat].permits
    names = [permit_words(b.view, permit)[-2] for permit in permits]
    if x + sum(map(len, names)) + len(names) > (room or b.w):
        names = [permit_label(b.view, permit) for permit in permits]
    for name, permit in zip(names, permits, strict=True):
        x = b.chip(x, y, name, b.permit_field(permit)) + 1
    return x if permits else b.c.write(x, y, "no permits", b.p.style("faint")) + 1


def urban_cards(b: TilePainter, seat: int, y: int, x: int = 2) -> None:
    """Write urban cards by sign and number, and rubble in words; in a panel of four rows also the objectives."""
    p = b.view.players[seat]
    for kind in range(len(URBAN_TYPES)):
        if count := urban_count(b.view.city, p, kind):
            x = b.c.write(x, y, b.p["urban-symbols"][kind], b.p.style("good", bold=True))
            x = b.c.write(x, y, f"{count} ", b.p.style("ink"))
    goals = f"{len(p.open)}+{len(p.secret)} secret" if b.h == 4 else ""
    room = b.w - x - (len(goals) + 1 if goals else 0)
    rubble = fitted((f"rubble {p.rubble}", f"rub {p.rubble}", f"r{p.rubble}"), room) if p.rubble else ""
    b.c.write(x, y, rubble, b.p.style("ink"))
    b.c.right(b.w, y, goals, b.p.style("muted"))


def belongings(b: TilePainter, seat: int, y: int) -> None:
    """Write permits, urban cards and rubble in one row."""
    count = sum(urban_count(b.view.city, b.view.players[seat], kind) > 0 for kind in range(len(URBAN_TYPES)))
    room = b.w - 3 * count - 3 * bool(b.view.players[seat].rubble)
    urban_cards(b, seat, y, held_permits(b, seat, y, room=room))


def held_goals(b: TilePainter, seat: int, y: int) -> None:
    """Write the numbers of open and of secret objectives."""
    p = b.view.players[seat]
    texts = (
        f"objectives: {len(p.open)} open, {len(p.secret)} secret",
        f"objectives {len(p.open)}+{len(p.secret)} secret",
    )
    b.c.write(2, y, fitted(texts, b.w - 2), b.p.style("muted"))


def last_action(b: TilePainter, seat: int, y: int) -> None:
    """Write the last action, in notation if the sentence is too long."""
    b.c.write(2, y, fitted(last_move(b.state, seat), b.w - 2), b.p.style("muted"))


# Objectives


def label(b: TilePainter, which: str, count: int = 0) -> None:
    """Write a heading of the list of objectives, or the key that shows the `count` rows left out."""
    text = LABELS[which]
    if which == "rest":
        key = b.state.keys["sf1906.objectives"]
        text = f"{key}: {count} more rows" if count else f"{key}: back to the top"
    b.c.write(1, 0, text, b.p.style("muted", bold=count > 0))


LABELS = {
    "common": "For everybody",
    "row": "On offer",
    "own": "Yours (? secret)",
    "others": "Open, of your rivals",
    "rest": "",
}


def objective(b: TilePainter, card: int) -> None:
    """Write an objective: its title, its points, and its points now for its owner or the player shown."""
    view, seat, holder = b.view, viewing_seat(b.state), holder_of(b.state, card)
    mark, ink = b.key if b.legal else b.p["here"] if b.picked else " ", "legal"
    if holder != seat:
        b.token(1, 0, holder, wide=False)
    elif card in view.players[seat].secret:
        mark, ink = "?", "fresh"
    if holder == seat:
        b.c.write(1, 0, mark, b.p.style(ink, bold=True))
    gives = objective_points(view, holder, card)
    now = f"+{gives}" if gives > 0 else str(gives) if gives else b.p["none"]
    b.c.right(b.w, 0, now, b.p.style("good" if gives else "faint", bold=bool(gives)))
    value = objective_value(view, card)
    title = objective_title(view, card)
    each = fitted((f"{value} each" if value.isdigit() else value, value, ""), b.w - 4 - len(title) - 5)
    b.c.right(b.w - 4, 0, each, b.p.style("muted"))
    style = b.p.style("cursor", bold=True, reverse=True) if b.at_cursor else b.p.style("ink", bold=b.legal)
    b.c.write(3, 0, title[: b.w - 7], style)


def deck(b: TilePainter) -> None:
    """Write the number of objectives in the deck."""
    count = deck_size(b.view)
    style = b.p.style("cursor", bold=True, reverse=True) if b.at_cursor else b.p.style("ink", bold=b.legal)
    b.c.write(1, 0, b.key if b.legal else " ", b.p.style("legal", bold=True))
    b.c.write(3, 0, f"Deck, {count} unseen", style if count or b.at_cursor else b.p.style("faint"))
