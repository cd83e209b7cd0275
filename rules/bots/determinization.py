"""Determinization: full states that agree with a view, each with its own random numbers for the future.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (2012).
"""

from __future__ import annotations

from random import Random
from typing import Any

from ..core.game import Game
from ..core.game_ai import informed_determinize
from ..core.search_params import DEPTHS, NUMBERS_PER_DEPTH
from .evaluation import game_ai


class DepthSeededRandom(Random):
    """Random numbers that depend only on the depth in the tree, so that sibling moves meet the same luck.

    These are common random numbers, which reduce the variance of comparisons.
    """

    def __init__(self, rng: Random) -> None:
        super().__init__(0)
        self.table = [rng.random() for _ in range(NUMBERS_PER_DEPTH * DEPTHS)]
        self.next = 0

    def at_depth(self, depth: int) -> DepthSeededRandom:
        """Rewind to the numbers of that depth."""
        self.next = NUMBERS_PER_DEPTH * (depth % DEPTHS)
        return self

    def random(self) -> float:
        self.next += 1
        return self.table[self.next % len(self.table)]


def sample_states(
    game: Game[Any], view: Any, rng: Random, count: int, informed: bool = False
) -> list[tuple[Any, DepthSeededRandom]]:
    """`count` determinizations of the view, each with its own random numbers for chance to come; if `informed`, those
    that the moves of rivals suggest come more often, as far as the game knows which.
    """
    ai = game_ai(game.NAME) if informed else None
    determinize = (ai and informed_determinize(ai)) or game.determinize
    return [(determinize(view, rng), DepthSeededRandom(rng)) for _ in range(count)]
