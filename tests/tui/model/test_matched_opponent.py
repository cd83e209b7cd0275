"""The matched opponent of a new game: its strength, and the words on it."""

from __future__ import annotations

import pytest

from tabletown import rules
from tabletown.rules.bots.matched import MATCHED, NO_LADDER, RATINGS, WEAKEST
from tabletown.rules.bots.player_rating import expected
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.tui.model import matched_opponent
from tabletown.tui.model.matched_opponent import (
    introduction,
    matched_bot,
    options_of,
    preview,
    to_match_again,
    with_matched,
)
from tabletown.tui.model.rating import read_histories
from tests.tui.scenes_rating import save_game, save_games

OPTIONS = {"module": "base"}
TWO = [Seat("You"), Seat("Hana", MATCHED)]


def strength(seats: int = 2) -> float:
    """Rating of the opponents that are matched now."""
    others = [Seat(f"Bot {n}", MATCHED) for n in range(seats - 1)]
    return RATINGS[with_matched("splendor", OPTIONS, [Seat("You"), *others])[1].bot]


def test_a_matched_opponent_has_the_strength_of_your_rating() -> None:
    assert strength() == 750
    save_games(20)
    assert abs(strength() - read_histories()[0].rating.mean) <= 5


def test_only_rated_games_change_it() -> None:
    save_games(8)
    before = strength()
    for seed in range(50, 56):
        save_game("hard", seed, 0, helped=True)
    assert strength() == before
    for seed in range(60, 63):
        save_game("novice", seed, -1)
    assert strength() != before


@pytest.mark.parametrize("seats", [3, 4])
def test_several_matched_opponents_win_half_of_the_games_together(seats: int) -> None:
    save_games(20)
    mine, theirs = read_histories()[0].rating.mean, strength(seats)
    assert theirs == WEAKEST or expected(mine, [theirs] * (seats - 1)) == pytest.approx(1 / 2, abs=0.01)


def test_other_seats_stay_as_they_are_and_a_rematch_is_matched_again() -> None:
    seats = [Seat("You"), Seat("Hana", "matched-700"), Seat("Bruno", "hard")]
    assert with_matched("splendor", OPTIONS, seats) == seats
    assert to_match_again(seats) == [Seat("You"), Seat("Hana", MATCHED), Seat("Bruno", "hard")]


def test_the_opponent_is_introduced_by_its_rating() -> None:
    match = Match("splendor", [Seat("You"), Seat("Hana", "matched-1240")], OPTIONS, 1)
    assert introduction(match) == "Your opponent is rated about 1,240, matched to you."
    several = Match("splendor", [Seat("You"), *[Seat(name, "matched-900") for name in ("Hana", "Bruno")]], OPTIONS, 1)
    assert introduction(several) == "Your opponents are each rated about 900, matched to you."
    assert introduction(Match("splendor", [Seat("You"), Seat("Hana", "easy")], OPTIONS, 1)) == ""


def test_a_menu_says_how_strong_the_opponent_would_be() -> None:
    assert preview("splendor", OPTIONS, 2, None)[1] == "Reading your games ..."
    assert preview("splendor", OPTIONS, 2, [])[1] == (
        "Your opponent is rated about 750, matched to you; you have no rating in this game yet."
    )
    save_games(20)
    about, levels = preview("splendor", OPTIONS, 2, read_histories())[1:]
    assert about == f"Your opponent is rated about {strength():,.0f}, matched to you; your rating is {mean():,.0f}."
    assert levels == "Levels: novice 500, easy 691, medium 1,418, hard 1,630, master 1,799."


def mean() -> float:
    return read_histories()[0].rating.mean


def test_a_game_without_ratings_has_an_opponent_of_one_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matched_opponent, "case_of", lambda game, s: None)
    assert with_matched("splendor", OPTIONS, TWO)[1].bot == matched_bot(None, 2, []) == NO_LADDER
    assert matched_opponent.NO_RATINGS in preview("splendor", OPTIONS, 2, [])


def test_a_kind_of_game_has_the_options_that_lead_to_it() -> None:
    assert options_of(("splendor", "orient")) == {"module": "orient"}
    assert options_of(("metropolys", "expert"))["version"] == "expert"
    assert options_of(("sf1906", "base")) == defaults(rules.load("sf1906"))
