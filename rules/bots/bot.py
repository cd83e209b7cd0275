"""The protocol of a bot: a function from a view to a choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any, NamedTuple, Protocol

from ..core.game import Action, Game


def never() -> bool:
    """A stop function that never stops a search."""
    return False


def finite(limit: float | None) -> float | None:
    """A limit as JSON can say it: None where there is none."""
    return None if limit in (None, inf) else limit


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop thinking: at whatever comes first."""

    seconds: float = inf
    nodes: float = inf
    """Positions searched; use this limit where the same seed must give the same move."""
    stop: Callable[[], bool] = never
    """Called now and then; when it returns True the bot answers at once with the best it has."""


class Candidate(NamedTuple):
    """An action that a bot weighed."""

    action: Action
    value: float
    """The probability of winning with it, 0 to 1; for a bot without search its policy probability."""
    visits: int = 0
    """Iterations of the search that began with it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An action and the thinking behind it."""

    action: Action
    value: float = 0.0
    """The bot's probability of winning, 0 to 1."""
    nodes: int = 0
    line: tuple[Action, ...] = ()
    """The likely play, beginning with `action`."""
    seconds: float = 0.0
    candidates: tuple[Candidate, ...] = ()
    """All actions that the bot weighed, best first by the last look at all of them; empty if it weighed none. A search
    that stopped in a deeper look at some of them may have chosen another one.
    """

    @property
    def alternatives(self) -> tuple[Candidate, ...]:
        """The two best other actions, without those that a search never visited."""
        searched = any(candidate.visits for candidate in self.candidates)
        others = (candidate for candidate in self.candidates if candidate.action != self.action)
        return tuple([other for other in others if other.visits or not searched][:2])


class Bot(Protocol):
    """Chooses one of the legal actions of the player to move in `view`."""

    def __call__(self, game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice: ...
