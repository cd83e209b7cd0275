"""Bots that do not look ahead at all."""

from __future__ import annotations

from random import Random
from typing import Any

from ..game import Game
from .bot import Choice, Limit
from .knowledge import knowledge
from .net import softmax

BLUR = 4.0
"""How much less clearly than the priors say the glancing bot tells good from bad."""


def chance(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """Any legal action, all equally likely."""
    legal = game.legal(view)
    action = legal[int(rng.random() * len(legal))]
    return Choice(action, line=(action,))


def glance(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """What pleases at first sight: the more promising an action looks by the game's priors, the likelier."""
    legal = game.legal(view)
    weights = softmax([x / BLUR for x in knowledge(game, view).liking(view, legal)])
    [action] = rng.choices(legal, weights)
    return Choice(action, 1 / len(game.score(view)), line=(action,))
