"""A bot that plays at random."""

from __future__ import annotations

from random import Random
from typing import Any

from ..game import Game
from .bot import Choice, Limit


def chance(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """Any legal action, all equally likely."""
    legal = game.legal(view)
    action = legal[int(rng.random() * len(legal))]
    return Choice(action, line=(action,))
