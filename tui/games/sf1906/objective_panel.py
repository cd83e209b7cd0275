"""Painting of the objectives."""

from __future__ import annotations

from tabletown.rules.sf1906.objectives import points as objective_points
from tabletown.rules.sf1906.state import deck_size

from .board_facts import fitted, holder_of, viewing_seat
from .objective_texts import TIED, objective_title, objective_values, panel_titles, shares_rank
from .tile_painter import TilePainter


def label(b: TilePainter, which: str, count: int = 0) -> None:
    """Write a heading of the list of objectives, or the key that shows the `count` rows left out."""
    text = NARROW_OWN if which == "own" and b.preview.paged else LABELS[which]
    if which == "rest":
        key = b.state.keys["sf1906.objectives"]
        text = f"{key} shows {count} more" if count else f"{key} goes back to the top"
    b.c.write(2, 0, text, b.p.style("muted", bold=count > 0))
    if b.preview.paged and which in ("own", "row"):
        b.c.right(b.w, 0, "now", b.p.style("muted"))


LABELS = {
    "common": "Common, for everyone",
    "none": "none yet",
    "row": "On offer",
    "own": "Personal (? = secret)",
    "others": "Rivals' (their points)",
    "rest": "",
}
NARROW_OWN = "Personal, ? secret"
"""The label of the player's own objectives in a small window."""


def objective(b: TilePainter, card: int) -> None:
    """Write an objective: its title, its points, and its points now for its owner or the player shown."""
    view, seat, holder = b.view, viewing_seat(b.state), holder_of(b.state, card)
    mark, ink = b.p["here"] if b.picked else b.key or " ", "legal"
    if holder != seat:
        b.token(0, 0, holder, wide=False)
    elif card in view.players[seat].secret:
        mark, ink = "?", "fresh"
    if holder == seat:
        b.c.write(0, 0, mark, b.p.style(ink, bold=True))
    gives = objective_points(view, holder, card)
    now = f"{TIED * shares_rank(view, card, gives)}{gives}"
    b.c.right(b.w, 0, now, b.p.style("good" if gives else "faint", bold=bool(gives)))
    end = b.w - 1 - max(2, len(now))
    title = fitted(panel_titles(view, card), end - 3 - len(objective_values(view, card)[-1]))
    pays = worth(b, card, title, end - 3)
    b.c.right(end, 0, pays, b.p.style("muted"))
    style = b.p.style("cursor", bold=True, reverse=True) if b.at_cursor else b.p.style("ink", bold=b.legal)
    b.c.write(2, 0, title[: end - 2], style)


def worth(b: TilePainter, card: int, title: str, room: int) -> str:
    """The points of an objective in the longest wording that has room beside the title of every objective with the
    same points, so that a list has one format, else the shortest; `room` in columns, for a title and its points.
    """
    view, ways = b.view, objective_values(b.view, card)
    alike = [n for n in range(len(view.city.kit.objectives)) if objective_values(view, n) == ways]
    longest = max(len(objective_title(view, n)) for n in alike)
    fits_all = [way for way in ways if len(way) <= room - longest]
    return fitted((*fits_all, ways[-1], ""), room - len(title))


def deck(b: TilePainter) -> None:
    """Write the number of objectives in the deck."""
    count = deck_size(b.view)
    style = b.p.style("cursor", bold=True, reverse=True) if b.at_cursor else b.p.style("ink", bold=b.legal)
    b.c.write(0, 0, b.p["here"] if b.picked else b.key or " ", b.p.style("legal", bold=True))
    b.c.write(2, 0, f"Deck, {count} unseen", style if count or b.at_cursor else b.p.style("faint"))
