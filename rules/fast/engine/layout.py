"""A state of Splendor as a row of small numbers (int8): where each part is.

Lists have a fixed room and end with NONE. Cards, backs, nobles, colours and steps have the numbers of the plain rules.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ...splendor.cards import BASE_CARDS, GOLD, LEVELS
from ...splendor.cards import NOBLES as ALL_NOBLES
from ...splendor.expansions.cities import FACES
from ...splendor.expansions.trading_posts import POSTS as POSTS_OF_BOARD
from ...splendor.limits import HAND_LIMIT
from ...splendor.state import BASE_MARKET

Row: TypeAlias = Any
"""A row of an array, of a state unless a function says otherwise; compiled code indexes it one number at a time."""

NONE = 127
"""Filling of unused cells; more than any card or marker."""
MOST_SEATS = 4
MODULES = ("base", "cities", "trading_posts", "strongholds")
"""Modules that the fast engine plays; a state has the index."""
BASE, CITIES, POSTS, FORTS = range(len(MODULES))

PLAYER, STEP, PASSES, LAST_ROUND, OVER, SEATS, MODULE, TURNS, TURNS_HIGH = range(9)
"""Single numbers. The number of turns is TURNS + 128 * TURNS_HIGH."""
HIGH = 128

BANK = TURNS_HIGH + 1
MARKET = BANK + GOLD + 1
NOBLES_LEFT = MARKET + BASE_MARKET
TILES = MOST_SEATS + 1
"""Most nobles in a game."""
NOBLES = NOBLES_LEFT + 1
DECK_SIZE = NOBLES + TILES
BACKS = DECK_SIZE + len(LEVELS)
CARD_NUMBER = len(BASE_CARDS)
DECKS = BACKS + len(LEVELS)
"""The pools, with room for all cards of a level each: card c of the full deck of its level is at DECKS + c."""
LEVEL_NUMBER, NOBLE_NUMBER, POST_NUMBER, TILE_NUMBER = (
    len(LEVELS),
    len(ALL_NOBLES),
    len(POSTS_OF_BOARD),
    len(FACES) // 2,
)
POOL_SIZES = tuple(sum(card.level == level for card in BASE_CARDS) for level in LEVELS)
POOL_STARTS = tuple(DECKS + sum(POOL_SIZES[:level]) for level in LEVELS)

PLAYERS = DECKS + CARD_NUMBER
TOKENS, BONUSES, POINTS = 0, GOLD + 1, 2 * GOLD + 1
"""From here parts of a player, counted from the player's first cell."""
BOUGHT, RESERVED, BLIND, VISITED = range(POINTS + 1, POINTS + 5)
"""Numbers of cards and nobles."""
HAND = VISITED + 1
"""Cards reserved from the market, then cards reserved face down at BLIND_HAND, with room for HAND_LIMIT each."""
BLIND_HAND = HAND + HAND_LIMIT
VISITORS = BLIND_HAND + HAND_LIMIT
CARDS = VISITORS + TILES
"""Cards bought, in order."""
BLOCK = CARDS + CARD_NUMBER
"""Cells of a player."""

EXTRA = PLAYERS + MOST_SEATS * BLOCK
"""Pieces of a module:

cities: number of tiles on the table, room for three of them, then each player's tile;
trading posts: colour barred from a pending gem, then for each player the number of coats of arms and room for five;
strongholds: 1 when one has to be placed for a purchase, then for each player their number and room for three.
"""
CITY_TILES = 3
OWNED = EXTRA + 1 + CITY_TILES
"""Each player's city."""
COATS, COAT_BLOCK = EXTRA + 1, 6
PLACED, FORT_BLOCK = EXTRA + 1, 4
SIZE = COATS + MOST_SEATS * COAT_BLOCK
"""Cells of a state."""
