"""What a game may tell bots about itself: positions and actions in numbers.

A game's package offers this in its module `ai`. The weights that belong to the numbers are learned by self-play and lie
in `ai/weights`; the bots combine both. A game without an `ai` is judged by its score.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple, Protocol, TypeAlias

from .game import Action

Features: TypeAlias = tuple[float, ...]
"""How a player stands, as numbers of about -4 to 4; each game's FEATURE_NAMES says what they are."""

ActionFeatures: TypeAlias = tuple[str, tuple[float, ...]]
"""An action as the policy sees it: its kind, and the numbers that describe it, the first a constant 1."""


class SearchParams(NamedTuple):
    """Parameters of the tree search that suit a game."""

    c_puct: float = 0.8
    """Weight of exploration in PUCT (Rosin 2011; Silver et al. 2017)."""
    prior_temperature: float = 2.0
    """Divides the policy's logits: a policy that was learned from searches it led itself is too sure of itself."""


class GameAI(Protocol):
    """The module `ai` of a game. It may also define SEARCH_PARAMS and TACTICAL."""

    def version(self, s: Any) -> str:
        """The name of the weights for the position's variant of the game, such as "orient"."""

    def features(self, s: Any, player: int) -> Features:
        """How a player stands; works on views too."""

    def action_features(self, s: Any, legal: list[Action]) -> list[ActionFeatures]:
        """The features of each action of the player to move, in the same order."""


def search_params(ai: GameAI) -> SearchParams:
    """The game's SEARCH_PARAMS, or the ordinary ones."""
    params: SearchParams = getattr(ai, "SEARCH_PARAMS", SearchParams())
    return params


def tactical(ai: GameAI) -> Collection[str]:
    """The game's TACTICAL: verbs that change a position so much that it cannot be judged while one is possible."""
    verbs: Collection[str] = getattr(ai, "TACTICAL", ())
    return verbs
