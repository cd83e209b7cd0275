"""How levels are held back, so that each is clearly stronger than the one below in every game.

`difficulty.toml` says by how much, for every game, version and number of players: the learned policy is so good that
few positions make a strong player, all the more with more players or much chance.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files
from math import exp, inf
from random import Random
from typing import Any, NamedTuple

from ..core.game import Game
from .bot import Choice
from .evaluation import game_ai


class Difficulty(NamedTuple):
    """How far a level is held back."""

    value_noise: float = 0.0
    """How far a move is misjudged at most, either way, in log odds of winning; for a bot without search in log odds of
    the policy.
    """
    nodes: float = inf
    """Positions searched, at most."""


UNLIMITED = Difficulty()


@cache
def difficulty_table() -> dict[str, Any]:
    """`difficulty.toml`: game, version, "two" or "more" players, level, then the fields of a Difficulty."""
    return tomllib.loads(files(__package__).joinpath("difficulty.toml").read_text(encoding="utf-8"))


def difficulty_of(game: Game[Any], view: Any, level: str) -> Difficulty:
    """How far a level is held back in the view's game; three players count as four.

    Other bots are unlimited, and so is every level in a game without learned weights.
    """
    ai = game_ai(game.NAME)
    if not ai:
        return UNLIMITED
    seats = "two" if len(game.score(view)) == 2 else "more"
    levels = difficulty_table().get(game.NAME, {}).get(ai.version(view), {}).get(seats, {})
    return Difficulty(**levels.get(level, {}))


def add_value_noise(choice: Choice, noise: float, rng: Random) -> Choice:
    """The choice of a player who weighed the same moves, but misjudges each by up to `noise` in log odds.

    The values count as they were when all moves were looked at; visits do not count.
    """
    if not noise or len(choice.candidates) < 2:
        return choice
    noisy = []
    for candidate in choice.candidates:
        odds = candidate.value * exp(noise * (2 * rng.random() - 1))
        noisy.append(candidate._replace(value=odds / (odds + 1 - candidate.value)))
    noisy.sort(key=lambda candidate: -candidate.value)
    best = noisy[0]
    line = choice.line if best.action == choice.action else (best.action,)
    return replace(choice, action=best.action, value=best.value, line=line, candidates=tuple(noisy))
