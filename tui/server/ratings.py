"""Elo ratings of people, one for each game.

Everyone is compared with every other person at the table: winners rank above the others, who rank by points. Bots do
not count, and a single person is not rated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

BEGIN = 1500.0
SPREAD = 400.0
"""Difference in rating that makes the odds ten to one."""
STEP, SETTLED_STEP = 40.0, 20.0
"""Maximum change of a rating by one result, at first and after SETTLED games."""
SETTLED = 20


class Rating(NamedTuple):
    value: float = BEGIN
    games: int = 0


def expected(mine: float, theirs: float) -> float:
    """Expected score of a rating against another, from 0 to 1."""
    return 1 / (1 + 10 ** ((theirs - mine) / SPREAD))


def rated(before: Sequence[Rating], ranks: Sequence[float]) -> list[Rating]:
    """Ratings after a game, from those before it and the rank of each person; a higher rank is better."""
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


def rated_resignation(resigner: Rating, others: Sequence[Rating]) -> list[Rating]:
    """Ratings after a loss against all others, the resigner's first; several others play on, unchanged so far."""
    after = rated([resigner, *others], [0.0, *(1.0 for _ in others)])
    return after if len(others) == 1 else [after[0], *others]
