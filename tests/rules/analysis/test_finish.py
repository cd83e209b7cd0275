"""Of moves that all win almost surely a hint gives the one that ends the game, where its length is not given."""

from __future__ import annotations

from dataclasses import replace

from tabletown.rules.analysis.finish import can_finish, finish
from tests.rules.bots.test_quickest_win import RACE, Race, won


def test_the_quickest_win_is_chosen_where_several_moves_win() -> None:
    choice = won()
    assert can_finish(RACE, choice) and choice.action != ("go",)
    assert finish(RACE, Race(1), choice, "seed").action == ("go",)


def test_nothing_is_compared_before_the_game_is_won() -> None:
    assert not can_finish(RACE, replace(won(), value=0.97))
