"""Rating of a person, from results against opponents of known ratings.

The rating is a probability distribution over a grid of ratings. A game multiplies it by the chance of its result, in
the Bradley-Terry model that the ladder is fitted with; between games it widens a little, because people get better
and worse. Glickman (Parameter estimation in large dynamic paired comparison experiments, 1999) describes this model
and approximates it for many players at once; the opponents here are bots whose ratings are known, so that the grid
gives it exactly (the point-mass filter of Bucy and Senne, 1971).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, sqrt

SPREAD = 400.0
"""Difference in rating that makes the odds of winning ten to one."""
STEP = 40
GRID = tuple(range(-500, 3001, STEP))
STRENGTHS = tuple(10 ** (rating / SPREAD) for rating in GRID)
FIRST_MEAN, FIRST_DEVIATION = 750.0, 350.0
"""Rating of a person who has not played a rated game yet, and its standard deviation."""
DRIFT = 25.0
"""Standard deviation by which a person's strength changes from one game to the next."""
SPILL = DRIFT**2 / (2 * STEP**2)
"""Share of each point of the grid that moves to either neighbour after a game: this has the variance of the drift."""
PROVISIONAL = 4
"""Number of rated games before which a rating is provisional, a rough guess: it jumps with each game."""
SURE = 1.96
"""Standard deviations on either side that hold 95% of a normal distribution."""


@dataclass(frozen=True)
class PlayerRating:
    """Distribution of a person's rating over GRID."""

    weights: tuple[float, ...]
    games: int = 0

    @cached_property
    def mean(self) -> float:
        return sum(weight * rating for weight, rating in zip(self.weights, GRID, strict=True))

    @cached_property
    def deviation(self) -> float:
        squares = sum(weight * (rating - self.mean) ** 2 for weight, rating in zip(self.weights, GRID, strict=True))
        return sqrt(squares)

    @property
    def margin(self) -> float:
        """Half of the interval that holds the rating with a probability of about 95%."""
        return SURE * self.deviation

    @property
    def is_provisional(self) -> bool:
        return self.games < PROVISIONAL

    @property
    def displayed(self) -> int:
        """The rating as it is shown: to the nearest ten while it is provisional."""
        return int(round(self.mean, -1 if self.is_provisional else 0))

    @property
    def is_unknown(self) -> bool:
        """True before the first game."""
        return not self.games

    def after(self, opponents: Sequence[float], share: float) -> PlayerRating:
        """The rating after a game against opponents of these ratings, of which the person won a share from 0 to 1.

        With several opponents the winner alone counts: each player wins with a chance proportional to
        10^(rating / 400), as in the ladder (the first place of Plackett-Luce).
        """
        against = sum(10 ** (rating / SPREAD) for rating in opponents)
        weights = [
            weight * strength**share * against ** (1 - share) / (strength + against)
            for weight, strength in zip(self.weights, STRENGTHS, strict=True)
        ]
        return PlayerRating(normalised(drifted(weights)), self.games + 1)


def first_rating(deviation: float = FIRST_DEVIATION) -> PlayerRating:
    """Rating before the first game: a normal distribution."""
    return PlayerRating(normalised([exp(-(((rating - FIRST_MEAN) / deviation) ** 2) / 2) for rating in GRID]))


def drifted(weights: Sequence[float]) -> list[float]:
    """The distribution after a person's strength has drifted; what would leave the grid stays at its end."""
    lower, upper = [weights[0], *weights[:-1]], [*weights[1:], weights[-1]]
    return [(1 - 2 * SPILL) * w + SPILL * (a + b) for w, a, b in zip(weights, lower, upper, strict=True)]


def normalised(weights: Sequence[float]) -> tuple[float, ...]:
    """Weights scaled so that they add up to 1."""
    whole = sum(weights)
    return tuple(weight / whole for weight in weights)


def expected(rating: float, opponents: Sequence[float]) -> float:
    """Chance of winning against opponents of these ratings, from 0 to 1."""
    return 1 / (1 + sum(10 ** ((other - rating) / SPREAD) for other in opponents))
