"""Painter of 1906 San Francisco: the functions that paint each kind of tile."""

from __future__ import annotations

from typing import ClassVar

from . import paint_boards, paint_cards, paint_city, paint_panels, paint_ring
from .tile_painter import TilePainter


class Sf1906Painter(TilePainter):
    """Painter of the ring, the city, the cards and the panels."""

    PAINTERS: ClassVar = {
        **{
            kind: getattr(paint_ring, kind)
            for kind in ("stop", "spaces", "card", "slot", "order", "do", "bonus", "urban")
        },
        "stand-in": paint_ring.stand_in,
        **{kind: getattr(paint_city, kind) for kind in ("map", "rows", "plot")},
        **{kind: getattr(paint_cards, kind) for kind in ("shelf", "permit", "room", "pile")},
        **{kind: getattr(paint_panels, kind) for kind in ("head", "player", "label", "objective", "deck")},
        **{kind: getattr(paint_boards, kind) for kind in ("town", "points", "years")},
    }
