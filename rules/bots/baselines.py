"""Bots that do not look ahead: random moves, and the policy's most likely move."""

from __future__ import annotations

from random import Random
from typing import Any

from ..core.game import Game
from .bot import Candidate, Choice, Limit
from .evaluation import evaluator_for
from .networks import softmax


def random_bot(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """Choose a legal action at random, all equally likely."""
    legal = game.legal(view)
    action = legal[int(rng.random() * len(legal))]
    return Choice(action, line=(action,))


def policy_bot(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """Choose the action with the highest policy probability, which is the value of each candidate."""
    legal = game.legal(view)
    probabilities = softmax(evaluator_for(game, view).logits(view, legal))
    ranked = sorted(map(Candidate, legal, probabilities), key=lambda candidate: -candidate.value)
    best = ranked[0].action
    return Choice(best, 1 / len(game.score(view)), line=(best,), candidates=tuple(ranked))
