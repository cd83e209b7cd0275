"""Checks of environments: what PettingZoo and Gymnasium ask, and the plain rules step by step.

`python -m tests.tui.lab.environment_checks` makes all of them for every game, option and number of players.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from time import process_time
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from tabletown import rules
from tabletown.rules.core.game import totals
from tabletown.tui import lab
from tests.rules.random_play import configurations, first_match

EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)
"""Warnings that PettingZoo's own games with action masks give too, which it knows by their names."""
SEED = 7


@contextmanager
def strict() -> Iterator[None]:
    """Make warnings errors, except for those that are expected."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message)
        yield


def check_pettingzoo(name: str, seats: int, options: dict[str, str]) -> None:
    """PettingZoo's own checks of the interface and of the seeds."""
    with strict():
        for reward in ("victory", "points"):
            api_test(lab.aec_env(name, seats=seats, reward=reward, **options))
        seed_test(lambda: lab.aec_env(name, seats=seats, **options))


def check_gymnasium(name: str, seats: int, options: dict[str, str]) -> None:
    """Gymnasium's own check, with both kinds of rendering."""
    env = gymnasium.make(f"tabletown/{name}-v{rules.load(name).VERSION}", seats=seats, bot="random", **options)
    with strict():
        check_env(env.unwrapped)


def check_same_as_rules(name: str, seats: int, options: dict[str, str], seed: int = SEED) -> None:
    """Random play of an environment equals a match of the plain rules: legal actions, views, rewards and result."""
    env = lab.RawEnv(name, seats, reward="points", **options)
    env.reset(seed=seed)
    match, rng = first_match(name, seats, seed, options), Random(seed)
    start, gained = totals(match.game, match.state), np.zeros(seats)
    while match.player is not None:
        agent = env.agent_selection
        assert agent == f"player_{match.player}" and not env.truncations[agent]
        episode, view = env.episode, match.view(len(match.log), match.player)
        assert repr(episode.view(match.player)) == repr(view) and list(episode.legal().values()) == match.legal()
        observed = env.last()[0]
        assert np.flatnonzero(observed["action_mask"]).tolist() == sorted(episode.legal())
        assert all(env.observe(other)["action_mask"].sum() == 0 for other in env.agents if other != agent)
        number = rng.choice(list(episode.legal()))
        match.act(episode.legal()[number])
        env.step(number)
        gained += [env.rewards[agent] for agent in env.possible_agents]
    assert repr(env.episode.state) == repr(match.state) and all(env.terminations.values())
    assert (start + gained).tolist() == totals(match.game, match.state)
    winners = match.game.winners(match.state)
    assert env.episode.results() == [2 / len(winners) - 1 if seat in winners else -1 for seat in range(seats)]


CHECKS: tuple[Callable[[str, int, dict[str, str]], None], ...] = (
    check_pettingzoo,
    check_gymnasium,
    check_same_as_rules,
)


def main() -> None:
    """Make every check for every configuration and print a line for each configuration."""
    count = 0
    for name, seats, options in configurations():
        began = process_time()
        for check in CHECKS:
            check(name, seats, dict(options))
        values: Any = ", ".join(value for _, value in options)
        print(f"{name} ({values}) with {seats} players: {process_time() - began:.1f} s", flush=True)
        count += 1
    print(f"all {len(CHECKS)} checks hold in {count} environments")


if __name__ == "__main__":
    main()
