"""Setup, compiled: the same draws from the same numbers as in the plain rules."""

from __future__ import annotations

import numpy as np

from ...splendor.cards import EMPTY, GOLD
from ...splendor.state import GOLD_TOKENS, TOKENS
from . import layout as at
from . import tables
from .compiled import part
from .effects import start_effects
from .layout import BLOCK, CITIES, FORTS, NONE, ORIENT, PLAYERS, POSTS, Row
from .pieces import fill, insert, refill
from .source import random_below

PILE = np.array([TOKENS.get(seats, 0) for seats in range(at.MOST_SEATS + 1)], dtype=np.int64)
"""[seats]: tokens of each colour."""


@part
def draw_some(s: Row, first: int, count: int, total: int, source: Row, sided: bool) -> None:
    """Draw tiles out of a total without putting them back, in ascending order; `sided` also draws a side of each.

    Their number goes to the cell `first`, they to those after it.
    """
    drawn = 0
    s[first] = 0
    for i in range(count):
        left = random_below(source, total - i)
        tile = 0
        while drawn >> tile & 1 or left:  # the tile with that many undrawn ones before it
            left -= 1 - (drawn >> tile & 1)
            tile += 1
        drawn |= 1 << tile
        piece = 2 * tile + random_below(source, 2) if sided else tile
        insert(s, first, first + 1, piece)


@part
def set_up(s: Row, seats: int, module: int, source: Row) -> None:
    """Set up a new game."""
    fill(s, 0, at.SIZE, NONE)
    fill(s, 0, at.BANK, 0)
    s[at.SEATS], s[at.MODULE] = seats, module
    for colour in range(GOLD):
        s[at.BANK + colour] = PILE[seats]
    s[at.BANK + GOLD] = GOLD_TOKENS
    fill(s, at.MARKET, at.MARKET + tables.MARKET_SIZE[module], EMPTY)
    fill(s, at.DECK_SIZE, at.DECKS, 0)
    for deck in range(tables.DECK_COUNT[module]):
        s[at.DECK_SIZE + deck] = tables.POOL_SIZE[deck]
        for card in range(tables.POOL_SIZE[deck]):
            s[tables.POOL_START[deck] + card] = tables.POOL_START[deck] - at.DECKS + card
    for player in range(seats):
        p = PLAYERS + player * BLOCK
        fill(s, p, p + at.HAND, 0)
    draw_some(s, at.NOBLES_LEFT, seats + 1, at.NOBLE_NUMBER, source, False)
    refill(s, source)
    if module == CITIES:
        fill(s, at.NOBLES, at.DECK_SIZE, NONE)
        s[at.NOBLES_LEFT] = 0
        draw_some(s, at.EXTRA, at.CITY_TILES, at.TILE_NUMBER, source, True)
    elif module == POSTS:
        for player in range(seats):
            s[at.COATS + player * at.COAT_BLOCK] = 0
    elif module == FORTS:
        s[at.EXTRA] = 0
        for player in range(seats):
            s[at.PLACED + player * at.FORT_BLOCK] = 0
    elif module == ORIENT:
        start_effects(s, seats)
