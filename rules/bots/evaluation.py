"""What a game's own `bot.py` tells the bots, and what they do without one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from operator import mul
from types import ModuleType
from typing import Any, NamedTuple, cast

from ..core.game import Action, Game
from . import networks
from .networks import softmax

POINTS_SCALE = 4.0
"""For a game without an evaluation: a lead of so many points makes the odds e to 1."""
REMEMBERED = 4096
"""So many judgements of one version are kept: a search comes to the same position by other ways, and again."""


class Manner(NamedTuple):
    """How the sampling search goes about a game."""

    explore: float = 0.8
    """How strongly a branch that was little visited draws: the factor of PUCT."""
    temper: float = 2.0
    """What likings are divided by: a taste that was learned from searches it led itself is too sure of itself."""


class Knowledge(NamedTuple):
    """How to judge the positions and moves of one version of a game."""

    evaluate: Callable[[Any, int], float]
    """How well a player stands; works on views too."""
    priors: Callable[[Any, list[Action]], list[float]] | None
    """For each legal action how promising it looks: the likelihood is the softmax."""
    scale: float
    """The lead in `evaluate` that makes the odds of winning e to 1."""
    loud: Collection[str] = ()
    """Kinds of actions that change a position so much that it cannot be judged while one is possible."""
    manner: Manner = Manner()

    def chances(self, s: Any, seats: int) -> tuple[float, ...]:
        """Every player's chance to win, of a game that is not over."""
        evaluate = self.evaluate
        return odds([evaluate(s, player) for player in range(seats)], self.scale)

    def liking(self, s: Any, actions: list[Action]) -> list[float]:
        """How promising each of these legal actions looks; all the same where nothing is known."""
        return self.priors(s, actions) if self.priors else [0.0] * len(actions)


@cache
def companion(name: str, part: str) -> ModuleType | None:
    """The optional module of a game's package that is called so: `bot`, `check`."""
    path = f"tabletown.rules.{name}.{part}"
    return import_module(path) if find_spec(f"tabletown.rules.{name}") and find_spec(path) else None


def knowledge(game: Game[Any], s: Any) -> Knowledge:
    """What is known of the version of the game that this position belongs to; where nothing is, points are all."""
    module = cast(Any, companion(game.NAME, "ai"))
    known = learned(game.NAME, module.version(s)) if module else None
    return known or Knowledge(lambda s, player: totals(game, s)[player], None, POINTS_SCALE)


@cache
def learned(name: str, version: str) -> Knowledge | None:
    """What was learned from games of that version."""
    module, weights = cast(Any, companion(name, "ai")), networks.load(name, version)
    if weights is None:
        return None
    value = lru_cache(REMEMBERED)(networks.packed(weights.value))
    taste, inputs, aspects = weights.taste, module.inputs, module.aspects

    def evaluate(s: Any, player: int) -> float:
        return value(inputs(s, player))

    def priors(s: Any, legal: list[Action]) -> list[float]:
        return [sum(map(mul, taste.get(kind, ()), numbers)) for kind, numbers in aspects(s, legal)]

    return Knowledge(evaluate, priors, 1.0, getattr(module, "LOUD", ()), getattr(module, "MANNER", Manner()))


def totals(game: Game[Any], s: Any) -> list[int]:
    """The points of every player."""
    return [sum(points for _, points in parts) for parts in game.score(s)]


def chances(game: Game[Any], s: Any) -> tuple[float, ...]:
    """Every player's chance to win, adding up to 1; of a finished game, who has won. Works on views too."""
    seats = len(game.score(s))
    if game.turn(s) is None:
        return shares(game, s, seats)
    return knowledge(game, s).chances(s, seats)


def shares(game: Game[Any], s: Any, seats: int) -> tuple[float, ...]:
    """Every player's share of the victory if the game ends now."""
    winners = game.winners(s)
    return tuple(1 / len(winners) if player in winners else 0.0 for player in range(seats))


def odds(values: Sequence[float], scale: float) -> tuple[float, ...]:
    """Evaluations as chances to win: with two players the logistic function of the difference."""
    return softmax([value / scale for value in values])
