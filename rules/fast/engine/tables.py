"""The tables of the plain rules as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from ...splendor.cards import BONUS as BONUS_OF_CARD
from ...splendor.cards import CARDS, DECKS, GOLD, LEVELS, NOBLES, POINTS, Card, Noble
from ...splendor.cards import DECK as DECK_OF_CARD
from ...splendor.expansions.cities import FACES, Face
from ...splendor.expansions.orient import BAGS, effects
from ...splendor.expansions.trading_posts import POSTS, Post
from ...splendor.state import BASE_MARKET, SLOT_DECKS
from ...splendor.turn import ORDER
from .layout import EFFECT_CELLS, MODULES, MOST_SLOTS, NONE, POOL_SIZES, POOL_STARTS


def packed(numbers: Sequence[int]) -> int:
    """Small numbers of the five colours in one, eight bits each, white in the lowest."""
    return sum(n << 8 * colour for colour, n in enumerate(numbers))


def packed_costs(pieces: Iterable[Card | Noble | Face | Post]) -> npt.NDArray[np.int64]:
    """The `packed` cost of each piece."""
    return np.array([packed(piece.cost) for piece in pieces], dtype=np.int64)


COST = packed_costs(CARDS)
BONUS = np.array(BONUS_OF_CARD, dtype=np.int64)
BONUSES = np.array([card.bonuses for card in CARDS], dtype=np.int64)
CARD_POINTS = np.array(POINTS, dtype=np.int64)
LEVEL = np.array([card.level for card in CARDS], dtype=np.int64)
DECK = np.array(DECK_OF_CARD, dtype=np.int64)
SLOT_DECK = np.array(SLOT_DECKS, dtype=np.int64)
MARKET_SIZE = np.array([MOST_SLOTS if m == "orient" else BASE_MARKET for m in MODULES], dtype=np.int64)
"""[module]: slots of the market."""
DECK_COUNT = np.array([len(DECKS) if m == "orient" else len(LEVELS) for m in MODULES], dtype=np.int64)
"""[module]."""
DISCARDS = np.array([-1 if card.discards is None else card.discards for card in CARDS], dtype=np.int64)
IS_BAG = np.array([card.kind in BAGS for card in CARDS], dtype=np.bool_)
IS_DOUBLE_GOLD = np.array([card.kind == "double_gold" for card in CARDS], dtype=np.bool_)
POOL_SIZE, POOL_START = np.array(POOL_SIZES, dtype=np.int64), np.array(POOL_STARTS, dtype=np.int64)
NOBLE_COST = packed_costs(NOBLES)
NOBLE_POINTS = np.array([noble.points for noble in NOBLES], dtype=np.int64)
FACE_COST = packed_costs(FACES)
FACE_POINTS = np.array([face.points for face in FACES], dtype=np.int64)
ALIKE = np.array([face.alike for face in FACES], dtype=np.int64)
ALIKE_NOT = np.array([GOLD if face.alike_not is None else face.alike_not for face in FACES], dtype=np.int64)
POST_COST = packed_costs(POSTS)
POST_NOBLES = np.array([post.nobles for post in POSTS], dtype=np.int64)

ACTION, TOKEN, EFFECT, FORTIFY, REFILL, CONQUER, LIMIT, NOBLE, CITY, CLAIM, END = range(11)
"""Kinds of steps."""
STEPS = {
    "base": (ACTION, REFILL, LIMIT, NOBLE, END),
    "cities": (ACTION, REFILL, LIMIT, CITY, END),
    "trading_posts": (ACTION, TOKEN, REFILL, LIMIT, NOBLE, CLAIM, END),
    "orient": (ACTION, EFFECT, REFILL, LIMIT, NOBLE, END),
    "strongholds": (ACTION, FORTIFY, REFILL, CONQUER, FORTIFY, REFILL, LIMIT, NOBLE, END),
}
MOST_STEPS = max(map(len, STEPS.values()))
assert all(len(STEPS[module]) == len(ORDER[module]) for module in MODULES)
KIND = np.array([STEPS[module] + (END,) * (MOST_STEPS - len(STEPS[module])) for module in MODULES], dtype=np.int64)
"""[module, step]."""

EFFECT_VERBS = ("associate", "free", "reserve_noble", "discard")
"""Kinds of effects of the Orient's cards."""
ASSOCIATE, FREE, RESERVE_NOBLE, DISCARD = range(len(EFFECT_VERBS))
MOST_EFFECTS = 2
"""Most effects of a card."""


def effect_table() -> npt.NDArray[np.int8]:
    """[card, effect, cell]: the effects of each card, filled with NONE."""
    table = np.full((len(CARDS), MOST_EFFECTS, EFFECT_CELLS), NONE, dtype=np.int8)
    for card in range(len(CARDS)):
        for i, (verb, *numbers) in enumerate(effects(card)):
            table[card, i, : 1 + len(numbers)] = EFFECT_VERBS.index(verb), *numbers
    return table


EFFECT_TABLE = effect_table()
EFFECT_COUNT = np.array([len(effects(card)) for card in range(len(CARDS))], dtype=np.int64)
