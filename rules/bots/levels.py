"""The bots by name, as menus and command lines list them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from math import inf
from random import Random
from typing import Any, NamedTuple

from .. import load
from ..game import Action
from .bot import Bot, Candidate, Choice, Limit, never
from .chance import chance, glance
from .greedy import greedy, selfish
from .ismcts import ismcts
from .minimax import minimax


class Level(NamedTuple):
    """A bot that one can play against."""

    title: str
    description: str
    bot: Bot
    limit: Limit
    """How long it thinks unless told otherwise."""
    together: bool = False
    """Do several processes think about a move, where there are any, each for itself (root parallelisation)?"""


SECOND = Limit(seconds=1.0)

LEVELS = {
    "novice": Level("Novice", "Takes what pleases at first sight.", glance, SECOND),
    "easy": Level("Easy", "Plans its own next turn and forgets that there are others.", selfish, SECOND),
    "medium": Level("Medium", "Looks a few turns ahead.", minimax, Limit(seconds=0.3)),
    "hard": Level("Hard", "Tries thousands of futures in a second.", ismcts, SECOND),
    "master": Level(
        "Master", "The same with more patience: up to five seconds a move.", ismcts, Limit(seconds=5.0), True
    ),
}
"""From weak to strong."""

ALGORITHMS = {
    "random": Level("Random", "Plays any legal move.", chance, SECOND),
    "greedy": Level("Greedy", "Takes what looks best at the end of its turn.", greedy, SECOND),
    "minimax": Level("Minimax", "Searches several turns ahead.", minimax, SECOND),
    "ismcts": Level("Sampling search", "Searches over samples of what is unseen.", ismcts, SECOND),
}
"""The plain algorithms, for experiments and comparisons."""

BOTS = LEVELS | ALGORITHMS
"""Every bot by name."""


def find(name: str) -> Level:
    """The level of that name; raises ValueError naming the choices."""
    if name not in BOTS:
        raise ValueError(f"There is no bot called {name!r}; choose one of {', '.join(BOTS)}.")
    return BOTS[name]


def choose(
    game: str,
    view: Any,
    level: str,
    seed: str,
    seconds: float | None = None,
    stop: Callable[[], bool] = never,
    nodes: float | None = None,
) -> Choice:
    """What a bot of that level plays; in plain arguments, so that another process can be asked.

    With neither seconds nor nodes it thinks as long as its level does.
    `stop` must be picklable then: leave it out, or pass the `is_set` of a manager's event.
    """
    known = find(level)
    limit = replace(known.limit, stop=stop)
    if seconds is not None or nodes is not None:
        limit = Limit(inf if seconds is None else seconds, inf if nodes is None else nodes, stop)
    return known.bot(load(game), view, Random(seed), limit)


def merged(choices: Sequence[Choice]) -> Choice:
    """What several searches of one position found together: the action that was visited most in all of them.

    Chaslot, Winands, van den Herik: Parallel Monte-Carlo Tree Search (2008).
    """
    if len(choices) == 1:
        return choices[0]
    visits: dict[Action, int] = {}
    values: dict[Action, float] = {}
    for action, value, count in chain.from_iterable(choice.candidates for choice in choices):
        visits[action] = visits.get(action, 0) + count
        values[action] = values.get(action, 0.0) + value * count
    found = [Candidate(action, values[action] / max(1, count), count) for action, count in visits.items()]
    found.sort(key=lambda one: (-one.visits, -one.value))
    action = found[0].action
    first = next((choice for choice in choices if choice.action == action), replace(choices[0], line=(action,)))
    return replace(
        first,
        action=action,
        value=found[0].value,
        nodes=sum([choice.nodes for choice in choices]),
        seconds=max([choice.seconds for choice in choices]),
        candidates=tuple(found),
    )
