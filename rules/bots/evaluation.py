"""Value and policy of a game's version: how bots judge positions and actions without searching."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache, lru_cache
from operator import mul
from typing import Any, NamedTuple, cast

from ..core.game import Action, Game, totals
from ..core.game_ai import GameAI, SearchParams, search_params, tactical
from ..core.registry import game_module
from . import networks
from .networks import softmax

POINTS_SCALE = 4.0
"""For a game without weights: a lead of this many points makes the odds of winning e to 1."""
CACHED_VALUES = 4096
"""Values kept for each version: a search reaches the same position by other ways, and again."""


class Evaluator(NamedTuple):
    """Value and policy of one version of a game."""

    evaluate: Callable[[Any, int], float]
    """How well a player stands, in units of `scale`; works on views too."""
    priors: Callable[[Any, list[Action]], list[float]] | None
    """Policy logits of the legal actions; their softmax is the policy. None where nothing has been learned."""
    scale: float
    """The lead in `evaluate` that makes the odds of winning e to 1."""
    tactical: Collection[str] = ()
    """Verbs that change a position so much that it cannot be judged while one is possible."""
    params: SearchParams = SearchParams()

    def win_probabilities(self, s: Any, seats: int) -> tuple[float, ...]:
        """Each player's probability of winning a game that is not over, adding up to 1."""
        evaluate = self.evaluate
        return softmax_probabilities([evaluate(s, player) for player in range(seats)], self.scale)

    def logits(self, s: Any, actions: list[Action]) -> list[float]:
        """Policy logits of these legal actions; all 0 where nothing has been learned."""
        return self.priors(s, actions) if self.priors else [0.0] * len(actions)


def game_ai(name: str) -> GameAI | None:
    """The module `ai` of a game; None if it has none."""
    return cast("GameAI | None", game_module(name, "ai"))


def evaluator_for(game: Game[Any], s: Any) -> Evaluator:
    """The evaluator of the position's version of the game; without weights the score decides."""
    ai = game_ai(game.NAME)
    trained = trained_evaluator(game.NAME, ai.version(s)) if ai else None
    return trained or Evaluator(lambda s, player: totals(game, s)[player], None, POINTS_SCALE)


@cache
def trained_evaluator(name: str, version: str) -> Evaluator | None:
    """The evaluator with the weights of that version; None where nothing has been learned."""
    ai, weights = game_ai(name), networks.load_weights(name, version)
    if ai is None or weights is None:
        return None
    value = lru_cache(CACHED_VALUES)(networks.fixed_point(weights.value))
    policy, features, action_features = weights.policy, ai.features, ai.action_features

    def evaluate(s: Any, player: int) -> float:
        return value(features(s, player))

    def priors(s: Any, legal: list[Action]) -> list[float]:
        return [sum(map(mul, policy.get(kind, ()), numbers)) for kind, numbers in action_features(s, legal)]

    return Evaluator(evaluate, priors, 1.0, tactical(ai), search_params(ai))


def win_probabilities(game: Game[Any], s: Any) -> tuple[float, ...]:
    """Each player's probability of winning, adding up to 1; at the end their shares. Works on views too."""
    seats = len(game.score(s))
    if game.turn(s) is None:
        return victory_shares(game, s, seats)
    return evaluator_for(game, s).win_probabilities(s, seats)


def victory_shares(game: Game[Any], s: Any, seats: int) -> tuple[float, ...]:
    """Each player's share of the win if the game ends now, adding up to 1."""
    winners = game.winners(s)
    return tuple(1 / len(winners) if player in winners else 0.0 for player in range(seats))


def softmax_probabilities(values: Sequence[float], scale: float) -> tuple[float, ...]:
    """Probabilities of winning from evaluations: with two players the logistic function of the difference."""
    return softmax([value / scale for value in values])
