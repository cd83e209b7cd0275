"""Elo ratings of people."""

from __future__ import annotations

from itertools import permutations

import pytest

from tabletown.tui.server.ratings import BEGIN, SETTLED, SETTLED_STEP, STEP, Rating, expected, rated, rated_resignation


def test_equals_share_what_is_at_stake() -> None:
    winner, loser = rated([Rating(), Rating()], [1, 0])
    assert (winner.value, loser.value) == (BEGIN + STEP / 2, BEGIN - STEP / 2)
    assert winner.games == loser.games == 1


def test_four_hundred_points_are_ten_to_one() -> None:
    assert expected(1900, 1500) == pytest.approx(10 / 11)
    assert expected(1500, 1900) == pytest.approx(1 / 11)


def test_a_shared_victory_of_equals_moves_nothing() -> None:
    assert [r.value for r in rated([Rating(), Rating()], [1, 1])] == [BEGIN, BEGIN]


def test_points_are_neither_made_nor_lost() -> None:
    before = [Rating(1500 + 70 * n, 3) for n in range(4)]
    for places in permutations(range(4)):
        assert sum(r.value for r in rated(before, places)) == pytest.approx(sum(r.value for r in before))


def test_a_better_place_is_never_worse() -> None:
    after = [r.value for r in rated([Rating(), Rating(), Rating(), Rating()], [3, 1, 2, 0])]
    assert after[0] > after[2] > after[1] > after[3]


def test_many_games_make_a_rating_slower() -> None:
    old, new = Rating(BEGIN, SETTLED), Rating(BEGIN, 0)
    after = rated([old, new], [1, 0])
    assert after[0].value - BEGIN == SETTLED_STEP / 2 and BEGIN - after[1].value == STEP / 2


def test_one_person_alone_is_not_rated() -> None:
    assert rated([Rating()], [1]) == [Rating()]


def test_a_resignation_is_a_loss_against_all_others() -> None:
    assert [rating.value for rating in rated_resignation(Rating(), [Rating()])] == [1480, 1520]
    others = [Rating(1700, 3), Rating(1300, 9)]
    resigner, *unchanged = rated_resignation(Rating(), others)
    assert unchanged == others and resigner == Rating(pytest.approx(BEGIN - STEP / 2), 1)
