"""The measurement of speed gives every figure. How fast it is here is not tested; what is sent is."""

from __future__ import annotations

from tests.e2e.latency import AIMS, measure


def test_figures() -> None:
    figures = measure(starts=1, keys=20)
    assert set(figures) == set(AIMS)
    assert all(figure > 0 for figure in figures.values())
    assert figures["bytes most"] < AIMS["bytes most"]
