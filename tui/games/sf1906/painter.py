"""Painter of 1906 San Francisco: the functions that paint each kind of tile."""

from __future__ import annotations

from typing import ClassVar

from . import (
    development_board,
    objective_panel,
    paint_cards,
    paint_city,
    paint_ring,
    panel_headings,
    player_panel,
    points_panel,
    year_end,
    years_panel,
)
from .tile_painter import TilePainter


class Sf1906Painter(TilePainter):
    """Painter of the ring, the city, the cards and the panels."""

    PAINTERS: ClassVar = {
        **{
            kind: getattr(paint_ring, kind)
            for kind in ("stop", "spaces", "card", "slot", "do", "bonus", "urban", "news")
        },
        **{kind: getattr(paint_city, kind) for kind in ("map", "rows", "plot")},
        **{kind: getattr(paint_cards, kind) for kind in ("shelf", "permit", "room", "pile", "cards")},
        "head": panel_headings.head,
        "player": player_panel.player,
        **{kind: getattr(objective_panel, kind) for kind in ("label", "objective", "deck")},
        "town": development_board.town,
        "points": points_panel.points,
        "years": years_panel.years,
        "chapter": year_end.chapter,
    }
