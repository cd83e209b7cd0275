"""Handicaps of the levels: for every game, version and number of players, and within their bounds."""

from __future__ import annotations

from math import exp, inf, log
from random import Random

import pytest

from tabletown import rules
from tabletown.rules.arena.ladder import cases
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.bots.difficulty import UNLIMITED, Difficulty, add_value_noise, difficulty_of, difficulty_table
from tabletown.rules.bots.level_descriptions import ALGORITHMS, LEVELS, NAMED
from tabletown.rules.bots.levels import choose
from tabletown.rules.bots.matched import MATCHED
from tabletown.rules.core.game import defaults

CASES = [(name, options, seats) for name, options, _ in cases(None, {}, 2) for seats in (2, 3, 4)]


@pytest.mark.parametrize(("name", "options", "seats"), CASES)
def test_every_table_has_its_own(name: str, options: dict[str, str], seats: int) -> None:
    game = rules.load(name)
    view = game.observe(game.setup(seats, defaults(game) | options, Random(1)), 0)
    held = {level: difficulty_of(game, view, level) for level in LEVELS | ALGORITHMS}
    assert (
        held["novice"].value_noise > 0 < held["easy"].value_noise
        and held["medium"].nodes < inf
        and held["hard"].nodes < inf
    )
    assert held["novice"].nodes == held["easy"].nodes == inf
    assert held["hard"].value_noise <= held["medium"].value_noise <= held["easy"].value_noise
    assert {held[level] for level in ("master", *ALGORITHMS)} == {UNLIMITED}
    assert choose(name, view, "hard", "a").nodes <= held["hard"].nodes
    assert choose(name, view, "hard", "a", nodes=9).nodes <= 9


def test_no_row_is_for_nobody() -> None:
    """A misspelt name would have no effect."""
    scored = {(game, version) for game in rules.GAMES for version in difficulty_table()[game]}
    assert len(scored) == len({(name, *options.values()) for name, options, _ in cases(None, {}, 2)})
    assert difficulty_table().keys() == {"seconds", *rules.GAMES}
    assert difficulty_table()["seconds"].keys() == {MATCHED, *NAMED}
    for game in rules.GAMES:
        for numbers in difficulty_table()[game].values():
            assert numbers.keys() == {"two", "more"}
            for levels in numbers.values():
                assert levels.keys() <= LEVELS.keys()
                assert all(Difficulty(**held) for held in levels.values())


def weighed(*values: float) -> Choice:
    scored = tuple(Candidate(("move", number), value) for number, value in enumerate(values))
    return Choice(scored[0].action, values[0], line=(scored[0].action, ("reply",)), candidates=scored)


def log_odds(value: float) -> float:
    return log(value / (1 - value))


def test_a_move_is_misjudged_within_bounds() -> None:
    choice, taken = weighed(0.6, 0.55, 0.2), set()
    for seed in range(200):
        other = add_value_noise(choice, 0.3, Random(seed))
        true = dict(zip([candidate.action for candidate in choice.candidates], [0.6, 0.55, 0.2], strict=True))
        assert all(
            abs(log_odds(candidate.value) - log_odds(true[candidate.action])) <= 0.3 + 1e-9
            for candidate in other.candidates
        )
        assert [candidate.value for candidate in other.candidates] == sorted(
            (candidate.value for candidate in other.candidates), reverse=True
        )
        assert (other.action, other.value) == other.candidates[0][:2] and other.line[0] == other.action
        taken.add(other.action)
    assert taken == {("move", 0), ("move", 1)}, "the odds of the third are too bad to be taken for the best"
    assert exp(log_odds(0.6) - log_odds(0.55)) < exp(0.6) < exp(log_odds(0.6) - log_odds(0.2))


def test_a_victory_is_seen_and_without_an_error_nothing_changes() -> None:
    for seed in range(50):
        assert add_value_noise(weighed(0.9, 1.0, 0.99), 2.0, Random(seed)).action == ("move", 1)
        assert add_value_noise(weighed(0.0, 0.0), 2.0, Random(seed)).value == 0
    choice = weighed(0.6, 0.55)
    assert add_value_noise(choice, 0.0, Random(1)) is choice
    assert add_value_noise(Choice(("move", 1)), 1.0, Random(1)) == Choice(("move", 1))


@pytest.mark.parametrize("level", ["novice", "easy", "medium", "hard"])
@pytest.mark.parametrize("name", rules.GAMES)
def test_three_players_count_as_four_and_not_as_two(name: str, level: str) -> None:
    game = rules.load(name)
    by_seats = {}
    for seats in (2, 3, 4):
        view = game.observe(game.setup(seats, defaults(game), Random(1)), 0)
        by_seats[seats] = difficulty_of(game, view, level)
    assert by_seats[3] == by_seats[4]
    table = next(iter(difficulty_table()[name].values()))
    assert by_seats[3] == Difficulty(**table["more"].get(level, {}))
    assert by_seats[2] == Difficulty(**table["two"].get(level, {})) and table["two"] != table["more"]
