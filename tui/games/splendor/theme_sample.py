"""Cards of Splendor for the preview of a theme."""

from __future__ import annotations

from random import Random

from tabletown.rules import load
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Seat
from tabletown.rules.splendor.cards import CARDS, COLOURS

from ...model.palette import Palette
from ...widgets.board_state import BoardState
from ...widgets.canvas import Canvas, Rect
from ...widgets.tiles import Tile
from .painter import SplendorPainter

SIZE = (14, 5)
SHOWN = ("white", "black")
"""The lightest bonus and the darkest, the first to show whether a theme keeps colours apart."""


def sample_cards(palette: Palette) -> list[Canvas]:
    """Paint a white card and a black one as on the table."""
    game = load("splendor")
    s = game.setup(2, defaults(game), Random(1))
    for slot, colour in enumerate(SHOWN):
        s.market[slot] = next(
            n
            for n, card in enumerate(CARDS)
            if card.kind == "base" and card.level == 2 and COLOURS[card.bonus] == colour
        )
    state = BoardState(game=game, view=s, before=s, viewer=0, seats=(Seat("You"), Seat("Hana", "easy")))
    tiles = [Tile(("card", card), Rect(0, 0, *SIZE), "cards") for card in s.market[: len(SHOWN)]]
    return [SplendorPainter(palette, state, tile, at_cursor=False).paint() for tile in tiles]
