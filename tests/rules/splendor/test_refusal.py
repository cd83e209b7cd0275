"""Refusals of Splendor say what would help."""

from __future__ import annotations

import pytest

from tabletown.rules import splendor
from tabletown.rules.splendor.cards import GOLD
from tests.rules.splendor.orient_positions import BLACKS, discarding, east
from tests.rules.splendor.positions import bonuses, do, find, give, lay, noble, table


def test_a_card_too_dear_names_the_tokens_that_are_needed() -> None:
    s = table()
    card = lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 0, "rrr")
    assert splendor.refusal(s, ("buy", card)) == "You need 2 more: R2."
    give(s, 0, "*")
    assert splendor.refusal(s, ("buy", card)) == "You need 1 more even with your gold: R."
    give(s, 0, "*")
    assert splendor.refusal(s, ("buy", card)) == "That payment does not match the cost."


def test_means_are_named_only_if_there_are_any() -> None:
    s = east()
    card = lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 0, "rrrr")
    assert splendor.refusal(s, ("buy", card)) == "You need 1 more: R1."


def test_a_card_that_costs_bonuses_names_them() -> None:
    s = discarding("")
    assert splendor.refusal(s, ("buy", BLACKS)) == "This card costs 2 black bonuses; you have 0."


def test_a_noble_names_the_bonuses_that_are_needed() -> None:
    s = table()
    s.nobles = (noble("ggggrrrr"),)
    bonuses(s, 0, "ggggrr")
    assert splendor.refusal(s, ("noble", s.nobles[0])) == "You still need R2 in bonuses for that noble."
    assert splendor.refusal(s, ("noble", 10**6)) == "That noble is not on the table."


def test_a_pile_too_low_for_a_pair_says_how_many_it_has() -> None:
    s = table()
    s.bank[3] = 3
    assert splendor.refusal(s, ("take", (3, 3))) == "You can take two only from a pile of at least 4; red has 3."


@pytest.mark.parametrize("colours", [(0, 1), (0, 0, 1)])
def test_two_the_same_are_suggested_only_where_a_pile_has_four(colours: tuple[int, ...]) -> None:
    s = table()
    assert splendor.refusal(s, ("take", colours)) == "Take 3 different colours, or two the same."
    s.bank[:GOLD] = [3] * GOLD
    assert splendor.refusal(s, ("take", colours)) == "Take 3 different colours."


def test_gold_is_never_taken() -> None:
    assert splendor.refusal(table(), ("take", (GOLD,))) == "You get gold only by reserving a card."


def test_only_what_can_be_done_with_a_stronghold_is_named() -> None:
    s = table(module="strongholds")
    card = lay(s, 0, find(level=0, cost="rrr"))
    give(s, 0, "rrr")
    s = do(s, "buy 1-1")
    assert card not in s.market
    assert splendor.refusal(s, ("take", (0, 1, 2))) == "First place a stronghold."
