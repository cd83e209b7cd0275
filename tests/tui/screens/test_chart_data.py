"""Data of the charts of points and winning chances."""

from __future__ import annotations

import pytest

from tabletown.tui.screens.match_base import points_chart
from tests.tui.sample_matches import finished_match


@pytest.mark.parametrize("names", [("You", "greedy"), ("greedy", "You", "greedy"), ("Ada", "Ben")])
def test_your_own_line_of_points_is_on_top_or_else_the_winners(names: tuple[str, ...]) -> None:
    match = finished_match(*names)
    own = {names.index("You")} if "You" in names else {*match.game.winners(match.state)}
    assert points_chart(match).chosen == own
