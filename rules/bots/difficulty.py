"""What holds levels back, so that each is clearly stronger than the one below, whatever is played.

`handicaps.toml` says by how much, for every game, version and number of players: the taste in moves that bots have
learned is so good that few positions make a strong player, the more so where there are more players or much is drawn.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files
from math import exp, inf
from random import Random
from typing import Any, NamedTuple, cast

from ..core.game import Game
from .bot import Choice
from .evaluation import companion


class Handicap(NamedTuple):
    """By how much a level is held back."""

    error: float = 0.0
    """By how much it misjudges a move at most, either way, in the logarithm of the odds to win; if it only glances, of
    those that the move is a good one.
    """
    nodes: float = inf
    """Positions that it looks at, at most."""


FREE = Handicap()


@cache
def tables() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("difficulty.toml").read_text(encoding="utf-8"))


def handicap(game: Game[Any], view: Any, level: str) -> Handicap:
    """The handicap of a level in the game that this view belongs to; with three players that of four.

    Other bots have none, nor has anybody in a game without learned weights.
    """
    module = cast(Any, companion(game.NAME, "ai"))
    if not module:
        return FREE
    seats = "two" if len(game.score(view)) == 2 else "more"
    levels = tables().get(game.NAME, {}).get(module.version(view), {}).get(seats, {})
    return Handicap(**levels.get(level, {}))


def misjudged(choice: Choice, error: float, rng: Random) -> Choice:
    """What somebody chooses who weighed the same moves, but takes each for better or worse than it was found to be when
    all were looked at; how much of a search went into it does not count then.
    """
    if not error or len(choice.candidates) < 2:
        return choice
    found = []
    for one in choice.candidates:
        odds = one.value * exp(error * (2 * rng.random() - 1))
        found.append(one._replace(value=odds / (odds + 1 - one.value)))
    found.sort(key=lambda one: -one.value)
    best = found[0]
    line = choice.line if best.action == choice.action else (best.action,)
    return replace(choice, action=best.action, value=best.value, line=line, candidates=tuple(found))
