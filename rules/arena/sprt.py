"""Generalised sequential probability ratio test (GSPRT) between two differences in Elo, to stop a series early.

It counts pairs of games on one deal, worth 0 to 1 for the first bot (with two players the five results 0, 1/4, 1/2,
3/4, 1). Each hypothesis gets the distribution of pairs that has its mean and fits the counts best; the test ends when
one is 19 times as likely as the other, which makes either error in about 5% of all tests.

Van den Bergh: A practical introduction to the GSPRT (2020).
"""

from __future__ import annotations

from collections import Counter
from math import log

from .elo import UNIT, chance

MISTAKE = 0.05
"""Probability of rejecting either hypothesis although it is true."""
BOUND = log((1 - MISTAKE) / MISTAKE)
"""Log likelihood ratio at which the test ends."""
TRACE = 1e-3
"""Initial count of each usual result, so that no distribution excludes one."""
USUAL = (0.0, 0.25, 0.5, 0.75, 1.0)
HALVINGS = 60


def expected(elo: float, seats: int) -> float:
    """Mean worth of a pair, 0 to 1, to a bot that is stronger by that difference in Elo."""
    more = seats - seats // 2
    log_odds = elo / UNIT, log(more / (seats - more))
    return (chance(log_odds[0] + log_odds[1]) + chance(log_odds[0] - log_odds[1])) / 2


class Sprt:
    """A test between the Elo differences `low` and `high`; `add` pairs until one is `accepted`."""

    def __init__(self, low: float, high: float, seats: int) -> None:
        self.low, self.high = low, high
        self.means = expected(low, seats), expected(high, seats)
        self.counts = Counter(dict.fromkeys(USUAL, TRACE))
        self.pairs, self.ratio = 0, 0.0
        """Number of pairs, and the log likelihood ratio of the higher hypothesis to the lower one."""

    @property
    def accepted(self) -> float | None:
        """The accepted difference in Elo; None while the test is undecided."""
        if abs(self.ratio) < BOUND:
            return None
        return self.high if self.ratio > 0 else self.low

    def add(self, result: float) -> None:
        """Count a pair of games by its worth to the first bot, 0 to 1."""
        self.counts[round(result, 6)] += 1
        self.pairs += 1
        low, high = (tilts(self.counts, mean) for mean in self.means)
        self.ratio = sum(count * log(low[result] / high[result]) for result, count in self.counts.items())


def tilts(counts: Counter[float], mean: float) -> dict[float, float]:
    """Divisors by worth that turn the relative counts into the distribution of maximum likelihood with that mean."""
    total = sum(counts.values())
    lowest, highest = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(HALVINGS):
        tilt = (lowest + highest) / 2
        if sum(count / total * (result - mean) / (1 + tilt * (result - mean)) for result, count in counts.items()) > 0:
            lowest = tilt
        else:
            highest = tilt
    return {result: 1 + tilt * (result - mean) for result in counts}
