"""The compiled search in place of the plain one where it is ready: the same choices, many times as fast."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any

from .. import load as load_game
from ..core.game import Action, Game
from ..core.game_ai import search_params
from ..fast import ready
from ..fast.installed import fault
from .bot import Candidate, Limit
from .evaluation import game_ai
from .ismcts import FORCED_NODES, POLL_ITERATIONS, Search
from .networks import load_weights
from .search_tree import is_safe

if TYPE_CHECKING:
    from ..fast.search.weights import Weights

GAME = "splendor"
MODULES = ("base", "cities", "trading_posts", "orient", "strongholds")
"""Modules of Splendor that have a compiled search."""
MIN_NODES = 500
"""Positions below which the plain search is quick enough."""
BATCH = 8 * POLL_ITERATIONS
"""Iterations between two checks of the clock, and of a leader that cannot be overtaken."""
MOST_NODES = 150_000
"""Most positions of a search, which take up to 300 MB."""


@cache
def weights_of(module: str) -> Weights:
    """The learned weights of a module as arrays."""
    from ..fast.search.weights import pack

    ai, weights = game_ai(GAME), load_weights(GAME, module)
    assert ai and weights
    return pack(weights.value.direct, weights.value.hidden, weights.value.out, weights.policy, *search_params(ai))


class FastSearch:
    """A compiled search, with the results of `Search`."""

    def __init__(self, game: Game[Any], view: Any, rng: Random) -> None:
        from ..fast.tree_search import CompiledSearch

        self.search = CompiledSearch(view, rng, weights_of(view.module))

    @property
    def visits(self) -> int:
        """Visits to the root, also those before it was the root."""
        return self.search.visits

    @property
    def iterations(self) -> int:
        """Iterations since the root was set."""
        return self.search.iterations

    def advance_root(self, action: Action, view: Any) -> bool:
        """Make the node after an action the root; return False if it was not searched or involved chance."""
        return self.search.advance_root(action, view)

    def run(self, limit: Limit, thorough: bool = False) -> None:
        """Iterate until the limit or, unless thorough, until no other action can overtake the most visited one."""
        start, done = perf_counter(), 0
        most = FORCED_NODES if self.search.is_forced else max(MIN_NODES, MOST_NODES - self.search.nodes)
        limit = replace(limit, nodes=min(limit.nodes, most))
        while done < limit.nodes:
            spent = perf_counter() - start
            if (done and spent >= limit.seconds) or limit.stop():
                break
            if done and not thorough:
                remaining = min(limit.nodes - done, (limit.seconds / spent - 1) * done)
                if is_safe(self.search.root_visits(), remaining):
                    break
            batch = min(BATCH, limit.nodes - done)
            whole = int(batch) + (batch > int(batch))
            self.search.iterate(whole)
            done += whole
        self.search.hand_back_numbers()

    def win_probabilities(self) -> tuple[float, ...]:
        """Each player's probability of winning, averaged over all iterations."""
        return self.search.win_probabilities()

    def candidates(self) -> tuple[Candidate, ...]:
        """The legal actions, the most visited first."""
        return tuple([Candidate(a, branch.value, branch.visits) for a, branch in self.search.root_branches()])

    def principal_variation(self) -> Iterator[Action]:
        """The likely play: the most visited edge at each node."""
        return iter(self.search.principal_variation())


_loading: list[Thread] = []
_usable = False


def is_loaded() -> bool:
    """True once this process has loaded the compiled search, in the background, from the first question on."""
    if not _loading and ready.is_compiled():
        _loading.append(Thread(target=load, daemon=True))
        _loading[0].start()
    return _usable


def load() -> None:
    """Import Numba and load the compiled search from disk; it is usable if it finds what the plain one finds."""
    global _usable
    if not fault():
        _usable = agrees()


def agrees() -> bool:
    """Search a position with both searches, as mathematical functions may differ in the last bit on some systems."""
    game, results = load_game(GAME), []
    view = game.observe(game.setup(2, {"module": MODULES[0]}, Random(0)), 0)
    for kind in (Search, FastSearch):
        search = kind(game, view, Random(0))
        search.run(Limit(nodes=MIN_NODES), thorough=True)
        results.append((search.candidates(), search.win_probabilities()))
    return results[0] == results[1]


def fits(game: Game[Any], view: Any, limit: Limit) -> bool:
    """True where the compiled search knows the game and may help."""
    return limit.nodes >= MIN_NODES and game.NAME == GAME and view.module in MODULES


def fastest_search(
    game: Game[Any], view: Any, rng: Random, limit: Limit, plain: type[Search] = Search
) -> Search | FastSearch:
    """A new search: compiled where that is ready, and else a plain one of that class."""
    return FastSearch(game, view, rng) if fits(game, view, limit) and is_loaded() else plain(game, view, rng)
