"""A state of Splendor as a row of small numbers (int8): where each part is.

Lists have a fixed room and end with NONE. Cards, backs, nobles, colours and steps have the numbers of the plain rules.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ...splendor.cards import CARDS as ALL_CARDS
from ...splendor.cards import DECK, GOLD
from ...splendor.cards import DECKS as ALL_DECKS
from ...splendor.cards import NOBLES as ALL_NOBLES
from ...splendor.expansions.cities import FACES
from ...splendor.expansions.orient import BAGS as BAG_KINDS
from ...splendor.expansions.trading_posts import POSTS as POSTS_OF_BOARD
from ...splendor.limits import HAND_LIMIT
from ...splendor.state import SLOT_DECKS

Row: TypeAlias = Any
"""The cells of a state unless a function says otherwise: a `compiled.row`, or an array with one dimension."""

NONE = 127
"""Filling of unused cells; more than any card or marker."""
MOST_SEATS = 4
MODULES = ("base", "cities", "trading_posts", "strongholds", "orient")
"""Modules that the fast engine plays; a state has the index."""
BASE, CITIES, POSTS, FORTS, ORIENT = range(len(MODULES))

PLAYER, STEP, PASSES, LAST_ROUND, OVER, SEATS, MODULE, TURNS, TURNS_HIGH = range(9)
"""Single numbers. The number of turns is TURNS + 128 * TURNS_HIGH."""
HIGH = 128

BANK = TURNS_HIGH + 1
MARKET = BANK + GOLD + 1
MOST_SLOTS = len(SLOT_DECKS)
"""Slots of the market; only The Orient uses those after the base game's."""
NOBLES_LEFT = MARKET + MOST_SLOTS
TILES = MOST_SEATS + 1
"""Most nobles in a game."""
NOBLES = NOBLES_LEFT + 1
DECK_SIZE = NOBLES + TILES
DECK_NUMBER, CARD_NUMBER = len(ALL_DECKS), len(ALL_CARDS)
BACKS = DECK_SIZE + DECK_NUMBER
DECKS = BACKS + DECK_NUMBER
"""The pools, with room for all cards of a deck each: card c of a full deck is at DECKS + c."""
NOBLE_NUMBER, POST_NUMBER, TILE_NUMBER = len(ALL_NOBLES), len(POSTS_OF_BOARD), len(FACES) // 2
POOL_SIZES = tuple(DECK.count(deck) for deck in ALL_DECKS)
POOL_STARTS = tuple(DECKS + sum(POOL_SIZES[:deck]) for deck in ALL_DECKS)

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
strongholds: 1 when one has to be placed for a purchase, then for each player their number and room for three;
the Orient: number of pending effects, room for EFFECTS of them, number of cards removed from the game, room for all,
then for each player the number of bags, room for BAGS cards, the colours of these bags, the number of nobles reserved
and room for PATRONS.
"""
CITY_TILES = 3
OWNED = EXTRA + 1 + CITY_TILES
"""Each player's city."""
COATS, COAT_BLOCK = EXTRA + 1, 6
PLACED, FORT_BLOCK = EXTRA + 1, 4
EFFECTS, EFFECT_CELLS = 8, 3
"""An effect has its kind, an index into `tables.EFFECT_VERBS`, and up to two numbers as in the plain rules."""
GONE = EXTRA + 1 + EFFECTS * EFFECT_CELLS
BAGS = sum(card.kind in BAG_KINDS for card in ALL_CARDS)
PATRONS = sum(card.kind == "reserve_noble" for card in ALL_CARDS)
OWN = GONE + 1 + CARD_NUMBER
"""Bags and reserved nobles of the players, OWN_BLOCK cells each; a player's nobles are at OWN_PATRONS."""
OWN_PATRONS = 1 + 2 * BAGS
OWN_BLOCK = OWN_PATRONS + 1 + PATRONS
SIZE = OWN + MOST_SEATS * OWN_BLOCK
"""Cells of a state."""
