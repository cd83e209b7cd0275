"""Choices of bots by name, within their limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from math import inf
from random import Random
from typing import Any

from .. import load
from ..core.game import Action, Game
from .baselines import policy_bot, random_bot
from .bot import Bot, Candidate, Choice, Limit, never
from .difficulty import add_value_noise, difficulty_of, difficulty_table, without_foolish
from .fast_search import fastest_search
from .greedy import greedy, self_greedy
from .ismcts import InformedSearch, Search, SearchTreeCache, ismcts
from .level_descriptions import find_level
from .matched import played_level
from .minimax import minimax
from .quickest_win import quickest_win

BOT_FUNCTIONS: dict[str, Bot] = {
    "novice": policy_bot,
    "easy": self_greedy,
    "medium": minimax,
    "hard": ismcts,
    "master": ismcts,
    "random": random_bot,
    "greedy": greedy,
    "minimax": minimax,
    "ismcts": ismcts,
}
"""The function of each bot with a name of its own; a matched opponent plays each move as one of them."""

ADVISER = "ismcts"
"""The level of hints and reviews, which alone heeds what the moves of rivals suggest of their cards."""


def seconds_of(bot: str) -> float:
    """Default time limit of a decision; its difficulty may limit it further. Raises ValueError for an unknown bot."""
    find_level(bot)
    seconds: float = difficulty_table()["seconds"][bot.partition("-")[0]]
    return seconds


def choose(
    game: str,
    view: Any,
    level: str,
    seed: str,
    seconds: float | None = None,
    stop: Callable[[], bool] = never,
    nodes: float | None = None,
    value_noise: float | None = None,
    trees: SearchTreeCache | None = None,
) -> Choice:
    """The choice of a bot of that level; all arguments are plain data, fit for another process.

    Limits that are None come from `limits`. With `trees` a search may continue that of the turn's last decision.
    """
    rules, rng = load(game), Random(seed)
    level = played_level(rules, view, level, seed)
    seconds, nodes, value_noise = limits(rules, view, level, seconds, nodes, value_noise)
    bot, limit = BOT_FUNCTIONS[level], Limit(seconds, nodes, stop)
    if bot is ismcts:
        plain = InformedSearch if level == ADVISER else Search
        bot = partial(ismcts, trees=trees, begin=partial(fastest_search, limit=limit, plain=plain))
    choice, description = bot(rules, view, rng, limit), find_level(level)
    if description.sensible:
        choice = without_foolish(rules, view, choice)
    choice = add_value_noise(choice, value_noise, rng)
    return quickest_win(rules, view, choice, seed, limit) if description.finishes else choice


def limits(
    game: Game[Any], view: Any, level: str, seconds: float | None, nodes: float | None, value_noise: float | None
) -> tuple[float, float, float]:
    """Seconds, positions and value noise of a decision, those of the level in the view's game in place of None.

    With nodes but no seconds given there is no limit of time. Raises ValueError for an unknown level.
    """
    usual, difficulty = seconds_of(level), difficulty_of(game, view, level)
    if seconds is None:
        seconds = usual if nodes is None else inf
    return (
        seconds,
        difficulty.nodes if nodes is None else nodes,
        difficulty.value_noise if value_noise is None else value_noise,
    )


def merge_parallel_searches(choices: Sequence[Choice]) -> Choice:
    """Merge the choices of several searches of one position: the action of all, or the most visited in total.

    Chaslot, Winands, van den Herik: Parallel Monte-Carlo Tree Search (2008).
    """
    if len(choices) == 1:
        return choices[0]
    visits: dict[Action, int] = {}
    values: dict[Action, float] = {}
    for action, value, count in chain.from_iterable(choice.candidates for choice in choices):
        visits[action] = visits.get(action, 0) + count
        values[action] = values.get(action, 0.0) + value * count
    candidates = [Candidate(action, values[action] / max(1, count), count) for action, count in visits.items()]
    common = choices[0].action if len({choice.action for choice in choices}) == 1 else None
    candidates.sort(key=lambda candidate: (candidate.action != common, -candidate.visits, -candidate.value))
    action = candidates[0].action
    first = next((choice for choice in choices if choice.action == action), replace(choices[0], line=(action,)))
    return replace(
        first,
        action=action,
        value=candidates[0].value,
        nodes=sum([choice.nodes for choice in choices]),
        seconds=max([choice.seconds for choice in choices]),
        candidates=tuple(candidates),
    )
