"""What every bot is: a function from what a player can see to an action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any, NamedTuple, Protocol

from ..core.game import Action, Game


def never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop thinking: whatever comes first."""

    seconds: float = inf
    nodes: float = inf
    """Positions searched; the limit to use where the same seed must give the same move."""
    stop: Callable[[], bool] = never
    """Asked now and then; True makes the bot answer at once with the best it has."""


class Candidate(NamedTuple):
    """An action that a bot weighed."""

    action: Action
    value: float
    """The chance to win that the bot gives it, 0 to 1; of a bot that only glances, how likely the action looks."""
    visits: int = 0
    """How much of the search went into it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An action and what the bot thought."""

    action: Action
    value: float = 0.0
    """The bot's estimate of its chance to win, 0 to 1."""
    nodes: int = 0
    line: tuple[Action, ...] = ()
    """The play it expects, beginning with `action`."""
    seconds: float = 0.0
    candidates: tuple[Candidate, ...] = ()
    """The actions that the bot weighed, so the one chosen too, none if it did not weigh any. The best is first, by the
    last look at all of them: another may be chosen after a deeper look, broken off, at some.
    """

    @property
    def alternatives(self) -> tuple[Candidate, ...]:
        """The two best of the others; what a search has never tried has no chance to tell."""
        searched = any(one.visits for one in self.candidates)
        others = [one for one in self.candidates if one.action != self.action and (one.visits or not searched)]
        return tuple(others[:2])


class Bot(Protocol):
    def __call__(self, game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice: ...
