"""Threats that bots of Splendor recognise: cards that would end the game."""

from __future__ import annotations

from typing import Any

import pytest

from tabletown.rules import splendor
from tabletown.rules.splendor.ai import action_features, features
from tabletown.rules.splendor.ai.features import THREATS
from tests.rules.splendor.positions import bonuses, find, give, lay, noble, table


def threats(s: Any, player: int) -> dict[str, float]:
    return dict(zip(THREATS, features(s, player)[-len(THREATS) :], strict=True))


def described(s: Any, verb: str, card: int) -> tuple[float, ...]:
    """An action with that card as taste sees it."""
    legal = splendor.legal(s)
    return next(x for a, (_, x) in zip(legal, action_features(s, legal), strict=True) if a[:2] == (verb, card))


DEAR, CALLER = 8, "rrrrbbbb"
"""A slot of level 3, and a noble."""


@pytest.fixture
def s() -> Any:
    """A black card of 4 points for seven red is within reach of the second player, and calls a noble."""
    s = table()
    lay(s, DEAR, find(2, "b", 4, "rrrrrrr"))
    bonuses(s, 1, "rrrrbbb")
    give(s, 1, "rrr")
    s.nobles = (noble(CALLER),)
    return s


@pytest.mark.parametrize("points,ends", [(7, 0.0), (8, 1.0)])
def test_the_next_card_counts_with_the_noble_that_it_calls(s: Any, points: int, ends: float) -> None:
    s.players[1].points = points
    then, squared, beyond, end, moved = threats(s, 1).values()
    assert (then, squared) == (pytest.approx((points + 7) / 15), pytest.approx(((points + 7) / 15) ** 2))
    assert (beyond, end, moved) == (pytest.approx((points + 7 - 10) / 5), ends, 0.0)
    s.player = 1
    assert threats(s, 1)["the next card would end the game, and it is your turn"] == ends


def test_a_noble_who_lacks_more_is_not_called(s: Any) -> None:
    s.players[1].points = 8
    s.nobles = (noble("ggggrrrr"),)
    assert threats(s, 1)["points after the next card and the noble it attracts"] == pytest.approx(12 / 15)


def test_a_card_out_of_reach_is_no_threat(s: Any) -> None:
    s.players[1].points, s.players[1].tokens[3] = 8, 2
    assert threats(s, 1)["the next card would end the game"] == 0


@pytest.mark.parametrize("points,loss", [(7, 0.0), (8, 1.0)])
def test_to_reserve_or_buy_the_card_that_a_rival_would_win_with_is_told_apart(s: Any, points: int, loss: float) -> None:
    s.players[1].points = points
    card = s.market[DEAR]
    assert described(s, "reserve", card)[-1] == loss
    assert described(s, "reserve", s.market[DEAR + 1])[-1] == 0
    give(s, 0, "***r")
    s.players[0].bonuses[3] = 3
    *_, called, won, feared = described(s, "buy", card)
    assert (called, won, feared) == (0.0, 0.0, loss)
    s.players[0].bonuses[3:5], s.players[0].points = [4, 3], 8
    assert described(s, "buy", card)[-3:] == (1.0, 1.0, loss)
