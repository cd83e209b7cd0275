"""Rating of a person from results against opponents of known ratings."""

from __future__ import annotations

from random import Random

import pytest

from tabletown.rules.bots.player_rating import (
    DRIFT,
    FIRST_DEVIATION,
    FIRST_MEAN,
    GRID,
    PlayerRating,
    expected,
    first_rating,
    normalised,
)


def rated(*games: tuple[float, float]) -> PlayerRating:
    """Rating after games against one opponent each, of pairs of its rating and the share won."""
    rating = first_rating()
    for opponent, share in games:
        rating = rating.after([opponent], share)
    return rating


def test_the_first_rating_is_the_prior() -> None:
    assert first_rating().mean == pytest.approx(FIRST_MEAN, abs=1)
    assert first_rating().deviation == pytest.approx(FIRST_DEVIATION, rel=0.01) and first_rating().games == 0


def test_a_win_raises_the_rating_and_a_loss_lowers_it() -> None:
    won, lost = rated((800, 1)), rated((800, 0))
    assert lost.mean < FIRST_MEAN < won.mean and won.games == lost.games == 1
    assert rated((1200, 1)).mean > won.mean, "a win against a stronger opponent raises it more"
    assert rated((400, 1)).mean < won.mean, "a win that was expected raises it less"


def test_a_shared_win_between_equals_changes_nothing_but_the_certainty() -> None:
    drawn = rated((FIRST_MEAN, 0.5))
    assert drawn.mean == pytest.approx(FIRST_MEAN, abs=1) and drawn.deviation < first_rating().deviation


def test_every_game_makes_the_rating_surer_up_to_the_drift() -> None:
    margins = [rated(*[(750, n % 2) for n in range(games)]).margin for games in (0, 5, 20, 100)]
    assert margins == sorted(margins, reverse=True) and margins[-1] > 2 * DRIFT


def test_one_game_widens_the_rating_by_the_drift() -> None:
    fixed = GRID[40]
    narrow = PlayerRating(normalised([float(rating == fixed) for rating in GRID]))
    assert narrow.after([fixed], 0.5).deviation == pytest.approx(DRIFT)


def test_the_strength_behind_the_results_is_found() -> None:
    rng, strength = Random(1), 1150
    opponents = [rng.uniform(600, 1600) for _ in range(300)]
    rating = rated(*[(other, float(rng.random() < expected(strength, [other]))) for other in opponents])
    assert abs(rating.mean - strength) < rating.margin < 220


def test_with_several_opponents_the_winner_alone_counts() -> None:
    assert expected(1000, [1000] * 3) == pytest.approx(1 / 4)
    four, two = first_rating().after([750] * 3, 1), rated((750, 1))
    assert four.mean > two.mean, "a win against three is worth more than one against a single opponent"
    assert FIRST_MEAN - first_rating().after([750] * 3, 0).mean < FIRST_MEAN - rated((750, 0)).mean
    several = 750 + 400 * 0.47712125472  # three opponents are as hard to beat as one that is log10(3) steps stronger
    assert first_rating().after([750] * 3, 1).mean == pytest.approx(rated((several, 1)).mean)


def test_the_weights_stay_a_distribution_at_the_ends_of_the_grid() -> None:
    for opponent, share in ((3000, 1), (500, 0)):
        rating = rated(*[(opponent, share)] * 60)
        assert sum(rating.weights) == pytest.approx(1) and GRID[0] < rating.mean < GRID[-1]
