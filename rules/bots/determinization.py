"""What a bot cannot see, imagined: full states that agree with its view, and the chance to come in each."""

from __future__ import annotations

from random import Random
from typing import Any

from ..core.game import Game

DRAWS = 8
"""Chance numbers of one depth before they repeat."""
DEPTHS = 32


class Draws(Random):
    """Chance that depends on the depth in the tree alone, so that sibling moves meet the same luck."""

    def __init__(self, rng: Random) -> None:
        super().__init__(0)
        self.table = [rng.random() for _ in range(DRAWS * DEPTHS)]
        self.next = 0

    def at(self, depth: int) -> Draws:
        """Make the numbers of that depth the next ones."""
        self.next = DRAWS * (depth % DEPTHS)
        return self

    def random(self) -> float:
        self.next += 1
        return self.table[self.next % len(self.table)]


def worlds(game: Game[Any], view: Any, rng: Random, count: int) -> list[tuple[Any, Draws]]:
    """States that could be behind the view, each with its luck."""
    return [(game.determinize(view, rng), Draws(rng)) for _ in range(count)]
