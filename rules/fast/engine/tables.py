"""The tables of the plain rules as arrays."""

from __future__ import annotations

import numpy as np

from ...splendor.cards import BASE_CARDS, GOLD, NOBLES
from ...splendor.expansions.cities import FACES
from ...splendor.expansions.trading_posts import POSTS
from ...splendor.turn import ORDER
from .layout import MODULES, POOL_SIZES, POOL_STARTS

COST = np.array([card.cost for card in BASE_CARDS], dtype=np.int64)
"""[card, colour]."""
BONUS = np.array([card.bonus for card in BASE_CARDS], dtype=np.int64)
CARD_POINTS = np.array([card.points for card in BASE_CARDS], dtype=np.int64)
LEVEL = np.array([card.level for card in BASE_CARDS], dtype=np.int64)
POOL_SIZE, POOL_START = np.array(POOL_SIZES, dtype=np.int64), np.array(POOL_STARTS, dtype=np.int64)
NOBLE_COST = np.array([noble.cost for noble in NOBLES], dtype=np.int64)
NOBLE_POINTS = np.array([noble.points for noble in NOBLES], dtype=np.int64)
FACE_COST = np.array([face.cost for face in FACES], dtype=np.int64)
FACE_POINTS = np.array([face.points for face in FACES], dtype=np.int64)
ALIKE = np.array([face.alike for face in FACES], dtype=np.int64)
ALIKE_NOT = np.array([GOLD if face.alike_not is None else face.alike_not for face in FACES], dtype=np.int64)
POST_COST = np.array([post.cost for post in POSTS], dtype=np.int64)
POST_NOBLES = np.array([post.nobles for post in POSTS], dtype=np.int64)

ACTION, TOKEN, FORTIFY, REFILL, CONQUER, LIMIT, NOBLE, CITY, CLAIM, END = range(10)
"""Kinds of steps."""
STEPS = {
    "base": (ACTION, REFILL, LIMIT, NOBLE, END),
    "cities": (ACTION, REFILL, LIMIT, CITY, END),
    "trading_posts": (ACTION, TOKEN, REFILL, LIMIT, NOBLE, CLAIM, END),
    "strongholds": (ACTION, FORTIFY, REFILL, CONQUER, FORTIFY, REFILL, LIMIT, NOBLE, END),
}
MOST_STEPS = max(map(len, STEPS.values()))
assert all(len(STEPS[module]) == len(ORDER[module]) for module in MODULES)
KIND = np.array([STEPS[module] + (END,) * (MOST_STEPS - len(STEPS[module])) for module in MODULES], dtype=np.int64)
"""[module, step]."""
