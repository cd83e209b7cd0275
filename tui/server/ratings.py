"""Elo ratings of people, one for each game.

Everyone is compared with every other person at the table: who wins is ahead of who does not, and the others are in the
order of their points. Bots do not count, and a person alone is not rated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

BEGIN = 1500.0
SPREAD = 400.0
"""A difference that makes the odds ten to one."""
STEP, SETTLED_STEP = 40.0, 20.0
"""The most by which a result moves a rating: at first, and after SETTLED games."""
SETTLED = 20


class Rating(NamedTuple):
    value: float = BEGIN
    games: int = 0


def expected(mine: float, theirs: float) -> float:
    """The share of a victory that a rating promises against another."""
    return 1 / (1 + 10 ** ((theirs - mine) / SPREAD))


def rated(before: Sequence[Rating], ranks: Sequence[float]) -> list[Rating]:
    """The ratings after a game, from those before it and how far up each person ended: a higher number is better."""
    if len(before) < 2:
        return list(before)
    after = []
    for n, mine in enumerate(before):
        others = [other for other in range(len(before)) if other != n]
        won = sum((ranks[n] > ranks[other]) + (ranks[n] == ranks[other]) / 2 for other in others)
        promised = sum(expected(mine.value, before[other].value) for other in others)
        step = STEP if mine.games < SETTLED else SETTLED_STEP
        after.append(Rating(mine.value + step * (won - promised) / len(others), mine.games + 1))
    return after
