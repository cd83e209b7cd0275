"""Value and policy of a game's version: evaluation of positions and actions without a search."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache, lru_cache
from operator import mul
from typing import Any, NamedTuple, cast

from ..core.game import Action, Game, totals
from ..core.game_ai import Decided, GameAI, decided, search_params, tactical
from ..core.registry import game_module
from ..core.search_params import SearchParams
from . import networks
from .networks import softmax

POINTS_SCALE = 4.0
"""Lead in points that makes the odds of winning e to 1, for a game without weights."""
CACHED_VALUES = 4096
"""Values cached for each version, as a search reaches the same features again and again."""


class Evaluator(NamedTuple):
    """Value and policy of one version of a game."""

    evaluate: Callable[[Any, int], float]
    """Value of a position for a player, in units of `scale`; takes views too."""
    priors: Callable[[Any, list[Action]], list[float]] | None
    """Policy logits of the legal actions, whose softmax is the policy. None without learned weights."""
    scale: float
    """The lead in `evaluate` that makes the odds of winning e to 1."""
    tactical: Collection[str] = ()
    """Verbs whose actions a quiescence search must try before it evaluates a position."""
    params: SearchParams = SearchParams()
    decided: Decided | None = None
    """The shares of the win in positions that need no estimate, as far as the game knows such."""

    def win_probabilities(self, s: Any, seats: int) -> tuple[float, ...]:
        """Each player's probability of winning a game that is not over, adding up to 1."""
        if self.decided and (shares := self.decided(s)):
            return shares
        evaluate = self.evaluate
        return softmax_probabilities([evaluate(s, player) for player in range(seats)], self.scale)

    def logits(self, s: Any, actions: list[Action]) -> list[float]:
        """Policy logits of these legal actions; all 0 without learned weights."""
        return self.priors(s, actions) if self.priors else [0.0] * len(actions)


def game_ai(name: str) -> GameAI | None:
    """The module `ai` of a game; None if it has none."""
    return cast("GameAI | None", game_module(name, "ai"))


def evaluator_for(game: Game[Any], s: Any) -> Evaluator:
    """The evaluator for the position's version of the game; without learned weights it goes by the score."""
    ai = game_ai(game.NAME)
    trained = trained_evaluator(game.NAME, ai.version(s)) if ai else None
    return trained or Evaluator(lambda s, player: totals(game, s)[player], None, POINTS_SCALE)


@cache
def trained_evaluator(name: str, version: str) -> Evaluator | None:
    """The evaluator with the learned weights of that version; None where there are none."""
    ai, weights = game_ai(name), networks.load_weights(name, version)
    if ai is None or weights is None:
        return None
    value = lru_cache(CACHED_VALUES)(networks.fixed_point(weights.value))
    policy, features, action_features = weights.policy, ai.features, ai.action_features

    def evaluate(s: Any, player: int) -> float:
        return value(features(s, player))

    def priors(s: Any, legal: list[Action]) -> list[float]:
        return [sum(map(mul, policy.get(kind, ()), numbers)) for kind, numbers in action_features(s, legal)]

    return Evaluator(evaluate, priors, 1.0, tactical(ai), search_params(ai), decided(ai))


def win_probabilities(game: Game[Any], s: Any) -> tuple[float, ...]:
    """Each player's probability of winning, adding up to 1; at the end their shares of the win. Takes views too."""
    seats = len(game.score(s))
    if game.turn(s) is None:
        return victory_shares(game, s, seats)
    return evaluator_for(game, s).win_probabilities(s, seats)


def victory_shares(game: Game[Any], s: Any, seats: int) -> tuple[float, ...]:
    """Each player's share of the win if the game ends now, adding up to 1."""
    winners = game.winners(s)
    return tuple(1 / len(winners) if player in winners else 0.0 for player in range(seats))


def softmax_probabilities(values: Sequence[float], scale: float) -> tuple[float, ...]:
    """Probabilities of winning from evaluations; for two players the logistic function of their difference."""
    return softmax([value / scale for value in values])
