"""Speed of random play by the plain rules and by the fast engine, in turns in one run."""

from __future__ import annotations

import gc
from random import Random
from statistics import median
from time import process_time

import numpy as np

from ..splendor import advance, legal, setup
from .batch import Batch
from .engine.loops import AT_ONCE, play_all

MOST_DECISIONS = 1_000_000
REPEATS = 5
"""Measurements of each engine; the median counts."""


def plain_game(seats: int, module: str, seed: int) -> int:
    """Play a whole game at random by the plain rules, and return its number of decisions."""
    rng, decisions = Random(seed), 0
    s = setup(seats, {"module": module}, rng)
    while not s.over:
        options = legal(s)
        advance(s, options[int(rng.random() * len(options))], rng)
        decisions += 1
    return decisions


def fast_games(seats: int, module: str, first: int, games: int) -> int:
    """The same for the games of the seeds from `first` on, by the fast engine."""
    decisions = 0
    for seed in range(first, first + games, AT_ONCE):
        batch = Batch(seats, range(seed, min(seed + AT_ONCE, first + games)), module)
        decisions += play_all(batch.states, batch.sources, np.full(len(batch.states), -1), MOST_DECISIONS)
    return decisions


def measure(seats: int, module: str, plain_games: int, games: int) -> dict[str, float]:
    """Games a second of processor time by both engines, each game with its setup, and decisions in a game."""
    fast_games(seats, module, 0, 1)
    gc.freeze()  # the plain rules do without Numba, whose objects the collector would look through in their time
    plain, fast, decisions = [], [], 0
    for repeat in range(REPEATS):
        start = process_time()
        for seed in range(plain_games):
            plain_game(seats, module, repeat * plain_games + seed)
        plain.append(plain_games / (process_time() - start))
        start = process_time()
        decisions += fast_games(seats, module, repeat * games, games)
        fast.append(games / (process_time() - start))
    return {
        "plain_games_per_s": round(median(plain)),
        "fast_games_per_s": round(median(fast)),
        "decisions_per_game": round(decisions / games / REPEATS, 1),
    }
