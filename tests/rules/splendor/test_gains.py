"""Moves in words name the nobles and posts that come with them."""

from __future__ import annotations

from tabletown.rules.splendor import describe, legal
from tabletown.rules.splendor.cards import NOBLES
from tabletown.rules.splendor.state import Splendor
from tests.rules.splendor.positions import bonuses, posts, table


def first(s: Splendor, verb: str, brief: bool = False) -> str:
    return describe(s, next(a for a in legal(s) if a[0] == verb), brief=brief)


def test_a_move_in_few_words_still_names_its_noble() -> None:
    s = table()
    s.nobles = (next(n for n, tile in enumerate(NOBLES) if tile.cost == (4, 4, 0, 0, 0)),)
    bonuses(s, 0, "wwwwuuuu")
    assert first(s, "take").endswith(", gaining the noble (4 white and 4 blue)")
    assert first(s, "take", brief=True).endswith(", gaining a noble")


def test_a_move_names_the_post_that_it_claims() -> None:
    s = posts()
    bonuses(s, 0, "wrrr")
    assert first(s, "take").endswith(", claiming post 1 (1 white and 3 red)")
    assert first(s, "take", brief=True).endswith(", claiming post 1")
