"""Bots that do not look ahead: a random one, and one that plays the policy's favourite."""

from __future__ import annotations

from random import Random
from typing import Any

from ..core.game import Game
from .bot import Candidate, Choice, Limit
from .evaluation import evaluator_for
from .networks import softmax


def random_bot(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """Any legal action, all equally likely."""
    legal = game.legal(view)
    action = legal[int(rng.random() * len(legal))]
    return Choice(action, line=(action,))


def policy_bot(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """The action that the policy likes best; a candidate's value is its policy probability."""
    legal = game.legal(view)
    probabilities = softmax(evaluator_for(game, view).logits(view, legal))
    ranked = sorted(map(Candidate, legal, probabilities), key=lambda candidate: -candidate.value)
    best = ranked[0].action
    return Choice(best, 1 / len(game.score(view)), line=(best,), candidates=tuple(ranked))
