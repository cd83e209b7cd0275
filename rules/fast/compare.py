"""Comparison of the fast engine with the plain rules, position by position."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from ..core.game import Action
from ..splendor import advance, legal, observe, score, setup, winners
from ..splendor.state import Splendor
from .batch import Batch
from .convert import cells
from .engine import layout as at
from .engine.action_table import numbers_of
from .engine.loops import play_all

MOST_PLIES = 4000
PARTS_IN_WORDS = ("states or views", "legal actions", "points", "winners")
"""The parts of a trace."""
PROGRESS = 500
"""Games between two lines of progress."""


class Trace(NamedTuple):
    """Everything about each position of a game, as plain data that can be compared."""

    positions: list[list[bytes]]
    """[ply][viewer]: the spectator's view, each seat's, and the state."""
    legal: list[list[int]]
    points: list[list[int]]
    """[ply][player]: the sum of all parts."""
    winners: list[tuple[int, ...]]


def any_action(options: Sequence[Action], rng: Random, by_verb: bool) -> int:
    """Index of a random action; `by_verb` draws the verb first, so that rare verbs are played as often as others."""
    if by_verb:
        verbs = sorted({a[0] for a in options})
        verb = verbs[int(rng.random() * len(verbs))]
        fitting = [i for i, a in enumerate(options) if a[0] == verb]
        return fitting[int(rng.random() * len(fitting))]
    return int(rng.random() * len(options))


def plain_trace(seats: int, module: str, seed: int) -> tuple[Trace, list[int]]:
    """A random game by the plain rules, and the numbers of its actions. Odd seeds draw the verb first."""
    draws, choices = Random(seed), Random(f"{seed}/choices")
    s, played, trace = setup(seats, {"module": module}, draws), list[int](), Trace([], [], [], [])
    while True:
        options = legal(s)
        numbers = numbers_of(s, options)
        trace.positions.append([bytes(cells(seen)) for seen in all_seen(s)])
        trace.legal.append(sorted(numbers))
        trace.points.append([sum(n for _, n in parts) for parts in score(s)])
        trace.winners.append(winners(s))
        if not options or len(played) == MOST_PLIES:
            return trace, played
        i = any_action(options, choices, seed % 2 == 1)
        played.append(numbers[i])
        advance(s, options[i], draws)


def all_seen(s: Splendor) -> list[Splendor]:
    """The views of a state by a spectator and each seat, and the state itself."""
    return [*(observe(s, viewer) for viewer in (None, *range(len(s.players)))), s]


def fast_trace(seats: int, module: str, seed: int, played: Sequence[int]) -> Trace:
    """The same game by the fast engine."""
    batch, trace = Batch(seats, [seed], module), Trace([], [], [], [])
    for n in [*played, None]:
        views = [batch.views([viewer])[0].tobytes() for viewer in range(-1, seats)]
        points, wins = batch.results()
        trace.positions.append([*views, batch.states[0].tobytes()])
        trace.legal.append(np.flatnonzero(batch.masks()[0]).tolist())
        trace.points.append(points[0].sum(axis=1).tolist())
        trace.winners.append(tuple(np.flatnonzero(wins[0]).tolist()))
        if n is not None:
            play_all(batch.states, batch.sources, np.array([n]), 1)
    return trace


def difference(seats: int, module: str, seed: int) -> str:
    """The first difference in a random game, in words; empty when there is none."""
    plain, played = plain_trace(seats, module, seed)
    fast = fast_trace(seats, module, seed, played)
    if plain == fast:
        return ""
    for ply in range(len(played) + 1):
        for part, expected, actual in zip(PARTS_IN_WORDS, list[Any](plain), list[Any](fast), strict=True):
            if expected[ply] != actual[ply]:
                where = details(expected[ply], actual[ply])
                return f"{module}, {seats} players, seed {seed}, ply {ply}: the {part} differ{where}"
    raise AssertionError


def details(a: Sequence[object], b: Sequence[object]) -> str:
    """Cells in which two positions differ, or the two values."""
    for viewer, (x, y) in enumerate(zip(a, b, strict=False)):
        if isinstance(x, bytes) and isinstance(y, bytes) and x != y:
            wrong = [i for i in range(at.SIZE) if x[i] != y[i]][:10]
            return f" for viewer {viewer} in cells {wrong}: {[x[i] for i in wrong]}, {[y[i] for i in wrong]}"
    return f": {a}, {b}"


def compare(games: int, seed: int, modules: Sequence[str], seats: Sequence[int]) -> int:
    """Compare that number of games for each module and number of players; returns the number that differ."""
    faults = 0
    for module in modules:
        for number in seats:
            wrong, start = 0, perf_counter()
            for i in range(games):
                if fault := difference(number, module, seed + i):
                    wrong += 1
                    print(fault, flush=True)
                if (i + 1) % PROGRESS == 0:
                    print(f"{module}, {number} players: {i + 1} games, {wrong} differ", file=sys.stderr, flush=True)
            print(
                f"{module}, {number} players: {games} games, {wrong} differ, {perf_counter() - start:.0f} s", flush=True
            )
            faults += wrong
    return faults
