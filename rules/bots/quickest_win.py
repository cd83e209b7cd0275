"""The quickest of several winning moves: where every good move wins, the tree search alone sees no difference.

A second, short search values a win less for every turn that it takes. It decides only between moves that win about
equally often, so it never gives up winning chances worth mentioning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from ..core.game import Action, Game
from .bot import Choice, Limit
from .ismcts import Search
from .search_tree import Edge, Node, WorldState

WON = 0.98
"""Probability of winning from which a game counts as won."""
EQUAL = 0.005
"""Most winning chances that a quicker win may cost."""
DELAY = 0.08
"""Share of a win that each of the player's own turns takes away."""
BEYOND = 5
"""Own turns that a win takes beyond a position where the game is not over."""
MIN_UTILITY = 0.1
MAX_MOVES = 8
"""Most moves compared: the most visited ones."""
NODES = 64
"""Iterations for each move."""
SECONDS_SHARE = 0.2
"""Share of the time limit for all of them."""


class QuickestWinSearch(Search):
    """A search that values the root player's wins by their length; everyone else plays to win as usual."""

    def __init__(self, game: Game[Any], view: Any, rng: Random, action: Action) -> None:
        super().__init__(game, view, rng)
        self.restrict({action})
        self.wins = 0.0
        """Sum of the player's probabilities of winning over all iterations."""

    def utilities(self, world: WorldState, path: Sequence[tuple[Node, Edge, int]]) -> tuple[float, ...]:
        values, player = super().utilities(world, path), self.player
        assert player is not None
        movers = [mover for _, _, mover in path]
        turns = sum(a == player != b for a, b in zip(movers, [None, *movers], strict=False))
        turns += 0 if world.player is None else BEYOND
        self.wins += values[player]
        utility = values[player] * max(MIN_UTILITY, 1 - DELAY * turns)
        return (*values[:player], utility, *values[player + 1 :])


def quickest_win(game: Game[Any], view: Any, choice: Choice, seed: str, limit: Limit) -> Choice:
    """The choice, or in a won game the move among its candidates that wins soonest and about as surely."""
    rivals = [c.action for c in choice.candidates if c.visits and c.value >= choice.value - EQUAL][:MAX_MOVES]
    if choice.value < WON or len(rivals) < 2:
        return choice
    limit = replace(limit, nodes=NODES, seconds=limit.seconds * SECONDS_SHARE / len(rivals))
    results = {action: outcome(game, view, action, seed, limit) for action in rivals}
    surest = max(wins for wins, _ in results.values())
    sure = [action for action, (wins, _) in results.items() if wins >= surest - EQUAL]
    action = max(sure, key=lambda a: (round(results[a][1], 2), a == choice.action))
    if action == choice.action:
        return choice
    first, *others = sorted(choice.candidates, key=lambda c: c.action != action)
    return replace(choice, action=action, value=first.value, line=(action,), candidates=(first, *others))


def outcome(game: Game[Any], view: Any, action: Action, seed: str, limit: Limit) -> tuple[float, float]:
    """Mean probability of winning, and mean utility, after an action."""
    search = QuickestWinSearch(game, view, Random(seed), action)
    search.run(limit, thorough=True)
    return search.wins / search.iterations, search.root.edges[action].value
