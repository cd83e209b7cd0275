"""The bots by name, as menus and command lines list them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from math import inf
from random import Random
from typing import Any, NamedTuple

from .. import load
from ..core.game import Action, Game
from .baselines import chance, glance
from .bot import Bot, Candidate, Choice, Limit, never
from .difficulty import handicap, misjudged
from .greedy import greedy, selfish
from .ismcts import ismcts
from .minimax import minimax


class Level(NamedTuple):
    """A bot that one can play against."""

    title: str
    description: str
    bot: Bot
    seconds: float
    """How long it thinks about a decision at most, unless told otherwise; `handicaps` may hold it back further."""
    together: bool = False
    """Do several processes think about a move, where there are any, each for itself (root parallelisation)?"""


LEVELS = {
    "novice": Level("Novice", "Takes what pleases at first sight, which often deceives.", glance, 1.0),
    "easy": Level("Easy", "Plans its own next turn and forgets that there are others.", selfish, 1.0),
    "medium": Level("Medium", "Weighs how its move would leave everybody.", minimax, 0.3),
    "hard": Level("Hard", "Tries out what may come before it moves.", ismcts, 1.0),
    "master": Level("Master", "The same with all its patience: up to five seconds a decision.", ismcts, 5.0, True),
}
"""From weak to strong."""

ALGORITHMS = {
    "random": Level("Random", "Plays any legal move.", chance, 1.0),
    "greedy": Level("Greedy", "Takes what looks best at the end of its turn.", greedy, 1.0),
    "minimax": Level("Minimax", "Searches several turns ahead.", minimax, 1.0),
    "ismcts": Level("Sampling search", "Searches over samples of what is unseen.", ismcts, 1.0),
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
    error: float | None = None,
) -> Choice:
    """What a bot of that level plays; in plain arguments, so that another process can be asked.

    What is not given is as `limits` has it.
    """
    rules, rng = load(game), Random(seed)
    seconds, nodes, error = limits(rules, view, level, seconds, nodes, error)
    return misjudged(find(level).bot(rules, view, rng, Limit(seconds, nodes, stop)), error, rng)


def limits(
    game: Game[Any], view: Any, level: str, seconds: float | None, nodes: float | None, error: float | None
) -> tuple[float, float, float]:
    """Seconds and positions of a decision and the error, all three; what is not given is as the level has it there.

    With nodes given it takes its time. Raises ValueError naming the choices.
    """
    known, held = find(level), handicap(game, view, level)
    if seconds is None:
        seconds = known.seconds if nodes is None else inf
    return seconds, held.nodes if nodes is None else nodes, held.error if error is None else error


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
