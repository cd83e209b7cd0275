"""The contract of every game in `rules.GAMES`, checked by random play of every variant."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tabletown import rules
from tabletown.rules.core.game import defaults
from tests.rules.contract_checks import CHECKS, check_worlds_differ
from tests.rules.random_play import PlayedGame, configurations, first_match, played_once
from tests.rules.recounts import RECOUNTS

SEEDS = range(2)
NAMES = rules.GAMES


@pytest.mark.slow_unless(seed=(0,))
@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name, seats, options", configurations())
def test_contract(
    check: Callable[[PlayedGame], None], name: str, seats: int, options: tuple[tuple[str, str], ...], seed: int
) -> None:
    check(played_once(name, seats, options, seed))


@pytest.mark.parametrize("name, seats, options", configurations())
def test_sampled_worlds_differ(name: str, seats: int, options: tuple[tuple[str, str], ...]) -> None:
    check_worlds_differ([played_once(name, seats, options, seed) for seed in range(10)])


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_recounted(name: str) -> None:
    """A new game needs a recount of its own in `pieces`."""
    assert name in RECOUNTS


@pytest.mark.parametrize("name", NAMES)
def test_a_game_says_what_it_is(name: str) -> None:
    game = rules.load(name)
    assert name == game.NAME and game.TITLE and len(game.SEATS) > 0 and type(game.VERSION) is int
    for option in game.OPTIONS:
        values = [value for value, _ in option.choices]
        assert option.key and option.title and values and len(set(values)) == len(values)
    assert set(defaults(game)) == {option.key for option in game.OPTIONS}


@pytest.mark.parametrize("name", NAMES)
def test_different_seeds_give_different_games(name: str) -> None:
    game = rules.load(name)
    options = tuple(defaults(game).items())
    assert len({played_once(name, game.SEATS[0], options, seed).printed[0] for seed in SEEDS}) > 1


def test_an_unknown_game_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        rules.load("match")


@pytest.mark.parametrize("name", NAMES)
def test_nothing_can_be_undone_at_the_start(name: str) -> None:
    """IndexError, as for redo, and the match can still be played."""
    match = first_match(name, rules.load(name).SEATS[0])
    with pytest.raises(IndexError):
        match.undo()
    assert len(match.states) == 1 and match.undone == []
    match.act(match.game.legal(match.state)[0])
