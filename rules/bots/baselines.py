"""Bots that do not look ahead at all."""

from __future__ import annotations

from random import Random
from typing import Any

from ..core.game import Game
from .bot import Candidate, Choice, Limit
from .evaluation import knowledge
from .networks import softmax


def chance(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """Any legal action, all equally likely."""
    legal = game.legal(view)
    action = legal[int(rng.random() * len(legal))]
    return Choice(action, line=(action,))


def glance(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """The action that pleases most at first sight, by the game's priors; a candidate's value is their likelihood."""
    legal = game.legal(view)
    pleasing = softmax(knowledge(game, view).liking(view, legal))
    found = sorted(map(Candidate, legal, pleasing), key=lambda one: -one.value)
    return Choice(found[0].action, 1 / len(game.score(view)), line=(found[0].action,), candidates=tuple(found))
