"""Matched opponents: their names, their ratings and the levels they play like."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tabletown import rules
from tabletown.rules.arena import level_ratings as command
from tabletown.rules.arena.ladder import cases
from tabletown.rules.bots.level_descriptions import BOTS, LEVELS, NAMED, find_level
from tabletown.rules.bots.levels import choose
from tabletown.rules.bots.matched import (
    HIGHEST,
    NO_LADDER,
    RATINGS,
    WEAKEST,
    bot_rating,
    bots_in_words,
    case_of,
    even_rating,
    level_ratings,
    matched_name,
    mixed,
    played_level,
)
from tabletown.rules.bots.player_rating import expected
from tabletown.rules.core.game import chosen

CASES = [(name, given, seats) for name, given, _ in cases(None, {}, 2) for seats in (2, 3, 4)]
BASE = ("splendor", "base", "two")


def view_of(name: str = "splendor", seats: int = 2, **given: str) -> tuple[Any, Any]:
    """A game and the first view of it."""
    game = rules.load(name)
    return game, game.observe(game.setup(seats, chosen(game, given), Random(1)), 0)


@pytest.mark.parametrize(("name", "given", "seats"), CASES)
def test_every_case_has_ratings_of_all_levels_from_weak_to_strong(name: str, given: dict[str, str], seats: int) -> None:
    levels = level_ratings(case_of(*view_of(name, seats, **given)))
    assert list(levels) == list(LEVELS) and levels["novice"] == WEAKEST
    assert all(a < b for a, b in pairwise(levels.values())) and levels["master"] <= HIGHEST


def test_the_ratings_are_those_that_the_command_makes_of_the_ladder(capsys: pytest.CaptureFixture[str]) -> None:
    command.main([])
    assert capsys.readouterr().out == command.TABLE.read_text(encoding="utf-8")


def test_a_name_holds_the_nearest_rating() -> None:
    assert matched_name(1243.2) == "matched-1240" and RATINGS["matched-1240"] == 1240
    assert (matched_name(-50), matched_name(9000)) == (f"matched-{WEAKEST}", f"matched-{HIGHEST}")
    assert set(RATINGS) <= set(BOTS) and not set(RATINGS) & set(NAMED)
    assert BOTS["matched-1240"].title == "Matched"


def test_menus_and_messages_leave_out_the_hundreds_of_matched_opponents() -> None:
    with pytest.raises(ValueError) as wrong:
        find_level("matched-7")
    assert str(wrong.value).endswith(", ".join(NAMED))


def test_the_rating_of_a_bot_is_that_of_its_level_or_its_own() -> None:
    assert bot_rating(BASE, "easy") == WEAKEST + 191 and bot_rating(BASE, "matched-700") == 700
    assert (
        bot_rating(BASE, "greedy") is bot_rating(None, "easy") is bot_rating(("splendor", "own", "two"), "easy") is None
    )


@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_equal_opponents_win_half_of_the_games_together(opponents: int) -> None:
    each = even_rating(BASE, 1200, opponents)
    assert expected(1200, [each] * opponents) == pytest.approx(1 / 2)


def test_an_opponent_is_never_weaker_than_novice_or_stronger_than_master() -> None:
    levels = level_ratings(BASE)
    assert (even_rating(BASE, 0, 1), even_rating(BASE, 4000, 1)) == (levels["novice"], levels["master"])


def test_the_nearer_level_plays_more_of_the_moves() -> None:
    levels, draws = list(level_ratings(BASE).items()), [n / 1000 for n in range(1000)]
    easy, medium = levels[1][1], levels[2][1]
    for part in (0.0, 0.25, 0.5, 0.9):
        played = Counter(mixed(levels, easy + part * (medium - easy), draw) for draw in draws)
        assert played["medium"] == pytest.approx(1000 * part, abs=1) and played["easy"] == 1000 - played["medium"]
    assert {mixed(levels, WEAKEST, draw) for draw in draws} == {"novice"}
    assert {mixed(levels, 2999, draw) for draw in draws} == {"master"}


def test_a_level_is_itself_and_a_matched_opponent_one_of_two() -> None:
    game, view = view_of()
    assert played_level(game, view, "hard", "seed") == "hard"
    assert {played_level(game, view, "matched-1000", str(seed)) for seed in range(40)} == {"easy", "medium"}


def test_a_game_without_a_ladder_has_a_matched_opponent_of_one_level() -> None:
    game = cast(Any, SimpleNamespace(NAME="pairs"))
    assert case_of(game, None) is None and even_rating(None, 900, 1) == 900
    assert played_level(game, None, "matched-900", "seed") == NO_LADDER


@pytest.mark.parametrize("seats", [2, 3])
def test_the_same_seed_gives_the_move_of_the_level_it_plays_like(seats: int) -> None:
    game, view = view_of("metropolys", seats, version="family")
    for seed in map(str, range(6)):
        level = played_level(game, view, "matched-600", seed)
        assert level in ("novice", "easy")
        action = choose("metropolys", view, "matched-600", seed, nodes=20).action
        assert action == choose("metropolys", view, level, seed, nodes=20).action


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        (["easy"], "easy"),
        (["easy", "easy"], "two easy bots"),
        (["easy", "hard", "easy"], "two easy bots and hard"),
        ([matched_name(1240)] * 3, "three matched 1,240 bots"),
    ],
)
def test_bots_of_one_level_are_named_together(bots: list[str], words: str) -> None:
    assert bots_in_words(bots) == words
