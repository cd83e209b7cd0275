"""Sums as Python's `sum` makes them, compiled; from Python 3.12 on it makes up for rounding."""

from __future__ import annotations

import sys

from ..engine.compiled import part
from ..engine.layout import Row

COMPENSATED = sys.version_info >= (3, 12)


@part
def total_of(x: Row, n: int) -> float:
    """The sum of the first n numbers (Neumaier 1974 where compensated)."""
    total, lost = 0.0, 0.0
    if n:
        total = x[0]
    for i in range(1, n):
        if COMPENSATED:
            following = total + x[i]
            if abs(total) >= abs(x[i]):
                lost += (total - following) + x[i]
            else:
                lost += (x[i] - following) + total
            total = following
        else:
            total += x[i]
    return total + lost
