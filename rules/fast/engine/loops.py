"""Loops over many games, compiled."""

from __future__ import annotations

import numpy as np

from . import layout as at
from .action_table import ACTIONS
from .compiled import compiled
from .layout import Row
from .legal import list_legal
from .result import count_points, find_winners
from .setup import set_up
from .source import CELLS, random_below, seed_source
from .turn import advance
from .view import observe

MOST_LEGAL = 1024
"""More than the legal actions of any state."""


@compiled
def set_up_all(states: Row, sources: Row, seeds: Row, seats: int, module: int) -> None:
    for game in range(len(states)):
        seed_source(sources[game], seeds[game])
        set_up(states[game], seats, module, sources[game])


@compiled
def mask_all(states: Row, masks: Row) -> None:
    legal = np.empty(MOST_LEGAL, dtype=np.int64)
    for game in range(len(states)):
        for number in range(ACTIONS):
            masks[game, number] = False
        for i in range(list_legal(states[game], legal)):
            masks[game, legal[i]] = True


@compiled
def first_illegal(states: Row, numbers: Row) -> int:
    """The first game, not yet over, in which the action of its number is not legal; -1 without one."""
    legal = np.empty(MOST_LEGAL, dtype=np.int64)
    for game in range(len(states)):
        n = list_legal(states[game], legal)
        legal_here = n == 0
        for i in range(n):
            legal_here = legal_here or legal[i] == numbers[game]
        if not legal_here:
            return game
    return -1


@compiled
def advance_all(states: Row, sources: Row, numbers: Row) -> None:
    for game in range(len(states)):
        if not states[game, at.OVER]:
            advance(states[game], numbers[game], sources[game])


@compiled
def observe_all(states: Row, views: Row, seats: Row) -> None:
    for game in range(len(states)):
        for cell in range(at.SIZE):
            views[game, cell] = states[game, cell]
        observe(views[game], seats[game])


@compiled
def winners_all(states: Row, wins: Row) -> None:
    for game in range(len(states)):
        find_winners(states[game], wins[game])


@compiled
def play_random(seeds: Row, seats: int, module: int, decisions: Row) -> None:
    """Play a whole game at random for each seed, and write its number of decisions to `decisions`."""
    s, source = np.empty(at.SIZE, dtype=np.int8), np.empty(CELLS, dtype=np.uint32)
    legal = np.empty(MOST_LEGAL, dtype=np.int64)
    for game in range(len(seeds)):
        seed_source(source, seeds[game])
        set_up(s, seats, module, source)
        decisions[game] = 0
        while not s[at.OVER]:
            choice = random_below(source, list_legal(s, legal))
            advance(s, legal[choice], source)
            decisions[game] += 1


@compiled
def trace(s: Row, source: Row, numbers: Row, states: Row, legal: Row, counts: Row, points: Row, wins: Row) -> None:
    """Play the actions of a game, and write down everything about each position, before the first action too.

    `states` is [ply, viewer, cell], the spectator's view first, then each seat's, then the state; `legal` is [ply, i]
    and has `counts[ply]` numbers; `points` is [ply, player, part], and `wins` [ply, player].
    """
    for ply in range(len(numbers) + 1):
        for viewer in range(int(s[at.SEATS]) + 2):
            for cell in range(at.SIZE):
                states[ply, viewer, cell] = s[cell]
            if viewer <= s[at.SEATS]:
                observe(states[ply, viewer], viewer - 1)
        counts[ply] = list_legal(s, legal[ply])
        count_points(s, points[ply])
        find_winners(s, wins[ply])
        if ply < len(numbers):
            advance(s, numbers[ply], source)
