"""Every table in every window from 80x24 to 220x70, 6627 sizes a scene; `make sizes` runs it, no other command does."""

from __future__ import annotations

import pytest

from tabletown.rules import GAMES

from .metropolys.test_city import CHECKS, city_plan
from .test_every_size import HEIGHTS, SCENES, WIDTHS, faults


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_whole_at_every_height_of_a_width(game: str, width: int) -> None:
    """All scenes of a game at one size after another, so that they share its layout."""
    scenes = [scene for scene in SCENES if scene.game == game]
    problems = [f"{scene} {fault}" for height in HEIGHTS for scene in scenes for fault in faults(scene, width, height)]
    assert not problems, "\n".join(problems[:20])


@pytest.mark.parametrize("width", WIDTHS)
def test_names_bridges_and_labels_of_the_city_at_every_height_of_a_width(width: int) -> None:
    for height in HEIGHTS:
        for check in CHECKS:
            check(city_plan(width, height))
