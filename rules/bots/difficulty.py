"""Time limits of bots, and handicaps of levels, so that each is clearly stronger than the one below in every game.

`difficulty.toml` has both, the handicaps for every game, version and number of players: the learned policy is so good
that a search of few positions already plays well, especially with more players or much chance.
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
from ..core.game_ai import foolish
from .bot import Choice
from .evaluation import game_ai


class Difficulty(NamedTuple):
    """Handicap of a level."""

    value_noise: float = 0.0
    """Greatest error of a move's value, either way, in log odds of winning; for a bot without search in log odds of
    the policy.
    """
    nodes: float = inf
    """Most positions searched for a decision."""


UNLIMITED = Difficulty()


@cache
def difficulty_table() -> dict[str, Any]:
    """`difficulty.toml`: "seconds" of each bot; a game's versions, "two" or "more" players, levels, their handicaps."""
    return tomllib.loads(files(__package__).joinpath("difficulty.toml").read_text(encoding="utf-8"))


def difficulty_of(game: Game[Any], view: Any, level: str) -> Difficulty:
    """Handicap of a level in the view's game; three players count as four.

    Bots that the table leaves out are UNLIMITED, and so is every level in a game without a module `ai`.
    """
    ai = game_ai(game.NAME)
    if not ai:
        return UNLIMITED
    seats = "two" if len(game.score(view)) == 2 else "more"
    levels = difficulty_table().get(game.NAME, {}).get(ai.version(view), {}).get(seats, {})
    return Difficulty(**levels.get(level, {}))


def without_foolish(game: Game[Any], view: Any, choice: Choice) -> Choice:
    """The choice without the candidates that look foolish; the same choice if no others are left."""
    ai = game_ai(game.NAME)
    sensible = tuple(each for each in choice.candidates if not ai or not foolish(ai, view, each.action))
    if not sensible or len(sensible) == len(choice.candidates):
        return choice
    best = choice.action if any(each.action == choice.action for each in sensible) else sensible[0].action
    value = next(each.value for each in sensible if each.action == best)
    line = choice.line if best == choice.action else (best,)
    return replace(choice, action=best, value=value, line=line, candidates=sensible)


def add_value_noise(choice: Choice, noise: float, rng: Random) -> Choice:
    """Choose again after adding noise, uniform up to `noise` either way in log odds, to each candidate's value.

    Candidates are compared by their values alone, not by visits. With no noise or one candidate, return `choice`.
    """
    if not noise or len(choice.candidates) < 2:
        return choice
    noisy = []
    for candidate in choice.candidates:
        scaled = candidate.value * exp(noise * (2 * rng.random() - 1))
        noisy.append(candidate._replace(value=scaled / (scaled + 1 - candidate.value)))
    noisy.sort(key=lambda candidate: -candidate.value)
    best = noisy[0]
    line = choice.line if best.action == choice.action else (best.action,)
    return replace(choice, action=best.action, value=best.value, line=line, candidates=tuple(noisy))
