"""Painting of the headings of all panels."""

from __future__ import annotations

from tabletown.rules.sf1906.objectives import points as objective_points

from .board_facts import counted_goals, fitted, viewing_seat
from .layout import PAGES
from .points_panel import points_total
from .tile_painter import TilePainter

HEADS = {
    "players": "Players",
    "objectives": "Objectives",
    "goals": "Objectives",
    "others": "Rivals' objectives",
    "town": "Development",
    "points": "Points so far",
    "piles": "Urban cards",
    "cards": "Urban cards",
}

BRIEF_HEADS = HEADS | {"town": "Board", "points": "Points", "cards": "Cards"}


def head(b: TilePainter, page: str, visible: int = 0, count: int = 0) -> None:
    """Draw the title of a panel; in a small window with the key and the title of the next panel.

    `visible` is the number of objectives in the panel, of those that count.
    """
    title = HEADS[page]
    if page == "points":
        title = f"{BRIEF_HEADS[page] if b.preview.paged else title}: {points_total(b)}"
    notes: tuple[str, ...] = ("points, now", "now") if page == "objectives" else ("",)
    if page == "goals":
        key = b.state.keys["sf1906.objectives"]
        hidden = count - visible
        title = f"{title}: {objectives_total(b)}" if hidden else title
        notes = (f"{key}: {hidden} more", f"{key}: all", "") if hidden else (f"{key}: all, now", "")
    elif page == "others":
        notes = ("",)
    elif page == "piles":
        notes = ("what they score", "left, score", "left, pts", "")
    elif b.preview.paged:
        after = PAGES[(PAGES.index(page) + 1) % len(PAGES)]
        key = b.state.keys["sf1906.panel"]
        notes = (f"{key}: {HEADS[after]}", f"{key}: {BRIEF_HEADS[after]}", "")
    b.heading(0, 0, b.w, title, fitted(notes, b.w - len(title) - 6))


def objectives_total(b: TilePainter) -> int:
    """The points of all objectives that count for the player shown."""
    seat = viewing_seat(b.state)
    return sum(objective_points(b.view, seat, card) for _, card in counted_goals(b.state))
