"""How the table of 1906 San Francisco looks: the functions that paint each kind of tile."""

from __future__ import annotations

from typing import ClassVar

from . import paint_cards, paint_city, paint_panels
from .tile_painter import TilePainter


class Sf1906Painter(TilePainter):
    """Paints the city, the cards and the panels."""

    PAINTERS: ClassVar = {
        **{kind: getattr(paint_city, kind) for kind in ("map", "rows", "plot")},
        **{
            kind: getattr(paint_cards, kind)
            for kind in ("stop", "slot", "do", "bonus", "urban", "card", "shelf", "permit", "room")
        },
        **{
            kind: getattr(paint_panels, kind)
            for kind in ("head", "player", "label", "objective", "deck", "town", "points", "years")
        },
    }
