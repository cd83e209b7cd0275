"""The measurement of speed gives every figure. How fast it is here is not tested; what is sent is."""

from __future__ import annotations

import pytest

from tests.e2e.latency import AIMS, PATH, PLAY, measure, presses


@pytest.mark.slow
def test_figures() -> None:
    figures = measure(starts=1, keys=20)
    assert set(figures) == set(AIMS)
    assert all(figure > 0 for figure in figures.values())
    assert figures["bytes most"] < AIMS["bytes most"]


WALK = ("right", "down", "down", "up", "up", "left", "down")
"""Over action cards and a city, and back."""


@pytest.mark.parametrize("game, path", [("metropolys", PATH), ("sf1906", WALK)])
def test_a_cursor_key_sends_little_in_other_games(env: dict[str, str], game: str, path: tuple[str, ...]) -> None:
    """Also where costs and the order to come follow the cursor."""
    quiet = {**env, "SSH_CONNECTION": "none", "COLORTERM": "truecolor"}
    sizes = [size for _, size in presses(quiet, 10, (PLAY[0], game, *PLAY[2:]), path)]
    assert max(sizes) < AIMS["bytes most"], sizes
