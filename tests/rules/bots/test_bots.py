"""Bots: deterministic, legal, within their limit, fair, and in the order of strength they claim."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from pickle import dumps, loads
from random import Random
from time import perf_counter
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.arena import bench
from tabletown.rules.arena.series import SeriesTerms, play_one
from tabletown.rules.arena.series_report import report
from tabletown.rules.bots.bot import Choice, Limit
from tabletown.rules.bots.determinization import DepthSeededRandom
from tabletown.rules.bots.evaluation import win_probabilities
from tabletown.rules.bots.greedy import SelfEvaluator, TurnEvaluator
from tabletown.rules.bots.level_descriptions import NAMED, find_level
from tabletown.rules.bots.levels import BOT_FUNCTIONS, choose
from tabletown.rules.core.game import Game, defaults

NODES = 300
ASKED = (*NAMED, "matched-900", "matched-1750")
"""Every bot with a name of its own, and two matched opponents, who play as the levels around their rating do."""
CASES = [(name, seats) for name in rules.GAMES for seats in rules.load(name).SEATS]


def positions(game: Game[Any], seats: int, seed: int, every: int) -> Iterator[Any]:
    """Every so-manieth position of a random game."""
    rng = Random(f"{seed}/{seats}")
    s = game.setup(seats, defaults(game), rng)
    for ply in count():
        if game.turn(s) is None:
            return
        if ply % every == every - 1:
            yield s
        legal = game.legal(s)
        game.advance(s, legal[int(rng.random() * len(legal))], rng)


def ask(game: Game[Any], view: Any, level: str, seed: str, nodes: float = NODES) -> Choice:
    return choose(game.NAME, view, level, seed, 20, nodes=nodes)


@pytest.mark.slow_unless(seats=(2,), level=("greedy", "medium", "hard", "matched-900"))
@pytest.mark.parametrize("level", ASKED)
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_an_action_is_legal_and_what_is_hidden_changes_none(name: str, seats: int, level: str) -> None:
    """The seat sees the same in a world dealt again: the same seed gives the same choice. The view is left alone."""
    game, hidden = rules.load(name), 0
    for s in positions(game, seats, 2, every=20 * (seats - 1)):
        player = game.turn(s)
        view = game.observe(s, player)
        before = view.copy()
        other = game.determinize(view, Random("other"))
        hidden += other != s
        again = game.observe(other, player)
        assert again == view
        first, second = ask(game, view, level, "b"), ask(game, again, level, "b")
        assert view == before
        assert first.action in game.legal(s)
        assert first.line[0] == first.action
        assert 0 <= first.value <= 1
        assert (first.action, first.value, first.line, first.nodes) == (
            second.action,
            second.value,
            second.line,
            second.nodes,
        )
    assert hidden, "no position hid anything"


WHEREVER = {key: (game, options, seats) for key, game, options, seats in bench.cases()}


@pytest.mark.slow_unless(case=[key for key, (_, _, seats) in WHEREVER.items() if seats == 2])
@pytest.mark.parametrize("level", ASKED)
@pytest.mark.parametrize("case", WHEREVER)
def test_every_bot_is_legal_and_honest_in_every_version(case: str, level: str) -> None:
    """Bots are asked as at the table, in one position of each half of a game; also with a limit of a millisecond."""
    game, options, seats = WHEREVER[case]
    for number in range(2):
        s = bench.middle(game, options, seats, Random(number))
        player = game.turn(s)
        view, legal = game.observe(s, player), game.legal(s)
        again = game.observe(game.determinize(view, Random("other")), player)
        choice, other = (choose(game.NAME, seen, level, "a", nodes=40) for seen in (view, again))
        assert choice.action in legal
        assert (choice.action, choice.value, choice.line, choice.candidates) == (
            other.action,
            other.value,
            other.line,
            other.candidates,
        )
        start = perf_counter()
        assert choose(game.NAME, view, level, "a", seconds=0.001).action in legal
        assert perf_counter() - start < 1


def test_another_seed_can_give_another_move() -> None:
    """So the test above does not pass because a bot ignores its worlds."""
    game = rules.load("splendor")
    s = game.setup(2, defaults(game), Random(3))
    for level in ("random", "novice", "easy"):
        assert len({ask(game, game.observe(s, 0), level, f"{seed}").action for seed in range(20)}) > 1
    s = next(positions(game, 2, 4, every=20))
    view = game.observe(s, game.turn(s))
    assert len({ask(game, view, "minimax", f"{seed}").value for seed in range(5)}) > 1


@pytest.mark.slow_unless(seats=(2, 3))
@pytest.mark.parametrize("seats", rules.load("splendor").SEATS)
@pytest.mark.parametrize("nodes", [1, 7, 200, 3000])
def test_minimax_keeps_to_its_nodes(seats: int, nodes: int) -> None:
    game = rules.load("splendor")
    s = next(positions(game, seats, 4, every=12))
    choice = ask(game, game.observe(s, game.turn(s)), "minimax", "c", nodes)
    assert choice.nodes <= nodes
    assert choice.action in game.legal(s)
    assert choice.nodes > nodes * 0.9, "it stopped early"


@pytest.mark.parametrize("level", ASKED)
def test_stop_is_obeyed_at_once(level: str) -> None:
    game = rules.load("splendor")
    s = next(positions(game, 2, 5, every=12))
    choice = choose("splendor", game.observe(s, game.turn(s)), level, "s", nodes=5000, stop=lambda: True)
    assert choice.action in game.legal(s)
    assert choice.nodes <= 2


def test_stop_is_asked_again_and_again() -> None:
    game = rules.load("splendor")
    s = next(positions(game, 2, 5, every=12))
    asked = iter(range(10**6))
    limit = Limit(nodes=20_000, stop=lambda: next(asked) > 40)
    choice = BOT_FUNCTIONS["minimax"](game, game.observe(s, game.turn(s)), Random(1), limit)
    assert 1000 < choice.nodes < 2000


def test_seconds_end_a_search() -> None:
    game = rules.load("splendor")
    s = next(positions(game, 2, 5, every=12))
    choice = choose("splendor", game.observe(s, game.turn(s)), "minimax", "d", seconds=0.05)
    assert 0.04 < choice.seconds < 1


def test_another_process_can_be_asked() -> None:
    """The call and its answer can be pickled."""
    game = rules.load("splendor")
    view = game.observe(game.setup(2, defaults(game), Random(1)), 0)
    work = loads(dumps(partial(choose, "splendor", view, "greedy", "e", 0.5)))
    assert loads(dumps(work())).action in game.legal(view)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_greedy_thinks_its_chance_to_be_one_among_all(name: str, seats: int) -> None:
    """The same evaluation as elsewhere, for any number of players; easy considers only itself."""
    game = rules.load(name)
    for s in positions(game, seats, 1, every=25):
        player, legal = game.turn(s), game.legal(s)
        assert player is not None
        turn, own = TurnEvaluator(game, game.observe(s, player)), SelfEvaluator(game, game.observe(s, player))
        end = turn.end_of_turn(s, legal[-1], DepthSeededRandom(Random("a")))
        assert turn.mean_judgement([end, end])[1] == pytest.approx(win_probabilities(game, end)[player])
        lead, chance = own.mean_judgement([end])
        assert lead == own.judge(end)[0] and (chance > 0.5) == (lead > 0)


def test_an_unknown_level_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"'genius'.*random.*greedy.*minimax"):
        find_level("genius")


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_chances_add_up_and_end_with_the_winner(name: str, seats: int) -> None:
    game = rules.load(name)
    s = game.setup(seats, defaults(game), Random(6))
    rng = Random(6)
    while game.turn(s) is not None:
        assert sum(win_probabilities(game, s)) == pytest.approx(1)
        assert len(win_probabilities(game, game.observe(s, None))) == seats
        legal = game.legal(s)
        game.advance(s, legal[int(rng.random() * len(legal))], rng)
    won = game.winners(s)
    assert win_probabilities(game, s) == tuple(1 / len(won) if player in won else 0 for player in range(seats))


def won(stronger: str, weaker: str, games: int, seats: int = 2, nodes: float | None = None) -> float:
    """The stronger bot's share of the wins."""
    levels = (stronger, weaker)
    terms = SeriesTerms("splendor", {"module": "base"}, seats, 1, None, nodes)
    return report(terms, levels, [play_one(terms, levels, number) for number in range(games)]).score


@pytest.mark.slow_unless(seats=(2,))
@pytest.mark.parametrize("seats", rules.load("splendor").SEATS)
def test_greedy_beats_random(seats: int) -> None:
    assert won("greedy", "random", 24 // seats, seats) >= 0.85


@pytest.mark.slow
def test_greedy_beats_easy() -> None:
    assert won("greedy", "easy", 20) >= 0.6


@pytest.mark.slow
def test_minimax_beats_greedy() -> None:
    assert won("minimax", "greedy", 6, nodes=300) >= 0.6
