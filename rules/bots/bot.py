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
    """A limit in a form that JSON allows: None where there is none."""
    return None if limit in (None, inf) else limit


@dataclass(frozen=True, slots=True)
class Limit:
    """Limits of a search, which ends at the first one reached."""

    seconds: float = inf
    nodes: float = inf
    """Positions searched; use this limit where the same seed must give the same move."""
    stop: Callable[[], bool] = never
    """Function that is called regularly; when it returns True, the bot plays the best move found so far."""


class Candidate(NamedTuple):
    """An action that a bot evaluated."""

    action: Action
    value: float
    """The probability of winning with it, 0 to 1; for a bot without search its policy probability."""
    visits: int = 0
    """Iterations of the tree search that started with it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An action and the thinking behind it."""

    action: Action
    value: float = 0.0
    """The bot's probability of winning, 0 to 1."""
    nodes: int = 0
    line: tuple[Action, ...] = ()
    """The likely play, starting with `action`."""
    seconds: float = 0.0
    candidates: tuple[Candidate, ...] = ()
    """Actions that the bot evaluated, best first; empty if it evaluated none. The order is that of the last complete
    sweep, so a search that was stopped in a deeper one may have chosen another than the first.
    """

    @property
    def alternatives(self) -> tuple[Candidate, ...]:
        """The two best other actions, by value, leaving out those that a tree search never visited.

        Values above that of the chosen action are left out too, as they rest on fewer visits or a shallower sweep.
        """
        searched = any(candidate.visits for candidate in self.candidates)
        others = [
            other
            for other in self.candidates
            if other.action != self.action and (other.visits or not searched) and other.value <= self.value
        ]
        return tuple(sorted(others[:2], key=lambda other: -other.value))


class Bot(Protocol):
    """A function that chooses one of the legal actions of the player to move in `view`."""

    def __call__(self, game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice: ...
