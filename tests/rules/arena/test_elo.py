"""Ratings and the sequential test, on results whose truth is known."""

from __future__ import annotations

from math import exp, log, log10
from random import Random

import pytest

from tabletown.rules.arena.elo import UNIT, Tally, calibrate, chance, difference, ladder, likelihood
from tabletown.rules.arena.sprt import Sprt, expected


def two(games: float, won: float) -> Tally:
    """Games of two seats."""
    return Tally(0, 1, (1, 1), games, won)


@pytest.mark.parametrize(("games", "won"), [(100, 50), (400, 300), (40, 4.5), (1000, 999)])
def test_two_seats_are_the_ordinary_formula(games: int, won: float) -> None:
    assert difference([two(games, won)]).middle == pytest.approx(-400 * log10(games / won - 1), abs=0.1)


def test_the_interval_of_a_hundred_even_games_is_about_68() -> None:
    result = difference([two(100, 50)])
    assert (result.low, result.middle, result.high) == (pytest.approx(-69, abs=2), 0, pytest.approx(69, abs=2))


def test_the_ends_of_an_interval_are_equally_unlikely() -> None:
    tally = two(60, 45)
    estimate = difference([tally])
    assert estimate.low and estimate.middle and estimate.high
    heights = [likelihood([tally], [elo / UNIT]) for elo in (estimate.low, estimate.middle, estimate.high)]
    assert heights[1] - heights[0] == pytest.approx(1.92, abs=0.01)
    assert heights[1] - heights[2] == pytest.approx(1.92, abs=0.01)


def test_an_interval_holds_the_truth_in_95_of_a_hundred() -> None:
    rng, held = Random(1), 0
    for _ in range(400):
        result = difference([two(80, sum(rng.random() < chance(60 / UNIT) for _ in range(80)))])
        held += result.low is not None and result.high is not None and result.low <= 60 <= result.high
    assert 0.92 <= held / 400 <= 0.98


def test_what_is_won_always_has_no_upper_bound() -> None:
    estimate = difference([two(20, 20)])
    assert estimate.middle is None and estimate.high is None
    assert estimate.low == pytest.approx(-400 * log10(exp(1.92 / 20) - 1), abs=1)
    assert difference([two(20, 0)]).high == pytest.approx(-estimate.low, abs=0.2)
    assert difference([]) == (0.0, None, None)


def test_more_seats_win_more_and_mean_no_strength() -> None:
    """Equally strong bots with two seats of three, then with one, win two thirds and one third."""
    assert difference([Tally(0, 1, (2, 1), 30, 20), Tally(0, 1, (1, 2), 30, 10)]).middle == 0
    assert difference([Tally(0, 1, (2, 1), 30, 20)]).middle == 0


@pytest.mark.parametrize("seats", [(1, 1), (2, 1), (1, 2), (2, 2), (1, 3)])
def test_plackett_luce_finds_the_difference_that_made_the_results(seats: tuple[int, int]) -> None:
    strong = seats[0] * 10 ** (120 / 400)
    share = strong / (strong + seats[1])
    assert difference([Tally(0, 1, seats, 500, 500 * share)]).middle == pytest.approx(120, abs=0.1)


def test_a_ladder_uses_all_pairs() -> None:
    """Ratings 0, 100, 350, 400, and results that are exactly what these make likely."""
    truth = [0, 100, 350, 400]
    tallies = [
        Tally(low, high, (1, 1), 200, 200 * chance((truth[high] - truth[low]) / UNIT))
        for high in range(4)
        for low in range(high)
    ]
    gaps = ladder(tallies, 4)
    assert [gap.middle for gap in gaps] == [pytest.approx(gap, abs=0.2) for gap in (100, 250, 50)]
    alone = difference([Tally(0, 1, (1, 1), 200, tallies[0].won)])
    assert gaps[0].low and alone.low and gaps[0].low > alone.low, "the other pairs tell something too"


def test_a_ladder_survives_a_pair_that_tells_nothing() -> None:
    gaps = ladder([Tally(0, 1, (1, 1), 10, 10), Tally(1, 2, (1, 1), 10, 6)], 4)
    assert gaps[0].middle is None and gaps[0].low and gaps[0].low > 0
    assert gaps[1].middle == pytest.approx(70, abs=1)
    assert gaps[2] == (0.0, None, None)


def simulate(low: float, high: float, true: float, seats: int, draws: float, seed: int) -> Sprt:
    """A test fed with pairs between bots whose difference is known."""
    rng, test, more = Random(f"{seed}/{true}"), Sprt(low, high, seats), seats - seats // 2
    edge = log(more / (seats - more))
    wins = [chance(true / UNIT + edge), chance(true / UNIT - edge)]
    while test.accepted is None:
        drawn = [rng.random() < draws for _ in wins]
        test.add(
            sum(
                0.5 if even else float(rng.random() < (win - draws / 2) / (1 - draws))
                for even, win in zip(drawn, wins, strict=True)
            )
            / 2
        )
    return test


@pytest.mark.slow
@pytest.mark.parametrize(("low", "high", "seats", "draws"), [(0, 120, 2, 0), (-60, 60, 2, 0.3), (0, 150, 3, 0)])
def test_the_sequential_test_errs_in_about_5_of_a_hundred(low: float, high: float, seats: int, draws: float) -> None:
    for true in (low, high):
        tests = [simulate(low, high, true, seats, draws, seed) for seed in range(200)]
        assert sum(test.accepted != true for test in tests) <= 18  # 5% of 200, and two and a half deviations
        assert sum(2 * test.pairs for test in tests) / 200 < 100


def test_the_sequential_test_does_not_jump_to_conclusions() -> None:
    test = Sprt(0, 50, 2)
    for _ in range(10):
        test.add(1.0)
    assert test.accepted is None
    for _ in range(40):
        test.add(1.0)
    assert test.accepted == 50
    even = Sprt(0, 50, 2)
    for _ in range(60):
        even.add(0.5)
    assert even.accepted == 0


def test_a_pair_of_equals_is_worth_a_half() -> None:
    assert [expected(0, seats) for seats in (2, 3, 4)] == [pytest.approx(0.5)] * 3
    assert expected(100, 2) == pytest.approx(0.64, abs=0.001)


def test_calibration_finds_the_scale_that_made_the_results() -> None:
    rng = Random(1)
    leads = [rng.uniform(-10, 10) for _ in range(4000)]
    outcomes = [(lead, float(rng.random() < 1 / (1 + 2.718281828 ** (-lead / 3)))) for lead in leads]
    assert calibrate(outcomes) == pytest.approx(3, rel=0.15)
