"""The fast engine against the plain rules. Compiling it takes most of the time."""

from __future__ import annotations

from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from random import Random
from tempfile import gettempdir

import pytest

from tabletown.rules import splendor
from tabletown.rules.fast.__main__ import MODULES
from tabletown.rules.splendor import base_turn
from tabletown.rules.splendor.expansions import orient
from tabletown.rules.splendor.state import Splendor

np = pytest.importorskip("numpy")
pytest.importorskip("numba")
compare = pytest.importorskip("tabletown.rules.fast.compare")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def compiled() -> Iterator[None]:
    """Let one worker compile while the others wait, as they can load from disk what it has compiled."""
    from tabletown.rules.fast.compile_all import compile_all

    with Path(gettempdir(), "tabletown-compiling").open("w") as lock:
        flock(lock, LOCK_EX)
        compile_all()
    yield


@pytest.mark.parametrize("module", MODULES)
def test_games_agree_with_the_plain_rules(module: str) -> None:
    assert [compare.difference(seats, module, seed) for seats in splendor.SEATS for seed in range(4)] == [""] * 12


def first_difference(module: str = "base") -> str:
    """The first difference in a few games."""
    return next(filter(None, (compare.difference(2, module, seed) for seed in range(10))), "")


def test_a_planted_difference_in_the_legal_actions_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base_turn, "HAND_LIMIT", 2)
    assert "the legal actions differ" in first_difference()


def test_a_planted_difference_in_the_payments_of_the_orient_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orient, "double_gold", lambda p: [])
    assert "the legal actions differ" in first_difference("orient")


def test_a_planted_difference_in_the_effects_of_the_orient_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orient, "BAGS", ())
    assert "the legal actions differ" in first_difference("orient")


def test_a_planted_difference_in_the_states_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base_turn, "GOAL", 16)
    assert "the states or views differ" in first_difference()


def test_a_planted_difference_in_the_views_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "observe", lambda s, viewer: s)
    assert "the states or views differ for viewer 0" in first_difference()


def test_a_planted_difference_in_the_result_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "winners", lambda s: tuple(range(len(s.players))))
    assert "the winners differ" in first_difference()


def test_numbers_actions_and_states_have_the_same_meaning_as_in_the_plain_rules() -> None:
    """The round trips of actions through the table, of states through rows, and of views through determinizations."""
    from tabletown.rules.fast.convert import from_plain, to_plain
    from tabletown.rules.fast.engine.action_table import action, number, numbers_of
    from tabletown.rules.fast.engine.loops import determinize_all
    from tabletown.rules.fast.engine.source import source

    for module in MODULES:
        rng = Random(5)
        s: Splendor = splendor.setup(3, {"module": module}, rng)
        for ply in range(60):
            legal = splendor.legal(s)
            numbers = [number(s, a) for a in legal]
            assert numbers == numbers_of(s, legal) and [action(s, n) for n in numbers] == legal
            assert to_plain(from_plain(s)) == s
            view = splendor.observe(s, ply % 3)
            row = from_plain(view)
            assert to_plain(row) == view
            determinize_all(row[None], source(ply)[None])
            assert to_plain(row) == splendor.determinize(view, Random(ply))
            splendor.advance(s, legal[int(rng.random() * len(legal))], rng)


def test_a_batch_plays_the_games_of_its_seeds() -> None:
    from tabletown.rules.fast.batch import Batch
    from tabletown.rules.fast.convert import to_plain
    from tabletown.rules.fast.engine.action_table import number

    seeds = [1, 2**40, 3]
    batch, generators = Batch(2, seeds), [Random(seed) for seed in seeds]
    games = [splendor.setup(2, {"module": "base"}, rng) for rng in generators]
    for _ in range(40):
        chosen = [splendor.legal(s)[0] for s in games]
        numbers = [number(s, a) for s, a in zip(games, chosen, strict=True)]
        masks = batch.masks()
        assert [int(mask.sum()) for mask in masks] == [len(splendor.legal(s)) for s in games]
        batch.step(numbers)
        for s, a, rng in zip(games, chosen, generators, strict=True):
            splendor.advance(s, a, rng)
    assert [to_plain(state) for state in batch.states] == games
    assert [to_plain(view) for view in batch.views([0, 1, -1])] == [
        splendor.observe(s, seat) for s, seat in zip(games, (0, 1, None), strict=True)
    ]
    assert batch.points.tolist() == [[p.points for p in s.players] for s in games]
    assert [tuple(np.flatnonzero(row)) for row in batch.winners()] == [splendor.winners(s) for s in games]
    assert batch.players.tolist() == [s.player for s in games] and not batch.over.any()
    with pytest.raises(ValueError, match="is not legal in game 0"):
        batch.step([len(masks[0]) - 1] * 3)


def test_both_engines_play_the_same_random_games() -> None:
    from tabletown.rules.fast.bench import fast_games, plain_game

    assert fast_games(2, "base", 0, 20) == sum(plain_game(2, "base", seed) for seed in range(20))


def test_copies_of_the_same_sources_share_what_is_compiled() -> None:
    from tabletown.rules.fast.engine.compiled import FOLDER
    from tabletown.rules.fast.engine.loops import play_all

    assert Path(play_all.stats.cache_path) == FOLDER / "engine"
