"""The compiled tree search against the plain one. Compiling it takes a minute, once for each state of the sources."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tabletown.rules import load
from tabletown.rules.arena import train
from tabletown.rules.arena.series import SeriesTerms
from tabletown.rules.bots import fast_search
from tabletown.rules.bots.bot import Limit
from tabletown.rules.bots.fast_search import MODULES, FastSearch
from tabletown.rules.bots.ismcts import Search, SearchTreeCache, ismcts
from tabletown.rules.core.game import Action, Game
from tabletown.rules.fast import ready

pytest.importorskip("numpy")
pytest.importorskip("numba")
search_pair = pytest.importorskip("tabletown.rules.arena.search_pair")

pytestmark = pytest.mark.slow
SPLENDOR: Game[Any] = load("splendor")


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """One of several workers compiles; the others wait for it, as the machine does not become faster by more."""
    ready.marker().parent.mkdir(parents=True, exist_ok=True)
    with open(ready.marker().with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.marker().is_file():
            subprocess.run([sys.executable, "-m", "tabletown.rules.fast", "compile"], check=True)


@pytest.mark.parametrize("module", MODULES)
def test_the_compiled_search_finds_what_the_plain_one_finds(module: str) -> None:
    """Visits, values, chances of winning and likely play, to the last bit."""
    for seats in SPLENDOR.SEATS:
        views = list(search_pair.positions(module, seats, seats))
        for view in views[1 : len(views) : 5]:
            plain, fast = (search_pair.outcome(kind, view, 1, 700) for kind in (Search, FastSearch))
            assert plain == fast


def test_a_planted_difference_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    weights = fast_search.weights_of("base")
    monkeypatch.setattr(fast_search, "weights_of", lambda module: weights._replace(c_puct=0.81))
    number, wrong = search_pair.compare("base", 2, 1, 0, 100)
    assert 0 < wrong <= number and "different candidates" in capsys.readouterr().out


def test_the_tree_of_a_turn_is_reused_for_its_next_decision() -> None:
    """With ten tokens, taking some leads to returning as many, in the same turn."""
    rng = Random(3)
    s = SPLENDOR.setup(2, {"module": "base"}, rng)
    s.players[0].tokens[:], s.bank[:] = [2, 2, 2, 2, 2, 0], [2, 2, 2, 2, 2, 5]
    taken: Action = ("take", (0, 1, 2))
    after = s.copy()
    SPLENDOR.advance(after, taken, rng)
    results = []
    for begin in (Search, FastSearch):
        trees, draws = SearchTreeCache(), Random(5)
        first = ismcts(SPLENDOR, SPLENDOR.observe(s, 0), draws, Limit(nodes=600), trees, begin)
        assert trees.latest
        trees.latest = "splendor", taken, trees.latest[2]
        second = ismcts(SPLENDOR, SPLENDOR.observe(after, 0), draws, Limit(nodes=500), trees, begin)
        assert trees.latest[2].advance_root(second.action, SPLENDOR.observe(s, 0)) is False
        results.append([replace(choice, seconds=0.0) for choice in (first, second)])
        assert second.nodes > 0 and second.action[0] == "return"
    assert results[0] == results[1]


def test_a_long_search_makes_room_for_itself() -> None:
    view = next(search_pair.positions("base", 2, 0))
    search = FastSearch(SPLENDOR, view, Random(1))
    search.run(Limit(nodes=20_000), thorough=True)
    assert search.iterations == search.visits == 20_000
    assert abs(sum(search.win_probabilities()) - 1) < 1e-9
    assert sum(candidate.visits for candidate in search.candidates()) == 20_000


def test_training_plays_the_same_games_by_the_compiled_search(monkeypatch: pytest.MonkeyPatch) -> None:
    terms = SeriesTerms("splendor", {"module": "base"}, 2, 1, None, fast_search.MIN_NODES)
    used = []
    monkeypatch.setattr(fast_search, "is_loaded", lambda: False)
    plain = train.play(terms, (2,), 20, 0)
    monkeypatch.setattr(fast_search, "is_loaded", lambda: used.append(1) or True)
    assert train.play(terms, (2,), 20, 0) == plain
    assert used
