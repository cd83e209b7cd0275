"""Ratings from results, by maximum likelihood.

In a game of n seats each seat wins with a chance proportional to 10^(elo / 400) of its bot (Bradley-Terry with two
seats, the first place of Plackett-Luce with more). A shared win counts in shares. With two seats the difference is the
usual -400 log10(1 / score - 1). A 95% interval holds the differences whose profile log likelihood, with all other
gaps fitted again, is at most 1.92 below the maximum.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, log1p
from typing import NamedTuple

UNIT = 400 / log(10)
"""Elo points of a gap of 1 in log odds."""
FAR = 3000 / UNIT
"""Greatest gap in log odds; an estimate that reaches it has no bound."""
DROP = 1.92
"""Half of the 95% quantile of the chi-squared distribution with one degree of freedom."""
STRIDE = 1.0
"""Longest step of the ascent, in log odds of one gap."""
STEPS = 200
FINE = 1e-7
SCALES = [step / 10 for step in range(2, 301)]


class Tally(NamedTuple):
    """Games between two players of a list in which each had the same number of seats throughout."""

    low: int
    high: int
    """Places on the list, `low` the smaller one."""
    seats: tuple[int, int]
    """Seats of `high`, and of `low`."""
    games: float
    won: float
    """Sum of the shares of wins that `high` had."""

    def ahead(self, gaps: Sequence[float]) -> float:
        """Log odds that `high` wins a game, given the gaps between neighbours on the list in log odds."""
        return sum(gaps[self.low : self.high]) + log(self.seats[0] / self.seats[1])


class Estimate(NamedTuple):
    """A difference in Elo points and its 95% interval; None where there is no bound."""

    middle: float | None
    low: float | None
    high: float | None


def chance(log_odds: float) -> float:
    """The logistic function."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, log_odds))))


def likelihood(tallies: Sequence[Tally], gaps: Sequence[float]) -> float:
    """Log likelihood of the results, given the gaps between neighbours in log odds."""
    total = 0.0
    for tally in tallies:
        log_odds = tally.ahead(gaps)
        total -= tally.won * log1p(exp(-log_odds)) + (tally.games - tally.won) * log1p(exp(log_odds))
    return total


def climb(tallies: Sequence[Tally], start: Sequence[float], held: int | None = None) -> list[float]:
    """Gaps between neighbours of maximum likelihood (Newton's method), without changing the gap `held`."""
    gaps, free = list(start), [gap for gap in range(len(start)) if gap != held]
    for _ in range(STEPS):
        slope, bend = slopes(tallies, gaps)
        step = solve([[bend[a][b] for b in free] for a in free], [slope[a] for a in free])
        scale = min(1.0, STRIDE / max([FINE, *map(abs, step)]))
        before = gaps[:]
        for gap, length in zip(free, step, strict=True):
            gaps[gap] = max(-FAR, min(FAR, gaps[gap] + scale * length))
        if all(abs(a - b) < FINE for a, b in zip(before, gaps, strict=True)):
            break
    return gaps


def slopes(tallies: Sequence[Tally], gaps: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """Gradient of the log likelihood by the gaps, and the negated matrix of its second derivatives."""
    size = len(gaps)
    slope, bend = [0.0] * size, [[0.0] * size for _ in range(size)]
    for tally in tallies:
        p = chance(tally.ahead(gaps))
        for a in range(tally.low, tally.high):
            slope[a] += tally.won - tally.games * p
            for b in range(tally.low, tally.high):
                bend[a][b] += tally.games * p * (1 - p)
    return slope, bend


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations with a symmetric positive semidefinite matrix, overwriting both arguments."""
    size = len(right)
    for a in range(size):
        matrix[a][a] += 1e-12  # a gap without any games keeps its value
        for b in range(a + 1, size):
            factor = matrix[b][a] / matrix[a][a]
            matrix[b] = [x - factor * y for x, y in zip(matrix[b], matrix[a], strict=True)]
            right[b] -= factor * right[a]
    solution = [0.0] * size
    for a in reversed(range(size)):
        solution[a] = (right[a] - sum(matrix[a][b] * solution[b] for b in range(a + 1, size))) / matrix[a][a]
    return solution


def ladder(tallies: Sequence[Tally], size: int) -> list[Estimate]:
    """Elo difference of each of `size` players, from the second on, to the one before, with its interval."""
    best = climb(tallies, [0.0] * (size - 1))
    return [
        Estimate(points(best[gap]), points(bound(tallies, best, gap, -FAR)), points(bound(tallies, best, gap, FAR)))
        for gap in range(size - 1)
    ]


def difference(tallies: Sequence[Tally]) -> Estimate:
    """Elo difference of the higher of two players to the lower one, with its interval."""
    return ladder(tallies, 2)[0]


def bound(tallies: Sequence[Tally], best: Sequence[float], gap: int, end: float) -> float:
    """End of the 95% interval of a gap towards `end`, by bisection; `end` itself if the interval reaches it."""
    floor, inside, outside = likelihood(tallies, best) - DROP, best[gap], end

    def likely(value: float) -> bool:
        start = [*best[:gap], value, *best[gap + 1 :]]
        return likelihood(tallies, climb(tallies, start, held=gap)) >= floor

    if likely(end):
        return end
    while abs(outside - inside) > 1e-4:
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if likely(middle) else (inside, middle)
    return inside


def points(gap: float) -> float | None:
    """Convert a gap from log odds to Elo points, to a tenth; None where it has no bound."""
    return round(UNIT * gap, 1) + 0.0 if abs(gap) < FAR - 0.01 else None


def calibrate(leads: Sequence[tuple[float, float]]) -> float:
    """Scale by which a logistic function of leads predicts the results best, with the least cross entropy."""

    def cross_entropy(scale: float) -> float:
        pairs = [(chance(ahead / scale), won) for ahead, won in leads]
        return -sum(won * log(p) + (1 - won) * log(1 - p) for p, won in pairs)

    return min(SCALES, key=cross_entropy)
