"""Features that a game may offer to bots: positions and actions as numbers.

A game's package has them in its module `ai`. Their weights are learned by self-play and are kept in `ai/weights`; the
bots combine both. Without an `ai` a position is evaluated by its score.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Any, Protocol, TypeAlias

from .game import Action
from .search_params import SearchParams

Features: TypeAlias = tuple[float, ...]
"""Features of a player's position, numbers of about -4 to 4, in the order of the game's FEATURE_NAMES."""

ActionFeatures: TypeAlias = tuple[str, tuple[float, ...]]
"""An action as the policy sees it: its kind, and the numbers that describe it, the first a constant 1."""


class GameAI(Protocol):
    """The module `ai` of a game. It may also define SEARCH_PARAMS, TACTICAL, GIVEN_LENGTH, `decided` and
    `determinize`.
    """

    def version(self, s: Any) -> str:
        """The name of the weights for the position's variant of the game, such as "orient"."""

    def features(self, s: Any, player: int) -> Features:
        """Features of a player's position; takes views too."""

    def action_features(self, s: Any, legal: list[Action]) -> list[ActionFeatures]:
        """The features of each action of the player to move, in the same order."""


def search_params(ai: GameAI) -> SearchParams:
    """The game's SEARCH_PARAMS, or the defaults."""
    params: SearchParams = getattr(ai, "SEARCH_PARAMS", SearchParams())
    return params


def tactical(ai: GameAI) -> Collection[str]:
    """The game's TACTICAL, or none: verbs whose actions a quiescence search must try before it evaluates a position."""
    verbs: Collection[str] = getattr(ai, "TACTICAL", ())
    return verbs


def has_given_length(ai: GameAI) -> bool:
    """True for a game with a GIVEN_LENGTH, in which a player who wins cannot end it much sooner."""
    return bool(getattr(ai, "GIVEN_LENGTH", False))


Decided: TypeAlias = Callable[[Any], tuple[float, ...] | None]
"""A function that returns each player's share of the win where the rest of the game is certain, and None elsewhere."""


def decided(ai: GameAI) -> Decided | None:
    """The game's `decided`; None if it has none."""
    return getattr(ai, "decided", None)


Determinize: TypeAlias = Callable[[Any, Random], Any]
"""A function that fills the holes of a view at random, as `determinize` of the protocol does."""


def informed_determinize(ai: GameAI) -> Determinize | None:
    """The game's `determinize` that also heeds what rivals' moves suggest of their cards; None if it has none."""
    return getattr(ai, "determinize", None)


def foolish(ai: GameAI, s: Any, a: Action) -> bool:
    """True for an action that looks foolish by the game's `foolish(s, a)`; without one none does."""
    looks = getattr(ai, "foolish", None)
    return bool(looks and looks(s, a))
